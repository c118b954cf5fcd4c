"""Turns at something of which there is little, as threads: whoever wants many waits longer than who wants one."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """So many at a time. Of those who wait each has one turn, then each the next, however many somebody waits for."""

    def __init__(self, free: int) -> None:
        self.free = free
        self.waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def of(self, whose: str) -> AsyncIterator[None]:
        """Wait for a turn, and keep it as long as this lasts."""
        await self.take(whose)
        try:
            yield
        finally:
            self.give()

    async def take(self, whose: str) -> None:
        """Wait for a turn; who does not want it any more when it comes passes it on."""
        if self.free:
            self.free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(whose, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give()
            raise

    def give(self) -> None:
        """The next one's turn: of whoever has waited longest for one; who waits for more goes to the end."""
        while self.waiting:
            whose, line = self.waiting.popitem(last=False)
            turn = line.popleft()
            if line:
                self.waiting[whose] = line
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1
