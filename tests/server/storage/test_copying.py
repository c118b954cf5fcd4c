"""A backup is everything as of one moment, and comes back the same from either kind of database into either."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import Connection

from tests.server.storage.rows import all_rows, append, event, make_table, open_database, person, session, table
from tradewinds.cli import main
from tradewinds.cli.common import data_folder, database_url
from tradewinds.server.storage import Database, EditionRow, PlaceRow, ReviewRow, StorageError
from tradewinds.server.storage.queries import backups
from tradewinds.server.storage.queries.accounts import add_person, add_session
from tradewinds.server.storage.queries.backups import backup, restore
from tradewinds.server.storage.queries.tables import add_edition, add_review, create_table


def fill(connection: Connection) -> None:
    """Something in every table, with all the odd values."""
    ada = person("Ada", account=True)
    add_person(connection, ada)
    add_session(connection, session(ada, 1))
    add_edition(connection, EditionRow("digest", "borneo", bytes(range(256))))
    add_review(connection, ReviewRow("t", b"review", 2**45))
    log = [event("t", 1, by="id-Ada", body="„Žluťoučký“ 🐘".encode())]
    seats = [PlaceRow("t", 0, "id-Ada", "Ada 🐘"), PlaceRow("t", 1, None, "")]
    create_table(connection, table("t", public=False, due=2**45, turn=None), log, seats)


def other_kind(url: str, tmp_path: Path, postgres: Callable[[], str]) -> str:
    return postgres() if url.startswith("sqlite") else f"sqlite:///{tmp_path / 'other.db'}"


def test_backup_restores_into_the_other_kind(
    database_url: str, tmp_path: Path, postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "ROWS_PER_CHUNK", 2)
    steps: list[tuple[int, int]] = []
    with open_database(database_url) as database:
        asyncio.run(database.write(fill))
        before = all_rows(database)
        counts = backup(database_url, tmp_path / "copy.db", lambda done, total: steps.append((done, total)))
    assert counts == {name: len(rows) for name, rows in before.items()}
    assert all(counts.values())
    assert steps[-1] == (sum(counts.values()), sum(counts.values()))
    for target in (other_kind(database_url, tmp_path, postgres), f"sqlite:///{tmp_path / 'same.db'}"):
        assert restore(tmp_path / "copy.db", target) == counts
        with open_database(target) as restored:
            assert all_rows(restored) == before


def test_a_backup_during_play_is_of_one_moment(
    database: Database, database_url: str, tmp_path: Path, postgres: Callable[[], str]
) -> None:
    tables = [f"t{number}" for number in range(6)]
    stop = asyncio.Event()

    async def player(name: str) -> None:
        seq = 2
        while not stop.is_set():
            assert await database.append(append(name, seq, 2, places=[PlaceRow(name, 0, None, str(seq + 1))]))
            seq += 2

    async def play() -> None:
        for name in tables:
            await make_table(database, name)
        players = [asyncio.create_task(player(name)) for name in tables]
        for number in range(3):
            await asyncio.to_thread(backup, database_url, tmp_path / f"copy{number}.db")
        stop.set()
        await asyncio.gather(*players)

    asyncio.run(play())
    after = all_rows(database)
    target = other_kind(database_url, tmp_path, postgres)
    restore(tmp_path / "copy2.db", target)
    with open_database(target) as restored:
        copied = all_rows(restored)
    assert 0 < len(copied["events"]) <= len(after["events"])
    assert set(copied["events"]) <= set(after["events"])
    for name in tables:
        numbers = [row[1] for row in copied["events"] if row[0] == name]
        index = next(row for row in copied["tables"] if row[0] == name)
        place = next(row for row in copied["places"] if row[0] == name)
        assert numbers == list(range(1, index[7] + 1))  # type: ignore[operator]
        assert place[3] in (str(index[7]), "Bot")


def complaint(work: Callable[[], object]) -> str:
    with pytest.raises(StorageError) as caught:
        work()
    return caught.value.phrases[0].key


def test_nothing_is_overwritten(database_url: str, tmp_path: Path) -> None:
    with open_database(database_url) as database:
        asyncio.run(make_table(database, "t"))
        before = all_rows(database)
    copy, taken = tmp_path / "copy.db", tmp_path / "taken.db"
    taken.write_text("precious")
    assert complaint(lambda: backup(database_url, taken)) == "storage.exists"
    assert taken.read_text() == "precious"
    backup(database_url, copy)
    assert complaint(lambda: restore(copy, database_url)) == "storage.not_empty"
    with open_database(database_url) as database:
        assert all_rows(database) == before


def test_a_failed_backup_leaves_no_file(tmp_path: Path, sqlite_url: str) -> None:
    def fail(*_: object) -> None:
        raise LookupError

    with open_database(sqlite_url) as database:
        asyncio.run(make_table(database, "t"))
    with pytest.raises(LookupError):
        backup(sqlite_url, tmp_path / "copies" / "copy.db", fail)
    assert list((tmp_path / "copies").iterdir()) == []
    backup(sqlite_url, tmp_path / "copies" / "copy.db")
    assert [file.name for file in (tmp_path / "copies").iterdir()] == ["copy.db"]
    assert (tmp_path / "copies" / "copy.db").stat().st_mode & 0o077 == 0


def test_invalid_backup_is_refused(tmp_path: Path, sqlite_url: str) -> None:
    letter, empty = tmp_path / "letter", tmp_path / "empty"
    letter.write_text("Dear Sir or Madam, " * 100)
    empty.touch()
    for file in (letter, empty, tmp_path / "nowhere"):
        assert complaint(lambda file=file: restore(file, sqlite_url)) == "storage.not_backup"  # type: ignore[misc]
    assert not (tmp_path / "nowhere").exists()
    assert complaint(lambda: backup(sqlite_url, tmp_path / "copy.db")) == "storage.nothing"
    assert complaint(lambda: backup(f"sqlite:///{empty}", tmp_path / "copy.db")) == "storage.nothing"
    with open_database(sqlite_url):
        pass
    backup(sqlite_url, tmp_path / "newer")
    with sqlite3.connect(tmp_path / "newer") as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.close()
    assert complaint(lambda: restore(tmp_path / "newer", sqlite_url)) == "storage.newer"
    assert complaint(lambda: backup(f"sqlite:///{tmp_path / 'newer'}", tmp_path / "copy.db")) == "storage.newer"


def test_a_database_in_use_is_not_restored_into(tmp_path: Path, sqlite_url: str) -> None:
    with open_database(sqlite_url):
        backup(sqlite_url, tmp_path / "copy.db")
        assert complaint(lambda: restore(tmp_path / "copy.db", sqlite_url)) == "storage.in_use"


def test_an_empty_postgresql_has_nothing_to_copy(tmp_path: Path, postgres_url: str) -> None:
    assert complaint(lambda: backup(postgres_url, tmp_path / "copy.db")) == "storage.nothing"


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRADEWINDS_DATA", str(tmp_path / "here"))
    monkeypatch.delenv("TRADEWINDS_DATABASE", raising=False)
    with open_database(database_url(tmp_path / "here", None)) as database:
        asyncio.run(make_table(database, "t"))
        before = all_rows(database)

    def run(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(main, [*arguments, "--lang", "en"])
        return result.exit_code, result.output.strip()

    copy = str(tmp_path / "copy.db")
    assert run("backup", copy) == (0, f"{copy} holds 0 people, 1 table and 1 event.")
    code, said = run("backup", copy)
    assert (code, "exists already" in said) == (1, True)
    there = tmp_path / "there" / "tradewinds.db"
    code, said = run("restore", copy, "--data", str(there.parent), "--json")
    assert (code, '"tables":1' in said) == (0, True)
    with open_database(f"sqlite:///{there}") as database:
        assert all_rows(database) == before
    code, said = run("restore", copy, "--database", f"sqlite:///{there}")
    assert (code, "not empty" in said) == (1, True)


def test_a_folder_may_have_any_name(tmp_path: Path) -> None:
    folder = tmp_path / "a b?c%20d#é"
    with open_database(database_url(folder, None)) as database:
        asyncio.run(make_table(database, "t"))
    assert (folder / "tradewinds.db").stat().st_size > 0


def test_where_the_data_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "tradewinds"
    assert database_url(None, None) == f"sqlite:///{tmp_path / 'tradewinds' / 'tradewinds.db'}"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path.home() / ".local" / "share" / "tradewinds"
    monkeypatch.setattr("sys.platform", "darwin")
    assert data_folder() == Path.home() / "Library" / "Application Support" / "tradewinds"
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert data_folder() == tmp_path / "tradewinds"
    assert database_url(tmp_path, "postgresql://host/name") == "postgresql://host/name"
