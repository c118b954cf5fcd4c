"""Where everything is kept: reading from any thread, writing through one."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, TypeVar

from sqlalchemy import URL, Connection
from sqlalchemy.exc import DatabaseError, DBAPIError

from tradewinds.server.storage.claims import Claims
from tradewinds.server.storage.connect import (
    READERS,
    connect,
    explain,
    file_of,
    is_sqlite,
    make_file,
    read_url,
    reading_engine,
    writing_engine,
)
from tradewinds.server.storage.errors import StorageError, Unavailable
from tradewinds.server.storage.jobs import AppendJob, WorkJob
from tradewinds.server.storage.lock import FileLock
from tradewinds.server.storage.migrate import migrate
from tradewinds.server.storage.notices import Listener
from tradewinds.server.storage.rows import Append
from tradewinds.server.storage.writer import FIRST_PAUSE, LONGEST_PAUSE, Writer

T = TypeVar("T")

log = logging.getLogger(__name__)

PATIENCE = 30.0
"""Seconds in which a database has to answer, unless its user says otherwise."""


class Database:
    """Where everything is kept: SQLite in a file, or PostgreSQL.

    Several processes may share one PostgreSQL database: `on_notice` hears, in a thread of its own, which table is at
    which event whenever any process has appended; `on_gap` hears that notices may have been missed.
    """

    on_notice: Callable[[str, int], None] | None = None
    on_gap: Callable[[], None] | None = None

    def __init__(self, url: URL, lock: FileLock | None, patience: float) -> None:
        self.url = url
        self.lock = lock
        self.patience = patience
        """Seconds in which an answer has to come."""
        self.kind: Literal["sqlite", "postgresql"] = "sqlite" if is_sqlite(url) else "postgresql"
        self.reading_engine = reading_engine(url)
        self.threads = ThreadPoolExecutor(READERS, thread_name_prefix="tradewinds-reader")
        self.claims = None if is_sqlite(url) else Claims(url)
        self.claimants = ThreadPoolExecutor(1, thread_name_prefix="tradewinds-claims")
        engine = writing_engine(url)
        connection = connect(engine)
        try:
            self.listener = None if is_sqlite(url) else Listener(url, self.heard, self.missed)
        except BaseException:
            connection.close()
            raise
        self.writer = Writer(engine, connection)

    @staticmethod
    def open(address: str, patience: float = PATIENCE) -> "Database":
        """Open the database at `sqlite:///FILE` or `postgresql://…`, made or brought up to date where needed."""
        url = read_url(address)
        lock = None
        if is_sqlite(url):
            make_file(file_of(url))
            lock = FileLock(file_of(url))
        try:
            migrate(url)
            return Database(url, lock, patience)
        except BaseException as error:
            if lock is not None:
                lock.release()
            if isinstance(error, DatabaseError):
                raise explain(url, error) from error
            raise

    def read(self, work: Callable[[Connection], T]) -> T:
        """What a function reads over a connection; all of it from one moment. Works in any thread."""
        try:
            return self.read_once(work)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            log.warning("The connection to the database was lost while reading; reading again")
            return self.read_once(work)

    def read_once(self, work: Callable[[Connection], T]) -> T:
        """The same, without a second attempt."""
        with self.reading_engine.connect() if self.kind == "sqlite" else connect(self.reading_engine) as connection:
            return work(connection)

    async def reading(self, work: Callable[[Connection], T]) -> T:
        """The same in a thread, while the event loop goes on; `Unavailable` if there is no answer in time."""
        loop, pause = asyncio.get_running_loop(), FIRST_PAUSE
        try:
            async with asyncio.timeout(self.patience):
                while True:
                    try:
                        return await loop.run_in_executor(self.threads, self.read, work)
                    except (StorageError, DBAPIError) as error:
                        if not self.is_away(error):
                            raise
                    await asyncio.sleep(pause)
                    pause = min(pause * 2, LONGEST_PAUSE)
        except TimeoutError as error:
            raise Unavailable from error

    def is_away(self, error: Exception) -> bool:
        """Whether an error means that the database cannot be reached now. A file is always there."""
        if self.kind == "sqlite":
            return False
        return isinstance(error, StorageError) or (isinstance(error, DBAPIError) and error.connection_invalidated)

    async def write(self, work: Callable[[Connection], T], *, repeatable: bool = False) -> T:
        """Run a function in the writer's thread in a transaction of its own; its result, once that is durable.

        An exception undoes everything. The function may be called again if processes get in each other's way or the
        connection is lost; after a lost commit only if it is `repeatable`, else `Unavailable` says that it is unknown
        whether anything was stored.
        """
        result: T = await self.writer.submit(WorkJob(work, self.patience, repeatable))
        return result

    async def append(self, append: Append, stored: Callable[[], None] | None = None) -> bool:
        """Store events, together with whatever else waits; False if others were first, and nothing is stored then.

        `stored` is called as soon as they are durable, even if nobody waits for the answer any more. `Unavailable` is
        raised only where it is certain that nothing is stored: what a lost connection leaves open is looked up first.
        """
        result: bool = await self.writer.submit(AppendJob(append, self.patience, stored))
        return result

    def heard(self, table: str, seq: int) -> None:
        """Hand on a notice."""
        if self.on_notice is not None:
            self.on_notice(table, seq)

    def missed(self) -> None:
        """Hand on that notices may have been missed."""
        if self.on_gap is not None:
            self.on_gap()

    def try_claim(self, key: str) -> bool:
        """Get the right to think for a table, if no other process has it; lost with the connection."""
        return self.claims is None or self.claims.take(key)

    async def claiming(self, key: str) -> bool:
        """The same in a thread; who gets no answer in time does not have the right."""
        if self.claims is None:
            return True
        try:
            async with asyncio.timeout(self.patience):
                return await asyncio.get_running_loop().run_in_executor(self.claimants, self.claims.take, key)
        except TimeoutError:
            # It may be given later, when nobody thinks any more.
            self.releasing(key)
            return False

    def release(self, key: str) -> None:
        """Give that right back."""
        if self.claims is not None:
            self.claims.give_back(key)

    def releasing(self, key: str) -> None:
        """The same, for which nobody has to wait."""
        if self.claims is not None:
            self.claimants.submit(self.claims.give_back, key)

    def close(self) -> None:
        """Finish what is queued, then close; closing twice is harmless."""
        self.threads.shutdown()
        self.claimants.shutdown()
        self.reading_engine.dispose()
        self.writer.close()
        if self.listener is not None:
            self.listener.close()
            self.listener = None
        if self.claims is not None:
            self.claims.close()
        if self.lock is not None:
            self.lock.release()
            self.lock = None
