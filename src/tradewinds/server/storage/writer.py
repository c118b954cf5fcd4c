"""The writer: one thread that stores what callers hand it, as much as waits in one transaction."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from tradewinds.server.storage.appending import Torn, store
from tradewinds.server.storage.connect import connect
from tradewinds.server.storage.errors import StorageError, reason_of
from tradewinds.server.storage.jobs import Answer, AppendJob, Job, WorkJob, deliver

log = logging.getLogger(__name__)

T = TypeVar("T")

AT_ONCE = 400
ATTEMPTS = 3
GATHERING = 0.02
"""Seconds between transactions of appends when there are many: a person notices none of them."""
# PostgreSQL undid a transaction because it collided with another one; it may be tried again.
COLLISIONS = ("40001", "40P01")


class Lost(Exception):
    """Nobody knows whether a transaction was stored, or nothing can be stored now; callers have to load again."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error


class Writer:
    """Takes jobs from any event loop and answers them after they are durable."""

    def __init__(self, engine: Engine, connection: Connection) -> None:
        self.engine = engine
        self.connection = connection
        self.mark = "?" if engine.dialect.name == "sqlite" else "%s"
        self.queue: SimpleQueue[Job | None] = SimpleQueue()
        self.closing = Lock()
        self.closed = False
        self.last = 0.0
        self.crowded = False
        self.thread = Thread(target=self.run, name="tradewinds-writer", daemon=True)
        self.thread.start()

    def submit(self, job: Job) -> "asyncio.Future[Any]":
        """Queue a job; its future is set in the caller's event loop."""
        with self.closing:
            if self.closed:
                raise StorageError("closed")
            self.queue.put(job)
        return job.future

    def close(self) -> None:
        """Finish what is queued, then end."""
        with self.closing:
            if not self.closed:
                self.closed = True
                self.queue.put(None)
        self.thread.join()

    def run(self) -> None:
        """The thread's work, until it is closed."""
        waiting: deque[Job | None] = deque()
        while (job := self.next(waiting)) is not None:
            if isinstance(job, AppendJob):
                jobs = take_appends(job, waiting)
                self.crowded = len(jobs) > 1
                deliver(self.append(jobs))
            elif isinstance(job, WorkJob):
                deliver([self.work(job)])
        self.connection.close()

    def next(self, waiting: "deque[Job | None]") -> Job | None:
        """The job that has waited longest; those behind it are at hand in `waiting`."""
        if not waiting:
            waiting.append(self.queue.get())
            self.gather(waiting[0])
        try:
            while len(waiting) < AT_ONCE:
                waiting.append(self.queue.get_nowait())
        except Empty:
            pass
        return waiting.popleft()

    def gather(self, job: Job | None) -> None:
        """Where several tables append at once, let more of them come together: a commit costs as much for many."""
        if isinstance(job, AppendJob) and self.crowded:
            time.sleep(max(0.0, self.last + GATHERING - time.monotonic()))
        self.last = time.monotonic()

    def work(self, job: WorkJob) -> Answer:
        """One job in a transaction of its own."""
        try:
            return job, self.transact(job.work), None
        except Lost as lost:
            return job, None, lost.error
        except BaseException as error:
            return job, None, error

    def append(self, jobs: list[AppendJob]) -> list[Answer]:
        """Many appends in one transaction; if one of them spoils it, each in its own."""
        batch = [job.append for job in jobs]
        try:
            won = self.transact(lambda connection: store(connection, batch, self.mark))
            return [(job, first, None) for job, first in zip(jobs, won, strict=True)]
        except Lost as lost:
            return [(job, None, lost.error) for job in jobs]
        except Torn:
            if len(jobs) == 1:
                return [(jobs[0], False, None)]
        except Exception as error:
            if len(jobs) == 1:
                return [(jobs[0], None, error)]
            log.warning("One of %d appends cannot be stored, so each goes alone: %s", len(jobs), type(error).__name__)
        return [answer for job in jobs for answer in self.append([job])]

    def transact(self, work: Callable[[Connection], T]) -> T:
        """Run work and commit; what collided with another process is undone and tried again."""
        for attempt in range(1, ATTEMPTS + 1):
            connection = self.ready()
            try:
                result = work(connection)
                break
            except BaseException as error:
                if self.undo(error):
                    raise Lost(error) from error
                if attempt == ATTEMPTS or getattr(getattr(error, "orig", None), "sqlstate", None) not in COLLISIONS:
                    raise
        try:
            connection.commit()
        except BaseException as error:
            self.undo(error)
            raise Lost(error) from error
        return result

    def ready(self) -> Connection:
        """The connection, replaced if it broke."""
        if self.connection.closed:
            try:
                self.connection = connect(self.engine)
            except StorageError as error:
                raise Lost(error) from error
        return self.connection

    def undo(self, error: BaseException) -> bool:
        """Leave no transaction open after an error; was the connection lost with it?"""
        broken = isinstance(error, DBAPIError) and error.connection_invalidated
        try:
            self.connection.rollback()
        except DBAPIError:
            broken = True
        if broken:
            log.error("The connection to the database was lost: %s", reason_of(error))
            self.connection.invalidate()
            self.connection.close()
        return broken


def take_appends(first: AppendJob, waiting: "deque[Job | None]") -> list[AppendJob]:
    """The appends at the front, at most one for each table, in the order of their tables."""
    jobs = {first.append.table_id: first}
    while waiting and isinstance(job := waiting[0], AppendJob) and job.append.table_id not in jobs:
        jobs[job.append.table_id] = job
        waiting.popleft()
    return [jobs[table] for table in sorted(jobs)]
