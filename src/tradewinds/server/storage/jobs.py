"""Jobs for the writer, and how those who wait for them are woken."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from threading import Lock
from typing import Any

from sqlalchemy import Connection

from tradewinds.server.storage.errors import Unavailable
from tradewinds.server.storage.rows import Append

log = logging.getLogger(__name__)

Work = Callable[[Connection], Any]

DECIDING = Lock()
"""Held while it is decided whether a job is committed or given up."""


class Job:
    """Something to store, and somebody in an event loop who waits for it, as long as their patience lasts.

    Until its commit begins a job can be given up, and then it is never stored. Afterwards only the database knows.
    """

    __slots__ = ("expired", "future", "loop", "sealed", "timer")

    def __init__(self, patience: float) -> None:
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.sealed = False
        """Its commit has begun."""
        self.expired = False
        """Nobody waits any longer, unless the commit has begun."""
        self.timer = self.loop.call_later(patience, self.expire)

    @property
    def given_up(self) -> bool:
        """Whether it must not be stored any more."""
        return self.expired and not self.sealed

    def expire(self) -> None:
        """Stop waiting, if it is certain that nothing is stored. Called in the event loop."""
        with DECIDING:
            self.expired = True
            sealed = self.sealed
        if not sealed and not self.future.done():
            self.future.set_exception(Unavailable())

    def unseal(self) -> None:
        """Nothing was committed after all; if time is up, whoever waits hears of it now. Called by the writer."""
        with DECIDING:
            self.sealed = False
            expired = self.expired
        if expired:
            deliver([(self, None, Unavailable())])


def seal(jobs: Sequence[Job]) -> bool:
    """Begin the commit of jobs, unless one of them was given up."""
    with DECIDING:
        if any(job.given_up for job in jobs):
            return False
        for job in jobs:
            job.sealed = True
        return True


class AppendJob(Job):
    """Events to store together with others; `stored` is called in the event loop when they are durable."""

    __slots__ = ("append", "stored")

    def __init__(self, append: Append, patience: float, stored: Callable[[], None] | None = None) -> None:
        super().__init__(patience)
        self.append = append
        self.stored = stored


class WorkJob(Job):
    """A function that needs a transaction of its own; one that is `repeatable` changes nothing the second time."""

    __slots__ = ("repeatable", "work")

    def __init__(self, work: Work, patience: float, repeatable: bool = False) -> None:
        super().__init__(patience)
        self.work = work
        self.repeatable = repeatable


Answer = tuple[Job, Any, BaseException | None]


def deliver(answers: list[Answer]) -> None:
    """Wake all who wait, with one call into each event loop."""
    loops = {job.loop for job, _, _ in answers}
    for loop in loops:
        own = answers if len(loops) == 1 else [answer for answer in answers if answer[0].loop is loop]
        try:
            loop.call_soon_threadsafe(resolve, own)
        except RuntimeError:
            log.debug("Nobody waits any more: the event loop is closed")


def resolve(answers: Iterable[Answer]) -> None:
    """Set the futures; those who stopped waiting get nothing, but what is stored is stored for all."""
    for job, result, error in answers:
        job.timer.cancel()
        if not job.future.done():
            settle(job.future, result, error)
        if result and isinstance(job, AppendJob) and job.stored is not None:
            try:
                job.stored()
            except Exception:
                log.exception("What was stored could not be taken over")


def settle(future: "asyncio.Future[Any]", result: Any, error: BaseException | None) -> None:
    """Set one future."""
    if error is None:
        future.set_result(result)
    elif isinstance(error, StopIteration):
        future.set_exception(RuntimeError("The work raised StopIteration."))
    else:
        future.set_exception(error)
