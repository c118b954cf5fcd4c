"""Schema and parser of edition files."""

from typing import Annotated, Literal

import msgspec

from tradewinds.games.bombay.state import Colour, Market, TokenName
from tradewinds.kernel.edition import EditionName, Section, SourcedSection, Title, read_file

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Points = Annotated[int, msgspec.Meta(ge=1, le=99)]
Place = Annotated[float, msgspec.Meta(ge=0, le=10)]
Kind = Literal["hill", "city", "E", "F", "G", "H"]
Colours = dict[Colour, Count]


class Space(Section, frozen=True):
    """A space of the board and its coordinates in the drawing."""

    name: str
    kind: Kind
    x: Place
    y: Place


class Board(SourcedSection, frozen=True):
    """The spaces and the paths between them."""

    start: str
    spaces: list[Space]
    paths: list[tuple[str, str]]


class Limits(SourcedSection, frozen=True):
    """Limits for each player."""

    baskets: Count
    palaces: Count
    points: Points


class Silk(SourcedSection, frozen=True):
    """The bales in the bag and the number drawn in a refill."""

    bales: Colours
    refill: Count


class Demand(SourcedSection, frozen=True):
    """The columns of demand cubes, from top to bottom."""

    columns: list[tuple[Colour, Colour, Colour]]


class PalaceTokens(SourcedSection, frozen=True):
    """The palace tokens by side, and the value of a rupee token."""

    rupees: Count
    yellow_side: dict[TokenName, Count]
    orange_side: dict[TokenName, Count]


class Prices(SourcedSection, frozen=True):
    """Costs and revenues."""

    wait: Count
    toll: Count
    enter_points: Points
    enter_hill_points: Points
    buy_rupees: dict[Market, Count]
    buy_points: dict[Market, Points]
    sale_rupees: dict[Literal["top", "middle", "bottom"], Count]
    sale_clients: dict[Literal["top", "middle", "bottom"], Count]
    bonus_rupees: Colours
    bonus_clients: Colours


class Cities(SourcedSection, frozen=True):
    """The reward for city tokens."""

    rupees: Annotated[list[Count], msgspec.Meta(min_length=5, max_length=5)]


class PlayerCountRules(SourcedSection, frozen=True):
    """Components and rewards that depend on the number of players."""

    sets: Annotated[int, msgspec.Meta(ge=1, le=20)]
    rounds: Annotated[int, msgspec.Meta(ge=1, le=20)]
    start_rupees: list[Count]
    city_tokens: Count
    post_sites: list[Literal["E", "F"]]
    posts_of_a_colour: Count
    palace_side: Literal["yellow", "orange"]
    rank_rupees: list[Count]


class FirstGame(SourcedSection, frozen=True):
    """The fixed set-up of the first game."""

    demand: dict[str, tuple[Colour, Colour, Colour]]
    posts: dict[str, Colour]
    tokens: dict[str, TokenName]


class BombayEdition(Section, frozen=True):
    """An edition file."""

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
    players: dict[Literal["2", "3", "4", "5"], PlayerCountRules]
    first_game: FirstGame


def read_edition(content: bytes) -> BombayEdition:
    """Parse an edition file; raise BoxError with the location of each error."""
    return read_file(content, BombayEdition)
