"""Group commit: append events of many tables in one transaction with few statements.

The SQL is nearly the same for both databases; `placeholder` is that of the driver and tells them apart.
"""

from collections.abc import Iterator, Sequence, Set
from functools import cache
from itertools import chain
from typing import Any, TypeAlias

from msgspec.structs import astuple
from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql

from tradewinds.server.storage.rows import EventBatch, EventRow, TableIndex
from tradewinds.server.storage.schema import places, tables

CHANNEL = "tradewinds"
NOTIFY = f"SELECT pg_notify('{CHANNEL}', note) FROM unnest(%s::text[]) AS note"
# PostgreSQL limits a payload to 8000 bytes.
LINES_PER_PAYLOAD = 50
MAX_ROWS = 64
"""Maximum number of rows in one statement; fewer statements are faster, since SQLite releases the GIL for each."""

Row: TypeAlias = tuple[Any, ...]


class LogGap(Exception):
    """A batch does not start at the next sequence number of its log; the transaction must be rolled back."""


def store(
    connection: Connection, batches: Sequence[EventBatch], placeholder: str, in_doubt: Set[str] = frozenset()
) -> list[bool]:
    """Store batches of different tables; return for each whether it was stored.

    A batch whose sequence numbers are taken is skipped. Batches of `in_doubt` tables may have been stored by a commit
    whose outcome is unknown: inserting them again waits for that transaction, then they are compared with the log.

    The caller commits, or rolls back on an exception, and orders the batches by table to avoid deadlocks.
    """
    rows = [row for batch in batches for row in batch.rows]
    stored = insert_rows(connection, rows, placeholder)
    won, before = list(batches), []
    if stored is not None:
        won = [batch for batch in batches if all((batch.table_id, row.seq) in stored for row in batch.rows)]
        delete_partial(connection, rows, stored, won, placeholder)
        asked = [batch for batch in batches if batch.table_id in in_doubt and batch not in won]
        before = [batch for batch in asked if is_stored(connection, batch, placeholder)]
    if won:
        update_index(connection, won, placeholder)
        if placeholder == "%s":
            connection.exec_driver_sql(NOTIFY, (notification_payloads(won),))
    winners = {batch.table_id for batch in (*won, *before)}
    return [batch.table_id in winners for batch in batches]


def is_stored(connection: Connection, batch: EventBatch, placeholder: str) -> bool:
    """Return whether the log contains exactly these events."""
    condition = f"table_id = {placeholder} AND seq BETWEEN {placeholder} AND {placeholder}"
    query = f"SELECT * FROM events WHERE {condition} ORDER BY seq"
    found = connection.exec_driver_sql(query, (batch.table_id, batch.seq, batch.last))
    return [EventRow(*row) for row in found] == batch.rows


def notification_payloads(won: Sequence[EventBatch]) -> list[str]:
    """Return notification payloads, each with many lines `table seq`, one for each batch."""
    lines = [f"{batch.table_id} {batch.last}" for batch in won]
    return ["\n".join(lines[start : start + LINES_PER_PAYLOAD]) for start in range(0, len(lines), LINES_PER_PAYLOAD)]


def insert_rows(connection: Connection, rows: Sequence[EventRow], placeholder: str) -> set[tuple[str, int]] | None:
    """Insert events, skipping those that exist; return the keys of the inserted rows, or None if all were inserted.

    The row count tells whether there was a conflict, but not which row caused it. Conflicts are rare: after one,
    everything is rolled back and inserted row by row.
    """
    values = [astuple(row) for row in rows]
    stored = 0
    for part in chunks(values):
        statement = insert_statement(placeholder, len(part))
        stored += connection.exec_driver_sql(statement, tuple(chain.from_iterable(part))).rowcount
    if stored == len(rows):
        return None
    connection.rollback()
    asking = f"{insert_statement(placeholder, 1)} RETURNING table_id, seq"
    answers = [connection.exec_driver_sql(asking, row).first() for row in values]
    return {(key[0], key[1]) for key in answers if key is not None}


def chunks(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """Split rows into chunks whose sizes are powers of two, so that few distinct statements are needed."""
    start = 0
    while start < len(rows):
        size = min(MAX_ROWS, 1 << (len(rows) - start).bit_length() - 1)
        yield rows[start : start + size]
        start += size


@cache
def insert_statement(placeholder: str, rows: int) -> str:
    """Return the statement that inserts events, skipping conflicts."""
    names = EventRow.__struct_fields__
    values = ", ".join([f"({placeholders(placeholder, len(names))})"] * rows)
    return f"INSERT INTO events ({', '.join(names)}) VALUES {values} ON CONFLICT (table_id, seq) DO NOTHING"


def placeholders(placeholder: str, count: int) -> str:
    return ", ".join([placeholder] * count)


def delete_partial(
    connection: Connection,
    rows: Sequence[EventRow],
    stored: set[tuple[str, int]],
    won: Sequence[EventBatch],
    placeholder: str,
) -> None:
    """Delete the rows of batches that were only partly inserted."""
    winners = {batch.table_id for batch in won}
    keys = [(row.table_id, row.seq) for row in rows if row.table_id not in winners]
    parts = [key for key in keys if key in stored]
    if parts:
        connection.exec_driver_sql(f"DELETE FROM events WHERE table_id = {placeholder} AND seq = {placeholder}", parts)


def update_index(connection: Connection, won: Sequence[EventBatch], placeholder: str) -> None:
    """Update `tables` and `places`; raise LogGap if a batch does not start at the next sequence number."""
    changes = [(batch.table_id, batch.seq - 1, batch.last, *astuple(batch.index)) for batch in won]
    for part in chunks(changes):
        statement = update_statement(placeholder, len(part))
        if connection.exec_driver_sql(statement, tuple(chain.from_iterable(part))).rowcount != len(part):
            raise LogGap
    if reseated := [batch for batch in won if batch.places is not None]:
        replace_places(connection, reseated, placeholder)


@cache
def update_statement(placeholder: str, rows: int) -> str:
    """Return the statement that updates the index of several tables."""
    names = TableIndex.__struct_fields__
    columns = [tables.c[name] for name in ("id", "seq", "seq", *names)]
    # PostgreSQL needs the types of the first row; SQLite keeps the given values.
    kinds = [column.type.compile(dialect=postgresql.dialect()) for column in columns]  # type: ignore[no-untyped-call]
    first = (
        placeholders(placeholder, len(kinds))
        if placeholder == "?"
        else ", ".join(f"CAST({placeholder} AS {kind})" for kind in kinds)
    )
    values = ", ".join([f"({first})", *[f"({placeholders(placeholder, len(kinds))})"] * (rows - 1)])
    # Both databases name the columns of VALUES column1, column2 and so on.
    fresh = ", ".join(f"{name} = column{number}" for number, name in enumerate(("seq", *names), 3))
    return f"UPDATE tables SET {fresh} FROM (VALUES {values}) AS fresh WHERE id = column1 AND seq = column2"


def replace_places(connection: Connection, reseated: Sequence[EventBatch], placeholder: str) -> None:
    connection.exec_driver_sql(
        f"DELETE FROM places WHERE table_id = {placeholder}", [(batch.table_id,) for batch in reseated]
    )
    if seats := [astuple(place) for batch in reseated for place in batch.places or ()]:
        names = ", ".join(column.name for column in places.columns)
        connection.exec_driver_sql(
            f"INSERT INTO places ({names}) VALUES ({placeholders(placeholder, len(places.columns))})", seats
        )
