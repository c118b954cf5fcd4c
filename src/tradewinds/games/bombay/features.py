"""Input features of the value network, scaled to the order of 1."""

import numpy as np
import numpy.typing as npt

from tradewinds.games.bombay.legal import baskets_free, place_of, refuse_site
from tradewinds.games.bombay.plan_table import HORIZON, LAYER, WIDTH, cargo_index, find_table
from tradewinds.games.bombay.prospects import (
    bale_value,
    cargo_value,
    points_ahead,
    purchase_value,
    sale_value,
    wants_token,
)
from tradewinds.games.bombay.refusals import LEGAL
from tradewinds.games.bombay.scoring import all_cities, all_clients, city_reward, empire, rank_reward, scores
from tradewinds.games.bombay.state import CHOOSE, CITIES, COLOURS, MARKETS, PLACES, SEATS, SPACES, TOKENS
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.evaluation import FeatureCache
from tradewinds.kernel.record import NONE, Record, fill

Floats = npt.NDArray[np.float32]

TIME, PURSE, CARGO, MARKET, CITY, SITES, FACTS = 19, 24, 12, 28, 40, 7, 17
HERE = TIME + PURSE + CARGO + MARKET + CITY + SITES
PALACES = HERE + SPACES
OTHERS = PALACES + 2 * SPACES
OTHER = FACTS + SPACES
PLANS = OTHERS + OTHER * (SEATS - 1)
TURNS = HORIZON // 3
INPUTS = PLANS + TURNS + 1 + SEATS

RUPEES, POINTS, WAY = 0.1, 1 / 48, 0.2
"""Scales of rupees, action points left in the game, and distances on the board."""

FAR = 9
"""Distances are capped at this value."""


@inlined
def features(box: Record, state: Record, seat: int, out: Floats) -> None:
    """Write the input features of a seat: time, own pieces, markets, cities, board, and opponents in turn order."""
    for index in range(len(out)):
        out[index] = 0
    ahead = points_ahead(box, state, seat)
    encode_time(box, state, seat, ahead, out)
    encode_purse(box, state, seat, out[TIME:])
    encode_cargo(box, state, seat, ahead, out[TIME + PURSE :])
    encode_markets(box, state, seat, ahead, out[TIME + PURSE + CARGO :])
    encode_cities(box, state, seat, out[TIME + PURSE + CARGO + MARKET :])
    encode_sites(box, state, seat, out[TIME + PURSE + CARGO + MARKET + CITY :])
    out[HERE + int(state.elephant[seat])] = 1
    encode_palaces(state, seat, out[PALACES:])
    for step in range(1, box.players):
        other = (seat + step) % box.players
        encode_opponent(box, state, seat, other, out[OTHERS + OTHER * (step - 1) :])


@inlined
def planned_features(box: Record, state: Record, seat: int, cache: FeatureCache, out: Floats) -> None:
    """Write what the seat could earn alone in its next one to four turns, and the others in four turns."""
    slot = find_table(box, state, cache)
    for turn in range(TURNS):
        out[PLANS + turn] = planned_value(box, state, seat, 3 * (turn + 1), cache, slot)
    mine, most = out[PLANS + TURNS - 1], 0.0
    for step in range(1, box.players):
        other = planned_value(box, state, (seat + step) % box.players, HORIZON, cache, slot)
        out[PLANS + TURNS + step] = other
        most = max(most, other)
    out[PLANS + TURNS] = mine - most


@inlined
def planned_value(box: Record, state: Record, seat: int, points: int, cache: FeatureCache, slot: int) -> float:
    """Return what a seat could earn alone with its next action points, as far as the game lasts."""
    left = min(points, points_ahead(box, state, seat))
    return RUPEES * cache.values[slot, left * LAYER + int(state.elephant[seat]) * WIDTH + cargo_index(state, seat)]


@noinline
def encode_time(box: Record, state: Record, seat: int, ahead: int, out: Floats) -> None:
    """Encode the time left and the turn order."""
    out[0] = ahead * POINTS
    out[1] = state.set_number == box.sets
    out[2] = state.round_number / box.rounds
    turns = (ahead + box.points - 1) // box.points
    if turns < 5:
        out[3 + turns] = 1
    out[6 + box.players] = 1
    if state.seat == seat:
        out[12] = 1
        out[13] = state.bought
        out[14] = state.phase == CHOOSE
        if 1 <= state.points <= 3:
            out[14 + state.points] = 1
    else:
        out[18] = ((state.seat - seat) % box.players) / box.players


