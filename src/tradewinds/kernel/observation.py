"""Observation tensors: a seat's mask as a flat int8 array with named slices.

Each field of the mask becomes a slice. Numbers are copied, names are one-hot, sets are multi-hot. Seats are numbered
relative to the observer, which always comes first. Hidden numbers are -2; the encodings of hidden names and sets are
filled with -1. `kernel/observation_layout.py` builds the encoding plan of a box.

Successive observations differ little, so encoding is incremental: the mask is rotated to the observer, compared with
the previous one eight bytes at a time, and only the values that differ are written.
"""

from typing import Any

import numpy as np

from tradewinds.kernel.compile import compiled, no_refcount
from tradewinds.kernel.game import Box
from tradewinds.kernel.observation_layout import (
    INT8,
    INT32,
    INT32_BYTES,
    MAX_VALUE,
    MIN_VALUE,
    NAME,
    PADDING,
    UINT8,
    WORD_BYTES,
    EncodingPlan,
    Numbers,
    Observations,
    Slice,
    WordArray,
    make_mask_buffer,
    make_observations,
    observation_spec,
)
from tradewinds.kernel.record import HIDDEN, Record, backing_array
from tradewinds.kernel.sets import lowest

__all__ = [
    "MAX_VALUE",
    "MIN_VALUE",
    "EncodingPlan",
    "Numbers",
    "Observations",
    "Slice",
    "WordArray",
    "encode",
    "make_mask_buffer",
    "make_observations",
    "observation_spec",
    "observation_tensor",
]

HIDDEN_ENTRY = -1
"""Fills the encoding of a hidden name or set."""

BYTE = np.int64(255)
ONES = np.uint64(0x0101_0101_0101_0101)
BITS = np.uint64(0x8040_2010_0804_0201)
LOW_BITS = np.uint64(0x7F7F_7F7F_7F7F_7F7F)
"""SWAR constants: 1 in each byte, a different bit in each byte, all bits but the highest in each byte. They are
unsigned because sums may reach the highest bit, where signed integers would overflow."""

HIGH_BIT = np.uint64(7)
"""Shift of a byte's highest bit."""


@no_refcount
def read_set(mask: Numbers, at: int) -> int:
    """Read a 64-bit set. The fixed-length loop with unsigned indices compiles to a single load."""
    first, value = np.uint64(at), np.int64(0)
    for place in range(WORD_BYTES):
        value |= (np.int64(mask[first + np.uint64(place)]) & BYTE) << np.int64(8 * place)
    return value  # type: ignore[return-value]


@no_refcount
def read_int32(mask: Numbers, at: int) -> int:
    """Read a signed 32-bit number."""
    first = np.uint64(at)
    value = np.int64(mask[first + np.uint64(INT32_BYTES - 1)]) << np.int64(8 * (INT32_BYTES - 1))
    for place in range(INT32_BYTES - 1):
        value |= (np.int64(mask[first + np.uint64(place)]) & BYTE) << np.int64(8 * place)
    return value  # type: ignore[return-value]


@no_refcount
def rotate_seats(seat: int, players: int, names: int) -> int:
    """Renumber the seats in the eight bytes of a word relative to a seat; leave negative bytes unchanged.

    All bytes are processed at once (SWAR). Each sum stays below 256, so that no byte carries into the next.
    """
    found = np.uint64(names)
    no_name = ((found >> HIGH_BIT) & ONES) * np.uint64(255)
    steps = (found & ~no_name) + ONES * np.uint64(players - seat)
    too_far = ((steps + ONES * np.uint64(128 - players)) >> HIGH_BIT) & ONES
    return np.int64(((steps - too_far * np.uint64(players)) & ~no_name) | (found & no_name))  # type: ignore[return-value]


@no_refcount
def rotate(plan: EncodingPlan, words: WordArray, mask: Numbers, seat: int, out_words: WordArray, out: Numbers) -> None:
    """Write a mask rotated to the observer: its own entries first, seat numbers relative to it."""
    for word in range(len(out_words)):
        out_words[word] = words[word]
    for index in range(len(plan.int32_target)):
        value, target = np.int64(read_int32(mask, plan.int32_source[seat, index])), np.uint64(plan.int32_target[index])
        for place in range(INT32_BYTES):
            out[target + np.uint64(place)] = np.int8(value >> np.int64(8 * place))
    for index in range(len(plan.byte_target)):
        out[plan.byte_target[index]] = mask[plan.byte_source[seat, index]]
    players = plan.byte_source.shape[0]
    for index in range(len(plan.seat_words)):
        word, names = plan.seat_words[index], plan.seat_bytes[index]
        found = out_words[word]
        out_words[word] = (rotate_seats(seat, players, found) & names) | (found & ~names)


