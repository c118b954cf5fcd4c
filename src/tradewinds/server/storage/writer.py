"""Writer thread, which commits queued jobs in groups."""

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

from tradewinds.server.storage.appending import LogGap, store
from tradewinds.server.storage.connect import connect
from tradewinds.server.storage.errors import StorageError, Unavailable, driver_message
from tradewinds.server.storage.jobs import Answer, AppendJob, Job, TransactionJob, begin_commit, deliver

log = logging.getLogger(__name__)

T = TypeVar("T")

MAX_JOBS = 400
ATTEMPTS = 3
COMMIT_INTERVAL = 0.02
"""Minimum seconds between group commits under load."""
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 1.0
"""Shortest and longest pause between attempts to reach a lost database, in seconds; doubled after each attempt."""
# PostgreSQL codes for serialization failure and deadlock, after which a transaction may be retried.
RETRYABLE = ("40001", "40P01")


class ConnectionLost(Exception):
    """The connection was lost; nothing was stored, unless `in_doubt` is set."""

    in_doubt = False


class CommitInDoubt(ConnectionLost):
    """The connection was lost during a commit, whose outcome is unknown."""

    in_doubt = True


class JobCancelled(Exception):
    """A job was cancelled, so its transaction was rolled back."""


class Writer:
    """Executes jobs from any event loop on one thread, and resolves them once they are durable."""

    def __init__(self, engine: Engine, connection: Connection) -> None:
        self.engine = engine
        self.connection = connection
        self.placeholder = "?" if engine.dialect.name == "sqlite" else "%s"
        self.queue: SimpleQueue[Job | None] = SimpleQueue()
        self.closing = Lock()
        self.closed = False
        self.stopping = Event()
        self.last = 0.0
        self.crowded = False
        self.thread = Thread(target=self._run, name="tradewinds-writer", daemon=True)
        self.thread.start()

    def submit(self, job: Job) -> "asyncio.Future[Any]":
        """Queue a job and return its future, which is resolved on the caller's event loop."""
        with self.closing:
            if self.closed:
                raise StorageError("closed")
            self.queue.put(job)
        return job.future

    def close(self) -> None:
        """Finish queued jobs, then stop the thread."""
        with self.closing:
            if not self.closed:
                self.closed = True
                self.stopping.set()
                self.queue.put(None)
        self.thread.join()

    def _run(self) -> None:
        waiting: deque[Job | None] = deque()
        while (job := self._next(waiting)) is not None:
            if isinstance(job, AppendJob):
                jobs = take_appends(job, waiting)
                self.crowded = len(jobs) > 1
                deliver(self._append(jobs))
            elif isinstance(job, TransactionJob):
                deliver(self._transaction(job))
        self.connection.close()

    def _next(self, waiting: "deque[Job | None]") -> Job | None:
        """Return the oldest job, or None to stop; move others from the queue to `waiting`."""
        if not waiting:
            waiting.append(self.queue.get())
            self._gather(waiting[0])
        try:
            while len(waiting) < MAX_JOBS:
                waiting.append(self.queue.get_nowait())
        except Empty:
            pass
        return waiting.popleft()

    def _gather(self, job: Job | None) -> None:
        """Under load, wait a moment so that one commit includes more appends."""
        if isinstance(job, AppendJob) and self.crowded:
            time.sleep(max(0.0, self.last + COMMIT_INTERVAL - time.monotonic()))
        self.last = time.monotonic()

    def _transaction(self, job: TransactionJob) -> list[Answer]:
        """Run a job in its own transaction; retry after a lost connection, unless it is cancelled or in doubt."""
        for _ in self._attempts():
            try:
                return [] if job.cancelled else [(job, self._commit(job.work, [job]), None)]
            except JobCancelled:
                return []
            except ConnectionLost as lost:
                if lost.in_doubt and not job.repeatable:
                    return [(job, None, Unavailable("unknown"))]
            except BaseException as error:
                return [(job, None, error)]
        return [(job, None, Unavailable("unknown" if job.committing else "unavailable"))]

    def _append(self, jobs: list[AppendJob]) -> list[Answer]:
        """Run many appends in one transaction or, if one of them fails, each in its own.

        After a commit in doubt, its jobs are run again, to find out whether they were stored.
        """
        for _ in self._attempts():
            jobs = [job for job in jobs if not job.cancelled]
            try:
                return self._append_once(jobs) if jobs else []
            except (JobCancelled, ConnectionLost):
                continue
            except LogGap:
                if len(jobs) == 1:
                    return [(jobs[0], False, None)]
            except Exception as error:
                if len(jobs) == 1:
                    return [(jobs[0], None, error)]
                log.warning("One of %d appends cannot be stored, so each alone: %s", len(jobs), type(error).__name__)
            return [answer for job in jobs for answer in self._append([job])]
        return [(job, None, Unavailable("unknown" if job.committing else "unavailable")) for job in jobs]

    def _append_once(self, jobs: list[AppendJob]) -> list[Answer]:
        batches = [job.batch for job in jobs]
        in_doubt = {job.batch.table_id for job in jobs if job.committing}
        won = self._commit(lambda connection: store(connection, batches, self.placeholder, in_doubt), jobs)
        return [(job, first, None) for job, first in zip(jobs, won, strict=True)]

    def _attempts(self) -> Iterator[int]:
        """Yield attempt numbers with increasing pauses, without end until the writer is closed."""
        pause = FIRST_PAUSE
        for number in count(1):
            yield number
            if self.closed:
                return
            self.stopping.wait(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    def _commit(self, work: Callable[[Connection], T], jobs: Sequence[Job]) -> T:
        """Run the work of jobs and commit it; retry after serialization failures."""
        for attempt in range(1, ATTEMPTS + 1):
            connection = self._ensure_connection()
            try:
                result = work(connection)
                break
            except BaseException as error:
                if self._rollback(error):
                    raise ConnectionLost from error
                if attempt == ATTEMPTS or getattr(getattr(error, "orig", None), "sqlstate", None) not in RETRYABLE:
                    raise
        before = [job for job in jobs if job.committing]
        if not begin_commit(jobs):
            self.connection.rollback()
            raise JobCancelled
        try:
            connection.commit()
        except BaseException as error:
            if self._rollback(error):
                raise CommitInDoubt from error
            for job in jobs:
                if job not in before:
                    job.abort_commit()
            raise
        return result

    def _ensure_connection(self) -> Connection:
        """Return the connection, reconnecting if it was lost."""
        if self.connection.closed:
            try:
                self.connection = connect(self.engine)
            except StorageError as error:
                raise ConnectionLost from error
            log.warning("The database can be reached again")
        return self.connection

    def _rollback(self, error: BaseException) -> bool:
        """Roll back after an error; return whether the connection was lost."""
        broken = isinstance(error, DBAPIError) and error.connection_invalidated
        try:
            self.connection.rollback()
        except DBAPIError:
            broken = True
        if broken:
            log.error("The connection to the database was lost: %s", driver_message(error))
            self.connection.invalidate()
            self.connection.close()
        return broken


def take_appends(first: AppendJob, waiting: "deque[Job | None]") -> list[AppendJob]:
    """Remove the leading appends, at most one for each table, and return them with `first`, ordered by table."""
    jobs = {first.batch.table_id: first}
    while waiting and isinstance(job := waiting[0], AppendJob) and job.batch.table_id not in jobs:
        jobs[job.batch.table_id] = job
        waiting.popleft()
    return [jobs[table] for table in sorted(jobs)]
