"""What lies ahead for a player: contracts within reach, cards to come, places in the rows.

Rules of thumb, not rules: numbers that help to judge a position.
"""

import numpy as np

from tradewinds.games.borneo.flags import flags_of, visible
from tradewinds.games.borneo.payment import holdings, shortage
from tradewinds.games.borneo.share_out import cards_at
from tradewinds.games.borneo.state import COMPANIES, KINDS, PAY, RANKS, SPICES
from tradewinds.kernel.compile import apart, inlined
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.sets import size

RANK = np.array([1.0, 0.6, 0.36, 0.22, 0.13] + [0.08] * (RANKS - 5))
"""What a place in a row is worth beside the first."""

CARDS_A_PORT = 4.2
"""How many cards and ports a share-out brings."""


@inlined
def share_outs_ahead(state: Record) -> int:
    """How many share-outs there will be at most until the ports are used up."""
    return size(state.pile) + 1


@inlined
def cards_ahead(box: Record, state: Record) -> float:
    """How many cards a player may expect to get until the end."""
    return share_outs_ahead(state) * CARDS_A_PORT / box.players


@inlined
def means(box: Record, state: Record, seat: int) -> int:
    """What a player could pay with, packed as `holdings` does."""
    return holdings(box, state.store[seat], state.port_store[seat])


@inlined
def cost(box: Record, kind: int) -> int:
    """How many spices a contract takes."""
    return box.each[kind] * SPICES + box.alike[kind]


@inlined
def readiness(missing: int, reach: float) -> float:
    """How likely a contract is fulfilled for which so much is missing, when so many cards may come."""
    lacking = max(0, missing) / (0.4 * reach + 0.4)
    return 0.95 / (1.0 + lacking * lacking)


@apart
def contract_outlook(box: Record, state: Record, seat: int) -> float:
    """What contracts may still bring a player beyond what the cards count that they take."""
    packed, reach = means(box, state, seat), cards_ahead(box, state)
    best, second = 0.0, 0.0
    for kind in range(KINDS):
        if state.contracts[kind] > 0:
            worth = (box.contract_points[kind] - 0.8 * cost(box, kind)) * readiness(shortage(box, kind, packed), reach)
            if worth > best:
                best, second = worth, best
            else:
                second = max(second, worth)
    if state.phase == PAY and state.seat == seat:
        # The contract that is being paid is as good as fulfilled, and its cards are as good as gone.
        best += box.contract_points[state.contract] - cost(box, state.contract)
    return best + 0.3 * second


@inlined
def payable_points(box: Record, state: Record, seat: int) -> int:
    """The points of the best contract that a player could pay at once."""
    packed, best = means(box, state, seat), 0
    for kind in range(KINDS):
        if state.contracts[kind] > 0 and shortage(box, kind, packed) <= 0:
            best = max(best, box.contract_points[kind])
    return best


@apart
def standing(state: Record, company: int, seat: int) -> float:
    """A player's part of a company, by the ranks of the merchants: from 0 to 1."""
    mine, everybody = 0.0, 0.0
    for rank in range(RANKS):
        owner = state.row[company, rank]
        if owner == NONE:
            break
        everybody += RANK[rank]
        if owner == seat:
            mine += RANK[rank]
    return mine / everybody if everybody > 0 else 0.0


@apart
def claim(box: Record, state: Record, slot: int, seat: int) -> float:
    """The part of a port's cargo that a player may expect, as the flags lie."""
    count = cards_at(state, slot)
    packed, mine, everybody = visible(box, state, slot, count), 0.0, 0.0
    for company in range(COMPANIES):
        flags = flags_of(packed, company)
        if flags > 0:
            # A lead in flags counts more than in proportion, since it may become a monopoly.
            weight = float(flags * flags)
            everybody += weight
            mine += weight * standing(state, company, seat)
    return mine / everybody if everybody > 0 else 0.0


@inlined
def ripeness(box: Record, state: Record, slot: int) -> float:
    """How near a port is to its share-out: from 0 to 1."""
    port = state.port[slot]
    if port == NONE:
        return 0.0
    count, most = cards_at(state, slot), 0
    packed = visible(box, state, slot, count)
    for company in range(COMPANIES):
        most = max(most, flags_of(packed, company))
    return max(count / box.limit[port], most / box.monopoly[port])
