"""Bots and advice: thinking in threads of their own, behind everything that people wait for."""

import asyncio
import os
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tradewinds.bots import OWN
from tradewinds.bots.hint import Hint, hint
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, stream
from tradewinds.kernel.record import Record
from tradewinds.server.bots.fair_semaphore import Turns
from tradewinds.server.bots.tree_cache import TreeCache
from tradewinds.server.metrics import THOUGHTS

T = TypeVar("T")

POLITENESS = 10
"""How much thinking threads give way to the others, where the system can do that for a single thread."""
PATIENCE = 19
"""How much more reviews give way, which nobody's game waits for."""


class Thinkers:
    """A few threads in which bots think. Searches do not hold the interpreter, so tables go on beside them.

    Those who have others think for them, at many tables or at one, have their turns one after the other. Reviews take
    up to a minute each, so they have a thread of their own: no bot waits for them.
    """

    def __init__(self, threads: int, tree_bytes: int) -> None:
        self.pool = ThreadPoolExecutor(threads, "thinking", initializer=give_way)
        self.turns = Turns(threads)
        self.trees = TreeCache(tree_bytes)
        self.reviewers = ThreadPoolExecutor(1, "reviewing", initializer=give_way, initargs=(PATIENCE,))

    async def choose(self, table: str, level: str, box: Box, masked: Record, seat: int, whose: str) -> int:
        """A bot's action, from what its seat may know; `whose` table it is decides when it has its turn.

        Its tree is taken out of the cache when it has, so that of those who wait none keeps one of its own.
        """
        with THOUGHTS.labels("move").time():
            async with self.turns.of(whose):
                bot = self.trees.take(table, seat, level, box.game)
                choice = await self.in_thread(lambda: bot.choose(box, masked, seat, OWN, fresh_stream()))
                self.trees.keep(table, seat, level, bot)
                return choice

    async def advise(self, box: Box, masked: Record, seat: int, whose: str, best: int = 3) -> Hint:
        """Advice for a person, from what the seat may know."""
        with THOUGHTS.labels("hint").time():
            return await self.run(lambda: hint(box, masked, seat, OWN, fresh_stream(), best), whose)

    async def run(self, work: Callable[[], T], whose: str) -> T:
        """Do something in one of the threads, when it is somebody's turn."""
        async with self.turns.of(whose):
            return await self.in_thread(work)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Do something in one of the threads, now."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)

    async def review(self, work: Callable[[], T]) -> T:
        """Do something that may take long, one after the other."""
        return await asyncio.get_running_loop().run_in_executor(self.reviewers, work)

    def close(self) -> None:
        """Begin nothing more. What is being thought is not waited for: it has not been stored, so it never was."""
        for pool in (self.pool, self.reviewers):
            pool.shutdown(wait=False, cancel_futures=True)


def give_way(politeness: int = POLITENESS) -> None:
    """Let the thread that runs this have the processor only where nobody else needs it more."""
    if hasattr(os, "setpriority") and hasattr(threading, "get_native_id"):
        try:
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), politeness)
        except OSError:
            return


def fresh_stream() -> Rng:
    """Chance that nobody can foresee."""
    return stream(secrets.randbits(63))
