"""The state of a game of Bombay, as one record."""

from typing import Literal, get_args

from tradewinds.kernel.record import Field

SEATS, COLOURS, SPACES, CITIES, PLACES, MARKETS, TOKENS = 5, 4, 24, 4, 3, 3, 4

PATHS = 8
"""Maximum number of paths from a space."""

Colour = Literal["yellow", "violet", "blue", "orange"]
COLOUR_NAMES: tuple[Colour, ...] = get_args(Colour)

PLACE_NAMES = ("top", "middle", "bottom")
BOTTOM = PLACES - 1

Market = Literal["left", "middle", "right"]
MARKET_NAMES: tuple[Market, ...] = get_args(Market)

CLIENT, RUPEES, CITY, BALE = range(TOKENS)
TokenName = Literal["client", "rupees", "city", "bale"]
TOKEN_NAMES: tuple[TokenName, ...] = get_args(TokenName)

TURN, CHOOSE, OVER = range(3)
Phase = Literal["turn", "choose", "over"]
PHASE_NAMES: tuple[Phase, ...] = get_args(Phase)

SIZES = {
    "seat": SEATS,
    "colour": COLOURS,
    "space": SPACES,
    "city": CITIES,
    "place": PLACES,
}

FIELDS = (
    # Hidden behind the screens (BY-7).
    Field("rupees", "i4", ("seat",)),
    Field("clients", "i4", ("seat",)),
    Field("city_tokens", "i1", ("seat", "city")),
    Field("palace_clients", "i1", ("seat",)),
    Field("palace_cities", "i1", ("seat",)),
    # On the board.
    Field("elephant", "i1", ("seat",), "space"),
    Field("bales", "i1", ("seat", "colour")),
    Field("palaces", "i1", ("seat",)),
    Field("palace", "i1", ("space",), "seat"),
    Field("post", "i1", ("space",), "colour"),
    Field("token", "i1", ("space",), "token"),
    Field("demand", "i1", ("city", "place"), "colour"),
    Field("city_left", "i1", ("city",)),
    Field("stock", "i1", ("colour",)),
    Field("market", "i1", ("colour",), "market"),
    Field("bag", "i1", ("colour",)),
    # Progress of the game (BY-3).
    Field("set_number", "i1"),
    Field("round_number", "i1"),
    Field("turn", "i1"),
    Field("start", "i1", (), "seat"),
    Field("seat", "i1", (), "seat"),
    Field("points", "i1"),
    Field("bought", "i1"),
    Field("phase", "i1", (), "phase"),
)
