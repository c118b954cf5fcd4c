"""What a player would look at, as numbers of about the size of one for the network.

The cards in other hands are not among them: a position is seen with the eyes of one seat.
"""

import numpy as np
import numpy.typing as npt

from tradewinds.games.borneo.flags import MOST, flags_of, flags_on, visible
from tradewinds.games.borneo.payment import shortage, worth
from tradewinds.games.borneo.prospects import (
    cards_ahead,
    claim,
    contract_outlook,
    cost,
    means,
    payable_points,
    readiness,
    ripeness,
    standing,
)
from tradewinds.games.borneo.scoring import scores
from tradewinds.games.borneo.share_out import cards_at
from tradewinds.games.borneo.state import (
    ATTACK,
    COMPANIES,
    DEFEND,
    EVICTED,
    KINDS,
    OVER,
    PACKED,
    PLACES,
    RANKS,
    RUNNING,
    SEATS,
    SHARE,
    SLOTS,
    SPICES,
)
from tradewinds.kernel.compile import apart, inlined
from tradewinds.kernel.record import NONE, Record, total
from tradewinds.kernel.sets import EMPTY, only, size

Floats = npt.NDArray[np.float32]

BOX, COURSE, STORE, CONTRACT, HAND, ROW, PORT, STRUGGLE, OTHER = 9, 36, 22, 7, 3, 8, 17, 8, 9
CONTRACTS = BOX + COURSE + STORE
HANDS = CONTRACTS + CONTRACT * KINDS
ROWS = HANDS + HAND * COMPANIES
OPEN_PORTS = ROWS + ROW * COMPANIES
STRUGGLES = OPEN_PORTS + PORT * SLOTS
OTHERS = STRUGGLES + STRUGGLE
INPUTS = OTHERS + OTHER * (SEATS - 1)

POINTS = 0.05
"""The scale of points."""


@inlined
def observe(box: Record, state: Record, seat: int, out: Floats) -> None:
    """Write what a seat sees: the box, the course, its own means, the table, and the others in turn order."""
    for index in range(len(out)):
        out[index] = 0
    points = np.empty(box.players, np.int32)
    scores(box, state, points)
    see_box(box, out)
    see_course(box, state, seat, out[BOX:])
    see_store(box, state, seat, points, out[BOX + COURSE :])
    see_contracts(box, state, seat, out[CONTRACTS:])
    see_rows(box, state, seat, out[HANDS:])
    for slot in range(SLOTS):
        see_port(box, state, seat, slot, out[OPEN_PORTS + PORT * slot :])
    see_struggle(box, state, seat, out[STRUGGLES:])
    for step in range(1, box.players):
        other = (seat + step) % box.players
        see_other(box, state, seat, other, points, out[OTHERS + OTHER * (step - 1) :])


@inlined
def see_box(box: Record, out: Floats) -> None:
    """Players, edition and variants."""
    if 3 <= box.players <= SEATS:
        out[box.players - 3] = 1
    out[3] = box.row_spaces < RANKS
    out[4] = box.port_to_first
    out[5] = box.blackbeard
    out[6] = box.stores_closed
    out[7] = box.merchants > 3
    out[8] = box.apart


@apart
def see_course(box: Record, state: Record, seat: int, out: Floats) -> None:
    """How much is left, whose turn it is, and who must decide what."""
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


@apart
def see_store(box: Record, state: Record, seat: int, points: npt.NDArray[np.int32], out: Floats) -> None:
    """Points and spices, by name and from most to least."""
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
    packed = means(box, state, seat)
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
    out[18] = contract_outlook(box, state, seat) * POINTS
    out[19] = state.hand_size[seat] * 0.15
    out[20] = cards_ahead(box, state) * 0.1
    out[21] = state.contract != NONE and state.seat == seat


@apart
def see_contracts(box: Record, state: Record, seat: int, out: Floats) -> None:
    """What is missing for each kind of contract that is left."""
    packed, reach = means(box, state, seat), cards_ahead(box, state)
    for kind in range(KINDS):
        if state.contracts[kind] == 0:
            continue
        first, missing = kind * CONTRACT, max(0, shortage(box, kind, packed))
        out[first] = state.contracts[kind] * 0.3
        if missing < 4:
            out[first + 1 + missing] = 1
        out[first + 5] = missing * 0.15
        out[first + 6] = readiness(missing, reach) * (box.contract_points[kind] - cost(box, kind)) * POINTS


@apart
def see_rows(box: Record, state: Record, seat: int, out: Floats) -> None:
    """Each company: the flags in hand, and the places in its row."""
    for company in range(COMPANIES):
        part = standing(state, company, seat)
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


@apart
def see_port(box: Record, state: Record, seat: int, slot: int, out: Floats) -> None:
    """A port with its cargo: how near the share-out is, and what would be one's own."""
    count, port = cards_at(state, slot), state.port[slot]
    packed = visible(box, state, slot, count)
    mine = claim(box, state, slot, seat)
    out[0] = count * 0.2
    out[1] = mine
    out[2] = mine * count * 0.3
    cargo, most, leader = EMPTY, 0, 0
    for place in range(PLACES):
        if state.lying[slot, place] != NONE:
            cargo |= only(state.lying[slot, place])
    for company in range(COMPANIES):
        flags = flags_of(packed, company)
        out[3 + company] = flags * 0.15
        if flags > most:
            most, leader = flags, company
    if most > 0:
        out[7] = standing(state, leader, seat)
    for spice in range(SPICES):
        out[8 + spice] = worth(box, cargo, EMPTY, spice) * 0.4
    if port != NONE:
        near = ripeness(box, state, slot)
        out[12] = near
        out[13] = near * mine
        out[14] = box.limit[port] - count == 1
        out[15] = (box.monopoly[port] - most) * 0.15
        out[16] = only(port) & box.jokers != EMPTY


@apart
def see_struggle(box: Record, state: Record, seat: int, out: Floats) -> None:
    """A challenge or a share-out that is going on."""
    if state.phase == ATTACK or state.phase == DEFEND:
        attack = flags_on(box, state.attack, state.company)
        defence = flags_on(box, state.defence, state.company) + state.attacker - state.defender - 1
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
        out[7] = claim(box, state, state.share, seat)


@apart
def see_other(box: Record, state: Record, seat: int, other: int, points: npt.NDArray[np.int32], out: Floats) -> None:
    """What another player has, compared with one's own."""
    out[0] = 1
    out[1] = (points[other] - points[seat]) * POINTS
    out[2] = payable_points(box, state, other) * POINTS
    out[3] = contract_outlook(box, state, other) * POINTS
    out[4] = state.store_size[other] * 0.1
    out[5] = state.port_store_size[other] * 0.25
    out[6] = state.hand_size[other] * 0.15
    for company in range(COMPANIES):
        out[7] += state.row[company, 0] == other
        out[8] += standing(state, company, other)
