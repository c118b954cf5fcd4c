"""What may be done now. Each `refuse_…` function is the one place where its rule stands.

`seat` acts and its elephant is `here`: looked up once and handed down, since every write to the list of actions would
make the compiler look them up again.
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
    """Waiting takes the whole turn."""
    # BY-5.1: all 3 points, only as the whole turn.
    return LEGAL if state.points == box.points else WAIT_WHOLE_TURN


@inlined
def refuse_move(box: Record, state: Record, here: int, space: int) -> int:
    """A move follows a path and needs its points."""
    # BY-5.2: along a path to a neighbouring space, 1 point, 2 points if it is a hill.
    joined = (box.adjacent[here] >> space) & 1
    enough = state.points >= box.enter_points[space]
    if not joined:
        return NO_PATH
    return LEGAL if enough else MOVE_POINTS


@inlined
def baskets_free(box: Record, state: Record, seat: int) -> int:
    """How many more bales an elephant can carry."""
    # BY-1.1: at most 2 bales.
    return box.baskets - total(state.bales[seat])


@inlined
def refuse_buy(box: Record, state: Record, seat: int, here: int) -> int:
    """A purchase needs an open post, a free basket, points and rupees, once a turn."""
    # BY-5.3: a bale of the post's colour.
    colour = state.post[here]
    if colour == NONE:
        return NO_POST
    # BY-5.3: at most one purchase a turn.
    if state.bought:
        return BOUGHT_ALREADY
    # BY-4.4: without a bale on the markets the post is closed.
    if state.stock[colour] == 0:
        return POST_CLOSED
    # BY-5.3: needs a free basket.
    if baskets_free(box, state, seat) == 0:
        return BASKETS_FULL
    # BY-5.3: the market decides points and rupees.
    market = state.market[colour]
    if state.points < box.buy_points[market]:
        return BUY_POINTS
    return LEGAL if state.rupees[seat] >= box.buy_rupees[market] else BUY_RUPEES


@inlined
def place_of(state: Record, city: int, colour: int) -> int:
    """Where a city's column shows a colour, NONE if it does not."""
    for place in range(PLACES):
        if state.demand[city, place] == colour:
            return place
    return NONE


@inlined
def refuse_sell(box: Record, state: Record, seat: int, here: int, colour: int) -> int:
    """A sale needs a bale and a city that shows its colour."""
    if state.bales[seat, colour] == 0:
        return NO_BALE_TO_SELL
    # BY-5.4: in a city.
    city = box.city_at[here]
    if city == NONE:
        return NO_CITY
    # BY-8.4: any colour that the city shows, no other.
    return LEGAL if place_of(state, city, colour) != NONE else NO_DEMAND


@inlined
def refuse_building(box: Record, state: Record, seat: int, here: int) -> int:
    """Whether a palace may stand where the elephant is, whatever pays for it."""
    # BY-5.5: no post (a closed one is still a post), no city, no palace.
    if state.post[here] != NONE:
        return POST_IN_THE_WAY
    if box.city_at[here] != NONE:
        return CITY_IN_THE_WAY
    if state.palace[here] != NONE:
        return PALACE_IN_THE_WAY
    # BY-5.5, BY-8.3: at most 5 palaces a player.
    return LEGAL if state.palaces[seat] < box.palaces else NO_PALACE_LEFT


@inlined
def refuse_build(box: Record, state: Record, seat: int, here: int, colour: int) -> int:
    """A palace costs a bale of any colour."""
    if state.bales[seat, colour] == 0:
        return NO_BALE_TO_BUILD
    return refuse_building(box, state, seat, here)


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
    """Write the legal actions into `out`, ascending; return how many there are."""
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
    # Always as many rounds as the busiest space has paths; where there are fewer, the space itself fills up.
    for path in range(box.most_paths):
        target = box.neighbours[here, path]
        count = add_if(refuse_move(box, state, here, target) == LEGAL, MOVE + target, out, count)
    return count


@inlined
def legal_uses(box: Record, state: Record, seat: int, here: int, out: Buffer, count: int) -> int:
    """Add what can be done with the bales on the elephant: sell them or build with them."""
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
