"""Queries for tables, editions and reviews; `Database.append` appends events."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Connection, Select, delete, func, insert, literal, or_, select
from sqlalchemy.exc import IntegrityError

from tradewinds.server.storage.rows import (
    EditionRow,
    EventRow,
    PlaceRow,
    ReviewRow,
    TableListing,
    TableRow,
)
from tradewinds.server.storage.schema import editions, events, places, reviews, tables


def create_table(
    connection: Connection, row: TableRow, rows: Sequence[EventRow], seated: Sequence[PlaceRow] = ()
) -> None:
    """Insert a table with its first events and seats."""
    connection.execute(insert(tables), asdict(row))
    if rows:
        connection.execute(insert(events), [asdict(event) for event in rows])
    if seated:
        connection.execute(insert(places), [asdict(place) for place in seated])


def find_table(connection: Connection, table_id: str) -> TableRow | None:
    """Return the index row of a table."""
    row = connection.execute(select(tables).where(tables.c.id == table_id)).first()
    return TableRow(*row) if row else None


def load_events(connection: Connection, table_id: str, after: int = 0) -> list[EventRow]:
    """Return the events of a table after a sequence number, in order."""
    wanted = select(events).where(events.c.table_id == table_id, events.c.seq > after).order_by(events.c.seq)
    return [EventRow(*row) for row in connection.execute(wanted)]


def find_places(connection: Connection, table_ids: Iterable[str]) -> dict[str, list[PlaceRow]]:
    """Return the seats of each of these tables."""
    found: dict[str, list[PlaceRow]] = {table_id: [] for table_id in table_ids}
    wanted = select(places).where(places.c.table_id.in_(list(found))).order_by(places.c.seat)
    for row in connection.execute(wanted) if found else ():
        found[row.table_id].append(PlaceRow(*row))
    return found


def list_public(connection: Connection, statuses: Sequence[str], limit: int) -> list[TableListing]:
    """Return public tables, most recently changed first."""
    wanted = select(tables, literal(False)).where(tables.c.public, tables.c.status.in_(statuses))
    return listed(connection, wanted.order_by(tables.c.changed.desc(), tables.c.id).limit(limit))


def tables_of(connection: Connection, person: str, statuses: Sequence[str], limit: int) -> list[TableListing]:
    """Return the tables of which a person is a player or owner: first those where it is their turn, then the latest."""
    seated = select(places.c.table_id).where(places.c.person == person)
    your_turn = your_turn_of(person)
    wanted = (
        select(tables, your_turn)
        .where(or_(tables.c.id.in_(seated), tables.c.owner == person), tables.c.status.in_(statuses))
        .order_by(your_turn.desc(), tables.c.changed.desc(), tables.c.id)
    )
    return listed(connection, wanted.limit(limit))


def your_turn_of(person: str) -> ColumnElement[bool]:
    """Return an SQL condition for tables where it is a person's turn."""
    mine = select(places.c.seat).where(
        places.c.table_id == tables.c.id, places.c.seat == tables.c.turn, places.c.person == person
    )
    return (mine.exists() & (tables.c.status == "playing")).label("your_turn")


def listed(connection: Connection, wanted: Select[Any]) -> list[TableListing]:
    """Run a query for tables and add their seats."""
    found = [(TableRow(*row[:-1]), bool(row[-1])) for row in connection.execute(wanted)]
    seats = find_places(connection, [table.id for table, _ in found])
    return [TableListing(table, seats[table.id], your_turn) for table, your_turn in found]


def due_tables(connection: Connection, before: int, limit: int) -> list[TableRow]:
    """Return the tables due before a given time, the most overdue first."""
    wanted = select(tables).where(tables.c.due <= before).order_by(tables.c.due, tables.c.id).limit(limit)
    return [TableRow(*row) for row in connection.execute(wanted)]


def count_tables_of(connection: Connection, owner: str, statuses: Sequence[str]) -> int:
    """Return the number of tables of an owner."""
    wanted = select(func.count()).where(tables.c.owner == owner, tables.c.status.in_(statuses))
    return connection.execute(wanted).scalar_one()


def add_edition(connection: Connection, row: EditionRow) -> None:
    """Insert an edition file unless one with its digest exists."""
    if find_edition(connection, row.digest) is None:
        with suppress(IntegrityError), connection.begin_nested():
            connection.execute(insert(editions), asdict(row))


def find_edition(connection: Connection, digest: str) -> EditionRow | None:
    """Return an edition file by its digest."""
    row = connection.execute(select(editions).where(editions.c.digest == digest)).first()
    return EditionRow(*row) if row else None


def add_review(connection: Connection, row: ReviewRow) -> None:
    """Insert or replace the review of a game; if two are stored concurrently, one of them is kept."""
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(delete(reviews).where(reviews.c.table_id == row.table_id))
        connection.execute(insert(reviews), asdict(row))


def find_review(connection: Connection, table_id: str) -> ReviewRow | None:
    row = connection.execute(select(reviews).where(reviews.c.table_id == table_id)).first()
    return ReviewRow(*row) if row else None