@no_refcount
def fill_range(out: Numbers, row: int, start: int, width: int, value: int) -> None:
    """Fill the encoding of a name or set with a value."""
    for index in range(start, start + width):
        out[row, index] = value


@no_refcount
def encode_name(entry: Any, before: int, value: int, out: Numbers, row: int) -> None:
    """Update a one-hot encoding. Clearing index 0 for a missing name changes nothing and saves a branch."""
    if before == HIDDEN:
        fill_range(out, row, entry.target, entry.width, 0)
    out[row, entry.target + max(before, 0)] = 0
    out[row, entry.target + max(value, 0)] = value >= 0
    if value == HIDDEN:
        fill_range(out, row, entry.target, entry.width, HIDDEN_ENTRY)


@no_refcount
def encode_members(entry: Any, place: int, items: int, out: Numbers, row: int) -> None:
    """Write the multi-hot entries (at most eight) for one byte of a set."""
    bits = (np.uint64((items >> np.int64(8 * place)) & BYTE) * ONES) & BITS
    ones = np.int64(((bits + LOW_BITS) >> HIGH_BIT) & ONES)
    start = np.uint64(entry.target + 8 * place)
    if 8 * place + 8 <= entry.width:
        for member in range(8):
            out[row, start + np.uint64(member)] = (ones >> np.int64(8 * member)) & BYTE
    else:
        for member in range(entry.width - 8 * place):
            out[row, start + np.uint64(member)] = (ones >> np.int64(8 * member)) & BYTE


@no_refcount
def encode_set(entry: Any, index: int, observations: Observations, row: int) -> None:
    """Update the entries of one byte of a set, or of the whole set if it is or was hidden."""
    items = read_set(observations.scratch, entry.first)
    if items == HIDDEN:
        fill_range(observations.values, row, entry.target, entry.width, HIDDEN_ENTRY)
    elif read_set_in_row(observations.masks, row, entry.first) == HIDDEN:
        for place in range((entry.width + 7) // 8):
            encode_members(entry, place, items, observations.values, row)
    else:
        encode_members(entry, index - entry.first, items, observations.values, row)


@no_refcount
def read_set_in_row(masks: Numbers, row: int, at: int) -> int:
    """Read a 64-bit set from a row of masks, without slicing the row."""
    first, value = np.uint64(at), np.int64(0)
    for place in range(WORD_BYTES):
        value |= (np.int64(masks[row, first + np.uint64(place)]) & BYTE) << np.int64(8 * place)
    return value  # type: ignore[return-value]


@no_refcount
def encode_byte(plan: EncodingPlan, index: int, observations: Observations, row: int) -> None:
    """Update the encoding of the value that contains a changed byte."""
    entry, value, out = plan.entries[index], observations.scratch[index], observations.values
    if entry.kind == NAME:
        encode_name(entry, observations.masks[row, index], value, out, row)
    elif entry.kind == INT8:
        out[row, entry.target] = value
    elif entry.kind == UINT8:
        out[row, entry.target] = value if value >= 0 else MAX_VALUE
    elif entry.kind == INT32:
        out[row, entry.target] = min(max(read_int32(observations.scratch, entry.first), MIN_VALUE), MAX_VALUE)
    elif entry.kind != PADDING:
        encode_set(entry, index, observations, row)


@no_refcount
def encode(
    plan: EncodingPlan, words: WordArray, mask: Numbers, seat: int, observations: Observations, row: int
) -> None:
    """Update a row to the observation of a seat's mask, given as words and as bytes.

    The row is passed by index, because slicing it out would cost an array view per call.
    """
    rotate(plan, words, mask, seat, observations.scratch_words, observations.scratch)
    for word in range(len(words)):
        differs = observations.scratch_words[word] ^ observations.words[row, word]
        while differs != 0:
            place = lowest(differs) >> 3
            differs &= ~(BYTE << np.int64(8 * place))
            encode_byte(plan, WORD_BYTES * word + place, observations, row)
    for word in range(len(words)):
        observations.words[row, word] = observations.scratch_words[word]


@compiled
def _encode(plan: EncodingPlan, words: WordArray, mask: Numbers, seat: int, observations: Observations) -> None:
    encode(plan, words, mask, seat, observations, 0)


def observation_tensor(box: Box, masked: Record, seat: int) -> Numbers:
    """Return the observation of a seat from its mask."""
    observations = make_observations(box, 1)
    buffer, words = make_mask_buffer(box)
    buffer[:] = backing_array(masked)
    _encode(observation_spec(box).plan, words, words.view(np.int8), seat, observations)
    row: Numbers = observations.values[0]
    return row
