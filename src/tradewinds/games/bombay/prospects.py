"""What lies ahead for a player: what bales are good for, what could be bought, how much time is left.

Rules of thumb, not rules: numbers that help to judge a position.
"""

from tradewinds.games.bombay.apply import sale_clients, sale_rupees
from tradewinds.games.bombay.legal import baskets_free, place_of
from tradewinds.games.bombay.state import CITIES, COLOURS, OVER, SPACES
from tradewinds.kernel.compile import apart, inlined
from tradewinds.kernel.record import NONE, Record, total

POINT = 0.4
CLIENT = 1.3
PALACE = 1.8
TOKEN = 0.7
CITY = 1.6
"""What a point of a turn, a client, a palace, a palace's token and another city token are worth, in rupees."""


@inlined
def points_ahead(box: Record, state: Record, seat: int) -> int:
    """How many points a player can still use."""
    if state.phase == OVER:
        return 0
    turns = box.sets * box.rounds - (state.set_number - 1) * box.rounds - state.round_number
    place = (seat - state.start) % box.players
    if place == state.turn:
        return turns * box.points + state.points
    return (turns + (place > state.turn)) * box.points


@inlined
def cities_of(state: Record, seat: int) -> int:
    """How many city tokens a player has."""
    return total(state.city_tokens[seat]) + state.palace_cities[seat]


@inlined
def wants_token(state: Record, seat: int, city: int) -> bool:
    """Whether a sale in a city would bring its token, and the token something."""
    return state.city_tokens[seat, city] == 0 and state.city_left[city] > 0 and cities_of(state, seat) < CITIES


@inlined
def sale_worth(box: Record, state: Record, seat: int, city: int, colour: int) -> float:
    """What a sale is worth where it can be made, in rupees; nothing where it cannot."""
    place = place_of(state, city, colour)
    if place == NONE:
        return 0.0
    worth = sale_rupees(box, place, colour) + CLIENT * sale_clients(box, place, colour)
    return worth + CITY if wants_token(state, seat, city) else worth


@inlined
def is_site(box: Record, state: Record, space: int) -> bool:
    """Whether a palace could be built on a space."""
    return state.post[space] == NONE and box.city_at[space] == NONE and state.palace[space] == NONE


@apart
def bale_worth(box: Record, state: Record, seat: int, colour: int, here: int, ahead: int) -> float:
    """What a bale is worth that is on the elephant at `here`, with so many points to use it."""
    best = 0.0
    for space in range(SPACES):
        way = box.steps[here, space] + 1
        if way > ahead:
            continue
        worth = 0.0
        if box.city_at[space] != NONE:
            worth = sale_worth(box, state, seat, box.city_at[space], colour)
        elif state.palaces[seat] < box.palaces and is_site(box, state, space):
            worth = PALACE + (TOKEN if state.token[space] != NONE else 0.0)
        best = max(best, worth - POINT * way)
    return best


@apart
def purchase_worth(box: Record, state: Record, seat: int, colour: int, ahead: int) -> float:
    """What the nearest open post of a colour promises a player with a free basket."""
    if state.stock[colour] == 0 or baskets_free(box, state, seat) == 0:
        return 0.0
    market, here, best = state.market[colour], state.elephant[seat], 0.0
    if state.rupees[seat] < box.buy_rupees[market]:
        return 0.0
    for space in range(SPACES):
        if state.post[space] == colour:
            way = box.steps[here, space] + box.buy_points[market]
            if way < ahead:
                gain = bale_worth(box, state, seat, colour, space, ahead - way)
                best = max(best, gain - POINT * way - box.buy_rupees[market])
    return best


@apart
def cargo_worth(box: Record, state: Record, seat: int, ahead: int) -> float:
    """What the bales on an elephant are worth."""
    worth = 0.0
    for colour in range(COLOURS):
        if state.bales[seat, colour] > 0:
            worth += state.bales[seat, colour] * bale_worth(box, state, seat, colour, state.elephant[seat], ahead)
    return worth
