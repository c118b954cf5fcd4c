"""What a seat sees, as a flat array of small numbers: the observation of learners, made from a mask and nothing else.

Every field of a record becomes a slice. A number stays a number, a name becomes a row with a one where it points, a set
a row with a one for each member. Seats are counted from the one who looks, so that it always sees itself first. What is
there but hidden is -2 as a number and -1 all along a row.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, inlined
from tradewinds.kernel.game import Box, once_per_box
from tradewinds.kernel.record import HIDDEN, Field, Record, home
from tradewinds.kernel.sets import lowest, without_lowest

LEAST, MOST = -128, 127
"""What lies beyond is seen as if it were the last number that fits."""

COVERED = -1

LARGE, SET = 4, 8
"""The bytes of a large number and of a set."""

Numbers = npt.NDArray[np.int8]
Bytes = npt.NDArray[np.uint8]
Places = npt.NDArray[np.uint16]


class Slice(NamedTuple):
    """A named part of what a seat sees: indices `start` up to `end`, which together have the shape."""

    name: str
    start: int
    end: int
    shape: tuple[int, ...]
    axes: tuple[str, ...]
    """What each axis stands for: an axis of the field, then what a row points at."""


class Values(NamedTuple):
    """Values of one kind: where in a mask each lies for each seat that looks, and where it is written, how wide."""

    source: Places
    target: Places
    width: Places


class Plan(NamedTuple):
    """How the masks of a box are read: numbers of one byte with and without a sign, those of four, names, names of
    seats, and sets.
    """

    small: Values
    counts: Values
    large: Values
    names: Values
    seats: Values
    sets: Values


class Sight(NamedTuple):
    """The plan of a box, and what it makes."""

    plan: Plan
    slices: tuple[Slice, ...]
    size: int


@once_per_box
def sight_of(box: Box) -> Sight:
    """What is seen in a box; it has as many seats as there are players."""
    found: dict[str, list[tuple[list[int], int, int]]] = {kind: [] for kind in Plan._fields}
    slices: list[Slice] = []
    at = 0
    for field in box.game.fields:
        kind, pointed_at = kind_of(field), field.names or field.members
        width = len(box.labels[pointed_at]) if pointed_at else 1
        shape = tuple(box.players if axis == "seat" else box.game.sizes[axis] for axis in field.axes)
        sources = sources_of(box, field)
        for index, source in enumerate(sources):
            found[kind].append((source, at + index * width, width))
        end = at + len(sources) * width
        axes = (*field.axes, *([pointed_at] if pointed_at else []))
        slices.append(Slice(field.name, at, end, (*shape, width) if pointed_at else shape, axes))
        at = end
    return Sight(Plan(*(values_of(found[kind], box.players) for kind in Plan._fields)), tuple(slices), at)


NUMBERS = {"i1": "small", "u1": "counts", "i4": "large"}
"""To which part of the plan numbers of a type belong."""


def kind_of(field: Field) -> str:
    """To which part of the plan a field belongs."""
    if field.members is not None:
        return "sets"
    if field.names is not None:
        if field.type != "i1":
            raise ValueError(f"The field {field.name!r} names things: its type must be i1.")
        return "seats" if field.names == "seat" else "names"
    if field.type not in NUMBERS:
        raise ValueError(f"The field {field.name!r} has numbers: its type must be one of {', '.join(NUMBERS)}.")
    return NUMBERS[field.type]


def sources_of(box: Box, field: Field) -> list[list[int]]:
    """For each value of a field, in the order in which it is seen, where it lies for each seat that looks."""
    part, start = box.game.state_type.fields[field.name][:2]  # type: ignore[index]
    size = part.base.itemsize
    if "seat" not in field.axes:
        return [[at] * box.players for at in range(start, start + part.itemsize, size)]
    if field.axes[0] != "seat":
        raise ValueError(f"The field {field.name!r} must have the seats as its first axis.")
    stride = part.itemsize // box.game.sizes["seat"]
    return [
        [start + (seat + step) % box.players * stride + inner for seat in range(box.players)]
        for step in range(box.players)
        for inner in range(0, stride, size)
    ]


def values_of(found: list[tuple[list[int], int, int]], players: int) -> Values:
    """One part of a plan."""
    source = np.array([each for each, _, _ in found], np.int16).reshape(len(found), players).T
    target, width = (np.array([each[place] for each in found], np.int16) for place in (1, 2))
    return Values(np.ascontiguousarray(source), target, width)  # type: ignore[arg-type]


@inlined
def read_set(mask: Bytes, at: int) -> int:
    """The set that begins somewhere in a mask; a loop of fixed length becomes one load."""
    value = np.int64(0)
    for place in range(SET):
        value |= np.int64(mask[at + place]) << np.int64(8 * place)
    return value  # type: ignore[return-value]


@inlined
def read_large(mask: Bytes, at: int) -> int:
    """The number of four bytes that begins somewhere in a mask."""
    value = np.int64(0)
    for place in range(LARGE):
        value |= np.int64(mask[at + place]) << np.int64(8 * place)
    return np.int32(value)  # type: ignore[return-value]


@inlined
def cover(out: Numbers, row: int, start: int, width: int) -> None:
    """Something that is there but hidden."""
    for index in range(start, start + width):
        out[row, index] = COVERED


@inlined
def see_numbers(plan: Plan, mask: Bytes, seat: int, out: Numbers, row: int) -> None:
    """Write all numbers."""
    small, counts, large = plan.small, plan.counts, plan.large
    for index in range(len(small.target)):
        out[row, small.target[index]] = np.int8(mask[small.source[seat, index]])
    for index in range(len(counts.target)):
        out[row, counts.target[index]] = min(mask[counts.source[seat, index]], np.uint8(MOST))
    for index in range(len(large.target)):
        out[row, large.target[index]] = min(max(read_large(mask, large.source[seat, index]), LEAST), MOST)


@inlined
def see_names(plan: Plan, mask: Bytes, seat: int, out: Numbers, row: int) -> None:
    """Write all names. A nought in place of one that points at nothing changes nothing, and spares a branch."""
    names, seats = plan.names, plan.seats
    for index in range(len(names.target)):
        value, target = np.int8(mask[names.source[seat, index]]), names.target[index]
        out[row, target + max(value, 0)] = value >= 0
        if value == HIDDEN:
            cover(out, row, target, names.width[index])
    for index in range(len(seats.target)):
        value, target, width = np.int8(mask[seats.source[seat, index]]), seats.target[index], seats.width[index]
        step = max(value, 0) - seat  # type: ignore[operator]
        out[row, target + step + width * (step < 0)] = value >= 0
        if value == HIDDEN:
            cover(out, row, target, width)


@inlined
def see(plan: Plan, mask: Bytes, seat: int, out: Numbers, row: int) -> None:
    """Write what a seat sees into a row, from the bytes of its mask. The row is passed by number, not cut out: Numba
    counts references to every slice.
    """
    for index in range(out.shape[1]):
        out[row, index] = 0
    see_numbers(plan, mask, seat, out, row)
    see_names(plan, mask, seat, out, row)
    sets = plan.sets
    for index in range(len(sets.target)):
        items, target = read_set(mask, sets.source[seat, index]), sets.target[index]
        if items == HIDDEN:
            cover(out, row, target, sets.width[index])
        else:
            while items != 0:
                out[row, target + lowest(items)] = 1
                items = without_lowest(items)


@compiled
def _see(plan: Plan, mask: Bytes, seat: int, out: Numbers) -> None:
    see(plan, mask, seat, out, 0)


def sight(box: Box, masked: Record, seat: int) -> Numbers:
    """What a seat sees, from its mask."""
    found = sight_of(box)
    out = np.zeros((1, found.size), np.int8)
    _see(found.plan, home(masked).view(np.uint8), seat, out)
    row: Numbers = out[0]
    return row