@noinline
def encode_purse(box: Record, state: Record, seat: int, out: Floats) -> None:
    """Encode rupees, clients, palaces and city tokens."""
    rupees, cities = state.rupees[seat], min(CITIES, all_cities(state, seat))
    out[0] = rupees * RUPEES
    out[1] = rupees == 0
    out[2] = rupees == 1
    out[3] = min(rupees, 5) * 0.2
    out[4] = empire(state, seat) * 0.125
    out[5] = all_clients(state, seat) * 0.2
    out[6] = state.palaces[seat] * 0.2
    out[7] = state.palaces[seat] == box.palaces
    out[8 + cities] = 1
    out[13] = rank_reward(box, state, seat) * 0.125
    points = np.empty(box.players, np.int32)
    scores(box, state, points)
    most, mean = -1000.0, 0.0
    for other in range(box.players):
        mean += points[other] / box.players
        if other != seat:
            most = max(most, float(points[other]))
    out[14] = (points[seat] - most) * RUPEES
    out[15] = (points[seat] - mean) * RUPEES
    ahead, behind = 0, 0
    for other in range(box.players):
        ahead += empire(state, other) > empire(state, seat)
        behind += empire(state, other) < empire(state, seat)
    out[16] = ahead * 0.25
    out[17] = behind * 0.25
    for city in range(CITIES):
        out[18 + city] = state.city_tokens[seat, city]
    out[22] = state.palace_clients[seat]
    out[23] = state.palace_cities[seat]


@noinline
def encode_cargo(box: Record, state: Record, seat: int, ahead: int, out: Floats) -> None:
    """Encode the bales on the elephant and their value."""
    free, here = baskets_free(box, state, seat), state.elephant[seat]
    if free < 3:
        out[free] = 1
    for colour in range(COLOURS):
        if state.bales[seat, colour] > 0:
            out[3 + colour] = state.bales[seat, colour] * 0.5
            out[7 + colour] = 0.2 * bale_value(box, state, seat, colour, here, ahead)
    out[11] = 0.2 * cargo_value(box, state, seat, ahead)


@noinline
def encode_markets(box: Record, state: Record, seat: int, ahead: int, out: Floats) -> None:
    """Encode the bales on sale by colour: their market, number, distance and expected profit; and those in the bag."""
    for space in range(SPACES):
        colour = state.post[space]
        if colour != NONE:
            near = 1 / (1.0 + box.steps[state.elephant[seat], space])
            out[20 + colour] = max(out[20 + colour], near)
    for colour in range(COLOURS):
        out[24 + colour] = state.bag[colour] * 0.2
        if state.stock[colour] > 0:
            out[colour * MARKETS + state.market[colour]] = 1
            out[12 + colour] = state.stock[colour] * 0.2
        out[16 + colour] = 0.2 * purchase_value(box, state, seat, colour, ahead)


@noinline
def encode_cities(box: Record, state: Record, seat: int, out: Floats) -> None:
    """Encode each city: its distance, its prices and whether its token is available."""
    for space in range(SPACES):
        city = box.city_at[space]
        if city != NONE:
            first, way = city * 10, box.steps[state.elephant[seat], space]
            out[first] = way * WAY
            out[first + 1] = wants_token(state, seat, city)
            for colour in range(COLOURS):
                place = place_of(state, city, colour)
                if place != NONE:
                    out[first + 2 + colour] = (PLACES - place) * 0.3
                    if state.bales[seat, colour] > 0:
                        worth = sale_value(box, state, seat, city, colour)
                        out[first + 6 + colour] = 0.2 * worth / (1 + way)


@noinline
def encode_sites(box: Record, state: Record, seat: int, out: Floats) -> None:
    """Encode the distance to the nearest building site and to the nearest site with each kind of token."""
    nearest, sites = np.empty(TOKENS + 1, np.int64), 0
    fill(nearest, FAR)
    for space in range(SPACES):
        if refuse_site(box, state, space) == LEGAL:
            way, token = box.steps[state.elephant[seat], space], state.token[space]
            nearest[TOKENS] = min(nearest[TOKENS], way)
            sites += 1
            if token != NONE:
                nearest[token] = min(nearest[token], way)
    for token in range(TOKENS + 1):
        out[token] = 1 / (1.0 + nearest[token])
    out[5] = sites * 0.06
    out[6] = refuse_site(box, state, state.elephant[seat]) == LEGAL


@noinline
def encode_palaces(state: Record, seat: int, out: Floats) -> None:
    """Encode the spaces with palaces: the seat's own, and those of others."""
    for space in range(SPACES):
        if state.palace[space] != NONE:
            out[space if state.palace[space] == seat else SPACES + space] = 1


@noinline
def encode_opponent(box: Record, state: Record, seat: int, other: int, out: Floats) -> None:
    """Encode an opponent relative to the seat."""
    out[0] = 1
    out[1] = state.rupees[other] * RUPEES
    out[2] = (empire(state, other) - empire(state, seat)) * 0.25
    out[3] = rank_reward(box, state, other) * 0.125
    out[4] = min(CITIES, all_cities(state, other)) * 0.25
    out[5] = city_reward(box, state, other) * 0.125
    out[6] = (box.baskets - baskets_free(box, state, other)) * 0.5
    ahead = points_ahead(box, state, other)
    out[7] = (ahead - points_ahead(box, state, seat)) / 3
    out[8] = 0.2 * cargo_value(box, state, other, ahead)
    for colour in range(COLOURS):
        out[9 + colour] = state.bales[other, colour] * 0.5
    for city in range(CITIES):
        out[13 + city] = state.city_tokens[other, city]
    out[FACTS + int(state.elephant[other])] = 1
