"""Estimates used by the heuristic and the features: contracts, cards to come, ranks in rows. Not part of the rules."""

import numpy as np

from tradewinds.games.borneo.flags import cards_at, flags_of, visible
from tradewinds.games.borneo.payment import holdings, shortage
from tradewinds.games.borneo.state import COMPANIES, KINDS, PAY, RANKS, SPICES
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.sets import size

RANK = np.array([1.0, 0.6, 0.36, 0.22, 0.13] + [0.08] * (RANKS - 5))
"""Value of a rank in a row relative to the first."""

CARDS_PER_PORT = 4.2
"""Average number of cards and ports in a share-out."""


@inlined
def share_outs_ahead(state: Record) -> int:
    """Return the maximum number of share-outs left."""
    return size(state.pile) + 1


@inlined
def cards_ahead(box: Record, state: Record) -> float:
    """Return the expected number of cards that a player will still receive."""
    return share_outs_ahead(state) * CARDS_PER_PORT / box.players


@inlined
def holdings_of(box: Record, state: Record, seat: int) -> int:
    """Return the packed holdings of a player's store."""
    return holdings(box, state.store[seat], state.port_store[seat])


@inlined
def cost(box: Record, kind: int) -> int:
    """Return the number of spices that a contract requires."""
    return box.each[kind] * SPICES + box.alike[kind]


@inlined
def fulfil_probability(missing: int, reach: float) -> float:
    """Estimate the probability of fulfilling a contract with this shortage and this many cards to come."""
    lacking = max(0, missing) / (0.4 * reach + 0.4)
    return 0.95 / (1.0 + lacking * lacking)


@noinline
def contract_value(box: Record, state: Record, seat: int) -> float:
    """Estimate the points from future contracts beyond the points of the cards spent."""
    packed, reach = holdings_of(box, state, seat), cards_ahead(box, state)
    best, second = 0.0, 0.0
    for kind in range(KINDS):
        if state.contracts[kind] > 0:
            value = (box.contract_points[kind] - 0.8 * cost(box, kind)) * fulfil_probability(
                shortage(box, kind, packed), reach
            )
            if value > best:
                best, second = value, best
            else:
                second = max(second, value)
    if state.phase == PAY and state.seat == seat:
        # A contract being paid counts as fulfilled, and its cards as spent.
        best += box.contract_points[state.contract] - cost(box, state.contract)
    return best + 0.3 * second


@inlined
def payable_points(box: Record, state: Record, seat: int) -> int:
    """Return the points of the best contract that a player could pay now."""
    packed, best = holdings_of(box, state, seat), 0
    for kind in range(KINDS):
        if state.contracts[kind] > 0 and shortage(box, kind, packed) <= 0:
            best = max(best, box.contract_points[kind])
    return best


@noinline
def company_share(state: Record, company: int, seat: int) -> float:
    """Return a player's share of a company by the ranks of its merchants, from 0 to 1."""
    mine, total = 0.0, 0.0
    for rank in range(RANKS):
        owner = state.row[company, rank]
        if owner == NONE:
            break
        total += RANK[rank]
        if owner == seat:
            mine += RANK[rank]
    return mine / total if total > 0 else 0.0


@noinline
def cargo_share(box: Record, state: Record, slot: int, seat: int) -> float:
    """Estimate a player's share of a port's cargo from the visible flags, from 0 to 1."""
    count = cards_at(state, slot)
    packed, mine, total = visible(box, state, slot, count), 0.0, 0.0
    for company in range(COMPANIES):
        flags = flags_of(packed, company)
        if flags > 0:
            # Squared: a lead in flags may become a monopoly.
            weight = float(flags * flags)
            total += weight
            mine += weight * company_share(state, company, seat)
    return mine / total if total > 0 else 0.0


@inlined
def share_out_progress(box: Record, state: Record, slot: int) -> float:
    """Return how close a port is to its share-out, from 0 to 1."""
    port = state.port[slot]
    if port == NONE:
        return 0.0
    count, most = cards_at(state, slot), 0
    packed = visible(box, state, slot, count)
    for company in range(COMPANIES):
        most = max(most, flags_of(packed, company))
    return max(count / box.limit[port], most / box.monopoly[port])
