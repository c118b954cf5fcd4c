"""Input features of the value network, scaled to the order of 1.

The cards in other players' hands are not included.
"""

import numpy as np
import numpy.typing as npt

from tradewinds.games.borneo.challenge import defence_strength
from tradewinds.games.borneo.flags import MOST, flags_on
from tradewinds.games.borneo.payment import shortage
from tradewinds.games.borneo.position_facts import find_facts
from tradewinds.games.borneo.prospects import (
    cards_ahead,
    cargo_share,
    contract_value,
    cost,
    fulfil_probability,
    holdings_of,
    payable_points,
)
from tradewinds.games.borneo.scoring import scores
from tradewinds.games.borneo.state import (
    ATTACK,
    COMPANIES,
    DEFEND,
    EVICTED,
    KINDS,
    OVER,
    PACKED,
    RANKS,
    RUNNING,
    SEATS,
    SHARE,
    SLOTS,
    SPICES,
)
from tradewinds.games.borneo.table_features import (
    OTHER,
    POINTS,
    PORT,
    ROW,
    company_order,
    encode_opponent,
    encode_port,
    encode_rows,
    nth,
    slot_order,
    spice_order,
)
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.evaluation import FeatureCache
from tradewinds.kernel.record import NONE, Record, total
from tradewinds.kernel.sets import size

Floats = npt.NDArray[np.float32]

BOX, PROGRESS, STORE, CONTRACT, DECISION = 9, 36, 26, 7, 8
CONTRACTS = BOX + PROGRESS + STORE
DECISIONS = CONTRACTS + CONTRACT * KINDS
ROWS = DECISIONS + DECISION
OPEN_PORTS = ROWS + ROW * COMPANIES
OTHERS = OPEN_PORTS + PORT * SLOTS
INPUTS = OTHERS + OTHER * (SEATS - 1)


@inlined
def features(box: Record, state: Record, seat: int, out: Floats) -> None:
    """Write the features of a seat that need no cache: box, progress, store, contracts and the pending decision."""
    for index in range(len(out)):
        out[index] = 0
    encode_box(box, out)
    encode_progress(box, state, seat, out[BOX:])
    encode_store(box, state, seat, out[BOX + PROGRESS :])
    encode_contracts(box, state, seat, out[CONTRACTS:])
    encode_decision(box, state, seat, out[DECISIONS:])


@inlined
def planned_features(box: Record, state: Record, seat: int, cache: FeatureCache, out: Floats) -> None:
    """Write the features of rows, ports and opponents, the latter in turn order.

    Companies come in the order of the seat's shares in them, spices in the order of its holdings, ports in the order of
    their progress: colours and places mean nothing by themselves.
    """
    facts = find_facts(box, state, cache)
    packed = holdings_of(box, state, seat)
    companies = company_order(box, state, seat, facts)
    spices, slots = spice_order(packed, facts), slot_order(facts)
    encode_rows(box, state, seat, companies, facts, out[ROWS:])
    for place in range(SLOTS):
        slot = nth(slots, place)
        encode_port(box, state, seat, slot, companies, spices, packed, facts, out[OPEN_PORTS + PORT * place :])
    for step in range(1, box.players):
        other = int((seat + step) % box.players)
        encode_opponent(box, state, other, companies, spices, slots, facts, out[OTHERS + OTHER * (step - 1) :])


@inlined
def encode_box(box: Record, out: Floats) -> None:
    """Encode players, edition and variants."""
    if 3 <= box.players <= SEATS:
        out[box.players - 3] = 1
    out[3] = box.row_spaces < RANKS
    out[4] = box.port_to_first
    out[5] = box.blackbeard
    out[6] = box.stores_closed
    out[7] = box.merchants > 3
    out[8] = box.apart


@noinline
def encode_progress(box: Record, state: Record, seat: int, out: Floats) -> None:
    """Encode the time left, the turn order and the pending decision."""
    left = size(state.pile)
    out[0] = left * 0.1
    if left < 4:
        out[1 + left] = 1
    out[5] = size(state.draw) / 40
    out[6] = size(state.draw | state.discard) / 40
    out[7] = state.ending != RUNNING
    out[8] = state.last_left * 0.2
    out[9] = state.turn == seat
    out[10] = ((state.turn - seat) % box.players) / box.players
    out[11] = state.seat == seat
    if state.phase < OVER:
        out[(12 if state.seat == seat else 24) + state.phase] = 1


@noinline
def encode_store(box: Record, state: Record, seat: int, out: Floats) -> None:
    """Encode points, the amounts of spices in descending order, and the hand."""
    points = np.empty(box.players, np.int32)
    scores(box, state, points)
    most, mean = -1000.0, 0.0
    for other in range(box.players):
        mean += points[other] / box.players
        if other != seat:
            most = max(most, float(points[other]))
    out[0] = points[seat] * POINTS
    out[1] = (points[seat] - most) * POINTS
    out[2] = (points[seat] - mean) * POINTS
    out[3] = total(state.fulfilled[seat]) * 0.25
    out[4] = state.store_size[seat] * 0.1
    out[5] = state.port_store_size[seat] * 0.25
    packed = holdings_of(box, state, seat)
    out[6] = (packed >> (PACKED * SPICES)) * 0.3
    for spice in range(SPICES):
        amount = ((packed >> (PACKED * spice)) & MOST) * 0.2
        place = spice
        while place > 0 and out[6 + place] < amount:
            out[7 + place] = out[6 + place]
            place -= 1
        out[7 + place] = amount
    out[11] = state.ship == seat
    out[12] = state.ship != NONE and state.ship != seat
    out[13] = payable_points(box, state, seat) * POINTS
    out[14] = contract_value(box, state, seat) * POINTS
    out[15] = state.hand_size[seat] * 0.15
    out[16] = cards_ahead(box, state) * 0.1
    out[17] = state.contract != NONE and state.seat == seat
    for other in range(1, box.players):
        gap = points[(seat + other) % box.players] - points[seat]
        out[17 + other] = gap * POINTS
        out[21 + other] = gap > 0


@noinline
def encode_contracts(box: Record, state: Record, seat: int, out: Floats) -> None:
    """Encode the shortage for each open kind of contract."""
    packed, reach = holdings_of(box, state, seat), cards_ahead(box, state)
    for kind in range(KINDS):
        if state.contracts[kind] == 0:
            continue
        first, missing = kind * CONTRACT, max(0, shortage(box, kind, packed))
        out[first] = state.contracts[kind] * 0.3
        if missing < 4:
            out[first + 1 + missing] = 1
        out[first + 5] = missing * 0.15
        out[first + 6] = fulfil_probability(missing, reach) * (box.contract_points[kind] - cost(box, kind)) * POINTS


@noinline
def encode_decision(box: Record, state: Record, seat: int, out: Floats) -> None:
    """Encode a challenge or a share-out in progress."""
    if state.phase == ATTACK or state.phase == DEFEND:
        attack = flags_on(box, state.attack, state.company)
        defence = defence_strength(box, state, state.defence)
        if state.turn == seat:
            out[0] = 1
            out[1] = (attack - defence) * 0.2
        elif state.row[state.company, state.defender] == seat:
            out[2] = 1
            out[3] = (attack - defence) * 0.2
    elif state.phase == EVICTED:
        out[4] = state.seat == seat
        out[5] = state.turn == seat
    elif state.phase == SHARE:
        out[6] = state.seat == seat
        out[7] = cargo_share(box, state, state.share, seat)
