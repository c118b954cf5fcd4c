"""Set-up of a game (BY-2)."""

import numpy as np

from tradewinds.games.bombay.markets import refill
from tradewinds.games.bombay.state import CITIES, SPACES, TURN
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.random import Rng, below, draw_one, shuffle
from tradewinds.kernel.record import NONE, Record, assign, fill


@inlined
def setup(box: Record, state: Record, rng: Rng) -> None:
    """Initialise a blank state."""
    # BY-2.7: the start player is random, or the host's choice.
    state.start = below(rng, box.players) if box.first_seat == NONE else box.first_seat
    for seat in range(box.players):
        # BY-2.1: all elephants on hill A; the fifth player in turn order gets one more rupee.
        state.elephant[seat] = box.start_space
        state.rupees[seat] = box.start_rupees[(seat - state.start) % box.players]
    fill(state.palace, NONE)
    # BY-2.2: city tokens.
    fill(state.city_left, box.city_tokens)
    assign(state.bag, box.bales)
    lay_out(box, state, rng)
    state.set_number = 1
    state.round_number = 1
    state.seat = state.start
    state.points = box.points
    state.phase = TURN
    refill(box, state, rng)


@inlined
def lay_out(box: Record, state: Record, rng: Rng) -> None:
    """Lay out demands, posts and palace tokens, at random or as fixed for the first game."""
    if box.fixed:
        # BY-2.6: the fixed set-up of the first game.
        for city in range(CITIES):
            assign(state.demand[city], box.fixed_demand[city])
        assign(state.post, box.fixed_post)
        assign(state.token, box.fixed_token)
        return
    # BY-2.3: the four columns go to the four cities.
    order = np.empty(CITIES, np.int8)
    for city in range(CITIES):
        order[city] = city
    shuffle(rng, order)
    for city in range(CITIES):
        assign(state.demand[city], box.columns[order[city]])
    # BY-2.4: posts on E and F, with 2 or 3 players on E only.
    scatter(rng, box.posts, box.post_site, state.post)
    # BY-2.5: palace tokens on G.
    scatter(rng, box.tokens, box.token_site, state.token)


@inlined
def scatter(rng: Rng, counts: np.ndarray, sites: np.ndarray, spaces: np.ndarray) -> None:
    """Place pieces, given as counts by kind, on the sites at random."""
    pieces = np.empty(len(counts), np.int8)
    assign(pieces, counts)
    for space in range(SPACES):
        spaces[space] = draw_one(rng, pieces) if sites[space] else NONE
