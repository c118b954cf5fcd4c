"""What a seat sees as numbers: a flat array of small integers with named slices, for programs that learn.

Each field of the mask becomes a slice. A number stays a number, a name becomes a row with a one where it points, a set
a row with a one for each member. Seats are counted from the one who looks, so that it always sees itself first. What is
there but hidden is -2 as a number and -1 all along a row. `kernel/observation_layout.py` works out the plan of a box.

Games are seen again and again, and little changes from one time to the next. So the mask is turned to the one who
looks, compared with what was seen last, eight bytes at a time, and only what differs is written.
"""

from typing import Any

import numpy as np

from tradewinds.kernel.compile import borrowing, compiled
from tradewinds.kernel.game import Box
from tradewinds.kernel.observation_layout import (
    COUNT,
    LARGE,
    LARGE_BYTES,
    LEAST,
    MOST,
    NAME,
    NOTHING,
    SMALL,
    WORD,
    Numbers,
    Plan,
    Sights,
    Slice,
    Words,
    make_mask,
    make_sights,
    sight_of,
)
from tradewinds.kernel.record import HIDDEN, Record, home
from tradewinds.kernel.sets import lowest

__all__ = [
    "LEAST",
    "MOST",
    "Numbers",
    "Plan",
    "Sights",
    "Slice",
    "Words",
    "make_mask",
    "make_sights",
    "see",
    "sight",
    "sight_of",
]

COVERED = -1

BYTE = np.int64(255)
ONES = np.uint64(0x0101_0101_0101_0101)
BITS = np.uint64(0x8040_2010_0804_0201)
FULL = np.uint64(0x7F7F_7F7F_7F7F_7F7F)
"""Words: a one in each byte, another bit in each byte, all bits but the highest in each byte. They have no sign: a sum
may reach the highest bit, where numbers with a sign would run over."""

HIGHEST = np.uint64(7)
"""The place of a byte's highest bit."""


@borrowing
def read_set(mask: Numbers, at: int) -> int:
    """The set that begins somewhere; a loop of fixed length with unsigned indices becomes one load."""
    first, value = np.uint64(at), np.int64(0)
    for place in range(WORD):
        value |= (np.int64(mask[first + np.uint64(place)]) & BYTE) << np.int64(8 * place)
    return value  # type: ignore[return-value]


@borrowing
def read_large(mask: Numbers, at: int) -> int:
    """The number of four bytes that begins somewhere."""
    first = np.uint64(at)
    value = np.int64(mask[first + np.uint64(LARGE_BYTES - 1)]) << np.int64(8 * (LARGE_BYTES - 1))
    for place in range(LARGE_BYTES - 1):
        value |= (np.int64(mask[first + np.uint64(place)]) & BYTE) << np.int64(8 * place)
    return value  # type: ignore[return-value]


@borrowing
def count_seats_from(seat: int, players: int, names: int) -> int:
    """The names of seats in the eight bytes of a word, counted from a seat; what is no name stays.

    All bytes are worked on at once. Each sum stays below 256, so that none runs over into the next byte.
    """
    found = np.uint64(names)
    no_name = ((found >> HIGHEST) & ONES) * np.uint64(255)
    steps = (found & ~no_name) + ONES * np.uint64(players - seat)
    too_far = ((steps + ONES * np.uint64(128 - players)) >> HIGHEST) & ONES
    return np.int64(((steps - too_far * np.uint64(players)) & ~no_name) | (found & no_name))  # type: ignore[return-value]


@borrowing
def turn(plan: Plan, words: Words, mask: Numbers, seat: int, out_words: Words, out: Numbers) -> None:
    """Write a mask as the one who looks sees it: its own things first, seats counted from its own."""
    for word in range(len(out_words)):
        out_words[word] = words[word]
    for index in range(len(plan.piece_to)):
        piece, target = np.int64(read_large(mask, plan.piece_from[seat, index])), np.uint64(plan.piece_to[index])
        for place in range(LARGE_BYTES):
            out[target + np.uint64(place)] = np.int8(piece >> np.int64(8 * place))
    for index in range(len(plan.byte_to)):
        out[plan.byte_to[index]] = mask[plan.byte_from[seat, index]]
    players = plan.byte_from.shape[0]
    for index in range(len(plan.seat_words)):
        word, names = plan.seat_words[index], plan.seat_bytes[index]
        found = out_words[word]
        out_words[word] = (count_seats_from(seat, players, found) & names) | (found & ~names)


