"""Rows and helpers for storage tests."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from threading import Event

from sqlalchemy import Connection, select

from tradewinds.server.storage import (
    Database,
    EventBatch,
    EventRow,
    PersonRow,
    PlaceRow,
    SessionRow,
    TableIndex,
    TableRow,
)
from tradewinds.server.storage.queries.accounts import key_of
from tradewinds.server.storage.queries.tables import create_table, find_table, load_events
from tradewinds.server.storage.schema import metadata

TIMEOUT = 30


def person(name: str, *, account: bool = False, seen: int = 10) -> PersonRow:
    known, key, password = (name, key_of(name), "hash") if account else (None, None, None)
    return PersonRow(f"id-{name}", name, known, key, password, None, 1, seen)


def session(owner: PersonRow, number: int, seen: int = 10) -> SessionRow:
    return SessionRow(f"digest-{owner.nickname}-{number}", f"{owner.nickname}-{number}", owner.id, 1, seen, "Browser")


def event(table: str, seq: int, *, kind: str = "acted", by: str | None = None, body: bytes = b"{}") -> EventRow:
    return EventRow(table, seq, kind, by, 0, f"request-{seq}", body, bytes([seq % 256, 0, 255]), 1000 + seq)


def table(name: str, **changes: object) -> TableRow:
    values: dict[str, object] = {
        "id": name,
        "game": "borneo",
        "edition": "card-2007",
        "players": 3,
        "status": "playing",
        "public": True,
        "owner": None,
        "seq": 1,
        "turn": 0,
        "due": None,
        "settings": b"{}",
        "created": 1,
        "changed": 1,
    }
    return TableRow(**(values | changes))  # type: ignore[arg-type]


def append(name: str, seq: int, count: int = 1, **changes: object) -> EventBatch:
    places = changes.pop("places", None)
    index: dict[str, object] = {
        "status": "playing",
        "turn": seq % 3,
        "due": None,
        "owner": None,
        "public": True,
        "changed": 1000 + seq,
        "settings": b"{}",
    }
    rows = [event(name, number) for number in range(seq, seq + count)]
    return EventBatch(name, seq, rows, TableIndex(**(index | changes)), places)  # type: ignore[arg-type]


async def make_table(database: Database, name: str, **changes: object) -> None:
    """Store a table with its first event and a bot at seat 0."""
    row, seat = table(name, **changes), PlaceRow(name, 0, None, "Bot")
    await database.write(lambda connection: create_table(connection, row, [event(name, 1, kind="opened")], [seat]))


def event_numbers(database: Database, name: str) -> list[int]:
    """Return the numbers of a table's events; check them against its index."""
    rows = database.read(lambda connection: load_events(connection, name))
    index = database.read(lambda connection: find_table(connection, name))
    numbers = [row.seq for row in rows]
    assert index is not None
    assert index.seq == (numbers or [0])[-1]
    return numbers


@asynccontextmanager
async def blocked_writer(database: Database) -> AsyncIterator[None]:
    """Block the storage thread, so that jobs queue up."""
    gate, busy = Event(), Event()

    def wait(_connection: Connection) -> None:
        busy.set()
        gate.wait(TIMEOUT)

    holding = asyncio.create_task(database.write(wait))
    await asyncio.to_thread(busy.wait, TIMEOUT)
    try:
        yield
        for _ in range(3):
            await asyncio.sleep(0)
    finally:
        gate.set()
    await holding


@contextmanager
def open_database(url: str) -> Iterator[Database]:
    """Open a database and close it afterwards."""
    database = Database.open(url)
    try:
        yield database
    finally:
        database.close()


def all_rows(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of all tables, ordered by key."""

    def work(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in metadata.sorted_tables
        }

    return database.read(work)
