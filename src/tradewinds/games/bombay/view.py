"""A seat's view: its mask with names instead of indices, for the terminal, the browser and the engine protocol."""

from typing import Any, NamedTuple

import msgspec

from tradewinds.games.bombay.actions import WAIT
from tradewinds.games.bombay.apply import sale_clients, sale_rupees
from tradewinds.games.bombay.edition import Kind
from tradewinds.games.bombay.legal import post_open, refuse
from tradewinds.games.bombay.refusals import LEGAL
from tradewinds.games.bombay.scoring import PARTS, all_cities, all_clients, score_parts
from tradewinds.games.bombay.state import (
    COLOUR_NAMES,
    COLOURS,
    MARKET_NAMES,
    OVER,
    PHASE_NAMES,
    PLACES,
    TOKEN_NAMES,
    Colour,
    Market,
    Phase,
    TokenName,
)
from tradewinds.kernel.game import Box, once_per_box
from tradewinds.kernel.record import HIDDEN, NONE, Record, unpack
from tradewinds.kernel.score import Score, add_up


class SpaceView(msgspec.Struct, frozen=True):
    """A space of the board and the pieces on it."""

    name: str
    kind: Kind
    x: float
    y: float
    paths: list[str]
    post: Colour | None
    closed: bool
    token: TokenName | None
    palace: int | None
    elephants: list[int]


class MarketView(msgspec.Struct, frozen=True):
    """A market with its prices and its bales by colour."""

    name: Market
    rupees: int
    points: int
    bales: dict[Colour, int]


class PriceView(msgspec.Struct, frozen=True):
    """The proceeds of a bale."""

    rupees: int
    clients: int


class CityView(msgspec.Struct, frozen=True):
    """A city: its demand from top to bottom, the proceeds of a bale at each place, and the remaining city tokens."""

    name: str
    demand: list[Colour]
    prices: list[PriceView]
    tokens: int


class BombayPlayerView(msgspec.Struct, frozen=True):
    """A player; fields hidden by a closed screen are null.

    `clients` and `city_tokens` include palace tokens; `cities` lists only the cities whose own token the player has.
    """

    seat: int
    space: str
    bales: list[Colour]
    palaces: int
    palaces_left: int
    rupees: int | None
    clients: int | None
    cities: list[str] | None
    city_tokens: int | None
    score: Score


class BombayView(msgspec.Struct, frozen=True):
    """The game state as one seat sees it.

    `points` is the number of action points left, out of `turn_points` per turn; `pass_forgoes` is the number of rupees
    that passing forgoes because waiting would earn them.
    """

    set: int
    sets: int
    round: int
    rounds: int
    start: int
    to_act: int | None
    phase: Phase
    points: int
    turn_points: int
    bought: bool
    pass_forgoes: int
    spaces: list[SpaceView]
    markets: list[MarketView]
    cities: list[CityView]
    bag: dict[Colour, int]
    players: list[BombayPlayerView]


class PrintedSpace(NamedTuple):
    """The constant fields of a `SpaceView`."""

    name: str
    kind: Kind
    x: float
    y: float
    paths: list[str]


@once_per_box
def printed_spaces(box: Box) -> list[PrintedSpace]:
    """Return the spaces as printed on the board."""
    names, rules = box.labels["space"], box.numbers
    return [
        PrintedSpace(space.name, space.kind, space.x, space.y, [names[other] for other in neighbours[:degree]])
        for space, neighbours, degree in zip(box.data.board.spaces, rules.neighbours, rules.degree, strict=True)
    ]


def view(box: Box, mask: Record) -> BombayView:
    """Build a seat's view from its mask."""
    state, rules = unpack(mask), box.numbers
    return BombayView(
        set=state.set_number,
        sets=rules.sets,
        round=state.round_number,
        rounds=rules.rounds,
        start=state.start,
        to_act=None if state.phase == OVER else state.seat,
        phase=PHASE_NAMES[state.phase],
        points=state.points,
        turn_points=rules.points,
        bought=bool(state.bought),
        pass_forgoes=rules.wait_rupees if refuse(rules, state, WAIT) == LEGAL else 0,
        spaces=view_spaces(box, state),
        markets=[view_market(rules, state, market) for market in range(len(MARKET_NAMES))],
        cities=[view_city(box, state, city) for city in range(len(box.labels["city"]))],
        bag=dict(zip(COLOUR_NAMES, state.bag, strict=True)),
        players=[view_player(box, state, seat) for seat in range(box.players)],
    )


def view_spaces(box: Box, state: Any) -> list[SpaceView]:
    elephants: list[list[int]] = [[] for _ in state.post]
    for seat in range(box.players):
        elephants[state.elephant[seat]].append(seat)
    standing = zip(printed_spaces(box), state.post, state.token, state.palace, elephants, strict=True)
    return [
        SpaceView(
            *printed,
            None if post == NONE else COLOUR_NAMES[post],
            post != NONE and not post_open(state, post),
            None if token == NONE else TOKEN_NAMES[token],
            None if palace == NONE else palace,
            here,
        )
        for printed, post, token, palace, here in standing
    ]


def view_market(rules: Any, state: Any, market: int) -> MarketView:
    lying = [colour for colour in range(COLOURS) if state.market[colour] == market]
    return MarketView(
        name=MARKET_NAMES[market],
        rupees=rules.buy_rupees[market],
        points=rules.buy_points[market],
        bales={COLOUR_NAMES[colour]: state.stock[colour] for colour in lying},
    )


@once_per_box
def prices(box: Box) -> list[list[PriceView]]:
    """Return the proceeds of a bale by place in the demand and colour."""
    rules = box.numbers
    return [
        [PriceView(sale_rupees(rules, place, colour), sale_clients(rules, place, colour)) for colour in range(COLOURS)]
        for place in range(PLACES)
    ]


def view_city(box: Box, state: Any, city: int) -> CityView:
    return CityView(
        name=box.labels["city"][city],
        demand=[COLOUR_NAMES[colour] for colour in state.demand[city]],
        prices=[prices(box)[place][colour] for place, colour in enumerate(state.demand[city])],
        tokens=state.city_left[city],
    )


def view_player(box: Box, state: Any, seat: int) -> BombayPlayerView:
    closed = state.rupees[seat] == HIDDEN
    cities = [name for city, name in enumerate(box.labels["city"]) if state.city_tokens[seat][city]]
    return BombayPlayerView(
        seat=seat,
        space=box.labels["space"][state.elephant[seat]],
        bales=[COLOUR_NAMES[c] for c in range(COLOURS) for _ in range(state.bales[seat][c])],
        palaces=state.palaces[seat],
        palaces_left=box.numbers.palaces - state.palaces[seat],
        rupees=None if closed else state.rupees[seat],
        clients=None if closed else all_clients(state, seat),
        cities=None if closed else cities,
        city_tokens=None if closed else all_cities(state, seat),
        score=view_score(box, state, seat),
    )


def view_score(box: Box, state: Any, seat: int) -> Score:
    """Return a player's score as if the game ended now, as far as it is known."""
    if state.rupees[seat] == HIDDEN:
        return add_up((name, None) for name in PARTS)
    rupees, ranks, cities = score_parts(box.numbers, state, seat)
    # BY-6.1: ranks compare the clients of all players, so one closed screen hides them.
    compared = HIDDEN not in state.clients[: box.players]
    return add_up(zip(PARTS, (rupees, ranks if compared else None, cities), strict=True))