@borrowing
def fill_row(out: Numbers, row: int, start: int, width: int, value: int) -> None:
    """The same number all along the row of a name or set."""
    for index in range(start, start + width):
        out[row, index] = value


@borrowing
def see_name(part: Any, before: int, value: int, out: Numbers, row: int) -> None:
    """Let a name point elsewhere; a nought where nothing pointed changes nothing, and spares a branch."""
    if before == HIDDEN:
        fill_row(out, row, part.target, part.width, 0)
    out[row, part.target + max(before, 0)] = 0
    out[row, part.target + max(value, 0)] = value >= 0
    if value == HIDDEN:
        fill_row(out, row, part.target, part.width, COVERED)


@borrowing
def see_members(part: Any, place: int, items: int, out: Numbers, row: int) -> None:
    """Write which of the eight things that a byte of a set stands for are in it: a bit for each, then a one."""
    bits = (np.uint64((items >> np.int64(8 * place)) & BYTE) * ONES) & BITS
    ones = np.int64(((bits + FULL) >> HIGHEST) & ONES)
    start = np.uint64(part.target + 8 * place)
    if 8 * place + 8 <= part.width:
        for member in range(8):
            out[row, start + np.uint64(member)] = (ones >> np.int64(8 * member)) & BYTE
    else:
        for member in range(part.width - 8 * place):
            out[row, start + np.uint64(member)] = (ones >> np.int64(8 * member)) & BYTE


@borrowing
def see_set(part: Any, index: int, sights: Sights, row: int) -> None:
    """Write what one byte of a set tells; the whole set, if it is or was hidden."""
    items = read_set(sights.now, part.first)
    if items == HIDDEN:
        fill_row(sights.numbers, row, part.target, part.width, COVERED)
    elif read_set_of(sights.masks, row, part.first) == HIDDEN:
        for place in range((part.width + 7) // 8):
            see_members(part, place, items, sights.numbers, row)
    else:
        see_members(part, index - part.first, items, sights.numbers, row)


@borrowing
def read_set_of(masks: Numbers, row: int, at: int) -> int:
    """The same as `read_set` in a row."""
    first, value = np.uint64(at), np.int64(0)
    for place in range(WORD):
        value |= (np.int64(masks[row, first + np.uint64(place)]) & BYTE) << np.int64(8 * place)
    return value  # type: ignore[return-value]


@borrowing
def see_part(plan: Plan, index: int, sights: Sights, row: int) -> None:
    """Write the value to which a byte belongs that differs."""
    part, value, out = plan.parts[index], sights.now[index], sights.numbers
    if part.kind == NAME:
        see_name(part, sights.masks[row, index], value, out, row)
    elif part.kind == SMALL:
        out[row, part.target] = value
    elif part.kind == COUNT:
        out[row, part.target] = value if value >= 0 else MOST
    elif part.kind == LARGE:
        out[row, part.target] = min(max(read_large(sights.now, part.first), LEAST), MOST)
    elif part.kind != NOTHING:
        see_set(part, index, sights, row)


@borrowing
def see(plan: Plan, words: Words, mask: Numbers, seat: int, sights: Sights, row: int) -> None:
    """Write what a seat sees into a row, from its mask as words and bytes. The row is passed by number, not cut out: a
    slice would have to be made for every one.
    """
    turn(plan, words, mask, seat, sights.now_words, sights.now)
    for word in range(len(words)):
        differs = sights.now_words[word] ^ sights.words[row, word]
        while differs != 0:
            place = lowest(differs) >> 3
            differs &= ~(BYTE << np.int64(8 * place))
            see_part(plan, WORD * word + place, sights, row)
    for word in range(len(words)):
        sights.words[row, word] = sights.now_words[word]


@compiled
def _see(plan: Plan, words: Words, mask: Numbers, seat: int, sights: Sights) -> None:
    see(plan, words, mask, seat, sights, 0)


def sight(box: Box, masked: Record, seat: int) -> Numbers:
    """What a seat sees, from its mask."""
    sights = make_sights(box, 1)
    room, words = make_mask(box)
    room[:] = home(masked)
    _see(sight_of(box).plan, words, words.view(np.int8), seat, sights)
    row: Numbers = sights.numbers[0]
    return row
