"""Jobs for the writer, and how those who wait for them are woken."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy import Connection

from tradewinds.server.storage.rows import Append

log = logging.getLogger(__name__)

Work = Callable[[Connection], Any]


class Job:
    """Something to store, and somebody in an event loop who waits for it."""

    __slots__ = ("future", "loop")

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()


class AppendJob(Job):
    """Events to store together with others."""

    __slots__ = ("append",)

    def __init__(self, append: Append) -> None:
        super().__init__()
        self.append = append


class WorkJob(Job):
    """A function that needs a transaction of its own."""

    __slots__ = ("work",)

    def __init__(self, work: Work) -> None:
        super().__init__()
        self.work = work


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
    """Set the futures; those who stopped waiting get nothing."""
    for job, result, error in answers:
        if job.future.done():
            continue
        if error is None:
            job.future.set_result(result)
        elif isinstance(error, StopIteration):
            job.future.set_exception(RuntimeError("The work raised StopIteration."))
        else:
            job.future.set_exception(error)
