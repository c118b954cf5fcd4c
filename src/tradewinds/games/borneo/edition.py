"""Schema and parser of edition files."""

from typing import Annotated, Literal

import msgspec

from tradewinds.games.borneo.state import HELD, MOST_EACH, PLACES, RANKS, PortSpice
from tradewinds.kernel.edition import EditionName, Section, SourcedSection, Title, read_file

Deck = Literal["a", "b"]
Few = Annotated[int, msgspec.Meta(ge=0, le=20)]
Points = Annotated[int, msgspec.Meta(ge=0, le=99)]
CargoCard = Annotated[str, msgspec.Meta(pattern=r"^[rygb]{4}2?$", examples=["yrrr", "rygb2"])]
Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z-]{0,19}$", examples=["one-of-each"])]


class RuleNumbers(SourcedSection, frozen=True):
    """Starting components, limits, and rules that differ between editions or interpretations.

    Interpretations have a default, which is left out of fingerprints.
    """

    merchants: Annotated[int, msgspec.Meta(ge=1, le=4)]
    deal: Annotated[int, msgspec.Meta(ge=1, le=HELD - 1)]
    draw: Annotated[int, msgspec.Meta(ge=1, le=2)]
    hand_limit: Annotated[int, msgspec.Meta(ge=1, le=HELD - 1)]
    row_spaces: Annotated[int, msgspec.Meta(ge=0, le=RANKS)]
    apart: bool
    monopoly_port: Literal["first-merchant", "last-player"]
    monopoly_tie: Literal["first-flag", "more-flags"] = "first-flag"
    reshuffle: Literal["when-needed", "at-once"] = "when-needed"


class Variants(SourcedSection, frozen=True):
    """The variants of the edition."""

    four_merchants: list[Literal[3]]
    blackbeard: bool
    ship_points: Points


class Port(Section, frozen=True):
    """A port: its card limit, the flags needed for a monopoly, and the spice that it counts as in a store."""

    name: str
    limit: Annotated[int, msgspec.Meta(ge=1, le=PLACES)]
    monopoly: Annotated[int, msgspec.Meta(ge=1, le=99)]
    spice: PortSpice
    marked: Literal["", "3/4", "5"] = ""


class Ports(SourcedSection, frozen=True):
    """All port cards."""

    cards: list[Port]


class ContractKind(Section, frozen=True):
    """A kind of contract: a number of each spice, or a number of one spice."""

    name: Name
    points: Points
    copies: Few
    each: Annotated[int, msgspec.Meta(ge=0, le=MOST_EACH)] = 0
    alike: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    marked_5: Few = 0


class Contracts(SourcedSection, frozen=True):
    """All contracts."""

    kinds: list[ContractKind]


class CargoDeck(SourcedSection, frozen=True):
    """The cargo cards by spice."""

    pepper: list[CargoCard]
    cinnamon: list[CargoCard]
    cloves: list[CargoCard]
    nutmeg: list[CargoCard]


class BorneoEdition(Section, frozen=True):
    """An edition file."""

    game: Literal["borneo"]
    name: EditionName
    title: Title
    printed: Literal["card-2007", "board-2008"]
    deck: Deck
    rules: RuleNumbers
    variants: Variants
    ports: Ports
    contracts: Contracts
    decks: dict[Deck, CargoDeck]


def read_edition(content: bytes) -> BorneoEdition:
    """Parse an edition file; raise BoxError with the location of each error."""
    return read_file(content, BorneoEdition)
