"""What one seat may know of a state (BY-7), and the sampling of states consistent with it."""

import numpy as np

from tradewinds.games.bombay.apply import sale_clients, sale_rupees
from tradewinds.games.bombay.state import (
    BALE,
    CHOOSE,
    CITIES,
    CITY,
    CLIENT,
    COLOURS,
    OVER,
    PLACES,
    RUPEES,
    SPACES,
    TOKENS,
)
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.random import Rng, below, draw_one
from tradewinds.kernel.record import HIDDEN, NONE, Record, assign, fill, total

TURNS_PER_BALE = 2
"""Sampling heuristic, not a rule: turns from buying a bale to using it, half of them with it on the elephant."""

ONE_IN = 3
"""Sampling heuristic: one in this many remaining turns starts a sale, one in this many opponents enters a palace."""

IDLE_IN = 4
"""Sampling heuristic: one in this many turns without a sale brings no rupee."""


@inlined
def mask(box: Record, state: Record, seat: int) -> None:
    """Hide what is behind the other players' screens, in place."""
    # BY-7: open screens hide nothing; when the game is over the screens are lifted.
    if not box.screens_closed or state.phase == OVER:
        return
    for other in range(box.players):
        if other != seat:
            state.rupees[other] = HIDDEN
            state.clients[other] = HIDDEN
            state.palace_clients[other] = HIDDEN
            state.palace_cities[other] = HIDDEN
            fill(state.city_tokens[other], HIDDEN)


@inlined
def redeal(box: Record, state: Record, seat: int, rng: Rng) -> None:
    """Sample the contents of the other players' screens, consistent with the mask, in place."""
    if not box.screens_closed or state.phase == OVER:
        return
    redeal_cities(box, state, seat, rng)
    for other in range(box.players):
        if other != seat:
            redeal_earnings(box, state, other, rng)
    redeal_tokens(box, state, seat, rng)


@inlined
def turns_begun(box: Record, state: Record, seat: int) -> int:
    """Return how many turns a seat has started."""
    turns = (state.set_number - 1) * box.rounds + state.round_number - 1
    place = (seat - state.start) % box.players
    used = state.points < box.points
    return turns + (place < state.turn or (place == state.turn and used))


@inlined
def may_have_sold(state: Record, seat: int) -> bool:
    """BY-5.4: a player who has sold in a city has its token, unless none was left."""
    for city in range(CITIES):
        if state.city_tokens[seat, city] > 0 or state.city_left[city] == 0:
            return True
    return False


@inlined
def redeal_sale(box: Record, state: Record, seat: int, rng: Rng) -> None:
    """Add the proceeds of a random sale, less a purchase."""
    place, colour = below(rng, PLACES), below(rng, COLOURS)
    state.rupees[seat] += sale_rupees(box, place, colour) - box.buy_rupees[0]
    state.clients[seat] += sale_clients(box, place, colour)


@inlined
def redeal_earnings(box: Record, state: Record, seat: int, rng: Rng) -> None:
    """Sample rupees and clients.

    A mask keeps no payments but shows their causes: a sale for each city token, a purchase for each palace and for each
    bale on the elephant. The remaining turns are spent on further sales, on waiting or on nothing, and some opponents
    entered the palaces.
    """
    first_start = (state.start - state.set_number + 1) % box.players
    state.rupees[seat] = box.start_rupees[(seat - first_start) % box.players]
    state.clients[seat] = 0
    sales, carried = total(state.city_tokens[seat]), total(state.bales[seat])
    for _ in range(sales):
        redeal_sale(box, state, seat, rng)
    left = turns_begun(box, state, seat) - TURNS_PER_BALE * (sales + state.palaces[seat]) - carried
    sold = may_have_sold(state, seat)
    while left > 0:
        if sold and left >= TURNS_PER_BALE and below(rng, ONE_IN) == 0:
            redeal_sale(box, state, seat, rng)
            left -= TURNS_PER_BALE
        else:
            state.rupees[seat] += box.wait_rupees * (below(rng, IDLE_IN) > 0)
            left -= 1
    for _ in range(state.palaces[seat] * (box.players - 1)):
        state.rupees[seat] += box.toll * (below(rng, ONE_IN) == 0)
    spent = box.buy_rupees[0] * (state.palaces[seat] + carried)
    state.rupees[seat] = max(0, state.rupees[seat] - spent)


@inlined
def redeal_cities(box: Record, state: Record, seat: int, rng: Rng) -> None:
    """Deal the missing tokens of each city to different players."""
    for city in range(CITIES):
        missing = box.city_tokens - state.city_left[city]
        others = box.players
        if seat >= 0:
            missing -= state.city_tokens[seat, city]
            others -= 1
        for other in range(box.players):
            if other != seat:
                has = below(rng, others) < missing
                state.city_tokens[other, city] = has
                missing -= has
                others -= 1


@inlined
def redeal_tokens(box: Record, state: Record, seat: int, rng: Rng) -> None:
    """Deal the missing palace tokens to the palaces on token sites."""
    missing = np.empty(TOKENS, np.int8)
    assign(missing, box.tokens)
    known = NONE
    if state.phase == CHOOSE:
        # The pending choice reveals that this token was a bale.
        known = state.elephant[state.seat]
        missing[BALE] -= 1
    own_sites = 0
    for space in range(SPACES):
        if state.token[space] != NONE:
            missing[state.token[space]] -= 1
        elif box.token_site[space] and state.palace[space] == seat and space != known:
            own_sites += 1
    if seat >= 0:
        missing[CLIENT] -= state.palace_clients[seat]
        missing[CITY] -= state.palace_cities[seat]
        spent = own_sites - state.palace_clients[seat] - state.palace_cities[seat]
        for _ in range(spent):
            rupees = below(rng, missing[RUPEES] + missing[BALE]) < missing[RUPEES]
            missing[RUPEES if rupees else BALE] -= 1
    for other in range(box.players):
        if other != seat:
            state.palace_clients[other] = 0
            state.palace_cities[other] = 0
    for space in range(SPACES):
        owner = state.palace[space]
        if box.token_site[space] and owner >= 0 and owner != seat and space != known:
            token = draw_one(rng, missing)
            state.rupees[owner] += box.token_rupees * (token == RUPEES)
            state.palace_clients[owner] += token == CLIENT
            state.palace_cities[owner] += token == CITY
