"""The file of an edition: its shape, and how it is read."""

from typing import Annotated, Literal

import msgspec

from tradewinds.games.borneo.state import HELD, MOST_EACH, PLACES, RANKS
from tradewinds.kernel.edition import EditionName, Part, SourcedPart, Title, read_file

Deck = Literal["a", "b"]
Few = Annotated[int, msgspec.Meta(ge=0, le=20)]
Points = Annotated[int, msgspec.Meta(ge=0, le=99)]
CargoCard = Annotated[str, msgspec.Meta(pattern=r"^[rygb]{4}2?$", examples=["yrrr", "rygb2"])]
Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z-]{0,19}$", examples=["one-of-each"])]


class RuleNumbers(SourcedPart, frozen=True):
    """What players begin with and may hold, where the editions' rules differ, and how they are read.

    A reading that is not given is the default. It is left out of fingerprints, so that boxes keep theirs.
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


class Variants(SourcedPart, frozen=True):
    """The variants that the edition knows."""

    four_merchants: list[Literal[3]]
    blackbeard: bool
    ship_points: Points


class Port(Part, frozen=True):
    """A port: how many cards may lie there, how many flags make a monopoly, what it is worth in a store."""

    name: str
    limit: Annotated[int, msgspec.Meta(ge=1, le=PLACES)]
    monopoly: Annotated[int, msgspec.Meta(ge=1, le=99)]
    spice: Literal["pepper", "cinnamon", "cloves", "nutmeg", "joker"]
    marked: Literal["", "3/4", "5"] = ""


class Ports(SourcedPart, frozen=True):
    """All port cards."""

    cards: list[Port]


class ContractKind(Part, frozen=True):
    """Contracts of one kind: so many of each spice, or so many of one spice."""

    name: Name
    points: Points
    copies: Few
    each: Annotated[int, msgspec.Meta(ge=0, le=MOST_EACH)] = 0
    alike: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    marked_5: Few = 0


class Contracts(SourcedPart, frozen=True):
    """All contracts."""

    kinds: list[ContractKind]


class CargoDeck(SourcedPart, frozen=True):
    """The cargo cards by spice."""

    pepper: list[CargoCard]
    cinnamon: list[CargoCard]
    cloves: list[CargoCard]
    nutmeg: list[CargoCard]


class Edition(Part, frozen=True):
    """The whole file."""

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


def read_edition(content: bytes) -> Edition:
    """Read a file; a BoxError says what cannot be read and where."""
    return read_file(content, Edition)
