"""Database URLs, engines and connection errors."""

import errno
import os
import sqlite3
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, Engine, NullPool, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError

from tradewinds.server.storage.errors import StorageError, driver_message

READERS = 8
BUSY_SECONDS = 10
IDLE_SECONDS = 60
# Detects an unresponsive server within about a minute.
CONNECTION_DEFAULTS = {
    "connect_timeout": "10",
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "60000",
    "application_name": "tradewinds",
}


def parse_url(text: str) -> URL:
    """Parse a database URL; the errors never contain its password."""
    if text.startswith("postgres://"):
        text = "postgresql" + text.removeprefix("postgres")
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise StorageError("bad_url") from error
    if url.drivername == "sqlite" and url.database and url.database != ":memory:":
        return url
    if url.drivername in ("postgresql", "postgresql+psycopg") and url.database:
        given = {name: value for name, value in CONNECTION_DEFAULTS.items() if name not in url.query}
        return url.set(drivername="postgresql+psycopg").update_query_dict(given)
    raise StorageError("bad_url")


def is_sqlite(url: URL) -> bool:
    return url.drivername == "sqlite"


def file_of(url: URL) -> Path:
    """Return the file of an SQLite database."""
    return Path(url.database or "").expanduser()


def display_url(url: URL) -> str:
    """Return the file path, or the URL without password and options, for use in messages."""
    if is_sqlite(url):
        return str(file_of(url))
    return url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)


def make_file(file: Path) -> None:
    """Create an empty database file and its folder, readable by the owner only."""
    folder = file.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        file.touch(mode=0o600)
    except OSError as error:
        raise not_writable(folder, error) from error


def not_writable(folder: Path, error: OSError) -> StorageError:
    return StorageError("not_writable", folder=str(folder), reason=error.strerror or str(error))


def lock_file(file: Path) -> FileLock:
    """Lock a database file for this process, until the lock is released or the process ends."""
    lock = FileLock(f"{file}.lock", thread_local=False)
    try:
        lock.acquire(blocking=False)
    except Timeout as error:
        raise StorageError("in_use", file=str(file)) from error
    except OSError as error:
        raise not_writable(file.parent, error) from error
    return lock


def writing_engine(url: URL, *, foreign_keys: bool = True) -> Engine:
    """Return an engine for writing; with SQLite, only one of its connections may be open at a time."""
    if is_sqlite(url):
        engine = sqlite_engine(url, poolclass=NullPool)
        pragmas = ("journal_mode=WAL", "synchronous=FULL", f"foreign_keys={'ON' if foreign_keys else 'OFF'}")
        configure_sqlite(engine, pragmas, "BEGIN IMMEDIATE")
        return engine
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def set_idle_timeout(connection: Any, _record: object) -> None:
        # If a connection is silently lost, the server would hold its locks for hours.
        connection.execute(f"SET idle_in_transaction_session_timeout = '{IDLE_SECONDS}s'")
        connection.commit()

    return engine


def reading_engine(url: URL) -> Engine:
    """Return a thread-safe, read-only engine; each transaction sees one snapshot."""
    if is_sqlite(url):
        engine = sqlite_engine(url, poolclass=QueuePool, pool_size=READERS, max_overflow=0)
        configure_sqlite(engine, ("query_only=ON",), "BEGIN")
        return engine
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=READERS,
        max_overflow=0,
        isolation_level="REPEATABLE READ",
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def make_read_only(connection: Any, _record: object) -> None:
        connection.read_only = True

    return engine


def sqlite_engine(url: URL, **pool: Any) -> Engine:
    """Return an SQLite engine whose connections may be used by any thread."""
    arguments = {"check_same_thread": False, "timeout": BUSY_SECONDS}
    return create_engine(url.set(database=str(file_of(url))), connect_args=arguments, hide_parameters=True, **pool)


def configure_sqlite(engine: Engine, pragmas: tuple[str, ...], begin: str) -> None:
    """Set pragmas on each new SQLite connection and begin transactions explicitly."""

    @event.listens_for(engine, "connect")
    def set_pragmas(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


def connect(engine: Engine) -> Connection:
    """Return a connection; raise StorageError with the reason on failure."""
    try:
        return engine.connect()
    except DatabaseError as error:
        raise explain(engine.url, error) from error


def explain(url: URL, error: DatabaseError) -> StorageError:
    """Return the StorageError for a failure to open a database."""
    if not is_sqlite(url):
        return StorageError("unreachable", database=display_url(url), reason=driver_message(error))
    if getattr(error.orig, "sqlite_errorname", "") in ("SQLITE_NOTADB", "SQLITE_CORRUPT"):
        return StorageError("not_database", file=display_url(url))
    return StorageError("not_opened", file=display_url(url), reason=driver_message(error))
