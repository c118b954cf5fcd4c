"""Input features of the value network, scaled to the order of 1.

The cards in other players' hands are not included.
"""

import numpy as np
import numpy.typing as npt

from tradewinds.games.borneo.challenge import defence_strength
from tradewinds.games.borneo.flags import MOST, cards_at, cargo_at, flags_of, flags_on, visible
from tradewinds.games.borneo.payment import shortage, spice_amount
from tradewinds.games.borneo.picks import BLOCK, BY_FLAGS, BY_MONOPOLY, FIRST, find_picks
from tradewinds.games.borneo.prospects import (
    cards_ahead,
    cargo_share,
    company_share,
    contract_value,
    cost,
    fulfil_probability,
    holdings_of,
    payable_points,
    share_out_progress,
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
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.evaluation import FeatureCache
from tradewinds.kernel.record import NONE, Record, total
from tradewinds.kernel.sets import EMPTY, only, size

Floats = npt.NDArray[np.float32]

BOX, PROGRESS, STORE, CONTRACT, HAND, ROW, PORT, DECISION, OTHER = 9, 36, 22, 7, 3, 8, 17, 8, 20
CONTRACTS = BOX + PROGRESS + STORE
HANDS = CONTRACTS + CONTRACT * KINDS
ROWS = HANDS + HAND * COMPANIES
OPEN_PORTS = ROWS + ROW * COMPANIES
DECISIONS = OPEN_PORTS + PORT * SLOTS
OTHERS = DECISIONS + DECISION
PICKS = OTHERS + OTHER * (SEATS - 1)
PICK = 3
INPUTS = PICKS + PICK * SLOTS * SEATS

POINTS = 0.05
"""Scale of points."""


@inlined
def features(box: Record, state: Record, seat: int, out: Floats) -> None:
    """Write the input features of a seat: box, progress, own cards, table, and opponents in turn order."""
    for index in range(len(out)):
        out[index] = 0
    points = np.empty(box.players, np.int32)
    scores(box, state, points)
    encode_box(box, out)
    encode_progress(box, state, seat, out[BOX:])
    encode_store(box, state, seat, points, out[BOX + PROGRESS :])
    encode_contracts(box, state, seat, out[CONTRACTS:])
    encode_rows(box, state, seat, out[HANDS:])
    for slot in range(SLOTS):
        encode_port(box, state, seat, slot, out[OPEN_PORTS + PORT * slot :])
    encode_decision(box, state, seat, out[DECISIONS:])
    for step in range(1, box.players):
        other = (seat + step) % box.players
        encode_opponent(box, state, seat, other, points, out[OTHERS + OTHER * (step - 1) :])


@inlined
def planned_features(box: Record, state: Record, seat: int, cache: FeatureCache, out: Floats) -> None:
    """Write what each seat, the own one first, would take if the ports were shared out as they are."""
    kept = find_picks(box, state, cache)
    for step in range(box.players):
        other = (seat + step) % box.players
        for slot in range(SLOTS):
            at, found = PICKS + PICK * (step * SLOTS + slot), slot * SEATS + other
            out[at] = cache.values[kept, BY_FLAGS * BLOCK + found] * 0.4
            out[at + 1] = cache.values[kept, BY_MONOPOLY * BLOCK + found] * 0.4
            out[at + 2] = cache.values[kept, FIRST * BLOCK + found]


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
def encode_store(box: Record, state: Record, seat: int, points: npt.NDArray[np.int32], out: Floats) -> None:
    """Encode points and the amounts of spices, both by spice and in descending order."""
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
        out[7 + spice] = amount
        place = spice
        while place > 0 and out[10 + place] < amount:
            out[11 + place] = out[10 + place]
            place -= 1
        out[11 + place] = amount
    out[15] = state.ship == seat
    out[16] = state.ship != NONE and state.ship != seat
    out[17] = payable_points(box, state, seat) * POINTS
    out[18] = contract_value(box, state, seat) * POINTS
    out[19] = state.hand_size[seat] * 0.15
    out[20] = cards_ahead(box, state) * 0.1
    out[21] = state.contract != NONE and state.seat == seat


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
def encode_rows(box: Record, state: Record, seat: int, out: Floats) -> None:
    """Encode the flags in hand and the ranks in the row of each company."""
    for company in range(COMPANIES):
        part = company_share(state, company, seat)
        flags = flags_on(box, state.hand[seat], company)
        first = company * HAND
        out[first] = flags * 0.15
        out[first + 1] = flags * part * 0.3
        out[first + 2] = size(state.hand[seat] & box.showing[company]) * 0.2
        first = HAND * COMPANIES + company * ROW
        for rank in range(RANKS):
            owner = state.row[company, rank]
            if owner == NONE:
                break
            out[first + 5] += 0.2
            if owner == seat:
                out[first + min(rank, 3)] += 1
                out[first + 4] += 1 / (1.0 + rank)
        out[first + 6] = part
        out[first + 7] = part * part


@noinline
def encode_port(box: Record, state: Record, seat: int, slot: int, out: Floats) -> None:
    """Encode a port with its cargo, the progress of its share-out and the seat's share."""
    count, port = cards_at(state, slot), state.port[slot]
    packed = visible(box, state, slot, count)
    mine = cargo_share(box, state, slot, seat)
    out[0] = count * 0.2
    out[1] = mine
    out[2] = mine * count * 0.3
    cargo, most, leader = cargo_at(state, slot), 0, 0
    for company in range(COMPANIES):
        flags = flags_of(packed, company)
        out[3 + company] = flags * 0.15
        if flags > most:
            most, leader = flags, company
    if most > 0:
        out[7] = company_share(state, leader, seat)
    for spice in range(SPICES):
        out[8 + spice] = spice_amount(box, cargo, EMPTY, spice) * 0.4
    if port != NONE:
        near = share_out_progress(box, state, slot)
        out[12] = near
        out[13] = near * mine
        out[14] = box.limit[port] - count == 1
        out[15] = (box.monopoly[port] - most) * 0.15
        out[16] = only(port) & box.jokers != EMPTY


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


@noinline
def encode_opponent(
    box: Record, state: Record, seat: int, other: int, points: npt.NDArray[np.int32], out: Floats
) -> None:
    """Encode an opponent relative to the seat."""
    out[0] = 1
    out[1] = (points[other] - points[seat]) * POINTS
    out[2] = payable_points(box, state, other) * POINTS
    out[3] = contract_value(box, state, other) * POINTS
    out[4] = state.store_size[other] * 0.1
    out[5] = state.port_store_size[other] * 0.25
    out[6] = state.hand_size[other] * 0.15
    for company in range(COMPANIES):
        out[7] += state.row[company, 0] == other
        part = company_share(state, company, other)
        out[8] += part
        out[9 + company] = part
    packed = holdings_of(box, state, other)
    for spice in range(SPICES):
        out[13 + spice] = ((packed >> (PACKED * spice)) & MOST) * 0.2
    for slot in range(SLOTS):
        out[17 + slot] = cargo_share(box, state, slot, other)
