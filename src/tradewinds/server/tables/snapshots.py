"""Stored positions, readable after the record type has gained or lost fields."""

from typing import Any

import numpy as np

from tradewinds.kernel.record import Record, blank


def layout(kind: np.dtype[Any]) -> list[list[Any]]:
    """Return name, type and shape of each field of a record type."""
    return [[name, code, list(shape[0]) if shape else []] for name, code, *shape in kind.descr]


def read_snapshot(data: bytes, written: list[list[Any]], kind: np.dtype[Any]) -> Record:
    """Decode a snapshot; if the layout has changed since, copy the fields both have."""
    if written == layout(kind):
        return np.frombuffer(bytearray(data), kind)[0]
    old = np.frombuffer(data, np.dtype([(name, code, tuple(shape)) for name, code, shape in written]))[0]
    record = blank(kind)
    for name in record.dtype.names:
        if name in old.dtype.names:
            carry_over(old[name], record, name)
    return record


def carry_over(values: Any, record: Record, name: str) -> None:
    """Copy a field, cropped to the smaller of both shapes."""
    if not np.shape(values):
        record[name] = values
        return
    part = tuple(slice(min(a, b)) for a, b in zip(np.shape(values), np.shape(record[name]), strict=True))
    record[name][part] = values[part]
