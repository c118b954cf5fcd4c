"""The box of Borneo: components and options that stay constant during a game, as one record."""

from collections import Counter
from collections.abc import Mapping

import msgspec
import numpy as np

from tradewinds.games.borneo.edition import BorneoEdition, CargoDeck, RuleNumbers
from tradewinds.games.borneo.payment import missing_table
from tradewinds.games.borneo.state import (
    CARDS,
    COMPANIES,
    COMPANY_NAMES,
    ENDING_NAMES,
    FLAGS,
    HELD,
    JOKER,
    KINDS,
    LOWER,
    PACKED,
    PHASE_NAMES,
    PLACES,
    PORTS,
    RANKS,
    SLOT_NAMES,
    SPICE_NAMES,
    SPICES,
    TABLE,
)
from tradewinds.kernel.edition import flatten
from tradewinds.kernel.game import Box, Game, fingerprint
from tradewinds.kernel.game_types import Option
from tradewinds.kernel.record import NONE, Record, blank

BOX = np.dtype(
    (
        np.record,
        [
            # Cargo cards: their flags, the visible flags of each company (one byte each in a packed number), and
            # the sets of cards with a company's flag and with one or two of a spice.
            ("flag", "i1", (CARDS, FLAGS)),
            ("upper_shown", "i8", (CARDS,)),
            ("all_shown", "i8", (CARDS,)),
            ("showing", "i8", (COMPANIES,)),
            ("single", "i8", (SPICES,)),
            ("double", "i8", (SPICES,)),
            ("cards", "i8"),
            # Ports.
            ("ports", "i8"),
            ("limit", "i1", (PORTS,)),
            ("monopoly", "i1", (PORTS,)),
            ("spice_ports", "i8", (SPICES,)),
            ("jokers", "i8"),
            # Contracts by kind.
            ("contracts", "i1", (KINDS,)),
            ("each", "i1", (KINDS,)),
            ("alike", "i1", (KINDS,)),
            ("contract_points", "i1", (KINDS,)),
            ("missing", "u1", (KINDS, *TABLE)),
            # Rules and options.
            ("players", "i1"),
            ("merchants", "i1"),
            ("deal", "i1"),
            ("draw", "i1"),
            ("hand_limit", "i1"),
            ("row_spaces", "i1"),
            ("apart", "i1"),
            ("port_to_first", "i1"),
            ("more_flags_first", "i1"),
            ("reshuffle_at_once", "i1"),
            ("blackbeard", "i1"),
            ("ship_points", "i1"),
            ("stores_closed", "i1"),
            ("first_seat", "i1"),
        ],
    )
)

LETTERS = "rygb"


def options(edition: BorneoEdition, players: int) -> tuple[Option, ...]:
    """Return the options that an edition offers for a number of players."""
    decks = (edition.deck, *sorted(name for name in edition.decks if name != edition.deck))
    usual = str(edition.rules.merchants)
    merchants = (usual, "4") if players in edition.variants.four_merchants and usual != "4" else (usual,)
    pirates = ("none", "blackbeard") if edition.variants.blackbeard else ("none",)
    seats = tuple(str(seat + 1) for seat in range(players))
    return (
        Option("deck", decks, tested=decks),
        Option("stores", ("open", "closed"), tested=("open", "closed")),
        Option("merchants", merchants, tested=merchants),
        Option("pirates", pirates, tested=pirates),
        Option("start", ("random", *seats), tested=("random",)),
    )


def make_box(game: Game, edition: BorneoEdition, players: int, options: Mapping[str, str]) -> Box:
    """Build the box of a playable edition."""
    deck = edition.decks[options["deck"]]  # type: ignore[index]
    return Box(
        game=game,
        edition=edition.name,
        players=players,
        options=options,
        record=fill_record(edition, players, options),
        labels=labels(edition, deck, players),
        digest=fingerprint(facts(edition)),
        data=edition,
    )


FACTS = ("rules", "variants", "ports", "contracts", "decks")
"""The parts of an edition that affect the rules: no title and no sources."""


def facts(edition: BorneoEdition) -> dict[str, dict[str, object]]:
    """Return the parts of an edition that affect the rules, for its fingerprint.

    Interpretations with their default value are left out, so that older files keep their fingerprint.
    """
    usual = {f".{one.name}": one.default for one in msgspec.structs.fields(RuleNumbers) if not one.required}
    found = {name: flatten(getattr(edition, name)) for name in FACTS}
    rules = {name: value for name, value in found["rules"].items() if value != usual.get(name)}
    return found | {"rules": rules}


