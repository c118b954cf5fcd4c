"""Invariants of a state: components are conserved, and turn order and phase are consistent.

Because they verify the rules, they may state a rule again, independently of `legal` and `apply`.
"""

from tradewinds.games.borneo.company_rows import length, snake
from tradewinds.games.borneo.flags import cards_at
from tradewinds.games.borneo.share_out import monopolist
from tradewinds.games.borneo.state import (
    ATTACK,
    CARDS,
    COMPANIES,
    DEFEND,
    HELD,
    KINDS,
    PLACE,
    PLACES,
    PORTS,
    RANKS,
    RUNNING,
    SLOTS,
)
from tradewinds.games.borneo.turn_invariants import decision_valid, turn_order_valid
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.sets import EMPTY, has, only, size

(
    SOUND,
    INDICES_VALID,
    CARDS_CONSERVED,
    PORTS_CONSERVED,
    STORES_COUNTED,
    HANDS_COUNTED,
    MERCHANTS_COUNTED,
    CONTRACTS_CONSERVED,
    PORTS_VALID,
    TURN_ORDER_VALID,
    DECISION_VALID,
) = range(11)

LAWS = {
    INDICES_VALID: "names_exist",
    CARDS_CONSERVED: "cards_conserved",
    PORTS_CONSERVED: "ports_conserved",
    STORES_COUNTED: "stores_counted",
    HANDS_COUNTED: "hands_counted",
    MERCHANTS_COUNTED: "merchants_counted",
    CONTRACTS_CONSERVED: "contracts_conserved",
    PORTS_VALID: "ports_open",
    TURN_ORDER_VALID: "course_kept",
    DECISION_VALID: "decision_open",
}


@inlined
def check(box: Record, state: Record) -> int:
    """Return the first invariant that a full state violates; SOUND if none."""
    if not indices_valid(box, state):
        return INDICES_VALID
    if not cards_conserved(box, state):
        return CARDS_CONSERVED
    if not ports_conserved(box, state):
        return PORTS_CONSERVED
    if not stores_counted(box, state):
        return STORES_COUNTED
    if not hands_counted(box, state):
        return HANDS_COUNTED
    if not merchants_counted(box, state):
        return MERCHANTS_COUNTED
    if not contracts_conserved(box, state):
        return CONTRACTS_CONSERVED
    if not ports_valid(box, state):
        return PORTS_VALID
    if not turn_order_valid(box, state):
        return TURN_ORDER_VALID
    return SOUND if decision_valid(box, state) else DECISION_VALID


@inlined
def indices_valid(box: Record, state: Record) -> bool:
    """Check that every index of a seat, port or card is in range."""
    for company in range(COMPANIES):
        for rank in range(RANKS):
            if not NONE <= state.row[company, rank] < box.players:
                return False
    for slot in range(SLOTS):
        if not NONE <= state.port[slot] < PORTS:
            return False
        for place in range(PLACES):
            if not NONE <= state.lying[slot, place] < CARDS:
                return False
    if not (0 <= state.seat < box.players and 0 <= state.turn < box.players and 0 <= state.start < box.players):
        return False
    return NONE <= state.ship < box.players and (state.ship == NONE or box.blackbeard != 0)


@inlined
def cards_conserved(box: Record, state: Record) -> bool:
    """Check BO-1.2: each of the 60 cargo cards is in exactly one place."""
    found = state.draw | state.discard | state.paid | state.attack | state.defence
    count = size(state.draw) + size(state.discard) + size(state.paid) + size(state.attack) + size(state.defence)
    for seat in range(box.players):
        found |= state.hand[seat] | state.store[seat]
        count += size(state.hand[seat]) + size(state.store[seat])
    for slot in range(SLOTS):
        for place in range(PLACES):
            if state.lying[slot, place] != NONE:
                found |= only(state.lying[slot, place])
                count += 1
    return found == box.cards and count == size(box.cards)


@inlined
def ports_conserved(box: Record, state: Record) -> bool:
    """Check BO-1.3 and BO-2.2: each port used by this number of players is in exactly one place."""
    found = state.pile | state.gone | state.paid_ports
    count = size(state.pile) + size(state.gone) + size(state.paid_ports)
    for seat in range(box.players):
        found |= state.port_store[seat]
        count += size(state.port_store[seat])
    for slot in range(SLOTS):
        if state.port[slot] != NONE:
            found |= only(state.port[slot])
            count += 1
    return found == box.ports and count == size(box.ports)


