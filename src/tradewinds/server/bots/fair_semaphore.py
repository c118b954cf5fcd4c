"""Semaphore that serves waiting keys round-robin."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class FairSemaphore:
    """Semaphore whose permits go to waiting keys in turn, however many waiters each key has."""

    def __init__(self, free: int) -> None:
        self.free = free
        self.waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def acquired(self, key: str) -> AsyncIterator[None]:
        """Hold a permit for the duration of the context."""
        await self.acquire(key)
        try:
            yield
        finally:
            self.release()

    async def acquire(self, key: str) -> None:
        """Wait for a permit; a cancelled waiter passes on a permit it has already been given."""
        if self.free:
            self.free -= 1
            return
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(key, deque()).append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self.release()
            raise

    def release(self) -> None:
        """Return a permit and wake the first waiter of the next key."""
        while self.waiting:
            key, waiters = self.waiting.popitem(last=False)
            waiter = waiters.popleft()
            if waiters:
                self.waiting[key] = waiters
            if not waiter.done():
                waiter.set_result(None)
                return
        self.free += 1
