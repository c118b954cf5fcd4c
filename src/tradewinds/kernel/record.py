"""Records: fixed-size positions with named fields, the only representation of boxes, states and masks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from struct import Struct
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import inlined

Record: TypeAlias = Any
"""One NumPy record. Its fields are known to its game, not to the type checker."""

Buffer: TypeAlias = npt.NDArray[np.int16]
"""Room for a list of actions."""

Labels: TypeAlias = Mapping[str, Sequence[str]]
"""The names along each axis, for instance the 24 spaces of a board."""

NONE = -1
"""In a field that names something: nothing there."""

HIDDEN = -2
"""In a mask: there is a value, but this seat may not know it."""

SPECTATOR = -1
"""The seat that sees only what all see."""


CODES = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q"}
"""The letters by which `struct` knows the types of fields."""


@dataclass(frozen=True)
class Field:
    """One field of a state: its NumPy type, what its indices stand for, and what its values name.

    A value names one thing (`names`), is a set of things (`members`, see kernel/sets.py), or is a number. A `vague` set
    tells of its members only that they are in one of several hidden places.
    """

    name: str
    type: str
    axes: tuple[str, ...] = ()
    names: str | None = None
    members: str | None = None
    vague: bool = False

    @property
    def empty(self) -> int:
        """The value that means nothing: zero of a number, NONE of a name."""
        return 0 if self.names is None else NONE


def record_type(fields: Sequence[Field], sizes: Mapping[str, int]) -> np.dtype[Any]:
    """The NumPy type of a record with these fields."""
    for field in fields:
        if hasattr(np.record, field.name):
            raise ValueError(f"A field cannot be called {field.name!r}: NumPy's records use that name themselves.")
        if unknown := [axis for axis in field.axes if axis not in sizes]:
            raise ValueError(f"The field {field.name!r} has the axis {unknown[0]!r}, which has no size in `sizes`.")
    return np.dtype((np.record, [(f.name, f.type, tuple(sizes[axis] for axis in f.axes)) for f in fields]))


def blank(dtype: np.dtype[Any]) -> Record:
    """A record of zeros."""
    return np.zeros(1, dtype)[0]


# NumPy looks up the attributes of its records in Python; these do the same without the detour.
content = np.void.tobytes
array_of = np.void.base.__get__
kind_of = np.void.dtype.__get__


def home(record: Record) -> np.ndarray[Any, Any]:
    """The array of one in which a record lives: all records that Python handles are made by `blank` and `copy`."""
    array: np.ndarray[Any, Any] | None = array_of(record)
    if array is None or array.shape != (1,):
        raise TypeError("The record does not live in an array of its own: it is a part of a larger one.")
    return array


def copy(record: Record) -> Record:
    """A record with the same content and memory of its own."""
    # Through bytes: NumPy copies structured arrays field by field.
    return with_content(record, content(record))


def with_content(record: Record, data: bytes) -> Record:
    """A record of the same kind with another content."""
    return np.frombuffer(bytearray(data), kind_of(record))[0]


class Plain:
    """A record's fields as plain numbers and lists, each read when it is first asked for; to be read only."""

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
    """A record's fields as plain numbers and lists: where many are read, far faster than the record itself."""
    array = home(record)
    return Plain(array.tobytes(), readers_of(array.dtype))


@cache
def readers_of(dtype: np.dtype[Any]) -> dict[str, Callable[[bytes], Any]]:
    """What reads each field of a kind of record."""
    return {name: reader(*dtype.fields[name][:2]) for name in dtype.names}  # type: ignore[index, union-attr]


def reader(kind: np.dtype[Any], start: int) -> Callable[[bytes], Any]:
    """What reads one field: a number, a list, or a list of lists."""
    width = kind.shape[-1] if kind.shape else 1
    code = Struct(f"={width}{CODES[kind.base.str[1:]]}")
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
    """The sum of a field's numbers. Plain loops compile much faster than NumPy's array functions."""
    result = 0
    for count in counts:
        result += int(count)
    return result


@inlined
def fill(items: np.ndarray, value: int) -> None:
    """Give every entry of a field the same value."""
    for index in range(len(items)):
        items[index] = value


@inlined
def assign(items: np.ndarray, values: np.ndarray) -> None:
    """Copy one field's entries into another's."""
    for index in range(len(items)):
        items[index] = values[index]


@inlined
def add_if(allowed: bool, action: int, out: Buffer, count: int) -> int:
    """Append an action to a list if it is allowed; return the new length.

    It is written in any case and counted if allowed: a branch here would be mispredicted half the time.
    The list therefore needs room for one more.
    """
    out[count] = action
    return count + allowed
