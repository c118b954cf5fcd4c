"""Conversion between log entries and database rows.

Stored snapshots stay readable after the record type has gained or lost fields.
"""

from typing import Any

import msgspec
import numpy as np

from tradewinds.kernel.record import Record, blank
from tradewinds.server.protocol.schemas import ResultSummary
from tradewinds.server.storage.rows import EventRow, PlaceRow, TableIndex
from tradewinds.server.tables import events as e
from tradewinds.server.tables.table import Table

SETTINGS = msgspec.json.Decoder(e.TableSettings)
RESULT = msgspec.json.Decoder(ResultSummary)


def read_row(row: EventRow, table: Table) -> e.LogEntry:
    """Decode a stored event for the table it will be applied to."""
    event = e.DECODER.decode(row.body)
    return e.LogEntry(event, row.at, row.person, row.request, snapshot_in(row, event, table))


def snapshot_in(row: EventRow, event: e.AnyEvent, table: Table) -> Record | None:
    if row.state is None:
        return None
    if isinstance(event, e.Started):
        kind = table.find_box(table.settings, event.digest).game.state_type
        return read_snapshot(row.state, event.layout, kind)
    return read_snapshot(row.state, table.layout, table.match.game.state_type)


def rows_of(table: str, first: int, entries: list[e.LogEntry]) -> list[EventRow]:
    """Encode log entries as rows, numbered from `first`."""
    return [
        EventRow(
            table_id=table,
            seq=seq,
            kind=str(entry.event.__struct_config__.tag),
            person=person_in(entry),
            seat=getattr(entry.event, "seat", None),
            request=entry.request,
            body=e.ENCODER.encode(entry.event),
            state=None if entry.state is None else entry.state.tobytes(),
            at=entry.at,
        )
        for seq, entry in enumerate(entries, first)
    ]


def person_in(entry: e.LogEntry) -> str | None:
    """Return the person an event is stored under: the one who is seated, otherwise the one who caused it."""
    return entry.event.person or None if isinstance(entry.event, e.Seated) else entry.person


def index_of(table: Table) -> TableIndex:
    """Return the columns of a table's index row that events may change."""
    return TableIndex(
        status=table.status,
        turn=table.public_turn,
        due=table.due,
        owner=table.owner,
        public=table.settings.public,
        changed=table.changed,
        settings=e.ENCODER.encode(table.settings),
        result=e.ENCODER.encode(listed_result(table)) if table.status == "finished" else None,
    )


def listed_result(table: Table) -> ResultSummary:
    resigned = [seat for seat, place in enumerate(table.places) if place.resigned]
    return ResultSummary(table.match.scores(), table.match.winners(), resigned)


def places_of(table: Table) -> list[PlaceRow]:
    """Return a row for each seat; for a bot, the name column holds its level."""
    return [
        PlaceRow(table.id, seat, place.person, place.level or place.name) for seat, place in enumerate(table.places)
    ]


def layout(kind: np.dtype[Any]) -> list[list[Any]]:
    """Return the name, type and shape of each field of a record type."""
    return [[name, code, list(shape[0]) if shape else []] for name, code, *shape in kind.descr]


def read_snapshot(data: bytes, written: list[list[Any]], kind: np.dtype[Any]) -> Record:
    """Decode a snapshot; if the layout has changed since, copy the fields that both layouts have."""
    if written == layout(kind):
        return np.frombuffer(bytearray(data), kind)[0]
    old = np.frombuffer(data, np.dtype([(name, code, tuple(shape)) for name, code, shape in written]))[0]
    record = blank(kind)
    for name in record.dtype.names:
        if name in old.dtype.names:
            carry_over(old[name], record, name)
    return record


def carry_over(values: Any, record: Record, name: str) -> None:
    """Copy a field into a record, cropped to the smaller of the two shapes."""
    if not np.shape(values):
        record[name] = values
        return
    part = tuple(slice(min(a, b)) for a, b in zip(np.shape(values), np.shape(record[name]), strict=True))
    record[name][part] = values[part]
