"""Database access: concurrent reads, and writes through a single writer thread."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, TypeVar

from filelock import FileLock
from sqlalchemy import URL, Connection
from sqlalchemy.exc import DatabaseError, DBAPIError

from tradewinds.server.storage.advisory_locks import AdvisoryLocks
from tradewinds.server.storage.connect import (
    READERS,
    connect,
    explain,
    file_of,
    is_sqlite,
    lock_file,
    make_file,
    parse_url,
    reading_engine,
    writing_engine,
)
from tradewinds.server.storage.errors import StorageError, Unavailable
from tradewinds.server.storage.jobs import AppendJob, TransactionJob
from tradewinds.server.storage.migrate import migrate
from tradewinds.server.storage.notifications import NotificationListener
from tradewinds.server.storage.rows import EventBatch
from tradewinds.server.storage.writer import FIRST_PAUSE, LONGEST_PAUSE, Writer

T = TypeVar("T")

log = logging.getLogger(__name__)

DEFAULT_TIMEOUT = 30.0
"""Seconds after which an operation fails as unavailable."""


class Database:
    """An SQLite file, used by one process, or a PostgreSQL database shared by several.

    With PostgreSQL, `on_notification` is called on a listener thread with the table and sequence number after every
    append by any process, and `on_gap` when notifications may have been missed.
    """

    on_notification: Callable[[str, int], None] | None = None
    on_gap: Callable[[], None] | None = None

    def __init__(self, url: URL, lock: FileLock | None, timeout: float) -> None:
        self.url = url
        self.lock = lock
        self.timeout = timeout
        """Seconds after which an operation fails as unavailable."""
        self.kind: Literal["sqlite", "postgresql"] = "sqlite" if is_sqlite(url) else "postgresql"
        self.reading_engine = reading_engine(url)
        self.threads = ThreadPoolExecutor(READERS, thread_name_prefix="tradewinds-reader")
        self.locks = None if is_sqlite(url) else AdvisoryLocks(url)
        self.lock_thread = ThreadPoolExecutor(1, thread_name_prefix="tradewinds-claims")
        engine = writing_engine(url)
        connection = connect(engine)
        try:
            self.listener = None if is_sqlite(url) else NotificationListener(url, self._on_notification, self._on_gap)
        except BaseException:
            connection.close()
            raise
        self.writer = Writer(engine, connection)

    @staticmethod
    def open(address: str, timeout: float = DEFAULT_TIMEOUT) -> "Database":
        """Open the database at `sqlite:///FILE` or `postgresql://…`, creating or migrating it if necessary."""
        url = parse_url(address)
        lock = None
        if is_sqlite(url):
            make_file(file_of(url))
            lock = lock_file(file_of(url))
        try:
            migrate(url)
            return Database(url, lock, timeout)
        except BaseException as error:
            if lock is not None:
                lock.release()
            if isinstance(error, DatabaseError):
                raise explain(url, error) from error
            raise

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run a function in a read transaction and return its result. Thread-safe."""
        try:
            return self._read_once(work)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            log.warning("The connection to the database was lost while reading; reading again")
            return self._read_once(work)

    def _read_once(self, work: Callable[[Connection], T]) -> T:
        with self.reading_engine.connect() if self.kind == "sqlite" else connect(self.reading_engine) as connection:
            return work(connection)

    async def read_async(self, work: Callable[[Connection], T]) -> T:
        """Run `read` on a thread, retrying while the server is unreachable; raise Unavailable after the timeout."""
        loop, pause = asyncio.get_running_loop(), FIRST_PAUSE
        try:
            async with asyncio.timeout(self.timeout):
                while True:
                    try:
                        return await loop.run_in_executor(self.threads, self.read, work)
                    except (StorageError, DBAPIError) as error:
                        if not self._is_unreachable(error):
                            raise
                    await asyncio.sleep(pause)
                    pause = min(pause * 2, LONGEST_PAUSE)
        except TimeoutError as error:
            raise Unavailable from error

    def _is_unreachable(self, error: Exception) -> bool:
        """Return whether an error means that the server cannot be reached; always False for SQLite."""
        if self.kind == "sqlite":
            return False
        return isinstance(error, StorageError) or (isinstance(error, DBAPIError) and error.connection_invalidated)

    async def write(self, work: Callable[[Connection], T], *, repeatable: bool = False) -> T:
        """Run a function on the writer thread in its own transaction; return its result once it is durable.

        An exception rolls back. The function may be called again after a serialization failure or a lost connection. If
        the connection is lost during the commit, only a `repeatable` function is called again; otherwise Unavailable
        is raised with the key `unknown`.
        """
        result: T = await self.writer.submit(TransactionJob(work, self.timeout, repeatable))
        return result

    async def append(self, batch: EventBatch, stored: Callable[[], None] | None = None) -> bool:
        """Append a batch of events; return False, with nothing stored, if another process was first.

        `stored` is called once the events are durable, even if the caller has been cancelled. If the connection is lost
        during the commit, its outcome is looked up; only if the database is closed first is Unavailable raised with the
        key `unknown`.
        """
        result: bool = await self.writer.submit(AppendJob(batch, self.timeout, stored))
        return result

    def _on_notification(self, table: str, seq: int) -> None:
        if self.on_notification is not None:
            self.on_notification(table, seq)

    def _on_gap(self) -> None:
        if self.on_gap is not None:
            self.on_gap()

    def try_claim(self, key: str) -> bool:
        """Claim a table for this process; return whether it holds the claim, which is lost with the connection."""
        return self.locks is None or self.locks.try_acquire(key)

    async def claim(self, key: str) -> bool:
        """Run `try_claim` on a thread; return False after the timeout."""
        if self.locks is None:
            return True
        try:
            async with asyncio.timeout(self.timeout):
                return await asyncio.get_running_loop().run_in_executor(self.lock_thread, self.locks.try_acquire, key)
        except TimeoutError:
            # The lock may still be acquired later: release it then.
            self.release_soon(key)
            return False

    def release(self, key: str) -> None:
        """Release the claim on a table."""
        if self.locks is not None:
            self.locks.release(key)

    def release_soon(self, key: str) -> None:
        """Release the claim on a table in the background."""
        if self.locks is not None:
            self.lock_thread.submit(self.locks.release, key)

    def close(self) -> None:
        """Finish queued writes, then close; a second call does nothing."""
        self.threads.shutdown()
        self.lock_thread.shutdown()
        self.reading_engine.dispose()
        self.writer.close()
        if self.listener is not None:
            self.listener.close()
            self.listener = None
        if self.locks is not None:
            self.locks.close()
        if self.lock is not None:
            self.lock.release()
            self.lock = None
