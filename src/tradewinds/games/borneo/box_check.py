"""Validation of edition files: errors that make them unplayable, and differences from the rulebooks."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import asdict

from tradewinds.games.borneo.edition import BorneoEdition, CargoDeck, read_edition
from tradewinds.games.borneo.state import CARDS, COMPANIES, FLAGS, KINDS, PORTS, RANKS, SLOTS, SPICE_NAMES
from tradewinds.i18n import Phrase
from tradewinds.kernel.edition import Difference, compare_counts, compare_tables, difference_phrases

EDITIONS = Path(__file__).parent / "editions"
NAME = re.compile(r"(?![rygb]{4}-)[^\W_][\w'-]{0,19}")
PLAYERS = (3, 4, 5)
LEFT_OPEN = {"card-2007": ("rules.monopoly_tie", "rules.reshuffle"), "board-2008": ("rules.reshuffle",)}
"""Rules on which the rulebooks are ambiguous (BO-7.3, BO-12.1), so that no choice counts as a difference."""


def find_errors(edition: BorneoEdition) -> list[Phrase]:
    """Return the errors that make an edition unplayable."""
    return [*deck_errors(edition), *port_errors(edition), *contract_errors(edition), *rule_errors(edition)]


def error(key: str, rule: str, **values: object) -> Phrase:
    """Return an error with the rule that it violates."""
    return Phrase(f"borneo.box.{key}", {"rule": rule, **values})


def deck_errors(edition: BorneoEdition) -> Iterator[Phrase]:
    """Yield violations of BO-1.2: every deck has 60 cards, and the edition's default deck exists."""
    if edition.deck not in edition.decks:
        yield error("no_deck", "BO-1.2", deck=repr(edition.deck))
    for name, deck in edition.decks.items():
        count = sum(len(getattr(deck, spice)) for spice in SPICE_NAMES)
        if count != CARDS:
            yield error("deck_size", "BO-1.2", deck=repr(name), count=count, printed=CARDS)


def port_errors(edition: BorneoEdition) -> Iterator[Phrase]:
    """Yield violations of BO-1.3 and BO-2.2: ports have unique names and suffice for every number of players."""
    ports = edition.ports.cards
    for name, count in Counter(port.name.casefold() for port in ports).items():
        if count > 1:
            yield error("name_twice", "BO-1.3", name=repr(name))
    for port in ports:
        if not NAME.fullmatch(port.name):
            yield error("name_form", "BO-1.3", name=repr(port.name))
    for players in PLAYERS:
        count = sum(port.marked != ("3/4" if players == 5 else "5") for port in ports)
        if not count >= SLOTS or len(ports) > PORTS:
            yield error("port_count", "BO-2.2", count=count, players=players, low=SLOTS, high=PORTS)


def contract_errors(edition: BorneoEdition) -> Iterator[Phrase]:
    """Yield violations of BO-1.4: there are five kinds of contracts, each requiring either all spices or one spice."""
    kinds = edition.contracts.kinds
    if len(kinds) != KINDS:
        yield error("kind_count", "BO-1.4", count=len(kinds), printed=KINDS)
    for name, count in Counter(kind.name for kind in kinds).items():
        if count > 1:
            yield error("name_twice", "BO-1.4", name=repr(name))
    for kind in kinds:
        if (kind.each > 0) == (kind.alike > 0):
            yield error("each_or_alike", "BO-1.4", name=repr(kind.name))


def rule_errors(edition: BorneoEdition) -> Iterator[Phrase]:
    """Yield violations of BO-2: players can place all of their merchants and hold the cards dealt."""
    rules = edition.rules
    if rules.deal > rules.hand_limit:
        yield error("deal", "BO-2.1", deal=rules.deal, limit=rules.hand_limit)
    if rules.row_spaces and rules.apart:
        yield error("apart", "BO-2.4")
    for players in PLAYERS:
        merchants = 4 if players in edition.variants.four_merchants else rules.merchants
        # An unlimited row must have room for all merchants.
        room = COMPANIES * rules.row_spaces or RANKS
        if players * merchants > room:
            spaces = rules.row_spaces or RANKS
            yield error("row_spaces", "BO-2.4", spaces=spaces, players=players, merchants=merchants)


def find_differences(edition: BorneoEdition) -> list[Phrase]:
    """Return the differences between a playable edition and the rulebook of the printed edition."""
    printed = read_edition((EDITIONS / f"{edition.printed}.toml").read_bytes())
    return difference_phrases(compare(edition, printed))


def compare(edition: BorneoEdition, printed: BorneoEdition) -> Iterator[Difference]:
    """Yield compared values: all entries of tables given in the rulebook, but only counts for reconstructed tables."""
    for difference in compare_tables("BO-2, BO-7.3", "rules", asdict(edition.rules), asdict(printed.rules)):
        if difference[1] not in LEFT_OPEN[edition.printed]:
            yield difference
    yield from compare_tables("BO-2.5, BO-10", "variants", edition.variants, printed.variants)
    yield "BO-1.3", "ports", len(edition.ports.cards), len(printed.ports.cards)
    yield from compare_counts("BO-1.3", "ports", marks(edition), marks(printed))
    yield "BO-1.4", "contracts", copies(edition, 4), copies(printed, 4)
    yield "BO-1.4", "contracts (5 players)", copies(edition, 5), copies(printed, 5)
    asked = [asks(edition), asks(printed)]
    for name in sorted({*asked[0], *asked[1]}):
        yield "BO-1.4", f"contracts ({name})", asked[0].get(name, "–"), asked[1].get(name, "–")
    # BO-1.2: the rulebook of the board edition describes its cards as three flags of one company and one of another.
    if edition.printed == "board-2008" and edition.deck == "b":
        yield "BO-1.2", "decks.b (3 + 1)", three_and_one(edition.decks["b"]), CARDS


def marks(edition: BorneoEdition) -> Counter[str]:
    """Count the ports by mark."""
    return Counter(port.marked for port in edition.ports.cards if port.marked)


def copies(edition: BorneoEdition, players: int) -> int:
    """Count the contracts used by a number of players."""
    return sum(kind.copies + (kind.marked_5 if players == 5 else 0) for kind in edition.contracts.kinds)


def asks(edition: BorneoEdition) -> dict[str, int]:
    """Return the requirement and the points of each kind of contract."""
    return {
        f"{kind.each} of each" if kind.each else f"{kind.alike} alike": kind.points for kind in edition.contracts.kinds
    }


def three_and_one(deck: CargoDeck) -> int:
    """Count the cards with three flags of one company and one of another."""
    cards = [card[:FLAGS] for spice in SPICE_NAMES for card in getattr(deck, spice)]
    return sum(sorted(Counter(card).values()) == [1, 3] for card in cards)
