"""The five studies: what each keeps of a batch of games, and which figures it makes of all of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.game import Box, Game
from tradewinds.kernel.record import NONE
from tradewinds.kernel.statistics import Chronicle, Happening, Numbers, Sources
from tradewinds.lab.study.columns import Columns, Floats, Key
from tradewinds.lab.study.figures import NUMBER, PART, SHARE, Figure, quantile, ratio
from tradewinds.lab.study.games import Party

QUANTILES = {"smallest": 0.0, "p5": 0.05, "p25": 0.25, "median": 0.5, "p75": 0.75, "p95": 0.95, "largest": 1.0}

Kept = dict[Key, Floats]


@dataclass(frozen=True)
class Study:
    """A kind of study. `keep` is given the box, the games, who played, and the number of the first game."""

    name: str
    keep: Callable[[Box, Chronicle, Party, int], Kept]
    figures: Callable[[Columns], Iterator[Figure]]
    suits: Callable[[Game], bool] = lambda _: True


def keep_seats(_box: Box, chronicle: Chronicle, party: Party, first: int) -> Kept:
    """Wins and points by seat, and by bot where there are several."""
    kept: Kept = {}
    for seat in range(chronicle.wins.shape[1]):
        kept["seat", str(seat + 1), "wins"] = chronicle.wins[:, seat]
        kept["seat", str(seat + 1), "points"] = chronicle.points[:, seat].astype(np.float64)
    names = list(dict.fromkeys(party.bots))
    if len(names) > 1:
        seated = np.array([party.seated(first + game) for game in range(chronicle.games)])
        for name in names:
            kept["bot", name, "wins"] = (chronicle.wins * (seated == name)).sum(axis=1)
            kept["bot", name, "points"] = (chronicle.points * (seated == name)).sum(axis=1).astype(np.float64)
            kept["bot", name, "seats"] = (seated == name).sum(axis=1).astype(np.float64)
    return kept


def seats_figures(columns: Columns) -> Iterator[Figure]:
    """What a place in the turn order is worth."""
    for group in columns.groups():
        for item in columns.things(group):
            under: Floats | float = columns[group, item, "seats"] if group == "bot" else 1.0
            yield ratio(group, item, "win_share", SHARE, columns[group, item, "wins"], under)
            yield ratio(group, item, "points", NUMBER, columns[group, item, "points"], under)


def keep_length(box: Box, chronicle: Chronicle, _party: Party, _first: int) -> Kept:
    """Decisions, points and the game's own facts."""
    ranked = np.sort(chronicle.points, axis=1)
    choices = by_game(chronicle, chronicle.counts)
    kept: Kept = {
        ("length", "decisions", "value"): chronicle.lengths.astype(np.float64),
        ("length", "real decisions", "value"): by_game(chronicle, chronicle.counts > 1),
        ("length", "choices", "value"): choices / chronicle.lengths,
        ("length", "winner", "value"): ranked[:, -1].astype(np.float64),
        ("length", "lead", "value"): (ranked[:, -1] - ranked[:, -2]).astype(np.float64),
    }
    for name, fact in box.game.facts.items():
        values = np.asarray(fact(chronicle.ends))
        group = "endings" if values.dtype == np.bool_ else "length"
        kept[group, name, "value"] = values.astype(np.float64)
    return kept


def length_figures(columns: Columns) -> Iterator[Figure]:
    """Means and quantiles; what is true or false of a game as a share."""
    for group in columns.groups():
        for item in columns.things(group):
            values = columns[group, item, "value"]
            yield ratio(group, item, "mean" if group == "length" else "games", kind_of(group), values)
            if group == "length":
                for name, part in QUANTILES.items():
                    yield quantile(group, item, name, values, part)


def kind_of(group: str) -> str:
    """Endings are shares of all games."""
    return SHARE if group == "endings" else NUMBER


def by_game(chronicle: Chronicle, values: Numbers) -> Floats:
    """The sum of what decisions bring, for every game."""
    return np.bincount(chronicle.game, values, chronicle.games).astype(np.float64)


def keep_components(box: Box, chronicle: Chronicle, _party: Party, _first: int) -> Kept:
    """What happened to each part of the game, at whose hands."""
    groups = {"actions": verbs(box, chronicle)}
    ledger = box.game.ledger
    if ledger.components:
        groups |= ledger.components(box, chronicle)
    kept: Kept = {}
    for group, happening in groups.items():
        kept |= keep_happening(chronicle, group, happening)
    if ledger.sources:
        kept |= keep_sources(chronicle, ledger.sources(box, chronicle))
    return kept


def verbs(box: Box, chronicle: Chronicle) -> Happening:
    """Every action by its verb."""
    names = [box.game.name_action(box, action)[0] for action in range(box.game.actions)]
    known = list(dict.fromkeys(names))
    place = np.array([known.index(name) for name in names])
    return Happening(known, place[chronicle.action])


