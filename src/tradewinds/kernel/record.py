"""Records: fixed-size positions with named fields, the only representation of boxes, states and masks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
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
    return np.frombuffer(bytearray(content(record)), kind_of(record))[0]


def unpack(record: Record) -> Any:
    """A record's fields as plain numbers and lists: where many are read, far faster than the record itself.

    The last few are kept, since a position is shown, told and described in a row; whoever gets one only reads it.
    """
    array = home(record)
    data = array.tobytes()
    kind, found = UNPACKED.get(data, (None, None))
    if kind is not array.dtype:
        fields = zip(array.dtype.names or (), array.item(), strict=True)
        found = SimpleNamespace(**{name: plain(value) for name, value in fields})
        if len(UNPACKED) >= KEPT:
            UNPACKED.clear()
        UNPACKED[data] = array.dtype, found
    return found


def plain(value: Any) -> Any:
    """A number as it is, an array as lists."""
    return value.tolist() if type(value) is np.ndarray else value


KEPT = 64
UNPACKED: dict[bytes, tuple[np.dtype[Any], Any]] = {}


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
