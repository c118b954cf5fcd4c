"""Legal actions. Each rule is implemented by exactly one `refuse_…` function.

`seat` is the seat to act and `here` the space of its elephant. Both are passed as arguments, because Numba would reload
them from the state after every write to the list of actions.
"""

from tradewinds.games.bombay.actions import ACTIONS, BUILD, BUY, MOVE, PASS, SELL, TAKE, WAIT
from tradewinds.games.bombay.refusals import (
    BASKETS_FULL,
    BOUGHT_ALREADY,
    BUY_POINTS,
    BUY_RUPEES,
    CHOOSE_FIRST,
    CITY_IN_THE_WAY,
    GAME_OVER,
    LEGAL,
    MOVE_POINTS,
    NO_BALE_TO_BUILD,
    NO_BALE_TO_SELL,
    NO_CITY,
    NO_DEMAND,
    NO_PALACE_LEFT,
    NO_PATH,
    NO_POST,
    NO_SUCH_ACTION,
    NOT_LEFT_MOST,
    NOTHING_TO_TAKE,
    PALACE_IN_THE_WAY,
    POST_CLOSED,
    POST_IN_THE_WAY,
    WAIT_WHOLE_TURN,
)
from tradewinds.games.bombay.state import CHOOSE, COLOURS, MARKETS, OVER, PLACES
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.record import NONE, Buffer, Record, add_if, total


@inlined
def refuse_wait(box: Record, state: Record) -> int:
    """Check the WAIT action, which takes a whole turn."""
    # BY-5.1: all 3 points, only as the whole turn.
    return LEGAL if state.points == box.points else WAIT_WHOLE_TURN


@inlined
def refuse_move(box: Record, state: Record, here: int, space: int) -> int:
    """Check a move along a path."""
    # BY-5.2: along a path to a neighbouring space, 1 point, 2 points if it is a hill.
    joined = (box.adjacent[here] >> space) & 1
    enough = state.points >= box.enter_points[space]
    if not joined:
        return NO_PATH
    return LEGAL if enough else MOVE_POINTS


@inlined
def baskets_free(box: Record, state: Record, seat: int) -> int:
    """Return the number of free baskets of an elephant."""
    # BY-1.1: at most 2 bales.
    return box.baskets - total(state.bales[seat])


@inlined
def post_open(state: Record, colour: int) -> bool:
    """Return whether the posts of a colour are open."""
    # BY-4.4: without a bale on the markets they are closed.
    return state.stock[colour] > 0


@inlined
def can_afford(box: Record, state: Record, seat: int, market: int) -> bool:
    """Return whether a player has the rupees for a bale of a market."""
    # BY-5.3, BY-8.3: the market decides the price.
    return state.rupees[seat] >= box.buy_rupees[market]


@inlined
def refuse_buy(box: Record, state: Record, seat: int, here: int) -> int:
    """Check a purchase, which requires an open post, a free basket, points and rupees, once per turn."""
    # BY-5.3: a bale of the post's colour.
    colour = state.post[here]
    if colour == NONE:
        return NO_POST
    # BY-5.3: at most one purchase a turn.
    if state.bought:
        return BOUGHT_ALREADY
    if not post_open(state, colour):
        return POST_CLOSED
    # BY-5.3: needs a free basket.
    if baskets_free(box, state, seat) == 0:
        return BASKETS_FULL
    # BY-5.3: the market decides the points.
    market = state.market[colour]
    if state.points < box.buy_points[market]:
        return BUY_POINTS
    return LEGAL if can_afford(box, state, seat, market) else BUY_RUPEES


@inlined
def place_of(state: Record, city: int, colour: int) -> int:
    """Return the place of a colour in a city's demand, or NONE if the city does not demand it."""
    for place in range(PLACES):
        if state.demand[city][place] == colour:
            return place
    return NONE


@inlined
def refuse_sell(box: Record, state: Record, seat: int, here: int, colour: int) -> int:
    """Check a sale, which requires a bale of the colour and a city that demands it."""
    if state.bales[seat, colour] == 0:
        return NO_BALE_TO_SELL
    # BY-5.4: in a city.
    city = box.city_at[here]
    if city == NONE:
        return NO_CITY
    # BY-8.4: only the colours that the city shows.
    return LEGAL if place_of(state, city, colour) != NONE else NO_DEMAND


@inlined
def refuse_site(box: Record, state: Record, space: int) -> int:
    """Check whether a palace may stand on a space, regardless of who builds it."""
    # BY-5.5: no post (a closed one is still a post), no city, no palace; BY-8.2: nothing else is in the way.
    if state.post[space] != NONE:
        return POST_IN_THE_WAY
    if box.city_at[space] != NONE:
        return CITY_IN_THE_WAY
    return PALACE_IN_THE_WAY if state.palace[space] != NONE else LEGAL