def cargo(deck: CargoDeck) -> list[tuple[str, str, int]]:
    """Return the flags, spice and amount of each card of a deck, in order."""
    return [(card[:FLAGS], spice, 1 + card.endswith("2")) for spice in SPICE_NAMES for card in getattr(deck, spice)]


def labels(edition: BorneoEdition, deck: CargoDeck, players: int) -> dict[str, list[str]]:
    """Return the labels of all axes."""
    cards: list[str] = []
    seen: Counter[str] = Counter()
    for flags, spice, count in cargo(deck):
        name = f"{flags}-{spice}{'2' if count == 2 else ''}"
        seen[name] += 1
        cards.append(name if seen[name] == 1 else f"{name}.{seen[name]}")
    ports = [port.name for port in edition.ports.cards]
    ports += [f"({number})" for number in range(len(ports) + 1, PORTS + 1)]
    return {
        "seat": [str(seat + 1) for seat in range(players)],
        "company": list(COMPANY_NAMES),
        "rank": [str(rank + 1) for rank in range(RANKS)],
        "slot": list(SLOT_NAMES),
        "place": [str(place + 1) for place in range(PLACES)],
        "held": [str(place + 1) for place in range(HELD)],
        "order": [str(place + 1) for place in range(COMPANIES)],
        "card": cards,
        "port": ports,
        "goods": cards + ports,
        "kind": [kind.name for kind in edition.contracts.kinds],
        "phase": list(PHASE_NAMES),
        "ending": list(ENDING_NAMES),
    }


def fill_record(edition: BorneoEdition, players: int, options: Mapping[str, str]) -> Record:
    """Build the record of constants that the rules read."""
    box = blank(BOX)
    fill_cargo(box, edition.decks[options["deck"]])  # type: ignore[index]
    fill_ports(box, edition, players)
    for number, kind in enumerate(edition.contracts.kinds):
        box.contracts[number] = kind.copies + (kind.marked_5 if players == 5 else 0)
        box.each[number], box.alike[number] = kind.each, kind.alike
        box.contract_points[number] = kind.points
        box.missing[number] = missing_table(kind.each)
    rules = edition.rules
    box.players, box.merchants = players, int(options["merchants"])
    box.deal, box.draw, box.hand_limit = rules.deal, rules.draw, rules.hand_limit
    box.row_spaces = rules.row_spaces or RANKS
    box.apart = rules.apart
    box.port_to_first = rules.monopoly_port == "first-merchant"
    box.more_flags_first = rules.monopoly_tie == "more-flags"
    box.reshuffle_at_once = rules.reshuffle == "at-once"
    box.blackbeard = options["pirates"] == "blackbeard"
    box.ship_points = edition.variants.ship_points
    box.stores_closed = options["stores"] == "closed"
    box.first_seat = NONE if options["start"] == "random" else int(options["start"]) - 1
    return box


def fill_cargo(box: Record, deck: CargoDeck) -> None:
    """Fill in the cargo cards."""
    for number, (flags, spice, count) in enumerate(cargo(deck)):
        companies = [LETTERS.index(letter) for letter in flags]
        box.flag[number] = companies
        box.upper_shown[number] = sum(1 << PACKED * company for company in companies[:LOWER])
        box.all_shown[number] = sum(1 << PACKED * company for company in companies)
        for company in set(companies):
            box.showing[company] |= 1 << number
        (box.double if count == 2 else box.single)[SPICE_NAMES.index(spice)] |= 1 << number
        box.cards |= 1 << number


def fill_ports(box: Record, edition: BorneoEdition, players: int) -> None:
    """Fill in the ports used by this number of players."""
    unused = "3/4" if players == 5 else "5"
    for number, port in enumerate(edition.ports.cards):
        box.limit[number], box.monopoly[number] = port.limit, port.monopoly
        if port.spice == JOKER:
            box.jokers |= 1 << number
        else:
            box.spice_ports[SPICE_NAMES.index(port.spice)] |= 1 << number
        # BO-2.2: the ports with the other mark stay in the box.
        if port.marked != unused:
            box.ports |= 1 << number
