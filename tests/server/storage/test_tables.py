"""Tables are found, listed in the order in which people want them, and counted."""

import asyncio

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from tests.server.storage.rows import event, table
from tradewinds.server.storage import Database, EditionRow, PlaceRow, ReviewRow, TableRow
from tradewinds.server.storage.queries import tables

ALL = ("waiting", "playing", "finished", "closed")


def make(connection: Connection, row: TableRow, *people: str | None) -> None:
    """A table where these sit."""
    places = [PlaceRow(row.id, seat, who, who or "Bot") for seat, who in enumerate(people)]
    tables.create_table(connection, row, [event(row.id, 1)], places)


def test_one_table_is_found_with_its_events(database: Database) -> None:
    row = table("t", settings=b"\x00", due=7, owner="ada", public=False, turn=None, seq=3)
    # Clocks are set back now and then: the order is that of the numbers.
    log = [replace(event("t", seq), at=1000 - seq) for seq in (1, 2, 3)]
    asyncio.run(database.write(lambda connection: tables.create_table(connection, row, log)))
    assert database.read(lambda connection: tables.find_table(connection, "t")) == row
    assert database.read(lambda connection: tables.find_table(connection, "u")) is None
    assert database.read(lambda connection: tables.load_events(connection, "t")) == log
    assert database.read(lambda connection: tables.load_events(connection, "t", after=2)) == log[2:]
    with pytest.raises(IntegrityError):
        asyncio.run(database.write(lambda connection: tables.create_table(connection, row, [])))


def test_the_lobby_shows_public_tables_the_latest_first(database: Database) -> None:
    def work(connection: Connection) -> None:
        make(connection, table("old", changed=1, status="waiting"), "ada", None)
        make(connection, table("new", changed=3, status="waiting"))
        make(connection, table("busy", changed=2, status="playing"))
        make(connection, table("secret", changed=4, status="waiting", public=False))

    asyncio.run(database.write(work))
    found = database.read(lambda connection: tables.list_public(connection, ["waiting"], 10))
    assert [one.table.id for one in found] == ["new", "old"]
    assert [place.name for place in found[1].places] == ["ada", "Bot"]
    assert not any(one.your_turn for one in found)
    found = database.read(lambda connection: tables.list_public(connection, ["waiting", "playing"], 2))
    assert [one.table.id for one in found] == ["new", "busy"]


def test_own_tables_list_those_at_turn_first(database: Database) -> None:
    def work(connection: Connection) -> None:
        make(connection, table("later", changed=9, turn=0), "ben", "ada")
        make(connection, table("mine", changed=2, turn=1), "ben", "ada")
        make(connection, table("mine too", changed=3, turn=2), "ada", None, "ada")
        make(connection, table("over", changed=8, turn=0, status="finished"), "ada")
        make(connection, table("host", changed=7, owner="ada", turn=0), "ben")
        make(connection, table("foreign", changed=10, turn=0), "ben")

    asyncio.run(database.write(work))
    found = database.read(lambda connection: tables.tables_of(connection, "ada", ALL, 10))
    expected = ["mine too", "mine", "later", "over", "host"]
    assert [one.table.id for one in found] == expected
    assert [one.your_turn for one in found] == [True, True, False, False, False]
    assert [place.person for place in found[0].places] == ["ada", None, "ada"]
    found = database.read(lambda connection: tables.tables_of(connection, "ada", ["finished"], 10))
    assert [one.table.id for one in found] == ["over"]
    found = database.read(lambda connection: tables.tables_of(connection, "ada", ALL, 2))
    assert [one.table.id for one in found] == expected[:2]


def test_due_tables_the_most_overdue_first(database: Database) -> None:
    def work(connection: Connection) -> None:
        for name, due in (("b", 20), ("a", 10), ("never", None), ("later", 31), ("c", 30)):
            make(connection, table(name, due=due))

    asyncio.run(database.write(work))
    assert [row.id for row in database.read(lambda c: tables.due_tables(c, 30, 10))] == ["a", "b", "c"]
    assert [row.id for row in database.read(lambda c: tables.due_tables(c, 30, 1))] == ["a"]


def test_counts(database: Database) -> None:
    def work(connection: Connection) -> None:
        for name, status in (("a", "playing"), ("b", "playing"), ("c", "waiting")):
            make(connection, table(name, status=status, owner="ada"))
        make(connection, table("d", owner="ben"))

    asyncio.run(database.write(work))
    assert database.read(lambda connection: tables.count_tables_of(connection, "ada", ["playing"])) == 2
    assert database.read(lambda connection: tables.count_tables_of(connection, "ada", ALL)) == 3


def test_editions_and_reviews_are_kept(database: Database) -> None:
    edition, other = EditionRow("digest", "borneo", b"\x00file"), EditionRow("digest", "borneo", b"other")

    def work(connection: Connection) -> None:
        for row in (edition, other):
            tables.add_edition(connection, row)
        for body in (b"first", b"second"):
            tables.add_review(connection, ReviewRow("t", body, 5))

    asyncio.run(database.write(work))
    assert database.read(lambda connection: tables.find_edition(connection, "digest")) == edition
    assert database.read(lambda connection: tables.find_edition(connection, "unknown")) is None
    assert database.read(lambda connection: tables.find_review(connection, "t")) == ReviewRow("t", b"second", 5)
    assert database.read(lambda connection: tables.find_review(connection, "u")) is None
