"""Who would take how many cards if the ports were shared out as they are (BO-7): a part of the features.

The counts are the same for all seats, and are kept for positions with the same cargo and ranks.
"""

import numpy as np
import numpy.typing as npt

from tradewinds.games.borneo.flags import cards_at
from tradewinds.games.borneo.share_out import rank_companies
from tradewinds.games.borneo.state import COMPANIES, PLACES, RANKS, SEATS, SLOTS
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.evaluation import FeatureCache
from tradewinds.kernel.random import GOLDEN_GAMMA, mix
from tradewinds.kernel.record import NONE, Record

BY_FLAGS, BY_MONOPOLY, FIRST = range(3)
"""What is counted: cards taken in a share-out by flags, in a monopoly of the leading company, and first choices."""

BLOCK = SLOTS * SEATS
COUNTS = 3 * BLOCK

KEPT = 256
"""Positions that are kept, a power of two."""


@inlined
def cargo_key(state: Record) -> np.uint64:
    """Hash the cargo at the ports and the ranks in the rows."""
    key = np.uint64(1)
    for slot in range(SLOTS):
        key = (key ^ np.uint64(state.port[slot] + 2)) * GOLDEN_GAMMA
        for place in range(PLACES):
            key = (key ^ np.uint64(state.lying[slot, place] + 2)) * GOLDEN_GAMMA
            key ^= key >> np.uint64(29)
    for company in range(COMPANIES):
        for rank in range(RANKS):
            if state.row[company, rank] == NONE:
                break
            key = (key ^ np.uint64(state.row[company, rank] + 2)) * GOLDEN_GAMMA
            key ^= key >> np.uint64(29)
        key = (key ^ np.uint64(1)) * GOLDEN_GAMMA
    return mix(key)


@inlined
def count_picks(
    state: Record, order: npt.NDArray[np.int8], companies: int, cards: int, out: npt.NDArray[np.float32], first: int
) -> int:
    """Count the cards that each seat would take, from out[first] on; return the seat that chooses first, or NONE."""
    taken, rank, chooser = 0, 0, NONE
    while taken < cards:
        before = taken
        for place in range(companies):
            owner = state.row[order[place], rank]
            if owner != NONE and taken < cards:
                chooser = owner if taken == 0 else chooser
                out[first + owner] += 1
                taken += 1
        if taken == before and rank == 0:
            return chooser
        # BO-7.4: then again from the first merchants.
        rank = 0 if taken == before or rank == RANKS - 1 else rank + 1
    return chooser


@noinline
def fill_picks(box: Record, state: Record, out: npt.NDArray[np.float32]) -> None:
    """Write the counts of all ports and seats."""
    for index in range(COUNTS):
        out[index] = 0
    order = np.empty(COMPANIES, np.int8)
    for slot in range(SLOTS):
        count = cards_at(state, slot)
        if state.port[slot] == NONE or count == 0:
            continue
        for place in range(COMPANIES):
            order[place] = NONE
        rank_companies(box, state, slot, count, order)
        companies = 0
        while companies < COMPANIES and order[companies] != NONE:
            companies += 1
        chooser = count_picks(state, order, companies, count, out, BY_FLAGS * BLOCK + slot * SEATS)
        count_picks(state, order, 1, count, out, BY_MONOPOLY * BLOCK + slot * SEATS)
        if chooser != NONE:
            out[FIRST * BLOCK + slot * SEATS + chooser] = 1


@inlined
def find_picks(box: Record, state: Record, cache: FeatureCache) -> int:
    """Return where the counts of a position are kept, computing them if they are not."""
    key = cargo_key(state)
    kept = np.int64(key & np.uint64(KEPT - 1))
    if cache.keys[kept] != key:
        cache.keys[kept] = key
        fill_picks(box, state, cache.values[kept])
    return kept  # type: ignore[return-value]
