"""NumPy records: the representation of boxes, states and masks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from struct import Struct
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import inlined

Record: TypeAlias = Any
"""A NumPy record, whose fields are not known to the type checker."""

Buffer: TypeAlias = npt.NDArray[np.int16]
"""A buffer for a list of actions."""

Labels: TypeAlias = Mapping[str, Sequence[str]]
"""Labels by axis, for instance the names of the 24 spaces of a board."""

NONE = -1
"""In a field that holds a name: no name."""

HIDDEN = -2
"""In a mask: a value that the seat may not know."""

SPECTATOR = -1
"""The pseudo-seat whose mask holds only public information."""

STRUCT_CODES = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q"}
"""Format characters of `struct` by field type."""


@dataclass(frozen=True)
class Field:
    """A field of a state: its NumPy type, its axes, and the meaning of its values.

    A value is the index of a label (`names`), a set of them (`members`, see kernel/sets.py), or a number. A `vague` set
    only says that its members are in one of several hidden places.
    """

    name: str
    type: str
    axes: tuple[str, ...] = ()
    names: str | None = None
    members: str | None = None
    vague: bool = False

    @property
    def empty(self) -> int:
        """The neutral value: NONE for names, otherwise 0."""
        return 0 if self.names is None else NONE


def record_type(fields: Sequence[Field], sizes: Mapping[str, int]) -> np.dtype[Any]:
    """Return the NumPy type of a record with these fields."""
    for field in fields:
        if hasattr(np.record, field.name):
            raise ValueError(f"A field cannot be called {field.name!r}: NumPy's records use that name themselves.")
        if unknown := [axis for axis in field.axes if axis not in sizes]:
            raise ValueError(f"The field {field.name!r} has the axis {unknown[0]!r}, which has no size in `sizes`.")
    return np.dtype((np.record, [(f.name, f.type, tuple(sizes[axis] for axis in f.axes)) for f in fields]))


def blank(dtype: np.dtype[Any]) -> Record:
    """Return a record of zeros."""
    return np.zeros(1, dtype)[0]


# np.record resolves attributes in Python; the methods of its base class np.void bypass that.
content = np.void.tobytes
_base_of = np.void.base.__get__
_dtype_of = np.void.dtype.__get__


def backing_array(record: Record) -> np.ndarray[Any, Any]:
    """Return the one-element array that holds a record, as created by `blank` and `copy`."""
    array: np.ndarray[Any, Any] | None = _base_of(record)
    if array is None or array.shape != (1,):
        raise TypeError("The record has no backing array of its own: it is part of a larger array.")
    return array


def copy(record: Record) -> Record:
    """Return a copy of a record."""
    # NumPy copies structured arrays field by field; copying the bytes is faster.
    return with_content(record, content(record))


def with_content(record: Record, data: bytes) -> Record:
    """Return a record of the same type with the given bytes."""
    return np.frombuffer(bytearray(data), _dtype_of(record))[0]


class UnpackedRecord:
    """Read-only view of a record whose fields are Python numbers and lists, decoded on first access."""

    def __init__(self, data: bytes, readers: Mapping[str, Callable[[bytes], Any]]) -> None:
        self._data = data
        self._readers = readers

    def __getattr__(self, name: str) -> Any:
        try:
            read = self._readers[name]
        except KeyError:
            raise AttributeError(f"The record has no field {name!r}.") from None
        value = read(self._data)
        setattr(self, name, value)
        return value


def unpack(record: Record) -> Any:
    """Return a record's fields as Python numbers and lists, which are much faster to read."""
    array = backing_array(record)
    return UnpackedRecord(array.tobytes(), field_readers(array.dtype))


@cache
def field_readers(dtype: np.dtype[Any]) -> dict[str, Callable[[bytes], Any]]:
    """Return a decoder for each field of a record type."""
    return {name: field_reader(*dtype.fields[name][:2]) for name in dtype.names}  # type: ignore[index, union-attr]


def field_reader(kind: np.dtype[Any], start: int) -> Callable[[bytes], Any]:
    """Return a decoder for one field: to a number, a list, or nested lists."""
    width = kind.shape[-1] if kind.shape else 1
    code = Struct(f"={width}{STRUCT_CODES[kind.base.str[1:]]}")
    if not kind.shape:
        return lambda data: code.unpack_from(data, start)[0]
    if len(kind.shape) == 1:
        return lambda data: list(code.unpack_from(data, start))
    if len(kind.shape) == 2:
        end = start + kind.itemsize
        return lambda data: [list(row) for row in code.iter_unpack(data[start:end])]
    return lambda data: np.ndarray(kind.shape, kind.base, data, start).tolist()


@inlined
def total(counts: np.ndarray) -> int:
    """Return the sum of an array. Plain loops compile much faster than NumPy's array functions."""
    result = 0
    for count in counts:
        result += int(count)
    return result


@inlined
def fill(items: np.ndarray, value: int) -> None:
    """Set every entry of an array to a value."""
    for index in range(len(items)):
        items[index] = value


@inlined
def assign(items: np.ndarray, values: np.ndarray) -> None:
    """Copy the entries of one array into another."""
    for index in range(len(items)):
        items[index] = values[index]


@inlined
def add_if(allowed: bool, action: int, out: Buffer, count: int) -> int:
    """Append an action to a list if it is allowed; return the new length.

    The action is always written but only counted if allowed, because a branch would be mispredicted half the time.
    The buffer therefore needs one extra entry.
    """
    out[count] = action
    return count + allowed
