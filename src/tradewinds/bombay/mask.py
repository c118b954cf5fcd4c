"""What one seat may know (BY-7), and one world that fits it."""

import numpy as np

from tradewinds.bombay.state import BALE, CHOOSE, CITIES, CITY, CLIENT, OVER, RUPEES, SPACES, TOKENS
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.random import Rng, below, draw_one
from tradewinds.kernel.record import HIDDEN, NONE, Record, assign, fill

RUPEES_A_TURN = 5
CLIENTS_A_TURN = 1
"""No rule: how much a redealt world supposes that a turn may have brought, since a mask remembers no payments."""


@inlined
def mask(box: Record, state: Record, seat: int) -> None:
    """Blank what lies behind the other players' screens, in place."""
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
    """Fill the screens of the other players with something that fits what lies open, in place."""
    if not box.screens_closed or state.phase == OVER:
        return
    for other in range(box.players):
        if other != seat:
            redeal_purse(box, state, other, rng)
    redeal_cities(box, state, seat, rng)
    redeal_tokens(box, state, seat, rng)


@inlined
def turns_begun(box: Record, state: Record, seat: int) -> int:
    """How many turns a seat has begun to use."""
    turns = (state.set_number - 1) * box.rounds + state.round_number - 1
    place = (seat - state.start) % box.players
    used = state.points < box.points
    return turns + (place < state.turn or (place == state.turn and used))


@inlined
def redeal_purse(box: Record, state: Record, seat: int, rng: Rng) -> None:
    """Rupees and clients, as much as the turns so far may have brought; before the first turn, what all begin with."""
    turns = turns_begun(box, state, seat)
    first_start = (state.start - state.set_number + 1) % box.players
    state.rupees[seat] = box.start_rupees[(seat - first_start) % box.players] if turns == 0 else 0
    state.clients[seat] = 0
    for _ in range(turns):
        state.rupees[seat] += below(rng, RUPEES_A_TURN + 1)
        state.clients[seat] += below(rng, CLIENTS_A_TURN + 1)


@inlined
def redeal_cities(box: Record, state: Record, seat: int, rng: Rng) -> None:
    """City tokens: those missing from a city are with so many different players."""
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
    """Palace tokens: every palace on a token site took one of those missing from the board."""
    missing = np.empty(TOKENS, np.int8)
    assign(missing, box.tokens)
    known = NONE
    if state.phase == CHOOSE:
        # All see that this token was a bale.
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
            state.palace_clients[owner] += token == CLIENT
            state.palace_cities[owner] += token == CITY
