"""Group commit: the events of many tables in one transaction, with few statements whatever their number.

Statements are plain text that both databases understand; only the driver's placeholder, `mark`, differs.
"""

from collections.abc import Iterator, Sequence, Set
from functools import cache
from itertools import chain
from typing import Any, TypeAlias

from msgspec.structs import astuple
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql

from tradewinds.server.storage.rows import Append, EventRow, TableIndex
from tradewinds.server.storage.schema import places, tables

CHANNEL = "tradewinds"
NOTIFY = f"SELECT pg_notify('{CHANNEL}', note) FROM unnest(%s::text[]) AS note"
# PostgreSQL's limit is 8000 bytes to a note.
LINES = 50
MOST_ROWS = 64
"""In one statement: SQLite lets go of the interpreter for each, and waits for the event loop to get it back."""

Row: TypeAlias = tuple[Any, ...]


class Torn(Exception):
    """An append does not continue its table's log; it must not stay in the transaction."""


def store(connection: Connection, batch: Sequence[Append], mark: str, doubtful: Set[str] = frozenset()) -> list[bool]:
    """Store what can be stored of appends to different tables; tell for each whether it was first.

    Appends to `doubtful` tables may have been stored before: nobody has heard what became of their commit. Inserting
    them again waits for that transaction, should it still run, and what stands there afterwards decides.

    The caller commits, or rolls back on an exception, and hands over the appends in the order of their tables, so
    that processes wait for each other but never in a circle.
    """
    rows = [row for append in batch for row in append.rows]
    stored = insert_rows(connection, rows, mark)
    won, before = list(batch), []
    if stored is not None:
        won = [append for append in batch if all((append.table_id, row.seq) in stored for row in append.rows)]
        remove_parts(connection, rows, stored, won, mark)
        asked = [append for append in batch if append.table_id in doubtful and append not in won]
        before = [append for append in asked if is_stored(connection, append, mark)]
    if won:
        update_index(connection, won, mark)
        if mark == "%s":
            connection.exec_driver_sql(NOTIFY, (notes_of(won),))
    winners = {append.table_id for append in (*won, *before)}
    return [append.table_id in winners for append in batch]


def is_stored(connection: Connection, append: Append, mark: str) -> bool:
    """Whether exactly these events stand in the log."""
    question = f"SELECT * FROM events WHERE table_id = {mark} AND seq BETWEEN {mark} AND {mark} ORDER BY seq"
    found = connection.exec_driver_sql(question, (append.table_id, append.seq, append.last))
    return [EventRow(*row) for row in found] == append.rows


def notes_of(won: Sequence[Append]) -> list[str]:
    """Which table is at which event, a line for each; many to a note, since notes cost more than lines."""
    lines = [f"{append.table_id} {append.last}" for append in won]
    return ["\n".join(lines[start : start + LINES]) for start in range(0, len(lines), LINES)]


def insert_rows(connection: Connection, rows: Sequence[EventRow], mark: str) -> set[tuple[str, int]] | None:
    """Insert events where there are none yet; the keys of those that were inserted, or None if all were.

    The sum of the row counts tells on both databases whether a row was taken already, but not which one. That is
    rare, so then everything is undone and asked row by row.
    """
    values = [astuple(row) for row in rows]
    stored = 0
    for part in parts_of(values):
        statement = insertion(mark, len(part))
        stored += connection.exec_driver_sql(statement, tuple(chain.from_iterable(part))).rowcount
    if stored == len(rows):
        return None
    connection.rollback()
    asking = f"{insertion(mark, 1)} RETURNING table_id, seq"
    answers = [connection.exec_driver_sql(asking, row).first() for row in values]
    return {(key[0], key[1]) for key in answers if key is not None}


def parts_of(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """Rows for one statement at a time, as many as a power of two each: so there are few different statements."""
    start = 0
    while start < len(rows):
        size = min(MOST_ROWS, 1 << (len(rows) - start).bit_length() - 1)
        yield rows[start : start + size]
        start += size


@cache
def insertion(mark: str, rows: int) -> str:
    """The statement that stores so many events, each only if its place in the log is free."""
    names = EventRow.__struct_fields__
    values = ", ".join([f"({marks(mark, len(names))})"] * rows)
    return f"INSERT INTO events ({', '.join(names)}) VALUES {values} ON CONFLICT (table_id, seq) DO NOTHING"


def marks(mark: str, count: int) -> str:
    """So many placeholders."""
    return ", ".join([mark] * count)


def remove_parts(
    connection: Connection, rows: Sequence[EventRow], stored: set[tuple[str, int]], won: Sequence[Append], mark: str
) -> None:
    """Take out the events of appends of which only a part found its place."""
    winners = {append.table_id for append in won}
    keys = [(row.table_id, row.seq) for row in rows if row.table_id not in winners]
    parts = [key for key in keys if key in stored]
    if parts:
        connection.exec_driver_sql(f"DELETE FROM events WHERE table_id = {mark} AND seq = {mark}", parts)


def update_index(connection: Connection, won: Sequence[Append], mark: str) -> None:
    """Let `tables` and `places` say what the events say; a log that would get a gap is noticed here."""
    changes = [(append.table_id, append.seq - 1, append.last, *astuple(append.index)) for append in won]
    for part in parts_of(changes):
        statement = index_update(mark, len(part))
        if connection.exec_driver_sql(statement, tuple(chain.from_iterable(part))).rowcount != len(part):
            raise Torn
    if reseated := [append for append in won if append.places is not None]:
        replace_places(connection, reseated, mark)


@cache
def index_update(mark: str, rows: int) -> str:
    """The statement that moves the index of so many tables on from the event before."""
    names = TableIndex.__struct_fields__
    columns = [tables.c[name] for name in ("id", "seq", "seq", *names)]
    # PostgreSQL has to be told what the placeholders of the first row are; SQLite keeps what it is given.
    kinds = [column.type.compile(dialect=postgresql.dialect()) for column in columns]  # type: ignore[no-untyped-call]
    first = marks(mark, len(kinds)) if mark == "?" else ", ".join(f"CAST({mark} AS {kind})" for kind in kinds)
    values = ", ".join([f"({first})", *[f"({marks(mark, len(kinds))})"] * (rows - 1)])
    # Both databases call the columns of such values column1, column2 and so on.
    fresh = ", ".join(f"{name} = column{number}" for number, name in enumerate(("seq", *names), 3))
    return f"UPDATE tables SET {fresh} FROM (VALUES {values}) AS fresh WHERE id = column1 AND seq = column2"


def replace_places(connection: Connection, reseated: Sequence[Append], mark: str) -> None:
    """Let `places` say who sits where now."""
    connection.exec_driver_sql(
        f"DELETE FROM places WHERE table_id = {mark}", [(append.table_id,) for append in reseated]
    )
    if seats := [astuple(place) for append in reseated for place in append.places or ()]:
        names = ", ".join(column.name for column in places.columns)
        connection.exec_driver_sql(f"INSERT INTO places ({names}) VALUES ({marks(mark, len(places.columns))})", seats)
