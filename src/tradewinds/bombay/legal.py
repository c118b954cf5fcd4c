"""What may be done now. Each `refuse_…` function is the one place where its rule stands."""

from tradewinds.bombay.actions import ACTIONS, BUILD, BUY, MOVE, PASS, SELL, TAKE, WAIT
from tradewinds.bombay.refusals import (
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
from tradewinds.bombay.state import CHOOSE, COLOURS, MARKETS, OVER, PLACES
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.record import NONE, Buffer, Record, add_if, total


@inlined
def refuse_wait(box: Record, state: Record) -> int:
    """Waiting takes the whole turn."""
    # BY-5.1: all 3 points, only as the whole turn.
    return LEGAL if state.points == box.points else WAIT_WHOLE_TURN


@inlined
def refuse_move(box: Record, state: Record, space: int) -> int:
    """A move follows a path and needs its points."""
    # BY-5.2: along a path to a neighbouring space.
    joined = (box.adjacent[state.elephant[state.seat]] >> space) & 1
    enough = state.points >= box.enter_points[space]
    if not joined:
        return NO_PATH
    # BY-5.2: 1 point, 2 points if the target is a hill.
    return LEGAL if enough else MOVE_POINTS


@inlined
def baskets_free(box: Record, state: Record, seat: int) -> int:
    """How many more bales an elephant can carry."""
    # BY-1.1: at most 2 bales.
    return box.baskets - total(state.bales[seat])


@inlined
def refuse_buy(box: Record, state: Record) -> int:
    """A purchase needs an open post, a free basket, points and rupees, once a turn."""
    # BY-5.3: a bale of the post's colour.
    colour = state.post[state.elephant[state.seat]]
    if colour == NONE:
        return NO_POST
    # BY-5.3: at most one purchase a turn.
    if state.bought:
        return BOUGHT_ALREADY
    # BY-4.4: without a bale on the markets the post is closed.
    if state.stock[colour] == 0:
        return POST_CLOSED
    # BY-5.3: needs a free basket.
    if baskets_free(box, state, state.seat) == 0:
        return BASKETS_FULL
    # BY-5.3: the market decides points and rupees.
    market = state.market[colour]
    if state.points < box.buy_points[market]:
        return BUY_POINTS
    return LEGAL if state.rupees[state.seat] >= box.buy_rupees[market] else BUY_RUPEES


@inlined
def place_of(state: Record, city: int, colour: int) -> int:
    """Where a city's column shows a colour, NONE if it does not."""
    for place in range(PLACES):
        if state.demand[city, place] == colour:
            return place
    return NONE


@inlined
def refuse_sell(box: Record, state: Record, colour: int) -> int:
    """A sale needs a bale and a city that shows its colour."""
    if state.bales[state.seat, colour] == 0:
        return NO_BALE_TO_SELL
    # BY-5.4: in a city.
    city = box.city_at[state.elephant[state.seat]]
    if city == NONE:
        return NO_CITY
    # BY-8.4: any colour that the city shows, no other.
    return LEGAL if place_of(state, city, colour) != NONE else NO_DEMAND


@inlined
def refuse_building(box: Record, state: Record) -> int:
    """Whether a palace may stand where the elephant is, whatever pays for it."""
    space = state.elephant[state.seat]
    # BY-5.5: no post (a closed one is still a post), no city, no palace.
    if state.post[space] != NONE:
        return POST_IN_THE_WAY
    if box.city_at[space] != NONE:
        return CITY_IN_THE_WAY
    if state.palace[space] != NONE:
        return PALACE_IN_THE_WAY
    # BY-5.5, BY-8.3: at most 5 palaces a player.
    return LEGAL if state.palaces[state.seat] < box.palaces else NO_PALACE_LEFT


@inlined
def refuse_build(box: Record, state: Record, colour: int) -> int:
    """A palace costs a bale of any colour."""
    if state.bales[state.seat, colour] == 0:
        return NO_BALE_TO_BUILD
    return refuse_building(box, state)


@inlined
def left_most(state: Record) -> int:
    """The left-most market with a bale on it, MARKETS if all are empty."""
    market = MARKETS
    for colour in range(COLOURS):
        if state.stock[colour] and state.market[colour] < market:
            market = state.market[colour]
    return market


@inlined
def refuse_take(state: Record, colour: int) -> int:
    """A bale token brings a bale from the left-most market that has any."""
    if state.phase != CHOOSE:
        return NOTHING_TO_TAKE
    # BY-5.5: a colour among those in the left-most non-empty market.
    available = state.stock[colour] and state.market[colour] == left_most(state)
    return LEGAL if available else NOT_LEFT_MOST


@inlined
def refuse(box: Record, state: Record, action: int) -> int:
    """Why this action is not legal now; LEGAL if it is."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if state.phase == OVER:
        return GAME_OVER
    if TAKE <= action < MOVE:
        return refuse_take(state, action - TAKE)
    if state.phase == CHOOSE:
        return CHOOSE_FIRST
    if action == PASS:
        # BY-8.1: giving up the rest is always allowed.
        return LEGAL
    if action == WAIT:
        return refuse_wait(box, state)
    if action == BUY:
        return refuse_buy(box, state)
    if action < BUILD:
        return refuse_sell(box, state, action - SELL)
    if action < TAKE:
        return refuse_build(box, state, action - BUILD)
    return refuse_move(box, state, action - MOVE)


@inlined
def legal(box: Record, state: Record, out: Buffer) -> int:
    """Write the legal actions into `out`, ascending; return how many there are."""
    if state.phase == OVER:
        return 0
    if state.phase == CHOOSE:
        return legal_takes(state, out)
    out[0] = PASS
    count = 1
    count = add_if(refuse_wait(box, state) == LEGAL, WAIT, out, count)
    count = add_if(refuse_buy(box, state) == LEGAL, BUY, out, count)
    count = legal_uses(box, state, out, count)
    # Always as many rounds as the busiest space has paths; where there are fewer, the space itself fills up.
    space = state.elephant[state.seat]
    for path in range(box.most_paths):
        target = box.neighbours[space, path]
        count = add_if(refuse_move(box, state, target) == LEGAL, MOVE + target, out, count)
    return count


@inlined
def legal_uses(box: Record, state: Record, out: Buffer, count: int) -> int:
    """Add what can be done with the bales on the elephant: sell them or build with them."""
    if baskets_free(box, state, state.seat) == box.baskets:
        return count
    if box.city_at[state.elephant[state.seat]] != NONE:
        for colour in range(COLOURS):
            count = add_if(refuse_sell(box, state, colour) == LEGAL, SELL + colour, out, count)
    elif refuse_building(box, state) == LEGAL:
        for colour in range(COLOURS):
            count = add_if(state.bales[state.seat, colour] > 0, BUILD + colour, out, count)
    return count


@inlined
def legal_takes(state: Record, out: Buffer) -> int:
    """Write the bales that a bale token may bring."""
    count = 0
    for colour in range(COLOURS):
        count = add_if(refuse_take(state, colour) == LEGAL, TAKE + colour, out, count)
    return count


@inlined
def to_act(box: Record, state: Record) -> int:  # noqa: ARG001
    """The seat whose turn it is."""
    return state.seat


@inlined
def is_over(box: Record, state: Record) -> bool:  # noqa: ARG001
    """Whether the last set has been played."""
    return state.phase == OVER
