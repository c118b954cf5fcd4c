"""Jobs for the writer thread, and delivery of their results to event loops."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from threading import Lock
from typing import Any

from sqlalchemy import Connection

from tradewinds.server.storage.errors import Unavailable
from tradewinds.server.storage.rows import EventBatch

log = logging.getLogger(__name__)

Work = Callable[[Connection], Any]

COMMIT_LOCK = Lock()
"""Held while a job is marked as committing or expired."""


class Job:
    """A write with a future for its result and a timeout.

    A job that times out before its commit begins is cancelled and never stored.
    """

    __slots__ = ("committing", "expired", "future", "loop", "timer")

    def __init__(self, timeout: float) -> None:
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.committing = False
        """Whether the commit has begun."""
        self.expired = False
        """Whether the timeout has passed."""
        self.timer = self.loop.call_later(timeout, self.expire)

    @property
    def cancelled(self) -> bool:
        return self.expired and not self.committing

    def expire(self) -> None:
        """Cancel the job unless its commit has begun. Called on the event loop."""
        with COMMIT_LOCK:
            self.expired = True
            committing = self.committing
        if not committing and not self.future.done():
            self.future.set_exception(Unavailable())

    def abort_commit(self) -> None:
        """Mark the commit as failed, and cancel the job if it has expired. Called on the writer thread."""
        with COMMIT_LOCK:
            self.committing = False
            expired = self.expired
        if expired:
            deliver([(self, None, Unavailable())])


def begin_commit(jobs: Sequence[Job]) -> bool:
    """Mark jobs as committing; return False, marking none, if one of them was cancelled."""
    with COMMIT_LOCK:
        if any(job.cancelled for job in jobs):
            return False
        for job in jobs:
            job.committing = True
        return True


class AppendJob(Job):
    """A batch of events to append; `stored` is called on the event loop once they are durable."""

    __slots__ = ("batch", "stored")

    def __init__(self, batch: EventBatch, timeout: float, stored: Callable[[], None] | None = None) -> None:
        super().__init__(timeout)
        self.batch = batch
        self.stored = stored


class TransactionJob(Job):
    """A function that runs in its own transaction; `repeatable` if it is idempotent."""

    __slots__ = ("repeatable", "work")

    def __init__(self, work: Work, timeout: float, repeatable: bool = False) -> None:
        super().__init__(timeout)
        self.work = work
        self.repeatable = repeatable


Answer = tuple[Job, Any, BaseException | None]


def deliver(answers: list[Answer]) -> None:
    """Resolve jobs on their event loops, with one call for each loop. Called on the writer thread."""
    loops = {job.loop for job, _, _ in answers}
    for loop in loops:
        own = answers if len(loops) == 1 else [answer for answer in answers if answer[0].loop is loop]
        try:
            loop.call_soon_threadsafe(resolve, own)
        except RuntimeError:
            log.debug("Nobody waits any more: the event loop is closed")


def resolve(answers: Iterable[Answer]) -> None:
    """Resolve the futures of jobs, and call `stored` for those that were stored."""
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
    if error is None:
        future.set_result(result)
    elif isinstance(error, StopIteration):
        future.set_exception(RuntimeError("The work raised StopIteration."))
    else:
        future.set_exception(error)
