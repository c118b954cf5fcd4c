"""The writer: one thread that stores what callers hand it, as much as waits in one transaction."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from tradewinds.server.storage.appending import Torn, store
from tradewinds.server.storage.connect import connect
from tradewinds.server.storage.errors import StorageError, Unavailable, reason_of
from tradewinds.server.storage.jobs import Answer, AppendJob, Job, WorkJob, deliver, seal

log = logging.getLogger(__name__)

T = TypeVar("T")

AT_ONCE = 400
ATTEMPTS = 3
GATHERING = 0.02
"""Seconds between transactions of appends when there are many: a person notices none of them."""
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 1.0
"""Seconds between attempts to reach a database that went away."""
# PostgreSQL undid a transaction because it collided with another one; it may be tried again.
COLLISIONS = ("40001", "40P01")


class Lost(Exception):
    """The connection was lost; it is certain that nothing was stored, unless that is in doubt."""

    in_doubt = False


class InDoubt(Lost):
    """The connection was lost during a commit: only the database knows what became of it."""

    in_doubt = True


class GivenUp(Exception):
    """Nobody waits any longer for a job in the transaction, which was rolled back therefore."""


class Writer:
    """Takes jobs from any event loop and answers them after they are durable."""

    def __init__(self, engine: Engine, connection: Connection) -> None:
        self.engine = engine
        self.connection = connection
        self.mark = "?" if engine.dialect.name == "sqlite" else "%s"
        self.queue: SimpleQueue[Job | None] = SimpleQueue()
        self.closing = Lock()
        self.closed = False
        self.stopping = Event()
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
                self.stopping.set()
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
                deliver(self.work(job))
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

    def work(self, job: WorkJob) -> list[Answer]:
        """One job in a transaction of its own, begun again for as long as somebody waits while there is no database."""
        for _ in self.attempts():
            try:
                return [] if job.given_up else [(job, self.transact(job.work, [job]), None)]
            except GivenUp:
                return []
            except Lost as lost:
                if lost.in_doubt and not job.repeatable:
                    return [(job, None, Unavailable("unknown"))]
            except BaseException as error:
                return [(job, None, error)]
        return [(job, None, Unavailable("unknown" if job.sealed else "unavailable"))]

    def append(self, jobs: list[AppendJob]) -> list[Answer]:
        """Many appends in one transaction; if one of them spoils it, each in its own.

        What is in doubt after a lost connection is settled here before anybody hears of it.
        """
        for _ in self.attempts():
            jobs = [job for job in jobs if not job.given_up]
            try:
                return self.append_once(jobs) if jobs else []
            except (GivenUp, Lost):
                continue
            except Torn:
                if len(jobs) == 1:
                    return [(jobs[0], False, None)]
            except Exception as error:
                if len(jobs) == 1:
                    return [(jobs[0], None, error)]
                log.warning("One of %d appends cannot be stored, so each alone: %s", len(jobs), type(error).__name__)
            return [answer for job in jobs for answer in self.append([job])]
        return [(job, None, Unavailable("unknown" if job.sealed else "unavailable")) for job in jobs]

    def append_once(self, jobs: list[AppendJob]) -> list[Answer]:
        """One transaction with all of them."""
        batch = [job.append for job in jobs]
        doubtful = {job.append.table_id for job in jobs if job.sealed}
        won = self.transact(lambda connection: store(connection, batch, self.mark, doubtful), jobs)
        return [(job, first, None) for job, first in zip(jobs, won, strict=True)]

    def attempts(self) -> Iterator[int]:
        """Count attempts, with pauses that grow while there is no database; the last is when the writer is closed."""
        pause = FIRST_PAUSE
        for number in count(1):
            yield number
            if self.closed:
                return
            self.stopping.wait(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    def transact(self, work: Callable[[Connection], T], jobs: Sequence[Job]) -> T:
        """Run work for jobs and commit; what collided with another process is undone and tried again."""
        for attempt in range(1, ATTEMPTS + 1):
            connection = self.ready()
            try:
                result = work(connection)
                break
            except BaseException as error:
                if self.undo(error):
                    raise Lost from error
                if attempt == ATTEMPTS or getattr(getattr(error, "orig", None), "sqlstate", None) not in COLLISIONS:
                    raise
        before = [job for job in jobs if job.sealed]
        if not seal(jobs):
            self.connection.rollback()
            raise GivenUp
        try:
            connection.commit()
        except BaseException as error:
            if self.undo(error):
                raise InDoubt from error
            for job in jobs:
                if job not in before:
                    job.unseal()
            raise
        return result

    def ready(self) -> Connection:
        """The connection, replaced if it broke."""
        if self.connection.closed:
            try:
                self.connection = connect(self.engine)
            except StorageError as error:
                raise Lost from error
            log.warning("The database can be reached again")
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
