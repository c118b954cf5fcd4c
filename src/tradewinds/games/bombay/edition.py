"""The file of an edition: its shape, and how it is read."""

from typing import Annotated, Literal

import msgspec

from tradewinds.kernel.edition import EditionName, Part, SourcedPart, Title, read_file

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Points = Annotated[int, msgspec.Meta(ge=1, le=99)]
Place = Annotated[float, msgspec.Meta(ge=0, le=10)]
Colour = Literal["yellow", "violet", "blue", "orange"]
Token = Literal["client", "rupees", "city", "bale"]
Kind = Literal["hill", "city", "E", "F", "G", "H"]
Colours = dict[Colour, Count]


class Space(Part, frozen=True):
    """A space of the board and where it is drawn."""

    name: str
    kind: Kind
    x: Place
    y: Place


class Board(SourcedPart, frozen=True):
    """The spaces and the paths between them."""

    start: str
    spaces: list[Space]
    paths: list[tuple[str, str]]


class Limits(SourcedPart, frozen=True):
    """What a player has."""

    baskets: Count
    palaces: Count
    points: Points


class Silk(SourcedPart, frozen=True):
    """The bales in the bag and how many a refill draws."""

    bales: Colours
    refill: Count


class Demand(SourcedPart, frozen=True):
    """The columns of demand cubes, top to bottom."""

    columns: list[tuple[Colour, Colour, Colour]]


class PalaceTokens(SourcedPart, frozen=True):
    """The palace tokens by side, and what a rupee token brings."""

    rupees: Count
    yellow_side: dict[Token, Count]
    orange_side: dict[Token, Count]


class Prices(SourcedPart, frozen=True):
    """What things cost and bring."""

    wait: Count
    toll: Count
    enter_points: Points
    enter_hill_points: Points
    buy_rupees: dict[Literal["left", "middle", "right"], Count]
    buy_points: dict[Literal["left", "middle", "right"], Points]
    sale_rupees: dict[Literal["top", "middle", "bottom"], Count]
    sale_clients: dict[Literal["top", "middle", "bottom"], Count]
    bonus_rupees: Colours
    bonus_clients: Colours


class Cities(SourcedPart, frozen=True):
    """The reward for city tokens."""

    rupees: Annotated[list[Count], msgspec.Meta(min_length=5, max_length=5)]


class Course(SourcedPart, frozen=True):
    """What depends on the number of players."""

    sets: Annotated[int, msgspec.Meta(ge=1, le=20)]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=20)]
    start_rupees: list[Count]
    city_tokens: Count
    post_sites: list[Literal["E", "F"]]
    posts_of_a_colour: Count
    palace_side: Literal["yellow", "orange"]
    rank_rupees: list[Count]


class FirstGame(SourcedPart, frozen=True):
    """The fixed set-up."""

    demand: dict[str, tuple[Colour, Colour, Colour]]
    posts: dict[str, Colour]
    tokens: dict[str, Token]


class Edition(Part, frozen=True):
    """The whole file."""

    game: Literal["bombay"]
    name: EditionName
    title: Title
    board: Board
    limits: Limits
    silk: Silk
    demand: Demand
    palace_tokens: PalaceTokens
    prices: Prices
    cities: Cities
    players: dict[Literal["2", "3", "4", "5"], Course]
    first_game: FirstGame


def read_edition(content: bytes) -> Edition:
    """Read a file; a BoxError says what cannot be read and where."""
    return read_file(content, Edition)