def keep_happening(chronicle: Chronicle, group: str, happening: Happening) -> Kept:
    """Of every thing: how often it happened, how many seats did it, and what those won."""
    players, things = chronicle.wins.shape[1], len(happening.labels)
    where = np.flatnonzero(happening.which != NONE)
    which, game, seat = happening.which[where], chronicle.game[where], chronicle.seat[where]
    counts = np.zeros((chronicle.games, players, things))
    np.add.at(counts, (game, seat, which), 1)
    did, wins = counts > 0, chronicle.wins[:, :, None]
    when = np.zeros((chronicle.games, things))
    np.add.at(when, (game, which), chronicle.moment[where])
    told = {
        "count": counts.sum(axis=1),
        "seats": did.sum(axis=1).astype(np.float64),
        "won": (counts * wins).sum(axis=1),
        "seats won": (did * wins).sum(axis=1),
        "when": when,
    }
    if happening.supply is not None:
        told["supply"] = np.tile(happening.supply.astype(np.float64), (chronicle.games, 1))
    told["players"] = np.full((chronicle.games, things), float(players))
    labels = list(enumerate(happening.labels))
    return {(group, label, part): values[:, place] for place, label in labels for part, values in told.items()}


def keep_sources(chronicle: Chronicle, sources: Sources) -> Kept:
    """Of every source: the points of a seat on average, and the winner's."""
    kept: Kept = {}
    for place, label in enumerate(sources.labels):
        points = sources.points[:, :, place].astype(np.float64)
        kept["sources", label, "all"] = points.mean(axis=1)
        kept["sources", label, "winner"] = (points * chronicle.wins).sum(axis=1)
    return kept


def component_figures(columns: Columns) -> Iterator[Figure]:
    """How often, by how many, and what it has to do with winning."""
    for group in columns.groups():
        for item in columns.things(group):
            if group == "sources":
                yield from source_figures(columns, item)
            elif columns[group, item, "count"].any():
                yield from happening_figures(columns, group, item)


def source_figures(columns: Columns, item: str) -> Iterator[Figure]:
    """Where points come from."""
    everybody, winner = columns["sources", item, "all"], columns["sources", item, "winner"]
    yield ratio("sources", item, "points", NUMBER, everybody)
    yield ratio("sources", item, "winner_points", NUMBER, winner)
    yield ratio("sources", item, "winner_more", NUMBER, winner - everybody)


def happening_figures(columns: Columns, group: str, item: str) -> Iterator[Figure]:
    """The figures of one thing."""
    count, seats = columns[group, item, "count"], columns[group, item, "seats"]
    yield ratio(group, item, "a_game", NUMBER, count)
    if "supply" in columns.parts(group):
        yield ratio(group, item, "of_supply", SHARE, count, columns[group, item, "supply"])
        yield ratio(group, item, "when", PART, columns[group, item, "when"], count)
    yield ratio(group, item, "seats", SHARE, seats, columns[group, item, "players"])
    yield ratio(group, item, "win_share", SHARE, columns[group, item, "seats won"], seats)
    yield ratio(group, item, "winner_part", SHARE, columns[group, item, "won"], count)


def keep_contracts(box: Box, chronicle: Chronicle, _party: Party, _first: int) -> Kept:
    """Every contract when it is fulfilled, and where points come from."""
    ledger = box.game.ledger
    assert ledger.contracts
    kept = keep_happening(chronicle, "contracts", ledger.contracts(box, chronicle))
    return kept | (keep_sources(chronicle, ledger.sources(box, chronicle)) if ledger.sources else {})


def keep_openings(box: Box, chronicle: Chronicle, party: Party, _first: int) -> Kept:
    """The first seat's first decisions, and what came of them."""
    depth = max(1, party.depth)
    mine = np.flatnonzero(chronicle.seat == 0)
    found: list[list[str]] = [[] for _ in range(chronicle.games)]
    for game, action in zip(chronicle.game[mine], chronicle.action[mine], strict=True):
        if len(found[game]) < depth:
            found[game].append(" ".join(box.game.name_action(box, int(action))))
    kept: Kept = {}
    openings = np.array([", ".join(names) for names in found])
    for name in np.unique(openings):
        here = openings == name
        kept["openings", str(name), "count"] = here.astype(np.float64)
        kept["openings", str(name), "won"] = here * chronicle.wins[:, 0]
        kept["openings", str(name), "points"] = (here * chronicle.points[:, 0]).astype(np.float64)
    return kept


def opening_figures(columns: Columns) -> Iterator[Figure]:
    """Openings by what those who chose them won, the best first."""

    def worth(item: str) -> tuple[float, str]:
        return -columns["openings", item, "won"].sum() / columns["openings", item, "count"].sum(), item

    for item in sorted(columns.things("openings"), key=worth):
        count = columns["openings", item, "count"]
        yield ratio("openings", item, "chosen", SHARE, count)
        yield ratio("openings", item, "win_share", SHARE, columns["openings", item, "won"], count)
        yield ratio("openings", item, "points", NUMBER, columns["openings", item, "points"], count)


STUDIES = {
    study.name: study
    for study in (
        Study("seats", keep_seats, seats_figures),
        Study("length", keep_length, length_figures),
        Study("components", keep_components, component_figures),
        Study("contracts", keep_contracts, component_figures, lambda game: game.ledger.contracts is not None),
        Study("openings", keep_openings, opening_figures),
    )
}


def find_study(name: str, game: Game) -> Study:
    """A study by its name; one that a game does not have is refused."""
    study = STUDIES[name]
    if not study.suits(game):
        known = ", ".join(each.name for each in STUDIES.values() if each.suits(game))
        raise Problem(Phrase("study.not_here", {"game": game.name, "study": name, "known": known}))
    return study
