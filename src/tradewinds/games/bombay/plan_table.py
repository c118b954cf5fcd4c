"""What a player could earn alone: the best value of the next action points from every space with every cargo.

The table assumes that nobody else moves, that prices stay as they are and that turns have no borders. It is the same
for all seats, and is kept for positions with the same markets, demand and buildings.
"""

import numpy as np
import numpy.typing as npt

from tradewinds.games.bombay.apply import sale_clients, sale_rupees
from tradewinds.games.bombay.legal import place_of, post_open, refuse_site
from tradewinds.games.bombay.prospects import CITY, CLIENT, PALACE
from tradewinds.games.bombay.refusals import LEGAL
from tradewinds.games.bombay.state import COLOURS, SPACES
from tradewinds.kernel.compile import inlined, noinline, vectorised
from tradewinds.kernel.evaluation import FeatureCache
from tradewinds.kernel.random import GOLDEN_GAMMA, mix
from tradewinds.kernel.record import NONE, Record

HORIZON = 12
"""Action points that are planned: four turns."""

WIDTH = 16
"""Cargoes of at most two bales, and one unused entry."""

LAYER = SPACES * WIDTH
TABLE = (HORIZON + 1) * LAYER

SLOTS = 64
"""Tables that are kept, a power of two."""

CARGOES = [(), *((c,) for c in range(COLOURS)), *((a, b) for a in range(COLOURS) for b in range(a, COLOURS))]

ADDED = np.full((COLOURS, WIDTH), NONE, np.int8)
REMOVED = np.full((COLOURS, WIDTH), NONE, np.int8)
"""The cargo after a bale of a colour is loaded or unloaded; NONE if that is not possible."""

for _index, _cargo in enumerate(CARGOES):
    for _colour in _cargo:
        _rest = list(_cargo)
        _rest.remove(_colour)
        REMOVED[_colour, _index] = CARGOES.index(tuple(_rest))
        ADDED[_colour, CARGOES.index(tuple(_rest))] = _index

TOKEN_VALUES = np.array([CLIENT, 2.0, CITY, 2.0])
"""Values in rupees of palace tokens: client, rupees, city, bale."""

Floats = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int8]


@inlined
def cargo_index(state: Record, seat: int) -> int:
    """Return the cargo of a seat, of which two bales count."""
    cargo = 0
    for colour in range(COLOURS):
        for _ in range(state.bales[seat, colour]):
            if ADDED[colour, cargo] != NONE:
                cargo = ADDED[colour, cargo]
    return cargo


@inlined
def market_key(state: Record) -> np.uint64:
    """Hash everything that the table depends on."""
    key = np.uint64(1)
    for space in range(SPACES):
        place = (state.post[space] + 2) + 8 * (state.palace[space] != NONE) + 16 * (state.token[space] + 2)
        key = (key ^ np.uint64(place)) * GOLDEN_GAMMA
        key ^= key >> np.uint64(29)
    for colour in range(COLOURS):
        key = (key ^ np.uint64(state.market[colour] + 2 + 8 * (state.stock[colour] > 0))) * GOLDEN_GAMMA
        key ^= key >> np.uint64(29)
    for city in range(state.demand.shape[0]):
        for place in range(state.demand.shape[1]):
            key = (key ^ np.uint64(state.demand[city, place] + 2)) * GOLDEN_GAMMA
            key ^= key >> np.uint64(29)
    return mix(key)


@noinline
def write_gains(box: Record, state: Record, gains: Floats, costs: Integers) -> None:
    """Write for each space the gain of unloading each colour, and the colour, points and rupees of a purchase."""
    for space in range(SPACES):
        city, colour = box.city_at[space], state.post[space]
        site = np.float32(0)
        if refuse_site(box, state, space) == LEGAL:
            site = np.float32(PALACE)
            if state.token[space] != NONE:
                site += np.float32(TOKEN_VALUES[state.token[space]])
        for sold in range(COLOURS):
            gains[space, sold] = site
            place = place_of(state, city, sold) if city != NONE else NONE
            if place != NONE:
                gains[space, sold] = sale_rupees(box, place, sold) + CLIENT * sale_clients(box, place, sold)
        costs[space, 0] = colour if colour != NONE and post_open(state, colour) else NONE
        if costs[space, 0] != NONE:
            costs[space, 1] = box.buy_points[state.market[colour]]
            costs[space, 2] = box.buy_rupees[state.market[colour]]


@vectorised
def fill_layers(  # noqa: PLR0912 - vectorised as one loop
    table: Floats, gains: Floats, costs: Integers, neighbours: Integers, degree: Integers, enter: Integers
) -> None:
    """Compute the table by dynamic programming over action points: moving, unloading and buying."""
    for index in range(LAYER):
        table[index] = 0
    for points in range(1, HORIZON + 1):
        for space in range(SPACES):
            at = points * LAYER + space * WIDTH
            before = at - LAYER
            for cargo in range(WIDTH):
                table[at + cargo] = table[before + cargo]
            for index in range(degree[space]):
                other = int(neighbours[space, index])
                if points >= enter[other]:
                    start = (points - int(enter[other])) * LAYER + other * WIDTH
                    for cargo in range(WIDTH):
                        table[at + cargo] = max(table[at + cargo], table[start + cargo])
            for colour in range(COLOURS):
                gain = gains[space, colour]
                if gain > 0:
                    for cargo in range(1, WIDTH):
                        after = int(REMOVED[colour, cargo])
                        if after != NONE:
                            table[at + cargo] = max(table[at + cargo], table[before + after] + gain)
            colour = costs[space, 0]
            if colour != NONE and points >= costs[space, 1]:
                start = (points - int(costs[space, 1])) * LAYER + space * WIDTH
                price = np.float32(costs[space, 2])
                for cargo in range(WIDTH):
                    after = int(ADDED[colour, cargo])
                    if after != NONE:
                        table[at + cargo] = max(table[at + cargo], table[start + after] - price)


@noinline
def fill_table(box: Record, state: Record, table: Floats) -> None:
    """Compute the table of a position."""
    gains, costs = np.empty((SPACES, COLOURS), np.float32), np.empty((SPACES, 3), np.int8)
    write_gains(box, state, gains, costs)
    fill_layers(table, gains, costs, box.neighbours, box.degree, box.enter_points)


@inlined
def find_table(box: Record, state: Record, cache: FeatureCache) -> int:
    """Return the slot of the table of a position, computing it if it is not kept."""
    key = market_key(state)
    slot = np.int64(key & np.uint64(SLOTS - 1))
    if cache.keys[slot] != key:
        cache.keys[slot] = key
        fill_table(box, state, cache.values[slot])
    return slot  # type: ignore[return-value]
