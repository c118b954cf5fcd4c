"""Validation of edition files: errors that make them unplayable, and differences from the rulebook."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from tradewinds.games.bombay.edition import BombayEdition, PlayerCountRules, read_edition
from tradewinds.games.bombay.state import (
    CITIES,
    COLOUR_NAMES,
    MARKET_NAMES,
    PATHS,
    PLACE_NAMES,
    SPACES,
    TOKEN_NAMES,
)
from tradewinds.i18n import Phrase
from tradewinds.kernel.edition import Difference, compare_counts, compare_tables, difference_phrases

PRINTED = Path(__file__).parent / "editions" / "ystari-2009.toml"
NAME = re.compile(r"[^\W_][\w'-]{0,19}")
RULES = {
    "limits": "BY-1.1",
    "silk": "BY-1.2",
    "prices": "BY-5",
    "cities": "BY-6.2",
    "players": "BY-2, BY-3.1, BY-6.1",
}


def find_errors(edition: BombayEdition) -> list[Phrase]:
    """Return the errors that make an edition unplayable."""
    errors = [*board_errors(edition)]
    if errors:
        return errors
    return [*table_errors(edition), *player_count_errors(edition), *first_game_errors(edition)]


def error(key: str, rule: str, **values: object) -> Phrase:
    """Return an error with the rule that it violates."""
    return Phrase(f"bombay.box.{key}", {"rule": rule, **values})


def board_errors(edition: BombayEdition) -> Iterator[Phrase]:
    """Yield violations of BY-1.4: there are 24 spaces with unique names, connected by paths."""
    spaces = edition.board.spaces
    names = [space.name for space in spaces]
    if len(spaces) != SPACES:
        yield error("spaces", "BY-1.4", count=len(spaces), printed=SPACES)
    for name, count in Counter(name.casefold() for name in names).items():
        if count > 1:
            yield error("name_twice", "BY-1.4", name=name)
    for name in names:
        if not NAME.fullmatch(name):
            yield error("name_form", "BY-1.4", name=repr(name))
    cities = sum(space.kind == "city" for space in spaces)
    if cities != CITIES:
        yield error("city_count", "BY-1.4", count=cities, printed=CITIES)
    if edition.board.start not in names:
        yield error("no_space", "BY-2.1", name=repr(edition.board.start), place="board.start")
    yield from path_errors(edition, names)


def path_errors(edition: BombayEdition, names: list[str]) -> Iterator[Phrase]:
    """Yield violations of BY-1.4: a path joins two different known spaces, no two twice, and the board is connected."""
    around: dict[str, set[str]] = {name: set() for name in names}
    for one, other in edition.board.paths:
        unknown = [name for name in (one, other) if name not in around]
        if unknown:
            yield error("no_space", "BY-1.4", name=repr(unknown[0]), place="board.paths")
        elif one == other or other in around[one]:
            yield error("path_twice", "BY-1.4", one=one, other=other)
        else:
            around[one].add(other)
            around[other].add(one)
    for name, others in around.items():
        if len(others) > PATHS:
            yield error("many_paths", "BY-1.4", name=name, count=len(others), most=PATHS)
    reached, waiting = set(), names[:1]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(around[name])
    if cut_off := [name for name in names if name not in reached]:
        yield error("cut_off", "BY-1.4", names=", ".join(cut_off))


def missing(place: str, table: Iterable[str], names: Iterable[str]) -> Iterator[Phrase]:
    """Yield an error for each required name that a table lacks."""
    for name in names:
        if name not in table:
            yield error("missing", "BY-1", name=name, place=place)


def table_errors(edition: BombayEdition) -> Iterator[Phrase]:
    """Yield an error for each missing number, and for bales, demand columns and palace tokens that do not add up."""
    prices = edition.prices
    tables: list[tuple[str, Iterable[str], Iterable[str]]] = [
        ("silk.bales", edition.silk.bales, COLOUR_NAMES),
        ("prices.buy_rupees", prices.buy_rupees, MARKET_NAMES),
        ("prices.buy_points", prices.buy_points, MARKET_NAMES),
        ("prices.sale_rupees", prices.sale_rupees, PLACE_NAMES),
        ("prices.sale_clients", prices.sale_clients, PLACE_NAMES),
        ("prices.bonus_rupees", prices.bonus_rupees, COLOUR_NAMES),
        ("prices.bonus_clients", prices.bonus_clients, COLOUR_NAMES),
        ("palace_tokens.yellow_side", edition.palace_tokens.yellow_side, TOKEN_NAMES),
        ("palace_tokens.orange_side", edition.palace_tokens.orange_side, TOKEN_NAMES),
    ]
    for place, table, names in tables:
        yield from missing(place, table, names)
    if (bales := sum(edition.silk.bales.values())) > 99:
        yield error("many_bales", "BY-1.2", count=bales, most=99)
    if len(edition.demand.columns) != CITIES:
        yield error("column_count", "BY-2.3", count=len(edition.demand.columns), printed=CITIES)
    for number, column in enumerate(edition.demand.columns, 1):
        if len(set(column)) < len(column):
            yield error("column_twice", "BY-2.3", place=f"demand.columns {number}")
    sites = sum(space.kind == "G" for space in edition.board.spaces)
    for side in ("yellow_side", "orange_side"):
        count = sum(getattr(edition.palace_tokens, side).values())
        if count != sites:
            yield error("token_count", "BY-2.5", side=side, count=count, sites=sites)


def player_count_errors(edition: BombayEdition) -> Iterator[Phrase]:
    """Yield violations of BY-2 and BY-6.1: the tables for each player count fit that count and the board."""
    if not edition.players:
        yield error("missing", "BY-3.1", name="4", place="players")
    for players, rules in edition.players.items():
        for name in ("start_rupees", "rank_rupees"):
            count = len(getattr(rules, name))
            if count != int(players):
                yield error("list_length", "BY-2.1", place=f"players.{players}.{name}", count=count, players=players)
        sites = post_sites(edition, rules)
        posts = len(COLOUR_NAMES) * rules.posts_of_a_colour
        if posts != len(sites):
            yield error("post_count", "BY-2.4", place=f"players.{players}", count=posts, sites=len(sites))


def post_sites(edition: BombayEdition, rules: PlayerCountRules) -> list[str]:
    """Return the spaces that get a post under the rules for a player count."""
    return [space.name for space in edition.board.spaces if space.kind in rules.post_sites]


def first_game_errors(edition: BombayEdition) -> Iterator[Phrase]:
    """Yield violations of BY-2.6: the fixed set-up covers every site, and nothing else."""
    sites = {
        "demand": [space.name for space in edition.board.spaces if space.kind == "city"],
        "posts": [space.name for space in edition.board.spaces if space.kind in ("E", "F")],
        "tokens": [space.name for space in edition.board.spaces if space.kind == "G"],
    }
    for table, names in sites.items():
        entries = getattr(edition.first_game, table)
        yield from missing(f"first_game.{table}", entries, names)
        for name in entries:
            if name not in names:
                yield error("no_space", "BY-2.6", name=repr(name), place=f"first_game.{table}")
    for city, column in edition.first_game.demand.items():
        if len(set(column)) < len(column):
            yield error("column_twice", "BY-2.6", place=f"first_game.demand.{city}")


def find_differences(edition: BombayEdition) -> list[Phrase]:
    """Return the differences between a playable edition and the rulebook."""
    printed = read_edition(PRINTED.read_bytes())
    return difference_phrases(compare(edition, printed))


def compare(edition: BombayEdition, printed: BombayEdition) -> Iterator[Difference]:
    """Yield compared values: all entries of tables given in the rulebook, but only counts for reconstructed tables."""
    for table, rule in RULES.items():
        yield from compare_tables(rule, table, getattr(edition, table), getattr(printed, table))
    yield "BY-2.1", "board.start", edition.board.start, printed.board.start
    yield "BY-5.5", "palace_tokens.rupees", edition.palace_tokens.rupees, printed.palace_tokens.rupees
    yield from compare_counts("BY-1.4", "board", kinds(edition), kinds(printed))
    columns, first = edition.demand.columns, edition.first_game.demand.values()
    yield from compare_counts("BY-1.2", "demand", cubes(columns), cubes(printed.demand.columns))
    yield from compare_counts("BY-1.2", "first_game.demand", cubes(first), cubes(printed.demand.columns))
    yield from compare_counts("BY-2.6", "first_game.posts", first_posts(edition), first_posts(printed))


def kinds(edition: BombayEdition) -> Counter[str]:
    """Count the spaces of each kind."""
    return Counter(space.kind for space in edition.board.spaces)


def cubes(columns: Iterable[tuple[str, ...]]) -> Counter[str]:
    """Count the demand cubes of each colour."""
    return Counter(colour for column in columns for colour in column)


def first_posts(edition: BombayEdition) -> Counter[str]:
    """Count the posts of each colour on E and on F in the first game."""
    kind = {space.name: space.kind for space in edition.board.spaces}
    return Counter(f"{kind[name]} {colour}" for name, colour in edition.first_game.posts.items())
