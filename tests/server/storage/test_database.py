"""Opening, reading and writing; and what is said when a database cannot be used."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError

from tests.server.storage.rows import append, event_numbers, make_table, open_database, person
from tradewinds.i18n import LANGUAGES, load_words
from tradewinds.server.storage import (
    Database,
    EditionRow,
    EventRow,
    PersonRow,
    PlaceRow,
    ReviewRow,
    SessionRow,
    StorageError,
    TableRow,
    schema,
)
from tradewinds.server.storage.queries.accounts import add_person, find_person, update_person


def complaint(url: str) -> StorageError:
    """What is said about a database that cannot be opened, which every language can say."""
    with pytest.raises(StorageError) as caught:
        Database.open(url)
    for language in LANGUAGES:
        assert load_words(language).say(caught.value.phrases[0])
    return caught.value


def key_of(error: StorageError) -> str:
    return error.phrases[0].key


def test_migrations_make_the_schema(database: Database) -> None:
    def work(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))

    assert database.read(work) == []


def test_rows_have_the_columns_in_order() -> None:
    kinds = (PersonRow, SessionRow, EditionRow, TableRow, PlaceRow, EventRow, ReviewRow)
    names = ("people", "sessions", "editions", "tables", "places", "events", "reviews")
    assert set(names) == set(schema.metadata.tables)
    for kind, name in zip(kinds, names, strict=True):
        assert list(kind.__struct_fields__) == [column.name for column in schema.metadata.tables[name].columns]


def test_a_write_is_stored_as_a_whole_or_not_at_all(database: Database) -> None:
    def fail(connection: Connection) -> None:
        add_person(connection, person("Ben"))
        raise LookupError("changed my mind")

    async def play() -> None:
        await database.write(lambda connection: add_person(connection, person("Ada")))
        assert await database.write(lambda _: 7) == 7
        with pytest.raises(LookupError, match="mind"):
            await database.write(fail)
        with pytest.raises(DBAPIError):
            await database.write(lambda connection: add_person(connection, person("Ada")))
        with pytest.raises(RuntimeError):
            await database.write(lambda _: next(iter(())))
        await database.write(lambda connection: update_person(connection, "id-Ada", nickname="Ada L."))
        found = await database.read_async(lambda connection: find_person(connection, "id-Ada"))
        assert found is not None
        assert found.nickname == "Ada L."
        assert await database.read_async(lambda connection: find_person(connection, "id-Ben")) is None

    asyncio.run(play())


def test_readers_cannot_write(database: Database) -> None:
    with pytest.raises(DBAPIError):
        database.read(lambda connection: add_person(connection, person("Ada")))
    assert database.read(lambda connection: find_person(connection, "id-Ada")) is None


def test_a_reader_sees_one_moment(database: Database) -> None:
    async def play() -> None:
        await make_table(database, "t")
        loop = asyncio.get_running_loop()

        def work(connection: Connection) -> None:
            counting = text("SELECT count(*) FROM events")
            before = connection.scalar(counting)
            assert asyncio.run_coroutine_threadsafe(database.append(append("t", 2)), loop).result()
            assert connection.scalar(counting) == before

        await database.read_async(work)

    asyncio.run(play())
    assert event_numbers(database, "t") == [1, 2]


def test_what_was_stored_is_there_after_opening_again(database_url: str) -> None:
    with open_database(database_url) as database:
        asyncio.run(make_table(database, "t"))
    with open_database(database_url) as database:
        assert event_numbers(database, "t") == [1]


def test_sqlite_is_durable_and_keeps_references(sqlite_url: str) -> None:
    def pragmas(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "query_only")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    with open_database(sqlite_url) as database:
        assert asyncio.run(database.write(pragmas)) == ["wal", 2, 1, 0]
        assert database.read(pragmas)[3] == 1
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    assert file.stat().st_mode & 0o077 == 0


def test_one_server_for_one_file(sqlite_url: str) -> None:
    with open_database(sqlite_url):
        assert key_of(complaint(sqlite_url)) == "storage.in_use"
    with open_database(sqlite_url) as database:
        assert database.try_claim("t")
        database.release("t")


def test_several_processes_may_start_at_once(postgres_url: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        databases = list(threads.map(Database.open, [postgres_url] * 4))
    for database in databases:
        assert database.read(lambda connection: find_person(connection, "nobody")) is None
        database.close()


def test_threads_may_open_databases_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as threads:
        urls = [f"sqlite:///{tmp_path / str(number)}.db" for number in range(8)]
        for database in threads.map(Database.open, urls):
            database.close()


@pytest.mark.parametrize(
    "url",
    [
        "",
        "tradewinds.db",
        "sqlite://",
        "sqlite:///:memory:",
        "mysql://root:secret@host/name",
        "postgresql://user:secret@host",
        "postgresql://user:secret@host:port/name",
    ],
)
def test_a_bad_address_is_explained_without_its_password(url: str) -> None:
    error = complaint(url)
    assert key_of(error) == "storage.bad_url"
    assert "secret" not in str(error)


def test_an_unreachable_server_is_explained_without_its_password(tmp_path: Path) -> None:
    error = complaint(f"postgres://user:secret@/name?host={tmp_path}")
    assert key_of(error) == "storage.unreachable"
    assert "secret" not in str(error)


def test_a_database_that_does_not_exist_is_explained(postgres_url: str) -> None:
    error = complaint(postgres_url.replace("/tradewinds_", "/no_tradewinds_"))
    assert key_of(error) == "storage.unreachable"
    assert "does not exist" in str(error)


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.db"
    file.write_bytes(b"Dear Sir or Madam, " * 100)
    assert key_of(complaint(f"sqlite:///{file}")) == "storage.not_database"
    assert file.read_bytes() == b"Dear Sir or Madam, " * 100


def test_impossible_folder_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert key_of(complaint(f"sqlite:///{tmp_path / 'file' / 'deep' / 'tradewinds.db'}")) == "storage.not_writable"


def test_a_file_that_cannot_be_locked_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "tradewinds.db.lock").mkdir()
    assert key_of(complaint(f"sqlite:///{tmp_path / 'tradewinds.db'}")) == "storage.not_writable"


def test_a_newer_database_is_left_alone(database_url: str) -> None:
    with open_database(database_url) as database:
        change = text("UPDATE alembic_version SET version_num = '9999'")
        asyncio.run(database.write(lambda connection: connection.execute(change).rowcount))
    assert key_of(complaint(database_url)) == "storage.newer"
    # Nothing stays locked after a refusal.
    assert key_of(complaint(database_url)) == "storage.newer"


def execute_in(url: str, statement: str) -> None:
    """Run a statement without any of our code."""
    if url.startswith("sqlite"):
        with sqlite3.connect(url.removeprefix("sqlite:///")) as file:
            file.execute(statement)
        file.close()
    else:
        with psycopg.connect(url) as server:
            server.execute(statement.encode())


def test_foreign_database_is_left_unchanged(database_url: str) -> None:
    execute_in(database_url, "CREATE TABLE events (id INTEGER)")
    assert key_of(complaint(database_url)) == "storage.migration"
    engine = create_engine(database_url.replace("postgresql:", "postgresql+psycopg:"))
    assert inspect(engine).get_table_names() == ["events"]
    engine.dispose()


def test_folders_are_made(tmp_path: Path) -> None:
    with open_database(f"sqlite:///{tmp_path / 'a' / 'b' / 'tradewinds.db'}") as database:
        asyncio.run(make_table(database, "t"))
        assert event_numbers(database, "t") == [1]
