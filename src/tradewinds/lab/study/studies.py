"""The five studies: what each collects from a batch of games and which figures it computes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.game import Box, Game
from tradewinds.kernel.record import NONE
from tradewinds.kernel.statistics import EventCounter, Numbers, Sources, Trajectories
from tradewinds.lab.study.columns import Columns, Floats, Key
from tradewinds.lab.study.figures import NUMBER, PART, SHARE, Figure, quantile, ratio
from tradewinds.lab.study.games import BotRotation

QUANTILES = {"smallest": 0.0, "p5": 0.05, "p25": 0.25, "median": 0.5, "p75": 0.75, "p95": 0.95, "largest": 1.0}

ColumnMap = dict[Key, Floats]


@dataclass(frozen=True)
class Study:
    """A kind of study. `collect` takes the box, the trajectories, the bots, and the first game's number."""

    name: str
    collect: Callable[[Box, Trajectories, BotRotation, int], ColumnMap]
    figures: Callable[[Columns], Iterator[Figure]]
    supports: Callable[[Game], bool] = lambda _: True


def collect_seats(_box: Box, trajectories: Trajectories, rotation: BotRotation, first: int) -> ColumnMap:
    """Collect wins and points by seat and, if there are different bots, by bot."""
    kept: ColumnMap = {}
    for seat in range(trajectories.wins.shape[1]):
        kept["seat", str(seat + 1), "wins"] = trajectories.wins[:, seat]
        kept["seat", str(seat + 1), "points"] = trajectories.points[:, seat].astype(np.float64)
    names = list(dict.fromkeys(rotation.bots))
    if len(names) > 1:
        seated = np.array([rotation.seated(first + game) for game in range(trajectories.games)])
        for name in names:
            kept["bot", name, "wins"] = (trajectories.wins * (seated == name)).sum(axis=1)
            kept["bot", name, "points"] = (trajectories.points * (seated == name)).sum(axis=1).astype(np.float64)
            kept["bot", name, "seats"] = (seated == name).sum(axis=1).astype(np.float64)
    return kept


def seats_figures(columns: Columns) -> Iterator[Figure]:
    """Yield win share and points by seat and bot."""
    for group in columns.groups():
        for item in columns.items_in(group):
            denominator: Floats | float = columns[group, item, "seats"] if group == "bot" else 1.0
            yield ratio(group, item, "win_share", SHARE, columns[group, item, "wins"], denominator)
            yield ratio(group, item, "points", NUMBER, columns[group, item, "points"], denominator)


def collect_length(box: Box, trajectories: Trajectories, _party: BotRotation, _first: int) -> ColumnMap:
    """Collect how many decisions and choices there are, points, and game-specific facts."""
    ranked = np.sort(trajectories.points, axis=1)
    choices = by_game(trajectories, trajectories.counts)
    kept: ColumnMap = {
        ("length", "decisions", "value"): trajectories.lengths.astype(np.float64),
        ("length", "real decisions", "value"): by_game(trajectories, trajectories.counts > 1),
        ("length", "choices", "value"): choices / trajectories.lengths,
        ("length", "winner", "value"): ranked[:, -1].astype(np.float64),
        ("length", "lead", "value"): (ranked[:, -1] - ranked[:, -2]).astype(np.float64),
    }
    for name, fact in box.game.facts.items():
        values = np.asarray(fact(trajectories.final_states))
        group = "endings" if values.dtype == np.bool_ else "length"
        kept[group, name, "value"] = values.astype(np.float64)
    return kept


def length_figures(columns: Columns) -> Iterator[Figure]:
    """Yield means and quantiles; boolean facts become shares."""
    for group in columns.groups():
        for item in columns.items_in(group):
            values = columns[group, item, "value"]
            yield ratio(group, item, "mean" if group == "length" else "games", kind_of(group), values)
            if group == "length":
                for name, part in QUANTILES.items():
                    yield quantile(group, item, name, values, part)


def kind_of(group: str) -> str:
    return SHARE if group == "endings" else NUMBER


def by_game(trajectories: Trajectories, values: Numbers) -> Floats:
    """Sum values per decision by game."""
    return np.bincount(trajectories.game, values, trajectories.games).astype(np.float64)


def collect_components(box: Box, trajectories: Trajectories, _party: BotRotation, _first: int) -> ColumnMap:
    """Collect how often each component is used, and by whom."""
    groups = {"actions": verbs(box, trajectories)}
    statistics = box.game.statistics
    if statistics.components:
        groups |= statistics.components(box, trajectories)
    kept: ColumnMap = {}
    for group, events in groups.items():
        kept |= collect_events(trajectories, group, events)
    if statistics.sources:
        kept |= collect_sources(trajectories, statistics.sources(box, trajectories))
    return kept


def verbs(box: Box, trajectories: Trajectories) -> EventCounter:
    """Count actions by verb."""
    names = [box.game.name_action(box, action)[0] for action in range(box.game.actions)]
    known = list(dict.fromkeys(names))
    place = np.array([known.index(name) for name in names])
    return EventCounter(known, place[trajectories.action])


