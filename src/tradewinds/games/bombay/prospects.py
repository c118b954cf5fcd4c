"""Estimates used by the heuristic and the features: values of bales and purchases, time left. Not part of the rules."""

from tradewinds.games.bombay.apply import earns_city_token, sale_clients, sale_rupees
from tradewinds.games.bombay.legal import baskets_free, can_afford, place_of, post_open, refuse_building
from tradewinds.games.bombay.refusals import LEGAL
from tradewinds.games.bombay.scoring import all_cities
from tradewinds.games.bombay.state import CITIES, COLOURS, OVER, SPACES
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.record import NONE, Record

POINT = 0.4
CLIENT = 1.3
PALACE = 1.8
TOKEN = 0.7
CITY = 1.6
"""Values in rupees: an action point, a client, a palace, the token under a palace, an additional city token."""


@inlined
def points_ahead(box: Record, state: Record, seat: int) -> int:
    """Return how many action points a player has left in the game."""
    if state.phase == OVER:
        return 0
    turns = box.sets * box.rounds - (state.set_number - 1) * box.rounds - state.round_number
    place = (seat - state.start) % box.players
    if place == state.turn:
        return turns * box.points + state.points
    return (turns + (place > state.turn)) * box.points


@inlined
def wants_token(state: Record, seat: int, city: int) -> bool:
    """Return whether a sale in a city would earn a city token that can count towards the final reward."""
    return earns_city_token(state, seat, city) and all_cities(state, seat) < CITIES


@inlined
def sale_value(box: Record, state: Record, seat: int, city: int, colour: int) -> float:
    """Return the value of a sale in rupees; 0 if the city does not demand the colour."""
    place = place_of(state, city, colour)
    if place == NONE:
        return 0.0
    value = sale_rupees(box, place, colour) + CLIENT * sale_clients(box, place, colour)
    return value + CITY if wants_token(state, seat, city) else value


@noinline
def bale_value(box: Record, state: Record, seat: int, colour: int, here: int, ahead: int) -> float:
    """Return the value of a bale on an elephant at `here` with `ahead` action points left to use it."""
    best = 0.0
    for space in range(SPACES):
        way = box.steps[here, space] + 1
        if way > ahead:
            continue
        value = 0.0
        if box.city_at[space] != NONE:
            value = sale_value(box, state, seat, box.city_at[space], colour)
        elif refuse_building(box, state, seat, space) == LEGAL:
            value = PALACE + (TOKEN if state.token[space] != NONE else 0.0)
        best = max(best, value - POINT * way)
    return best


@noinline
def purchase_value(box: Record, state: Record, seat: int, colour: int, ahead: int) -> float:
    """Return the expected profit from buying a bale of a colour at the best post; 0 if it cannot be bought."""
    if not post_open(state, colour) or baskets_free(box, state, seat) == 0:
        return 0.0
    market, here, best = state.market[colour], state.elephant[seat], 0.0
    if not can_afford(box, state, seat, market):
        return 0.0
    for space in range(SPACES):
        if state.post[space] == colour:
            way = box.steps[here, space] + box.buy_points[market]
            if way < ahead:
                gain = bale_value(box, state, seat, colour, space, ahead - way)
                best = max(best, gain - POINT * way - box.buy_rupees[market])
    return best


@noinline
def cargo_value(box: Record, state: Record, seat: int, ahead: int) -> float:
    """Return the value of the bales on an elephant."""
    value = 0.0
    for colour in range(COLOURS):
        if state.bales[seat, colour] > 0:
            value += state.bales[seat, colour] * bale_value(box, state, seat, colour, state.elephant[seat], ahead)
    return value
