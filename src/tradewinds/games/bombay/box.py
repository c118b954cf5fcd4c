"""The box of Bombay: components and options that stay constant during a game, as one record."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tradewinds.games.bombay.edition import BombayEdition
from tradewinds.games.bombay.state import (
    CITIES,
    COLOUR_NAMES,
    COLOURS,
    MARKET_NAMES,
    MARKETS,
    PATHS,
    PHASE_NAMES,
    PLACE_NAMES,
    PLACES,
    SEATS,
    SPACES,
    TOKEN_NAMES,
    TOKENS,
)
from tradewinds.i18n import Phrase
from tradewinds.kernel.edition import flatten
from tradewinds.kernel.game import Box, BoxError, Game, fingerprint
from tradewinds.kernel.game_types import Option
from tradewinds.kernel.record import NONE, Record, blank

BOX = np.dtype(
    (
        np.record,
        [
            ("adjacent", "i8", (SPACES,)),
            ("neighbours", "i1", (SPACES, PATHS)),
            ("degree", "i1", (SPACES,)),
            ("steps", "i1", (SPACES, SPACES)),
            ("most_paths", "i1"),
            ("enter_points", "i1", (SPACES,)),
            ("start_space", "i1"),
            ("city_at", "i1", (SPACES,)),
            ("post_site", "i1", (SPACES,)),
            ("token_site", "i1", (SPACES,)),
            ("players", "i1"),
            ("sets", "i1"),
            ("rounds", "i1"),
            ("points", "i1"),
            ("first_seat", "i1"),
            ("start_rupees", "i2", (SEATS,)),
            ("city_tokens", "i1"),
            ("baskets", "i1"),
            ("palaces", "i1"),
            ("bales", "i1", (COLOURS,)),
            ("refill", "i1"),
            ("columns", "i1", (CITIES, PLACES)),
            ("posts", "i1", (COLOURS,)),
            ("tokens", "i1", (TOKENS,)),
            ("fixed", "i1"),
            ("fixed_demand", "i1", (CITIES, PLACES)),
            ("fixed_post", "i1", (SPACES,)),
            ("fixed_token", "i1", (SPACES,)),
            ("wait_rupees", "i2"),
            ("toll", "i2"),
            ("buy_rupees", "i2", (MARKETS,)),
            ("buy_points", "i1", (MARKETS,)),
            ("sale_rupees", "i2", (PLACES,)),
            ("sale_clients", "i2", (PLACES,)),
            ("bonus_rupees", "i2", (COLOURS,)),
            ("bonus_clients", "i2", (COLOURS,)),
            ("token_rupees", "i2"),
            ("rank_rupees", "i2", (SEATS,)),
            ("city_rupees", "i2", (CITIES + 1,)),
            ("screens_closed", "i1"),
        ],
    )
)


def options(edition: BombayEdition, players: int) -> tuple[Option, ...]:  # noqa: ARG001
    """Return the options of a box."""
    seats = tuple(str(seat + 1) for seat in range(players))
    return (
        Option("setup", ("random", "first-game"), tested=("random", "first-game")),
        Option("screens", ("open", "closed"), tested=("open", "closed")),
        Option("start", ("random", *seats), tested=("random",)),
    )


def make_box(game: Game, edition: BombayEdition, players: int, options: Mapping[str, str]) -> Box:
    """Build the box of a playable edition."""
    if str(players) not in edition.players:
        raise BoxError(Phrase("box.no_course", {"players": players}))
    names = [space.name for space in edition.board.spaces]
    labels = {
        "seat": [str(seat + 1) for seat in range(players)],
        "space": names,
        "city": [space.name for space in edition.board.spaces if space.kind == "city"],
        "colour": COLOUR_NAMES,
        "place": PLACE_NAMES,
        "market": MARKET_NAMES,
        "token": TOKEN_NAMES,
        "phase": PHASE_NAMES,
    }
    return Box(
        game=game,
        edition=edition.name,
        players=players,
        options=options,
        record=fill_record(edition, players, options),
        labels=labels,
        digest=fingerprint(facts(edition)),
        data=edition,
    )


def facts(edition: BombayEdition) -> dict[str, Any]:
    """Return the parts of an edition that affect the rules, for its fingerprint: no title, drawing or sources."""
    spaces = [(space.name, space.kind) for space in edition.board.spaces]
    board = {"start": edition.board.start, "spaces": spaces, "paths": edition.board.paths}
    tables = [name for name in edition.__struct_fields__ if name not in ("title", "board")]
    return {"board": board} | {name: flatten(getattr(edition, name)) for name in tables}


def fill_record(edition: BombayEdition, players: int, options: Mapping[str, str]) -> Record:
    """Build the record of constants that the rules read."""
    box = blank(BOX)
    fill_board(box, edition)
    fill_prices(box, edition)
    rules = edition.players[str(players)]  # type: ignore[index]
    box.players = players
    box.sets, box.rounds, box.city_tokens = rules.sets, rules.rounds, rules.city_tokens
    box.start_rupees[:players] = rules.start_rupees
    box.rank_rupees[:players] = rules.rank_rupees
    box.posts[:] = rules.posts_of_a_colour
    box.post_site[:] = [space.kind in rules.post_sites for space in edition.board.spaces]
    tokens = getattr(edition.palace_tokens, f"{rules.palace_side}_side")
    box.tokens[:] = [tokens[name] for name in TOKEN_NAMES]
    box.first_seat = NONE if options["start"] == "random" else int(options["start"]) - 1
    box.screens_closed = options["screens"] == "closed"
    if options["setup"] == "first-game":
        fill_first_game(box, edition)
    return box


def fill_board(box: Record, edition: BombayEdition) -> None:
    """Fill in spaces and paths."""
    spaces = edition.board.spaces
    index = {space.name: number for number, space in enumerate(spaces)}
    box.start_space = index[edition.board.start]
    neighbours: list[list[int]] = [[] for _ in spaces]
    for one, other in edition.board.paths:
        neighbours[index[one]].append(index[other])
        neighbours[index[other]].append(index[one])
    cities = 0
    box.city_at[:] = NONE
    for number, space in enumerate(spaces):
        around = sorted(neighbours[number])
        # The row is padded with the space itself: no path leads from a space to itself.
        box.neighbours[number] = number
        box.neighbours[number, : len(around)] = around
        box.degree[number] = len(around)
        box.most_paths = max(box.most_paths, len(around))
        box.adjacent[number] = sum(1 << other for other in around)
        box.token_site[number] = space.kind == "G"
        if space.kind == "city":
            box.city_at[number] = cities
            cities += 1
        hill = space.kind == "hill"
        box.enter_points[number] = edition.prices.enter_hill_points if hill else edition.prices.enter_points
    box.steps[:] = shortest_paths(box)


def shortest_paths(box: Record) -> np.ndarray:
    """Return the cost in action points of the cheapest path between any two spaces; 100 if there is none."""
    far = 100
    points = np.full((SPACES, SPACES), far, np.int64)
    for space in range(SPACES):
        points[space, space] = 0
        for other in box.neighbours[space, : box.degree[space]]:
            points[space, other] = box.enter_points[other]
    for between in range(SPACES):
        points = np.minimum(points, points[:, between, None] + points[None, between, :])
    return np.minimum(points, far)


def fill_prices(box: Record, edition: BombayEdition) -> None:
    """Fill in limits, counts and prices."""
    prices = edition.prices
    box.points, box.baskets, box.palaces = (
        edition.limits.points,
        edition.limits.baskets,
        edition.limits.palaces,
    )
    box.refill = edition.silk.refill
    box.bales[:] = by_name(edition.silk.bales, COLOUR_NAMES)
    box.columns[:] = [[COLOUR_NAMES.index(colour) for colour in column] for column in edition.demand.columns]
    box.wait_rupees, box.toll, box.token_rupees = prices.wait, prices.toll, edition.palace_tokens.rupees
    for name in ("buy_rupees", "buy_points"):
        box[name][:] = by_name(getattr(prices, name), MARKET_NAMES)
    for name in ("sale_rupees", "sale_clients"):
        box[name][:] = by_name(getattr(prices, name), PLACE_NAMES)
    for name in ("bonus_rupees", "bonus_clients"):
        box[name][:] = by_name(getattr(prices, name), COLOUR_NAMES)
    box.city_rupees[:] = edition.cities.rupees


def fill_first_game(box: Record, edition: BombayEdition) -> None:
    """Fill in the fixed set-up, with the posts used by this number of players."""
    first = edition.first_game
    box.fixed = 1
    box.fixed_post[:] = NONE
    box.fixed_token[:] = NONE
    for number, space in enumerate(edition.board.spaces):
        if space.kind == "city":
            column = [COLOUR_NAMES.index(colour) for colour in first.demand[space.name]]
            box.fixed_demand[box.city_at[number]] = column
        elif box.post_site[number]:
            box.fixed_post[number] = COLOUR_NAMES.index(first.posts[space.name])
        elif box.token_site[number]:
            box.fixed_token[number] = TOKEN_NAMES.index(first.tokens[space.name])
    box.columns[:] = box.fixed_demand
    box.posts[:] = [np.count_nonzero(box.fixed_post == colour) for colour in range(len(COLOUR_NAMES))]
    box.tokens[:] = [np.count_nonzero(box.fixed_token == token) for token in range(len(TOKEN_NAMES))]


def by_name(table: Mapping[Any, int], names: tuple[str, ...]) -> list[int]:
    """Return the values of a table in the order of `names`."""
    return [table[name] for name in names]