def collect_events(trajectories: Trajectories, group: str, events: EventCounter) -> ColumnMap:
    """Collect for each label how often and when it occurs, for how many seats, and how often they win."""
    players, items = trajectories.wins.shape[1], len(events.labels)
    where = np.flatnonzero(events.which != NONE)
    which, game, seat = events.which[where], trajectories.game[where], trajectories.seat[where]
    counts = np.zeros((trajectories.games, players, items))
    np.add.at(counts, (game, seat, which), 1)
    did, wins = counts > 0, trajectories.wins[:, :, None]
    when = np.zeros((trajectories.games, items))
    np.add.at(when, (game, which), trajectories.progress[where])
    quantities = {
        "count": counts.sum(axis=1),
        "seats": did.sum(axis=1).astype(np.float64),
        "won": (counts * wins).sum(axis=1),
        "seats won": (did * wins).sum(axis=1),
        "when": when,
    }
    if events.supply is not None:
        quantities["supply"] = np.tile(events.supply.astype(np.float64), (trajectories.games, 1))
    quantities["players"] = np.full((trajectories.games, items), float(players))
    labels = list(enumerate(events.labels))
    return {(group, label, part): values[:, place] for place, label in labels for part, values in quantities.items()}


def collect_sources(trajectories: Trajectories, sources: Sources) -> ColumnMap:
    """Collect points by source: the mean over all seats, and the winner's."""
    kept: ColumnMap = {}
    for place, label in enumerate(sources.labels):
        points = sources.points[:, :, place].astype(np.float64)
        kept["sources", label, "all"] = points.mean(axis=1)
        kept["sources", label, "winner"] = (points * trajectories.wins).sum(axis=1)
    return kept


def component_figures(columns: Columns) -> Iterator[Figure]:
    """Yield how often components are used, by what share of seats, and how use relates to winning."""
    for group in columns.groups():
        for item in columns.items_in(group):
            if group == "sources":
                yield from source_figures(columns, item)
            elif columns[group, item, "count"].any():
                yield from event_figures(columns, group, item)


def source_figures(columns: Columns, item: str) -> Iterator[Figure]:
    """Yield points by source."""
    mean, winner = columns["sources", item, "all"], columns["sources", item, "winner"]
    yield ratio("sources", item, "points", NUMBER, mean)
    yield ratio("sources", item, "winner_points", NUMBER, winner)
    yield ratio("sources", item, "winner_more", NUMBER, winner - mean)


def event_figures(columns: Columns, group: str, item: str) -> Iterator[Figure]:
    count, seats = columns[group, item, "count"], columns[group, item, "seats"]
    yield ratio(group, item, "a_game", NUMBER, count)
    if "supply" in columns.parts(group):
        yield ratio(group, item, "of_supply", SHARE, count, columns[group, item, "supply"])
        yield ratio(group, item, "when", PART, columns[group, item, "when"], count)
    yield ratio(group, item, "seats", SHARE, seats, columns[group, item, "players"])
    yield ratio(group, item, "win_share", SHARE, columns[group, item, "seats won"], seats)
    yield ratio(group, item, "winner_part", SHARE, columns[group, item, "won"], count)


def collect_contracts(box: Box, trajectories: Trajectories, _party: BotRotation, _first: int) -> ColumnMap:
    """Collect fulfilled contracts and points by source."""
    statistics = box.game.statistics
    assert statistics.contracts
    kept = collect_events(trajectories, "contracts", statistics.contracts(box, trajectories))
    return kept | (collect_sources(trajectories, statistics.sources(box, trajectories)) if statistics.sources else {})


def collect_openings(box: Box, trajectories: Trajectories, rotation: BotRotation, _first: int) -> ColumnMap:
    """Collect the first seat's openings and their results."""
    depth = max(1, rotation.depth)
    mine = np.flatnonzero(trajectories.seat == 0)
    found: list[list[str]] = [[] for _ in range(trajectories.games)]
    for game, action in zip(trajectories.game[mine], trajectories.action[mine], strict=True):
        if len(found[game]) < depth:
            found[game].append(" ".join(box.game.name_action(box, int(action))))
    kept: ColumnMap = {}
    openings = np.array([", ".join(names) for names in found])
    for name in np.unique(openings):
        here = openings == name
        kept["openings", str(name), "count"] = here.astype(np.float64)
        kept["openings", str(name), "won"] = here * trajectories.wins[:, 0]
        kept["openings", str(name), "points"] = (here * trajectories.points[:, 0]).astype(np.float64)
    return kept


def opening_figures(columns: Columns) -> Iterator[Figure]:
    """Yield the figures of openings, highest win share first."""

    def worth(item: str) -> tuple[float, str]:
        return -columns["openings", item, "won"].sum() / columns["openings", item, "count"].sum(), item

    for item in sorted(columns.items_in("openings"), key=worth):
        count = columns["openings", item, "count"]
        yield ratio("openings", item, "chosen", SHARE, count)
        yield ratio("openings", item, "win_share", SHARE, columns["openings", item, "won"], count)
        yield ratio("openings", item, "points", NUMBER, columns["openings", item, "points"], count)


STUDIES = {
    study.name: study
    for study in (
        Study("seats", collect_seats, seats_figures),
        Study("length", collect_length, length_figures),
        Study("components", collect_components, component_figures),
        Study("contracts", collect_contracts, component_figures, lambda game: game.statistics.contracts is not None),
        Study("openings", collect_openings, opening_figures),
    )
}


def find_study(name: str, game: Game) -> Study:
    """Return a study by name, or raise a Problem if the game does not support it."""
    study = STUDIES[name]
    if not study.supports(game):
        known = ", ".join(each.name for each in STUDIES.values() if each.supports(game))
        raise Problem(Phrase("study.not_here", {"game": game.name, "study": repr(name), "known": known}))
    return study