@inlined
def stores_counted(box: Record, state: Record) -> bool:
    """Check the public knowledge of the stores: the cards that are in some store, and the size of each store."""
    # Until a contract is fulfilled its payment still counts as part of its owner's store (BO-12.14).
    found = state.paid
    for seat in range(box.players):
        found |= state.store[seat]
        cards, ports = size(state.store[seat]), size(state.port_store[seat])
        if seat == state.seat:
            cards += size(state.paid)
            ports += size(state.paid_ports)
        if state.store_size[seat] != cards or state.port_store_size[seat] != ports:
            return False
    return state.stored == found


@inlined
def hand_with_committed(state: Record, seat: int) -> int:
    """Return a hand with the cards that its owner has committed but not yet revealed."""
    cards = state.hand[seat]
    if seat == state.seat and state.phase == ATTACK:
        cards |= state.attack
    if seat == state.seat and state.phase == DEFEND:
        cards |= state.defence
    return cards


@inlined
def hands_counted(box: Record, state: Record) -> bool:
    """Check BO-12.18, the public knowledge of the hands: their sizes and the shuffles that their cards come from."""
    in_hands = EMPTY
    for seat in range(box.players):
        cards = hand_with_committed(state, seat)
        in_hands |= cards
        if state.hand_size[seat] != size(cards) or state.hand_size[seat] > HELD:
            return False
        for place in range(HELD):
            shuffle = state.drawn[seat, place]
            if place >= state.hand_size[seat]:
                if shuffle != 0:
                    return False
            elif (
                shuffle > state.shuffles
                or (place > 0 and shuffle < state.drawn[seat, place - 1])
                or from_shuffle(state, cards, shuffle) != listed(state, seat, shuffle)
            ):
                return False
    return shuffles_valid(state, in_hands)


@inlined
def shuffles_valid(state: Record, in_hands: int) -> bool:
    """Check that the draw pile belongs to the latest shuffle and face-up cards to none."""
    for card in range(CARDS):
        if has(state.draw, card) and state.ending == RUNNING:
            if state.shuffle[card] != state.shuffles:
                return False
        elif not has(in_hands, card) and state.shuffle[card] != 0:
            return False
    return True


@inlined
def from_shuffle(state: Record, cards: int, shuffle: int) -> int:
    """Count the cards of a set that belong to a shuffle."""
    count = 0
    for card in range(CARDS):
        count += has(cards, card) and state.shuffle[card] == shuffle
    return count


@inlined
def listed(state: Record, seat: int, shuffle: int) -> int:
    """Count the cards of a hand that are publicly known to come from a shuffle."""
    count = 0
    for place in range(state.hand_size[seat]):
        count += state.drawn[seat, place] == shuffle
    return count


@inlined
def merchants_counted(box: Record, state: Record) -> bool:
    """Check BO-1.1 and BO-2.4: rows have no gaps and are not too long, and no merchant is missing."""
    for company in range(COMPANIES):
        count = length(state, company)
        if count > box.row_spaces:
            return False
        for rank in range(count, RANKS):
            if state.row[company, rank] != NONE:
                return False
    if not 0 <= state.placed <= box.players * box.merchants:
        return False
    if (state.phase == PLACE) != (state.placed < box.players * box.merchants):
        return False
    for seat in range(box.players):
        standing, placed = 0, 0
        for company in range(COMPANIES):
            for rank in range(RANKS):
                standing += state.row[company, rank] == seat
        for number in range(state.placed):
            placed += snake(box, state.start, number) == seat
        if standing != placed:
            return False
    return True


@inlined
def contracts_conserved(box: Record, state: Record) -> bool:
    """Check BO-1.4: every contract is open or has been fulfilled by a player."""
    for kind in range(KINDS):
        count = state.contracts[kind]
        for seat in range(box.players):
            if state.fulfilled[seat, kind] < 0:
                return False
            count += state.fulfilled[seat, kind]
        if count != box.contracts[kind] or state.contracts[kind] < 0:
            return False
    return True


@inlined
def ports_valid(box: Record, state: Record) -> bool:
    """Check BO-7: while the game runs every slot has a port, and a share-out is due only where one is in progress."""
    for slot in range(SLOTS):
        count = cards_at(state, slot)
        for place in range(count, PLACES):
            if state.lying[slot, place] != NONE:
                return False
        if state.ending != RUNNING or slot == state.share:
            if state.port[slot] != NONE or (count < 2 if slot == state.share else count > 0):
                return False
        elif (
            state.port[slot] == NONE
            or count >= box.limit[state.port[slot]]
            or (count > 0 and monopolist(box, state, slot, count) != NONE)
        ):
            return False
    return True
