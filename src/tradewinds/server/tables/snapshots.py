"""Positions as they are stored beside events, and read again even by a program whose records look different."""

from typing import Any

import numpy as np

from tradewinds.kernel.record import Record, blank


def layout(kind: np.dtype[Any]) -> list[list[Any]]:
    """How a record lies in its bytes: name, type and shape of each field."""
    return [[name, code, list(shape[0]) if shape else []] for name, code, *shape in kind.descr]


def read_snapshot(data: bytes, written: list[list[Any]], kind: np.dtype[Any]) -> Record:
    """The record in a snapshot. Where its fields have changed since, those of the same name carry over."""
    if written == layout(kind):
        return np.frombuffer(bytearray(data), kind)[0]
    old = np.frombuffer(data, np.dtype([(name, code, tuple(shape)) for name, code, shape in written]))[0]
    record = blank(kind)
    for name in record.dtype.names:
        if name in old.dtype.names:
            carry_over(old[name], record, name)
    return record


def carry_over(values: Any, record: Record, name: str) -> None:
    """Copy a field as far as both have room for it."""
    if not np.shape(values):
        record[name] = values
        return
    part = tuple(slice(min(a, b)) for a, b in zip(np.shape(values), np.shape(record[name]), strict=True))
    record[name][part] = values[part]
