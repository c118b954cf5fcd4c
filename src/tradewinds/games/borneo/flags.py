"""Cargo at ports, and the flags on cargo cards, counted for all companies at once in one packed integer."""

import numpy as np

from tradewinds.games.borneo.state import PACKED, PLACES
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.sets import EMPTY, lowest, only, without_lowest

MOST = (1 << PACKED) - 1
"""Maximum of a packed count; also the bit mask that extracts one."""


@inlined
def cards_at(state: Record, slot: int) -> int:
    """Return the number of cargo cards at a port."""
    lying, count = state.lying[slot], 0
    while count < PLACES and lying[count] != NONE:
        count += 1
    return count


@inlined
def cargo_at(state: Record, slot: int) -> int:
    """Return the set of cargo cards at a port."""
    cards = EMPTY
    for place in range(PLACES):
        card = state.lying[slot, place]
        if card != NONE:
            cards |= only(card)
    return cards


@inlined
def flags_of(packed: int, company: int) -> int:
    """Return the count of one company from packed counts."""
    return (np.int64(packed) >> np.int64(PACKED * company)) & MOST  # type: ignore[return-value]


@inlined
def all_flags(box: Record, cards: int) -> int:
    """Count the flags of each company on a set of cards, packed."""
    # BO-6.4: all four flags of a card count.
    packed = 0
    while cards != EMPTY:
        packed += box.all_shown[lowest(cards)]
        cards = without_lowest(cards)
    return packed


@inlined
def flags_on(box: Record, cards: int, company: int) -> int:
    """Count the flags of a company on a set of cards."""
    return flags_of(all_flags(box, cards), company)


@inlined
def visible(box: Record, state: Record, slot: int, count: int) -> int:
    """Count the visible flags of each company at a port with `count` cards, packed."""
    # BO-7.1: of all but the last card only the upper three; covered flags never count.
    packed = 0
    for place in range(count - 1):
        packed += box.upper_shown[state.lying[slot, place]]
    return packed + box.all_shown[state.lying[slot, count - 1]] if count > 0 else 0
