"""State transitions: the effect of an action (BY-5) and the order of turns, rounds and sets (BY-3)."""

from tradewinds.games.bombay.actions import BUILD, BUY, MOVE, SELL, TAKE, WAIT
from tradewinds.games.bombay.legal import left_most, place_of, takeable
from tradewinds.games.bombay.markets import refill
from tradewinds.games.bombay.state import BALE, BOTTOM, CHOOSE, CITY, CLIENT, COLOURS, MARKETS, OVER, RUPEES, TURN
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.seats import left_neighbour


@inlined
def apply(box: Record, state: Record, action: int, rng: Rng) -> None:
    """Apply a legal action in place."""
    if action >= MOVE:
        move(box, state, action - MOVE)
    elif action >= TAKE:
        state.phase = TURN
        take(state, action - TAKE)
    elif action >= BUILD:
        build(box, state, action - BUILD)
    elif action >= SELL:
        sell(box, state, action - SELL)
    elif action == BUY:
        buy(box, state)
    else:
        if action == WAIT:
            # BY-5.1: 1 rupee from the bank.
            state.rupees[state.seat] += box.wait_rupees
        state.points = 0
    # BY-8.1: a turn ends by itself when the points are used up, once a pending choice of a bale is made.
    if state.points == 0 and state.phase == TURN:
        end_turn(box, state, rng)


@inlined
def toll_owner(state: Record, seat: int, space: int) -> int:
    """Return the seat that is paid a toll when `seat` enters a space, or NONE."""
    # BY-5.2: the owner of a palace there, except one's own.
    return NONE if state.palace[space] == seat else state.palace[space]


@inlined
def move(box: Record, state: Record, space: int) -> None:
    """Move the elephant and pay the owner of a palace that it enters."""
    state.elephant[state.seat] = space
    state.points -= box.enter_points[space]
    owner = toll_owner(state, state.seat, space)
    if owner != NONE:
        # BY-5.2: the bank pays the owner 1 rupee.
        state.rupees[owner] += box.toll


@inlined
def take(state: Record, colour: int) -> None:
    """Move a bale from its market onto the elephant."""
    state.bales[state.seat, colour] += 1
    state.stock[colour] -= 1
    if state.stock[colour] == 0:
        # BY-4.4: the last bale of a colour closes its posts.
        state.market[colour] = NONE


@inlined
def buy(box: Record, state: Record) -> None:
    """Buy a bale of the trading post's colour."""
    # BY-5.3: price by market, at most one purchase a turn.
    colour = state.post[state.elephant[state.seat]]
    market = state.market[colour]
    state.rupees[state.seat] -= box.buy_rupees[market]
    state.points -= box.buy_points[market]
    state.bought = 1
    take(state, colour)


@inlined
def spend(state: Record, colour: int) -> None:
    """Pay one action point and one bale, which returns to the bag."""
    state.points -= 1
    state.bales[state.seat, colour] -= 1
    state.bag[colour] += 1


@inlined
def sale_rupees(box: Record, place: int, colour: int) -> int:
    """Return the rupees that a sale yields."""
    # BY-5.4: top 4, middle 3, bottom 1; yellow 1 more.
    return box.sale_rupees[place] + box.bonus_rupees[colour]


@inlined
def sale_clients(box: Record, place: int, colour: int) -> int:
    """Return the clients that a sale yields."""
    # BY-5.4, BY-8.5: bottom 1, violet 1 more; bonuses add up.
    return box.sale_clients[place] + box.bonus_clients[colour]


@inlined
def earns_city_token(state: Record, seat: int, city: int) -> bool:
    """Return whether a sale in a city yields a city token."""
    # BY-5.4: if the seller has none of this city and one is left.
    return state.city_tokens[seat][city] == 0 and state.city_left[city] > 0


@inlined
def sell(box: Record, state: Record, colour: int) -> None:
    """Sell a bale, move its demand cube to the bottom and take a city token."""
    spend(state, colour)
    seat, city = state.seat, box.city_at[state.elephant[state.seat]]
    place = place_of(state, city, colour)
    state.rupees[seat] += sale_rupees(box, place, colour)
    state.clients[seat] += sale_clients(box, place, colour)
    # BY-5.4: the cube moves to the bottom, those below it move up.
    for lower in range(place, BOTTOM):
        state.demand[city, lower] = state.demand[city, lower + 1]
    state.demand[city, BOTTOM] = colour
    if earns_city_token(state, seat, city):
        state.city_tokens[seat, city] = 1
        state.city_left[city] -= 1


@inlined
def build(box: Record, state: Record, colour: int) -> None:
    """Build a palace and resolve the palace token under it."""
    spend(state, colour)
    seat, space = state.seat, state.elephant[state.seat]
    state.palace[space] = seat
    state.palaces[seat] += 1
    token = state.token[space]
    state.token[space] = NONE
    # BY-5.5: the four kinds of palace tokens.
    if token == CLIENT:
        state.palace_clients[seat] += 1
    elif token == RUPEES:
        state.rupees[seat] += box.token_rupees
    elif token == CITY:
        state.palace_cities[seat] += 1
    elif token == BALE:
        resolve_bale_token(state)


@inlined
def resolve_bale_token(state: Record) -> None:
    """Take a bale for a bale token, or enter the CHOOSE phase if several colours qualify."""
    market = left_most(state)
    if market == MARKETS:
        return
    only, colours = NONE, 0
    for colour in range(COLOURS):
        if takeable(state, colour, market):
            only = colour
            colours += 1
    if colours == 1:
        take(state, only)
    else:
        state.phase = CHOOSE


@inlined
def end_turn(box: Record, state: Record, rng: Rng) -> None:
    """Pass the turn to the next seat; end the round or the set after its last turn."""
    state.points = box.points
    state.bought = 0
    # BY-3.1: clockwise from the start player.
    state.seat = left_neighbour(box, state.seat)
    state.turn += 1
    if state.turn == box.players:
        state.turn = 0
        state.round_number += 1
        if state.round_number > box.rounds:
            end_set(box, state, rng)


@inlined
def end_set(box: Record, state: Record, rng: Rng) -> None:
    """Start the next set with a new start player and a refill, or end the game after the last set."""
    if state.set_number == box.sets:
        # BY-3.3: the game ends after the last set; BY-4.2: no refill then.
        state.round_number = box.rounds
        state.points = 0
        state.phase = OVER
        return
    state.set_number += 1
    state.round_number = 1
    # BY-3.2: the start player's left neighbour becomes start player.
    state.start = left_neighbour(box, state.start)
    state.seat = state.start
    refill(box, state, rng)


@inlined
def is_settled(box: Record, state: Record) -> bool:
    """Return whether a turn is about to begin."""
    return state.points == box.points and state.phase == TURN