@inlined
def refuse_building(box: Record, state: Record, seat: int, here: int) -> int:
    """Check whether a seat may build a palace at `here`, regardless of the bale that pays for it."""
    refused = refuse_site(box, state, here)
    if refused != LEGAL:
        return refused
    # BY-5.5, BY-8.3: at most 5 palaces a player.
    return LEGAL if state.palaces[seat] < box.palaces else NO_PALACE_LEFT


@inlined
def refuse_build(box: Record, state: Record, seat: int, here: int, colour: int) -> int:
    """Check a palace paid for with a bale of a colour."""
    if state.bales[seat, colour] == 0:
        return NO_BALE_TO_BUILD
    return refuse_building(box, state, seat, here)


@inlined
def left_most(state: Record) -> int:
    """Return the left-most market with a bale on it, or MARKETS if all are empty."""
    market = MARKETS
    for colour in range(COLOURS):
        if state.stock[colour] and state.market[colour] < market:
            market = state.market[colour]
    return market


@inlined
def takeable(state: Record, colour: int, market: int) -> bool:
    """Return whether a bale of a colour may be taken for a bale token, given the left-most non-empty market."""
    return state.stock[colour] > 0 and state.market[colour] == market


@inlined
def refuse_take(state: Record, colour: int) -> int:
    """Check the choice of a bale when a bale token has been uncovered."""
    if state.phase != CHOOSE:
        return NOTHING_TO_TAKE
    # BY-5.5: a colour among those in the left-most non-empty market.
    return LEGAL if takeable(state, colour, left_most(state)) else NOT_LEFT_MOST


@inlined
def refuse(box: Record, state: Record, action: int) -> int:
    """Return why an action is illegal; LEGAL if it is legal."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if state.phase == OVER:
        return GAME_OVER
    if TAKE <= action < MOVE:
        return refuse_take(state, action - TAKE)
    if state.phase == CHOOSE:
        return CHOOSE_FIRST
    if action == PASS:
        # BY-8.1: giving up the remaining points is always allowed.
        return LEGAL
    if action == WAIT:
        return refuse_wait(box, state)
    seat = state.seat
    here = state.elephant[seat]
    if action == BUY:
        return refuse_buy(box, state, seat, here)
    if action < BUILD:
        return refuse_sell(box, state, seat, here, action - SELL)
    if action < TAKE:
        return refuse_build(box, state, seat, here, action - BUILD)
    return refuse_move(box, state, here, action - MOVE)


@inlined
def legal(box: Record, state: Record, out: Buffer) -> int:
    """Write the legal actions into `out` in ascending order and return their number."""
    if state.phase == OVER:
        return 0
    if state.phase == CHOOSE:
        return legal_takes(state, out)
    seat = state.seat
    here = state.elephant[seat]
    out[0] = PASS
    count = 1
    count = add_if(refuse_wait(box, state) == LEGAL, WAIT, out, count)
    count = add_if(refuse_buy(box, state, seat, here) == LEGAL, BUY, out, count)
    count = legal_uses(box, state, seat, here, out, count)
    # A fixed trip count: rows of neighbours are padded with the space itself.
    for path in range(box.most_paths):
        target = box.neighbours[here, path]
        count = add_if(refuse_move(box, state, here, target) == LEGAL, MOVE + target, out, count)
    return count


@inlined
def legal_uses(box: Record, state: Record, seat: int, here: int, out: Buffer, count: int) -> int:
    """Append the legal actions that use up a bale: sales and palaces."""
    if baskets_free(box, state, seat) == box.baskets:
        return count
    if box.city_at[here] != NONE:
        for colour in range(COLOURS):
            count = add_if(refuse_sell(box, state, seat, here, colour) == LEGAL, SELL + colour, out, count)
    elif refuse_building(box, state, seat, here) == LEGAL:
        for colour in range(COLOURS):
            count = add_if(state.bales[seat, colour] > 0, BUILD + colour, out, count)
    return count


@inlined
def legal_takes(state: Record, out: Buffer) -> int:
    """Write the legal choices of a bale when a bale token has been uncovered; return their number."""
    count = 0
    for colour in range(COLOURS):
        count = add_if(refuse_take(state, colour) == LEGAL, TAKE + colour, out, count)
    return count


@inlined
def to_act(box: Record, state: Record) -> int:  # noqa: ARG001
    """Return the seat to act."""
    return state.seat


@inlined
def is_over(box: Record, state: Record) -> bool:  # noqa: ARG001
    """Return whether the last set has been played."""
    return state.phase == OVER
