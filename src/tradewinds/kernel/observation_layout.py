"""The plan by which masks of a box become numbers (kernel/observation.py): made once, followed by compiled code."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.game import Box, once_per_box
from tradewinds.kernel.record import NONE, Field

LEAST, MOST = -128, 127
"""What lies beyond is seen as if it were the last number that fits."""

LARGE_BYTES, WORD = 4, 8
"""The bytes of a large number, and of a set or of what is compared at a time."""

NOTHING, SMALL, COUNT, LARGE, NAME, SET = range(6)
"""What a byte of a mask belongs to: numbers of one byte with a sign and without, those of four, names, sets."""

NUMBERS = {"i1": SMALL, "u1": COUNT, "i4": LARGE}
"""The kinds of numbers by their type."""

PART = np.dtype((np.record, [("kind", "i2"), ("first", "i2"), ("target", "i2"), ("width", "i2")]))
"""What a byte is part of: a value that begins at the byte `first` and is seen from `target` on."""

Numbers = npt.NDArray[np.int8]
Places = npt.NDArray[np.int16]
Words = npt.NDArray[np.int64]
Moves = list[tuple[list[int], int]]


class Slice(NamedTuple):
    """A named part of what a seat sees: indices `start` up to `end`, which together have the shape."""

    name: str
    start: int
    end: int
    shape: tuple[int, ...]
    axes: tuple[str, ...]
    """What each axis stands for: an axis of the field, then what a row points at."""


class Plan(NamedTuple):
    """How the masks of a box are read: what is moved to turn them, and what each byte then means."""

    piece_from: Places
    piece_to: Places
    byte_from: Places
    byte_to: Places
    """What belongs to single seats, four bytes or one at a time: where it lies for each seat that looks, and where it
    comes."""
    seat_words: Places
    seat_bytes: Words
    """Which words have names of seats, and in which of their bytes."""
    parts: Any


class Sights(NamedTuple):
    """What is seen in some games, one in each row, and the turned masks that it was made from."""

    numbers: Numbers
    words: Words
    masks: Numbers
    """The turned masks, as words and as bytes."""
    now_words: Words
    now: Numbers
    """Room for one more."""


class Sight(NamedTuple):
    """The plan of a box, and what it makes."""

    plan: Plan
    slices: tuple[Slice, ...]
    size: int


@once_per_box
def sight_of(box: Box) -> Sight:
    """What is seen in a box; it has as many seats as there are players."""
    slices: list[Slice] = []
    parts = np.zeros(in_words(box) * WORD, PART)
    names_of_seats = np.zeros(len(parts), np.uint8)
    pieces: Moves = []
    single: Moves = []
    for field in box.game.fields:
        start, size, value_size = place_of(box, field)
        target, width = slices[-1].end if slices else 0, width_of(box, field)
        slices.append(slice_of(box, field, target, size // value_size * width))
        for byte in range(start, start + size):
            value = (byte - start) // value_size
            parts[byte] = (kind_of(field), start + value * value_size, target + value * width, width)
            names_of_seats[byte] = 255 * (field.names == "seat")
        if "seat" in field.axes:
            add_moves(start, size // box.players, box.players, pieces, single)
    seat_words = names_of_seats.view(np.int64)
    found = np.flatnonzero(seat_words).astype(np.int16)
    plan = Plan(*columns(pieces, box.players), *columns(single, box.players), found, seat_words[found], parts)
    return Sight(plan, tuple(slices), slices[-1].end)


def in_words(box: Box) -> int:
    """How many words a mask takes."""
    return -(-box.game.state_type.itemsize // WORD)


def place_of(box: Box, field: Field) -> tuple[int, int, int]:
    """Where a field begins in a mask, how many bytes of it are in use, and how many each value has."""
    part, start = box.game.state_type.fields[field.name][:2]  # type: ignore[index]
    if "seat" not in field.axes:
        return start, part.itemsize, part.base.itemsize
    if field.axes[0] != "seat":
        raise ValueError(f"The field {field.name!r} must have the seats as its first axis.")
    return start, part.itemsize // box.game.sizes["seat"] * box.players, part.base.itemsize


def width_of(box: Box, field: Field) -> int:
    """How many numbers each value of a field becomes."""
    pointed_at = field.names or field.members
    return len(box.labels[pointed_at]) if pointed_at else 1


def slice_of(box: Box, field: Field, start: int, size: int) -> Slice:
    """The slice that a field becomes."""
    shape = tuple(box.players if axis == "seat" else box.game.sizes[axis] for axis in field.axes)
    pointed_at = field.names or field.members
    if pointed_at is None:
        return Slice(field.name, start, start + size, shape, field.axes)
    return Slice(field.name, start, start + size, (*shape, width_of(box, field)), (*field.axes, pointed_at))


def kind_of(field: Field) -> int:
    """To which kind of values a field belongs."""
    if field.members is not None:
        return SET
    if field.names is not None:
        if field.type != "i1":
            raise ValueError(f"The field {field.name!r} names things: its type must be i1.")
        return NAME
    if field.type not in NUMBERS:
        raise ValueError(f"The field {field.name!r} has numbers: its type must be one of {', '.join(NUMBERS)}.")
    return NUMBERS[field.type]


def add_moves(start: int, stride: int, players: int, pieces: Moves, single: Moves) -> None:
    """Note how a field of all seats is turned: where its pieces lie for each seat that looks, and where they come."""
    at = 0
    while at < stride:
        large = stride - at >= LARGE_BYTES
        for step in range(players):
            sources = [start + (seat + step) % players * stride + at for seat in range(players)]
            (pieces if large else single).append((sources, start + step * stride + at))
        at += LARGE_BYTES if large else 1


def columns(moves: Moves, players: int) -> tuple[Places, Places]:
    """Moves as arrays."""
    sources = np.array([each for each, _ in moves], np.int16).reshape(len(moves), players).T
    return np.ascontiguousarray(sources), np.array([target for _, target in moves], np.int16)


def make_sights(box: Box, rows: int) -> Sights:
    """What is seen before anything was seen: no number, no name, no member of a set."""
    sight = sight_of(box)
    words = np.zeros((rows, in_words(box)), np.int64)
    masks = words.view(np.int8)
    masks[:, sight.plan.parts["kind"] == NAME] = NONE
    now = np.zeros(in_words(box), np.int64)
    return Sights(np.zeros((rows, sight.size), np.int8), words, masks, now, now.view(np.int8))


def make_mask(box: Box) -> tuple[np.ndarray[Any, Any], Words]:
    """Room for one mask, as an array of one record and as words."""
    words = np.zeros(in_words(box), np.int64)
    return words.view(np.uint8)[: box.game.state_type.itemsize].view(box.game.state_type), words
