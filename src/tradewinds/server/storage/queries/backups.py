"""Backups: everything there is, as of one moment, in an SQLite file; and back into an empty database of either kind."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import URL, Connection, Engine, MetaData, Table, event, func, insert, select
from sqlalchemy.exc import DatabaseError

from tradewinds.server.storage.connect import (
    connect,
    explain,
    file_of,
    is_sqlite,
    make_file,
    read_url,
    reading_engine,
    shown,
    writing_engine,
)
from tradewinds.server.storage.errors import StorageError
from tradewinds.server.storage.lock import FileLock
from tradewinds.server.storage.migrate import is_known, migrate, newest, revision_of

ROWS_AT_ONCE = 1000

Progress = Callable[[int, int], None]
Counts = dict[str, int]


def backup(address: str, file: Path, progress: Progress | None = None) -> Counts:
    """Copy a database, which may be in use, into a new file at the same revision; how many rows of each table.

    `progress` hears how many rows of how many are copied. The file has its name only once it is complete.
    """
    url = read_url(address)
    if file.exists():
        raise StorageError("exists", file=str(file))
    if is_sqlite(url) and not file_of(url).exists():
        raise StorageError("nothing", database=shown(url))
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        make_file(part)
        with opened(url) as source:
            revision = revision_of(source)
            if revision is None:
                raise StorageError("nothing", database=shown(url))
            if not is_known(revision):
                raise StorageError("newer", database=shown(url))
            counts = fill(source, sqlite_url(part), revision, progress)
        if file.exists():
            raise StorageError("exists", file=str(file))
        part.replace(file)
        return counts
    finally:
        for leftover in (part, *(part.with_name(part.name + end) for end in ("-wal", "-shm", "-journal"))):
            leftover.unlink(missing_ok=True)


def fill(source: Connection, target: URL, revision: str, progress: Progress | None) -> Counts:
    """Make a file at a revision, copy everything into it, and leave it as one file."""
    migrate(target, revision)
    with written(target) as connection:
        counts = copy_all(source, connection, progress)
        connection.commit()
        raw: Any = connection.connection.driver_connection
        raw.execute("PRAGMA journal_mode=DELETE")
    return counts


def restore(file: Path, address: str, progress: Progress | None = None) -> Counts:
    """Put a backup, of this version or an older one, into an empty database; how many rows of each table."""
    url = read_url(address)
    with TemporaryDirectory(prefix="tradewinds-") as folder, opened(as_newest(file, Path(folder))) as source:
        if not is_sqlite(url):
            return refill(source, url, progress)
        make_file(file_of(url))
        lock = FileLock(file_of(url))
        try:
            return refill(source, url, progress)
        finally:
            lock.release()


def refill(source: Connection, url: URL, progress: Progress | None) -> Counts:
    """Copy everything into a database of the newest revision, if that is empty."""
    migrate(url)
    with written(url) as connection:
        if any(count_rows(connection, tables_in(connection)).values()):
            raise StorageError("not_empty", database=shown(url))
        counts = copy_all(source, connection, progress)
        connection.commit()
    return counts


def as_newest(file: Path, folder: Path) -> URL:
    """A backup at the newest revision: the file itself, or a copy that was brought up to date."""
    url = sqlite_url(file)
    revision = None
    if file.is_file():
        with suppress(StorageError), opened(url) as connection:
            revision = revision_of(connection)
    if revision is None:
        raise StorageError("not_backup", file=str(file))
    if not is_known(revision):
        raise StorageError("newer", database=str(file))
    if revision == newest():
        return url
    copy = sqlite_url(folder / "backup.db")
    shutil.copyfile(file, file_of(copy))
    migrate(copy)
    return copy


def copy_all(source: Connection, target: Connection, progress: Progress | None) -> Counts:
    """Copy the rows of all tables, those that others refer to first."""
    tables = tables_in(target)
    counts = count_rows(source, tables)
    total, done = sum(counts.values()), 0
    for table in tables:
        rows = source.execute(select(table), execution_options={"yield_per": ROWS_AT_ONCE})
        for part in rows.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in part])
            done += len(part)
            if progress is not None:
                progress(done, total)
    return counts


def tables_in(connection: Connection) -> list[Table]:
    """The tables as they are at the database's revision, with types that both kinds understand."""
    found = MetaData()

    @event.listens_for(found, "column_reflect")
    def make_portable(_inspector: object, _table: object, column: dict[str, Any]) -> None:
        column["type"] = column["type"].as_generic()

    found.reflect(connection, only=lambda name, _: name != "alembic_version")
    return found.sorted_tables


def count_rows(connection: Connection, tables: list[Table]) -> Counts:
    """How many rows each table has."""
    return {table.name: connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables}


def sqlite_url(file: Path) -> URL:
    """The address of a file."""
    return URL.create("sqlite", database=str(file.absolute()))


@contextmanager
def opened(url: URL) -> Iterator[Connection]:
    """A connection that reads everything from one moment."""
    with using(url, reading_engine(url)) as connection:
        yield connection


@contextmanager
def written(url: URL) -> Iterator[Connection]:
    """A connection that writes."""
    with using(url, writing_engine(url)) as connection:
        yield connection


@contextmanager
def using(url: URL, engine: Engine) -> Iterator[Connection]:
    """A connection of an engine that serves nothing else; failures in words for a person."""
    try:
        with connect(engine) as connection:
            yield connection
    except DatabaseError as error:
        raise explain(url, error) from error
    finally:
        engine.dispose()
