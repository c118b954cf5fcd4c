"""Flags on cargo cards: counted for all companies at once, packed into one number."""

import numpy as np

from tradewinds.games.borneo.state import PACKED
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.record import Record
from tradewinds.kernel.sets import EMPTY, lowest, without_lowest

MOST = (1 << PACKED) - 1
"""The largest count that can be packed, and the mask for one."""


@inlined
def flags_of(packed: int, company: int) -> int:
    """The flags of one company out of packed counts."""
    return (np.int64(packed) >> np.int64(PACKED * company)) & MOST  # type: ignore[return-value]


@inlined
def flags_on(box: Record, cards: int, company: int) -> int:
    """How many flags of a company some cards show."""
    # BO-6.4: all four flags of a card count.
    packed = 0
    while cards != EMPTY:
        packed += box.all_shown[lowest(cards)]
        cards = without_lowest(cards)
    return flags_of(packed, company)


@inlined
def visible(box: Record, state: Record, slot: int, count: int) -> int:
    """How many flags of each company show at a port where so many cards lie, packed."""
    # BO-7.1: of all but the last card only the upper three; covered flags never count.
    packed = 0
    for place in range(count - 1):
        packed += box.upper_shown[state.lying[slot, place]]
    return packed + box.all_shown[state.lying[slot, count - 1]] if count > 0 else 0
