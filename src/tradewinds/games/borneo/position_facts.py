"""Facts about ports and rows that the features of all seats share, kept for positions with the same cargo and ranks."""

import numpy as np
import numpy.typing as npt

from tradewinds.games.borneo.flags import cards_at, cargo_at, flags_of, visible
from tradewinds.games.borneo.payment import spice_amount
from tradewinds.games.borneo.prospects import cargo_share, company_share, share_out_progress
from tradewinds.games.borneo.share_out import rank_companies
from tradewinds.games.borneo.state import COMPANIES, PLACES, RANKS, SEATS, SLOTS, SPICES
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.evaluation import FeatureCache
from tradewinds.kernel.random import GOLDEN_GAMMA, mix
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.sets import EMPTY

Facts = npt.NDArray[np.float32]

SHARES = 0
"""Where each seat's share of each company begins (`company_share`)."""

SLOT = SHARES + COMPANIES * SEATS
"""Where the facts of the ports begin, PER_SLOT for each."""

CARDS, PROGRESS, LEADER = range(3)
"""Of a port: the number of cards, the progress of its share-out, the company with the most visible flags or NONE."""

VISIBLE = 3
"""Visible flags by company."""

STAYING = VISIBLE + COMPANIES
"""Flags by company that will still be visible after another card."""

SPICE = STAYING + COMPANIES
"""Amounts by spice."""

CARGO_SHARE = SPICE + SPICES
"""Each seat's share of the cargo (`cargo_share`)."""

BY_FLAGS = CARGO_SHARE + SEATS
"""Cards that each seat would take if the port were shared out by flags (BO-7.4)."""

FIRST = BY_FLAGS + SEATS
"""1 for the seat that would choose first then."""

BY_MONOPOLY = FIRST + SEATS
"""Cards that each seat would take in a monopoly of each company (BO-7.3)."""

PER_SLOT = BY_MONOPOLY + COMPANIES * SEATS
FACTS = SLOT + PER_SLOT * SLOTS

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
def count_picks(state: Record, order: npt.NDArray[np.int8], companies: int, cards: int, out: Facts, first: int) -> int:
    """Count the cards that each seat would take, from out[first] on; return the seat that chooses first, or NONE."""
    taken, rank, chooser = 0, 0, NONE
    while taken < cards:
        before = taken
        for place in range(companies):
            owner = int(state.row[order[place], rank])
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
def fill_slot(box: Record, state: Record, slot: int, out: Facts, first: int) -> None:
    """Write the facts of a port, from out[first] on."""
    count, cargo, most = cards_at(state, slot), cargo_at(state, slot), 0
    packed, upper = visible(box, state, slot, count), 0
    for place in range(count):
        upper += box.upper_shown[state.lying[slot, place]]
    out[first + CARDS] = count
    out[first + PROGRESS] = share_out_progress(box, state, slot)
    out[first + LEADER] = NONE
    for company in range(COMPANIES):
        flags = flags_of(packed, company)
        out[first + VISIBLE + company] = flags
        out[first + STAYING + company] = flags_of(upper, company)
        if flags > most:
            most = flags
            out[first + LEADER] = company
    for spice in range(SPICES):
        out[first + SPICE + spice] = spice_amount(box, cargo, EMPTY, spice)
    for seat in range(box.players):
        out[first + CARGO_SHARE + seat] = cargo_share(box, state, slot, seat)
    if state.port[slot] != NONE and count > 0:
        fill_picks(box, state, slot, count, out, first)


@inlined
def fill_picks(box: Record, state: Record, slot: int, count: int, out: Facts, first: int) -> None:
    """Write who would take how many cards."""
    order = np.full(COMPANIES, NONE, np.int8)
    rank_companies(box, state, slot, count, order)
    companies = 0
    while companies < COMPANIES and order[companies] != NONE:
        companies += 1
    chooser = count_picks(state, order, companies, count, out, first + BY_FLAGS)
    if chooser != NONE:
        out[first + FIRST + chooser] = 1
    for company in range(COMPANIES):
        order[0] = company
        count_picks(state, order, 1, count, out, first + BY_MONOPOLY + company * SEATS)


@noinline
def fill_facts(box: Record, state: Record, out: Facts) -> None:
    """Write all facts of a position."""
    for index in range(FACTS):
        out[index] = 0
    for company in range(COMPANIES):
        for seat in range(box.players):
            out[SHARES + company * SEATS + seat] = company_share(state, company, seat)
    for slot in range(SLOTS):
        fill_slot(box, state, slot, out, SLOT + slot * PER_SLOT)


@inlined
def find_facts(box: Record, state: Record, cache: FeatureCache) -> Facts:
    """Return the facts of a position, computing them if they are not kept."""
    key = cargo_key(state)
    kept = np.int64(key & np.uint64(KEPT - 1))
    if cache.keys[kept] != key:
        cache.keys[kept] = key
        fill_facts(box, state, cache.values[kept])
    return cache.values[kept]  # type: ignore[no-any-return]
