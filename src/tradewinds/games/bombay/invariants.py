"""Invariants of a state: components are conserved, and turn order and phase are consistent.

Because they verify the rules, they may state a rule again, independently of `legal` and `apply`.
"""

from tradewinds.games.bombay.legal import baskets_free, left_most
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
    TURN,
)
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.record import NONE, Record, total

(
    SOUND,
    INDICES_VALID,
    BALES_CONSERVED,
    BASKETS_HOLD,
    CUBES_CONSERVED,
    POSTS_CONSERVED,
    TOKENS_CONSERVED,
    PALACES_COUNTED,
    CITY_TOKENS_CONSERVED,
    MARKETS_SORTED,
    RUPEES_IN_RANGE,
    TURN_ORDER_VALID,
    CHOICE_VALID,
) = range(13)

LAWS = {
    INDICES_VALID: "spaces_exist",
    BALES_CONSERVED: "bales_conserved",
    BASKETS_HOLD: "baskets_hold",
    CUBES_CONSERVED: "cubes_conserved",
    POSTS_CONSERVED: "posts_conserved",
    TOKENS_CONSERVED: "tokens_conserved",
    PALACES_COUNTED: "palaces_counted",
    CITY_TOKENS_CONSERVED: "city_tokens_conserved",
    MARKETS_SORTED: "markets_sorted",
    RUPEES_IN_RANGE: "purses_filled",
    TURN_ORDER_VALID: "course_kept",
    CHOICE_VALID: "choice_open",
}


RICHES = 1_000_000_000


@inlined
def check(box: Record, state: Record) -> int:
    """Return the first invariant that a full state violates; SOUND if none."""
    if not indices_valid(box, state):
        return INDICES_VALID
    if not bales_conserved(box, state):
        return BALES_CONSERVED
    if not baskets_hold(box, state):
        return BASKETS_HOLD
    if not cubes_conserved(box, state):
        return CUBES_CONSERVED
    if not posts_conserved(box, state):
        return POSTS_CONSERVED
    if not tokens_conserved(box, state):
        return TOKENS_CONSERVED
    if not palaces_counted(box, state):
        return PALACES_COUNTED
    if not city_tokens_conserved(box, state):
        return CITY_TOKENS_CONSERVED
    if not markets_sorted(box, state):
        return MARKETS_SORTED
    if not rupees_in_range(box, state):
        return RUPEES_IN_RANGE
    if not turn_order_valid(box, state):
        return TURN_ORDER_VALID
    return SOUND if choice_valid(box, state) else CHOICE_VALID


@inlined
def indices_valid(box: Record, state: Record) -> bool:
    """Check that every elephant is on a space and every index is in range."""
    for seat in range(box.players):
        if not 0 <= state.elephant[seat] < SPACES:
            return False
    for space in range(SPACES):
        if not NONE <= state.palace[space] < box.players:
            return False
        if not (NONE <= state.post[space] < COLOURS and NONE <= state.token[space] < TOKENS):
            return False
    return True


@inlined
def bales_conserved(box: Record, state: Record) -> bool:
    """Check BY-1.2: every bale is in the bag, on a market or on an elephant."""
    for colour in range(COLOURS):
        carried = 0
        for seat in range(box.players):
            carried += state.bales[seat, colour]
        if state.bag[colour] < 0 or state.stock[colour] < 0:
            return False
        if state.bag[colour] + state.stock[colour] + carried != box.bales[colour]:
            return False
    return True


@inlined
def baskets_hold(box: Record, state: Record) -> bool:
    """Check BY-1.1: no elephant carries more bales than it has baskets."""
    for seat in range(box.players):
        for colour in range(COLOURS):
            if state.bales[seat, colour] < 0:
                return False
        if baskets_free(box, state, seat) < 0:
            return False
    return True


@inlined
def cubes_conserved(box: Record, state: Record) -> bool:
    """Check BY-1.2: all cubes of each colour are on the board, three different ones in each city."""
    for colour in range(COLOURS):
        balance = 0
        for city in range(CITIES):
            shown = 0
            for place in range(PLACES):
                balance += box.columns[city, place] == colour
                shown += state.demand[city, place] == colour
            if shown > 1:
                return False
            balance -= shown
        if balance != 0:
            return False
    return True


@inlined
def posts_conserved(box: Record, state: Record) -> bool:
    """Check BY-2.4: all posts of each colour are on the board, on post sites only."""
    for space in range(SPACES):
        if (state.post[space] != NONE) != (box.post_site[space] != 0):
            return False
    for colour in range(COLOURS):
        balance = box.posts[colour]
        for space in range(SPACES):
            balance -= state.post[space] == colour
        if balance != 0:
            return False
    return True


