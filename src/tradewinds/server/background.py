"""Background tasks of a process."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

log = logging.getLogger("tradewinds.background")


class BackgroundTasks:
    """Runs coroutines in the background until it is stopped."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine as a background task; log its exception, if any."""
        task = asyncio.get_running_loop().create_task(self._log_failure(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def run_every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Call `work` periodically, starting now; log exceptions and continue."""

        async def loop() -> None:
            while True:
                await self._log_failure(work())
                await asyncio.sleep(seconds)

        self.spawn(loop())

    async def _log_failure(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Exception:
            log.exception("A task has failed")

    async def stop(self) -> None:
        """Cancel all tasks and wait for them."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
