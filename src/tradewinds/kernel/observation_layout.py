"""The observation layout of a box: named slices, and the plan that compiled code follows to encode masks."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.game import Box, once_per_box
from tradewinds.kernel.record import NONE, Field

MIN_VALUE, MAX_VALUE = -128, 127
"""Numbers outside this range are clipped."""

INT32_BYTES, WORD_BYTES = 4, 8

PADDING, INT8, UINT8, INT32, NAME, SET = range(6)
"""Kinds of values that a byte of a mask can belong to."""

NUMBER_KINDS = {"i1": INT8, "u1": UINT8, "i4": INT32}

BYTE_ENTRY = np.dtype((np.record, [("kind", "i2"), ("first", "i2"), ("target", "i2"), ("width", "i2")]))
"""The value that a byte belongs to: its kind, its first byte in the mask, and its range in the observation."""

Numbers = npt.NDArray[np.int8]
Offsets = npt.NDArray[np.int16]
WordArray = npt.NDArray[np.int64]
Moves = list[tuple[list[int], int]]


class Slice(NamedTuple):
    """A named part of an observation: `observation[start:end]`, reshaped to `shape`."""

    name: str
    start: int
    end: int
    shape: tuple[int, ...]
    axes: tuple[str, ...]
    """The meaning of each axis: the axes of the field, then that of its one-hot or multi-hot encoding."""


class EncodingPlan(NamedTuple):
    """How the masks of a box are encoded: the byte moves that rotate seats, and the encoding of each rotated byte."""

    int32_source: Offsets
    int32_target: Offsets
    byte_source: Offsets
    byte_target: Offsets
    """Byte moves for per-seat fields, of four bytes or one: source offsets by observing seat, and target offsets."""
    seat_words: Offsets
    seat_bytes: WordArray
    """The words that contain seat numbers, and bit masks that select those bytes."""
    entries: Any


class Observations(NamedTuple):
    """The observations of several games, one per row, and the rotated masks they encode."""

    values: Numbers
    words: WordArray
    masks: Numbers
    """The rotated masks as words and as bytes."""
    scratch_words: WordArray
    scratch: Numbers
    """A buffer for the next rotated mask."""


class ObservationSpec(NamedTuple):
    """The encoding plan of a box, and the slices and size of its observations."""

    plan: EncodingPlan
    slices: tuple[Slice, ...]
    size: int


@once_per_box
def observation_spec(box: Box) -> ObservationSpec:
    """Return the observation layout of a box; per-seat fields have one entry per player."""
    slices: list[Slice] = []
    entries = np.zeros(word_count(box) * WORD_BYTES, BYTE_ENTRY)
    seat_bytes = np.zeros(len(entries), np.uint8)
    int32_moves: Moves = []
    byte_moves: Moves = []
    for field in box.game.fields:
        start, size, value_size = field_extent(box, field)
        target, width = slices[-1].end if slices else 0, encoded_width(box, field)
        slices.append(make_slice(box, field, target, size // value_size * width))
        for byte in range(start, start + size):
            value = (byte - start) // value_size
            entries[byte] = (kind_of(field), start + value * value_size, target + value * width, width)
            seat_bytes[byte] = 255 * (field.names == "seat")
        if "seat" in field.axes:
            add_moves(start, size // box.players, box.players, int32_moves, byte_moves)
    seat_words = seat_bytes.view(np.int64)
    found = np.flatnonzero(seat_words).astype(np.int16)
    moves = (*move_arrays(int32_moves, box.players), *move_arrays(byte_moves, box.players))
    plan = EncodingPlan(*moves, found, seat_words[found], entries)
    return ObservationSpec(plan, tuple(slices), slices[-1].end)


def word_count(box: Box) -> int:
    """Return the number of words in a mask."""
    return -(-box.game.state_type.itemsize // WORD_BYTES)


def field_extent(box: Box, field: Field) -> tuple[int, int, int]:
    """Return a field's offset in a mask, the number of bytes that the box uses, and the size of each value."""
    part, start = box.game.state_type.fields[field.name][:2]  # type: ignore[index]
    if "seat" not in field.axes:
        return start, part.itemsize, part.base.itemsize
    if field.axes[0] != "seat":
        raise ValueError(f"The field {field.name!r} must have the seats as its first axis.")
    return start, part.itemsize // box.game.sizes["seat"] * box.players, part.base.itemsize


def encoded_width(box: Box, field: Field) -> int:
    """Return the number of observation entries that encode one value of a field."""
    categories = field.names or field.members
    return len(box.labels[categories]) if categories else 1


def make_slice(box: Box, field: Field, start: int, size: int) -> Slice:
    """Return the slice of a field."""
    shape = tuple(box.players if axis == "seat" else box.game.sizes[axis] for axis in field.axes)
    categories = field.names or field.members
    if categories is None:
        return Slice(field.name, start, start + size, shape, field.axes)
    return Slice(field.name, start, start + size, (*shape, encoded_width(box, field)), (*field.axes, categories))


def kind_of(field: Field) -> int:
    """Return the kind of a field's values."""
    if field.members is not None:
        return SET
    if field.names is not None:
        if field.type != "i1":
            raise ValueError(f"The field {field.name!r} names things: its type must be i1.")
        return NAME
    if field.type not in NUMBER_KINDS:
        raise ValueError(f"The field {field.name!r} has numbers: its type must be one of {', '.join(NUMBER_KINDS)}.")
    return NUMBER_KINDS[field.type]


def add_moves(start: int, stride: int, players: int, int32_moves: Moves, byte_moves: Moves) -> None:
    """Add the byte copies that rotate a per-seat field: a source for each observing seat, and the target."""
    at = 0
    while at < stride:
        large = stride - at >= INT32_BYTES
        for step in range(players):
            sources = [start + (seat + step) % players * stride + at for seat in range(players)]
            (int32_moves if large else byte_moves).append((sources, start + step * stride + at))
        at += INT32_BYTES if large else 1


def move_arrays(moves: Moves, players: int) -> tuple[Offsets, Offsets]:
    """Convert moves to arrays of sources and targets."""
    sources = np.array([each for each, _ in moves], np.int16).reshape(len(moves), players).T
    return np.ascontiguousarray(sources), np.array([target for _, target in moves], np.int16)


def make_observations(box: Box, rows: int) -> Observations:
    """Allocate observations of empty masks: all numbers 0, no names, empty sets."""
    spec = observation_spec(box)
    words = np.zeros((rows, word_count(box)), np.int64)
    masks = words.view(np.int8)
    masks[:, spec.plan.entries["kind"] == NAME] = NONE
    scratch = np.zeros(word_count(box), np.int64)
    return Observations(np.zeros((rows, spec.size), np.int8), words, masks, scratch, scratch.view(np.int8))


def make_mask_buffer(box: Box) -> tuple[np.ndarray[Any, Any], WordArray]:
    """Allocate a buffer for one mask, as an array of one record and as words."""
    words = np.zeros(word_count(box), np.int64)
    return words.view(np.uint8)[: box.game.state_type.itemsize].view(box.game.state_type), words
