"""Tables of players in the database: made, listed and loaded. What happens at them goes through `Database.append`."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Connection, Select, delete, func, insert, literal, or_, select
from sqlalchemy.exc import IntegrityError

from tradewinds.server.storage.rows import (
    Counts,
    EditionRow,
    EventRow,
    ListedTable,
    PlaceRow,
    ReviewRow,
    TableRow,
)
from tradewinds.server.storage.schema import editions, events, people, places, reviews, sessions, tables


def create_table(
    connection: Connection, row: TableRow, rows: Sequence[EventRow], seated: Sequence[PlaceRow] = ()
) -> None:
    """A table with its first events and places."""
    connection.execute(insert(tables), asdict(row))
    if rows:
        connection.execute(insert(events), [asdict(event) for event in rows])
    if seated:
        connection.execute(insert(places), [asdict(place) for place in seated])


def find_table(connection: Connection, table_id: str) -> TableRow | None:
    """The index of one table."""
    row = connection.execute(select(tables).where(tables.c.id == table_id)).first()
    return TableRow(*row) if row else None


def load_events(connection: Connection, table_id: str, after: int = 0) -> list[EventRow]:
    """What happened at a table, in order, from the event after a given one."""
    wanted = select(events).where(events.c.table_id == table_id, events.c.seq > after).order_by(events.c.seq)
    return [EventRow(*row) for row in connection.execute(wanted)]


def find_places(connection: Connection, table_ids: Iterable[str]) -> dict[str, list[PlaceRow]]:
    """Who sits where at some tables."""
    found: dict[str, list[PlaceRow]] = {table_id: [] for table_id in table_ids}
    wanted = select(places).where(places.c.table_id.in_(list(found))).order_by(places.c.seat)
    for row in connection.execute(wanted) if found else ():
        found[row.table_id].append(PlaceRow(*row))
    return found


def list_public(connection: Connection, statuses: Sequence[str], limit: int) -> list[ListedTable]:
    """The tables that everybody may see, those that changed last first."""
    wanted = select(tables, literal(False)).where(tables.c.public, tables.c.status.in_(statuses))
    return listed(connection, wanted.order_by(tables.c.changed.desc(), tables.c.id).limit(limit))


def tables_of(connection: Connection, person: str, statuses: Sequence[str], limit: int) -> list[ListedTable]:
    """The tables where somebody sits or is the host, those first that wait for that person, then the latest."""
    seated = select(places.c.table_id).where(places.c.person == person)
    your_turn = your_turn_of(person)
    wanted = (
        select(tables, your_turn)
        .where(or_(tables.c.id.in_(seated), tables.c.owner == person), tables.c.status.in_(statuses))
        .order_by(your_turn.desc(), tables.c.changed.desc(), tables.c.id)
    )
    return listed(connection, wanted.limit(limit))


def your_turn_of(person: str) -> ColumnElement[bool]:
    """Is it a seat of this person that a game waits for?"""
    mine = select(places.c.seat).where(
        places.c.table_id == tables.c.id, places.c.seat == tables.c.turn, places.c.person == person
    )
    return (mine.exists() & (tables.c.status == "playing")).label("your_turn")


def listed(connection: Connection, wanted: Select[Any]) -> list[ListedTable]:
    """The tables that a query finds, with everybody at them."""
    found = [(TableRow(*row[:-1]), bool(row[-1])) for row in connection.execute(wanted)]
    seats = find_places(connection, [table.id for table, _ in found])
    return [ListedTable(table, seats[table.id], your_turn) for table, your_turn in found]


def due_tables(connection: Connection, before: int, limit: int) -> list[TableRow]:
    """The tables where something has to happen by a given time, the most overdue first."""
    wanted = select(tables).where(tables.c.due <= before).order_by(tables.c.due, tables.c.id).limit(limit)
    return [TableRow(*row) for row in connection.execute(wanted)]


def count_tables_of(connection: Connection, owner: str, statuses: Sequence[str]) -> int:
    """How many tables somebody is the host of."""
    wanted = select(func.count()).where(tables.c.owner == owner, tables.c.status.in_(statuses))
    return connection.execute(wanted).scalar_one()


def add_edition(connection: Connection, row: EditionRow) -> None:
    """Keep an edition's file; if one with this digest is here, or arrives meanwhile, it is the same."""
    if find_edition(connection, row.digest) is None:
        with suppress(IntegrityError), connection.begin_nested():
            connection.execute(insert(editions), asdict(row))


def find_edition(connection: Connection, digest: str) -> EditionRow | None:
    """An edition's file by its digest."""
    row = connection.execute(select(editions).where(editions.c.digest == digest)).first()
    return EditionRow(*row) if row else None


def add_review(connection: Connection, row: ReviewRow) -> None:
    """Keep the review of a game in place of an earlier one; of two that arrive at once, one stays."""
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(delete(reviews).where(reviews.c.table_id == row.table_id))
        connection.execute(insert(reviews), asdict(row))


def find_review(connection: Connection, table_id: str) -> ReviewRow | None:
    """The review of a game."""
    row = connection.execute(select(reviews).where(reviews.c.table_id == table_id)).first()
    return ReviewRow(*row) if row else None


def count_all(connection: Connection) -> Counts:
    """How much there is, for those who watch over the server."""
    by_status = select(tables.c.status, func.count()).group_by(tables.c.status)
    persons = connection.execute(select(func.count(), func.count(people.c.name_key)).select_from(people)).one()
    return Counts(
        tables={row[0]: row[1] for row in connection.execute(by_status)},
        people=persons[0],
        accounts=persons[1],
        sessions=connection.execute(select(func.count()).select_from(sessions)).scalar_one(),
    )
