"""Addresses of databases and the connections to them: how each kind is opened, and what is said when that fails."""

import errno
import os
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError

from tradewinds.server.storage.errors import StorageError, reason_of

READERS = 8
BUSY_SECONDS = 10
IDLE_SECONDS = 60
# A server that went silent is noticed within a minute or so.
PATIENCE = {
    "connect_timeout": "10",
    "keepalives_idle": "30",
    "keepalives_interval": "10",
    "keepalives_count": "3",
    "tcp_user_timeout": "60000",
    "application_name": "tradewinds",
}


def read_url(text: str) -> URL:
    """The address of a database; a password in it is never repeated in an error."""
    if text.startswith("postgres://"):
        text = "postgresql" + text.removeprefix("postgres")
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise StorageError("bad_url") from error
    if url.drivername == "sqlite" and url.database and url.database != ":memory:":
        return url
    if url.drivername in ("postgresql", "postgresql+psycopg") and url.database:
        given = {name: value for name, value in PATIENCE.items() if name not in url.query}
        return url.set(drivername="postgresql+psycopg").update_query_dict(given)
    raise StorageError("bad_url")


def is_sqlite(url: URL) -> bool:
    """A file here, or a server somewhere?"""
    return url.drivername == "sqlite"


def file_of(url: URL) -> Path:
    """The file of an SQLite database."""
    return Path(url.database or "").expanduser()


def shown(url: URL) -> str:
    """The address as messages name it: the file, or the server without password and settings."""
    if is_sqlite(url):
        return str(file_of(url))
    return url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)


def make_file(file: Path) -> None:
    """An empty file for a database that does not exist yet, in its folder, for nobody else to read."""
    folder = file.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        file.touch(mode=0o600)
    except OSError as error:
        raise StorageError("not_writable", folder=str(folder), reason=error.strerror or str(error)) from error


def writing_engine(url: URL, *, foreign_keys: bool = True) -> Engine:
    """Connections that may change things; on SQLite there must be one such connection at a time."""
    if is_sqlite(url):
        engine = sqlite_engine(url, poolclass=NullPool)
        pragmas = ("journal_mode=WAL", "synchronous=FULL", f"foreign_keys={'ON' if foreign_keys else 'OFF'}")
        prepare(engine, pragmas, "BEGIN IMMEDIATE")
        return engine
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def limit_idleness(connection: Any, _record: object) -> None:
        # Where the network swallows a connection, the server would keep its locks, and others waiting, for hours.
        connection.execute(f"SET idle_in_transaction_session_timeout = '{IDLE_SECONDS}s'")
        connection.commit()

    return engine


def reading_engine(url: URL) -> Engine:
    """Connections for reading, any number of threads at once, each transaction over one state of the database."""
    if is_sqlite(url):
        engine = sqlite_engine(url, poolclass=QueuePool, pool_size=READERS, max_overflow=0)
        prepare(engine, ("query_only=ON",), "BEGIN")
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
    """An engine for a file, whose connections may wander between threads."""
    arguments = {"check_same_thread": False, "timeout": BUSY_SECONDS}
    return create_engine(url.set(database=str(file_of(url))), connect_args=arguments, hide_parameters=True, **pool)


def prepare(engine: Engine, pragmas: tuple[str, ...], begin: str) -> None:
    """Settings for each new SQLite connection, and transactions begun by us, not by the driver's guess."""

    @event.listens_for(engine, "connect")
    def set_pragmas(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


def connect(engine: Engine) -> Connection:
    """A connection, or the reason why there is none."""
    try:
        return engine.connect()
    except DatabaseError as error:
        raise explain(engine.url, error) from error


def explain(url: URL, error: DatabaseError) -> StorageError:
    """What a failure to open a database means."""
    if not is_sqlite(url):
        return StorageError("unreachable", database=shown(url), reason=reason_of(error))
    if getattr(error.orig, "sqlite_errorname", "") in ("SQLITE_NOTADB", "SQLITE_CORRUPT"):
        return StorageError("not_database", file=shown(url))
    return StorageError("not_opened", file=shown(url), reason=reason_of(error))
