"""Low-priority thread pools for bot moves, hints and reviews."""

import asyncio
import os
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tradewinds.bots import DEFAULT_BUDGET
from tradewinds.bots.hint import Hint, hint
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, stream
from tradewinds.kernel.record import Record
from tradewinds.server.bots.bot_cache import BotCache
from tradewinds.server.bots.fair_semaphore import FairSemaphore
from tradewinds.server.metrics import BOT_SECONDS

T = TypeVar("T")

BOT_NICENESS = 10
"""Niceness of bot threads, on systems that support it per thread."""
REVIEW_NICENESS = 19
"""Niceness of the review thread; no game waits for it."""


class BotExecutor:
    """Runs searches in a few threads; they release the GIL, so the event loop is not blocked.

    A fair semaphore shares the threads among the people for whom they search. Reviews take up to a minute each and have
    a thread of their own.
    """

    def __init__(self, threads: int, cached_bots: int) -> None:
        self.pool = ThreadPoolExecutor(threads, "thinking", initializer=lower_priority)
        self.semaphore = FairSemaphore(threads)
        self.cache = BotCache(cached_bots)
        self.reviewers = ThreadPoolExecutor(1, "reviewing", initializer=lower_priority, initargs=(REVIEW_NICENESS,))

    async def choose(self, table: str, level: str, box: Box, masked: Record, seat: int, key: str) -> int:
        """Return a bot's action, given the mask of its seat; `key` identifies the table's owner, for fair scheduling.

        The bot is taken from the cache only when it is its turn, so that queued calls hold none.
        """
        with BOT_SECONDS.labels("move").time():
            async with self.semaphore.acquired(key):
                bot = self.cache.take(table, seat, level, box.game)
                choice = await self._in_thread(lambda: bot.choose(box, masked, seat, DEFAULT_BUDGET, fresh_stream()))
                self.cache.keep(table, seat, level, bot)
                return choice

    async def compute_hint(self, box: Box, masked: Record, seat: int, key: str, best: int = 3) -> Hint:
        """Compute a hint with the `best` actions of a seat, given its mask."""
        with BOT_SECONDS.labels("hint").time():
            return await self.run(lambda: hint(box, masked, seat, DEFAULT_BUDGET, fresh_stream(), best), key)

    async def run(self, work: Callable[[], T], key: str) -> T:
        """Run `work` in a bot thread, scheduled fairly by `key`."""
        async with self.semaphore.acquired(key):
            return await self._in_thread(work)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)

    async def review(self, work: Callable[[], T]) -> T:
        """Run `work` in the review thread."""
        return await asyncio.get_running_loop().run_in_executor(self.reviewers, work)

    def close(self) -> None:
        """Cancel queued work without waiting for running searches."""
        for pool in (self.pool, self.reviewers):
            pool.shutdown(wait=False, cancel_futures=True)


def lower_priority(niceness: int = BOT_NICENESS) -> None:
    """Lower the priority of the calling thread."""
    if hasattr(os, "setpriority") and hasattr(threading, "get_native_id"):
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
        except OSError:
            return


def fresh_stream() -> Rng:
    """Return a random stream with an unpredictable seed."""
    return stream(secrets.randbits(63))