@inlined
def tokens_off_board(box: Record, state: Record, token: int) -> int:
    """Count the palace tokens of a kind that have left the board."""
    count = box.tokens[token]
    for space in range(SPACES):
        count -= state.token[space] == token
    return count


@inlined
def tokens_conserved(box: Record, state: Record) -> bool:
    """Check BY-5.5: a token lies on its site until somebody builds a palace there and receives it."""
    for space in range(SPACES):
        lying = box.token_site[space] != 0 and state.palace[space] == NONE
        if lying != (state.token[space] != NONE):
            return False
    if tokens_off_board(box, state, RUPEES) < 0 or tokens_off_board(box, state, BALE) < 0:
        return False
    clients, cities = 0, 0
    for seat in range(box.players):
        sites = 0
        for space in range(SPACES):
            sites += box.token_site[space] != 0 and state.palace[space] == seat
        if state.palace_clients[seat] < 0 or state.palace_cities[seat] < 0:
            return False
        if state.palace_clients[seat] + state.palace_cities[seat] > sites:
            return False
        clients += state.palace_clients[seat]
        cities += state.palace_cities[seat]
    return tokens_off_board(box, state, CLIENT) == clients and tokens_off_board(box, state, CITY) == cities


@inlined
def palaces_counted(box: Record, state: Record) -> bool:
    """Check BY-5.5: no player has more palaces than allowed, and none is on a post or in a city."""
    for space in range(SPACES):
        if state.palace[space] != NONE and (state.post[space] != NONE or box.city_at[space] != NONE):
            return False
    for seat in range(box.players):
        built = 0
        for space in range(SPACES):
            built += state.palace[space] == seat
        if built != state.palaces[seat] or built > box.palaces:
            return False
    return True


@inlined
def city_tokens_conserved(box: Record, state: Record) -> bool:
    """Check BY-2.2: the tokens of each city are in the city or held by different players."""
    for city in range(CITIES):
        count = state.city_left[city]
        for seat in range(box.players):
            if not 0 <= state.city_tokens[seat, city] <= 1:
                return False
            count += state.city_tokens[seat, city]
        if count != box.city_tokens or state.city_left[city] < 0:
            return False
    return True


@inlined
def markets_sorted(box: Record, state: Record) -> bool:
    """Check BY-4.3 and BY-4.4: a colour is on one market, or on none if no bale of it is for sale."""
    for colour in range(COLOURS):
        if (state.stock[colour] > 0) != (state.market[colour] != NONE):
            return False
    return total(state.stock) <= box.refill


@inlined
def rupees_in_range(box: Record, state: Record) -> bool:
    """Check that rupees and clients are between 0 and RICHES."""
    for seat in range(box.players):
        if not (0 <= state.rupees[seat] <= RICHES and 0 <= state.clients[seat] <= RICHES):
            return False
    return True


@inlined
def turn_order_valid(box: Record, state: Record) -> bool:
    """Check BY-3: set, round, turn and points are in range, and the right seat is to act."""
    if not (1 <= state.set_number <= box.sets and 1 <= state.round_number <= box.rounds):
        return False
    if not (0 <= state.turn < box.players and 0 <= state.start < box.players):
        return False
    if state.seat != (state.start + state.turn) % box.players:
        return False
    if not (0 <= state.bought <= 1 and TURN <= state.phase <= OVER):
        return False
    if state.phase == OVER:
        last = state.set_number == box.sets and state.round_number == box.rounds
        return last and state.points == 0 and state.turn == 0 and state.bought == 0
    lowest = 1 if state.phase == TURN else 0
    highest = box.points - state.bought - (state.phase == CHOOSE)
    return lowest <= state.points <= highest


@inlined
def choice_valid(box: Record, state: Record) -> bool:
    """Check BY-5.5: a player who must choose a bale has a free basket and at least two colours to choose from."""
    if state.phase != CHOOSE:
        return True
    market, colours = left_most(state), 0
    for colour in range(COLOURS):
        colours += state.stock[colour] > 0 and state.market[colour] == market
    space = state.elephant[state.seat]
    builder = state.palace[space] == state.seat and box.token_site[space] != 0
    used = tokens_off_board(box, state, BALE) > 0
    return colours > 1 and builder and used and baskets_free(box, state, state.seat) > 0
