"""Backups: consistent copies of a database in an SQLite file, which either kind of database can restore."""

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
    display_url,
    explain,
    file_of,
    is_sqlite,
    lock_file,
    make_file,
    parse_url,
    reading_engine,
    writing_engine,
)
from tradewinds.server.storage.errors import StorageError
from tradewinds.server.storage.migrate import current_revision, head_revision, is_known_revision, migrate

ROWS_PER_CHUNK = 1000

Progress = Callable[[int, int], None]
RowCounts = dict[str, int]


def backup(address: str, file: Path, progress: Progress | None = None) -> RowCounts:
    """Copy a database, which may be in use, into a new file; return the row counts.

    `progress` is called with the number of rows copied so far and the total. The file appears once it is complete.
    """
    url = parse_url(address)
    if file.exists():
        raise StorageError("exists", file=str(file))
    if is_sqlite(url) and not file_of(url).exists():
        raise StorageError("nothing", database=display_url(url))
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        make_file(part)
        with connected(reading_engine(url)) as source:
            revision = current_revision(source)
            if revision is None:
                raise StorageError("nothing", database=display_url(url))
            if not is_known_revision(revision):
                raise StorageError("newer", database=display_url(url))
            counts = fill(source, sqlite_url(part), revision, progress)
        if file.exists():
            raise StorageError("exists", file=str(file))
        part.replace(file)
        return counts
    finally:
        for leftover in (part, *(part.with_name(part.name + end) for end in ("-wal", "-shm", "-journal"))):
            leftover.unlink(missing_ok=True)


def fill(source: Connection, target: URL, revision: str, progress: Progress | None) -> RowCounts:
    """Create a database file at a schema revision and copy all rows into it."""
    migrate(target, revision)
    with connected(writing_engine(target)) as connection:
        counts = copy_all(source, connection, progress)
        connection.commit()
        raw: Any = connection.connection.driver_connection
        raw.execute("PRAGMA journal_mode=DELETE")
    return counts


def restore(file: Path, address: str, progress: Progress | None = None) -> RowCounts:
    """Copy a backup of the current or an older schema revision into an empty database; return the row counts."""
    url = parse_url(address)
    with (
        TemporaryDirectory(prefix="tradewinds-") as folder,
        connected(reading_engine(as_newest(file, Path(folder)))) as source,
    ):
        if not is_sqlite(url):
            return refill(source, url, progress)
        make_file(file_of(url))
        with lock_file(file_of(url)):
            return refill(source, url, progress)


def refill(source: Connection, url: URL, progress: Progress | None) -> RowCounts:
    """Migrate an empty database to the latest revision and copy all rows into it."""
    migrate(url)
    with connected(writing_engine(url)) as connection:
        if any(count_rows(connection, tables_in(connection)).values()):
            raise StorageError("not_empty", database=display_url(url))
        counts = copy_all(source, connection, progress)
        connection.commit()
    return counts


def as_newest(file: Path, folder: Path) -> URL:
    """Return the URL of a backup at the latest revision: of the file itself, or of a migrated copy in `folder`."""
    url = sqlite_url(file)
    revision = None
    if file.is_file():
        with suppress(StorageError), connected(reading_engine(url)) as connection:
            revision = current_revision(connection)
    if revision is None:
        raise StorageError("not_backup", file=str(file))
    if not is_known_revision(revision):
        raise StorageError("newer", database=str(file))
    if revision == head_revision():
        return url
    copy = sqlite_url(folder / "backup.db")
    shutil.copyfile(file, file_of(copy))
    migrate(copy)
    return copy


def copy_all(source: Connection, target: Connection, progress: Progress | None) -> RowCounts:
    """Copy the rows of all tables, referenced tables first."""
    tables = tables_in(target)
    counts = count_rows(source, tables)
    total, done = sum(counts.values()), 0
    for table in tables:
        rows = source.execute(select(table), execution_options={"yield_per": ROWS_PER_CHUNK})
        for part in rows.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in part])
            done += len(part)
            if progress is not None:
                progress(done, total)
    return counts


def tables_in(connection: Connection) -> list[Table]:
    """Reflect the tables of a database, with column types that both kinds of database support."""
    found = MetaData()

    @event.listens_for(found, "column_reflect")
    def make_portable(_inspector: object, _table: object, column: dict[str, Any]) -> None:
        column["type"] = column["type"].as_generic()

    found.reflect(connection, only=lambda name, _: name != "alembic_version")
    return found.sorted_tables


def count_rows(connection: Connection, tables: list[Table]) -> RowCounts:
    return {table.name: connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables}


def sqlite_url(file: Path) -> URL:
    return URL.create("sqlite", database=str(file.absolute()))


@contextmanager
def connected(engine: Engine) -> Iterator[Connection]:
    """Connect an engine and dispose of it afterwards; raise StorageError on failure."""
    try:
        with connect(engine) as connection:
            yield connection
    except DatabaseError as error:
        raise explain(engine.url, error) from error
    finally:
        engine.dispose()
