"""Laying cargo and sharing it out (BO-7)."""

import numpy as np

from tradewinds.games.borneo.flags import cards_at, cargo_at, flags_of, visible
from tradewinds.games.borneo.state import COMPANIES, DRAWING, FLAGS, LOWER, PLACES, RANKS, SHARE, SHARED
from tradewinds.games.borneo.turn_order import remove_from_hand, store_card
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.record import NONE, Record, fill
from tradewinds.kernel.sets import only


@inlined
def monopolist(box: Record, state: Record, slot: int, count: int) -> int:
    """Return the company with the monopoly at a port with `count` cards, or NONE."""
    packed, last = visible(box, state, slot, count), state.lying[slot, count - 1]
    found, needed = NONE, box.monopoly[state.port[slot]]
    for flag in range(FLAGS):
        company = box.flag[last, flag]
        shown = flags_of(packed, company)
        if shown >= needed:
            # BO-7.3: of several, the one whose flag comes first on the last card, regardless of the totals.
            if not box.more_flags_first:
                return company
            # BO-7.3: or, by the other interpretation, the one with more flags.
            found, needed = company, shown + 1
    return found


@noinline
def rank_companies(box: Record, state: Record, slot: int, count: int, order: np.ndarray) -> None:
    """Write the companies visible at a port into `order`: most flags first, ties broken by whose flag comes first."""
    found = 0
    # BO-7.4: first card first, left to right, top to bottom.
    for place in range(count):
        card = state.lying[slot, place]
        for flag in range(FLAGS if place == count - 1 else LOWER):
            company = box.flag[card, flag]
            known = False
            for earlier in range(found):
                known |= order[earlier] == company
            if not known:
                order[found] = company
                found += 1
    packed = visible(box, state, slot, count)
    for place in range(1, found):
        company, other = order[place], place - 1
        while other >= 0 and flags_of(packed, order[other]) < flags_of(packed, company):
            order[other + 1] = order[other]
            other -= 1
        order[other + 1] = company


@inlined
def share_order(box: Record, state: Record, slot: int, count: int, order: np.ndarray) -> int:
    """If a share-out is due, write its companies into `order`; return the company with the monopoly, or NONE."""
    # BO-7.2: a monopoly takes precedence.
    company = monopolist(box, state, slot, count)
    if company != NONE:
        order[0] = company
    elif count == box.limit[state.port[slot]]:
        rank_companies(box, state, slot, count, order)
    return company


@inlined
def lay(box: Record, state: Record, card: int, slot: int) -> None:
    """Lay a card at a port and start the share-out if it is due."""
    count = cards_at(state, slot)
    remove_from_hand(state, state.seat, card)
    state.lying[slot, count] = card
    count += 1
    company = share_order(box, state, slot, count, state.order)
    if state.order[0] == NONE:
        state.phase = DRAWING
        return
    state.share_outs += 1
    state.monopolies += company != NONE
    state.share = slot
    take_port(box, state, slot, company)
    state.share_turn = NONE
    if has_merchant_at(state, 0):
        state.phase = SHARE
        next_chooser(state)
        take_last(state, slot)
    else:
        # BO-7.5, BO-12.10: without a merchant to choose, the cargo is discarded.
        state.discard |= cargo_at(state, slot)
        fill(state.lying[slot], NONE)
        state.phase = SHARED


@inlined
def take_port(box: Record, state: Record, slot: int, company: int) -> None:
    """Give the port to the first merchant's owner or to the player who laid the last card."""
    owner = state.turn
    # BO-7.3: card-2007, in a monopoly to the first merchant's owner.
    if company != NONE and box.port_to_first and state.row[company, 0] != NONE:
        owner = state.row[company, 0]
    state.port_store[owner] |= only(state.port[slot])
    state.port_store_size[owner] += 1
    state.port[slot] = NONE


@noinline
def next_chooser(state: Record) -> None:
    """Advance to the next merchant in order: first merchants by company, then second ones, and so on cyclically."""
    while True:
        state.share_turn += 1
        if state.share_turn == COMPANIES or state.order[state.share_turn] == NONE:
            state.share_turn = 0
            state.share_rank += 1
            if state.share_rank == RANKS or not has_merchant_at(state, state.share_rank):
                state.share_rank = 0
        # BO-7.4: a company without a merchant at a rank is skipped.
        owner = state.row[state.order[state.share_turn], state.share_rank]
        if owner != NONE:
            state.seat = owner
            return


@inlined
def has_merchant_at(state: Record, rank: int) -> bool:
    """Return whether any company in the share-out has a merchant at a rank."""
    for place in range(COMPANIES):
        if state.order[place] != NONE and state.row[state.order[place], rank] != NONE:
            return True
    return False


@noinline
def take(state: Record, card: int) -> None:
    """Take a card of the share-out and advance to the next merchant."""
    slot = state.share
    store_from_port(state, slot, card)
    next_chooser(state)
    take_last(state, slot)


@inlined
def take_last(state: Record, slot: int) -> None:
    """Give the last card to the next merchant without a decision (BO-12.15)."""
    if state.lying[slot, 1] == NONE:
        store_from_port(state, slot, state.lying[slot, 0])
        state.phase = SHARED


@inlined
def store_from_port(state: Record, slot: int, card: int) -> None:
    """Move a card from a port into the store of the choosing player."""
    store_card(state, state.seat, card)
    place = 0
    while state.lying[slot, place] != card:
        place += 1
    while place < PLACES - 1:
        state.lying[slot, place] = state.lying[slot, place + 1]
        place += 1
    state.lying[slot, PLACES - 1] = NONE
