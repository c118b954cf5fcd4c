"""How random games of every box go: length, points, what decided them, and what it is worth to begin."""

from functools import partial

import msgspec
import numpy as np

from tradewinds.kernel.game import Box
from tradewinds.lab.executor import ALONE, Crew, Progress, in_batches, silent
from tradewinds.lab.simulate import BATCH, play_batch


class Spread(msgspec.Struct, frozen=True):
    """A number over many games: its mean, and how far single games are from it."""

    mean: float
    deviation: float


class BoxSurvey(msgspec.Struct, frozen=True):
    """How the games of one box went. Lists go by turn order: the first seat is the start player's."""

    box: str
    edition: str
    players: int
    options: dict[str, str]
    games: int
    decisions: Spread
    points: list[Spread]
    winner: Spread
    win_share: list[float]
    win_share_error: float
    facts: dict[str, Spread]


class Sums:
    """Sums and sums of squares of columns of numbers."""

    def __init__(self, **columns: np.ndarray) -> None:
        self.sums: dict[str, np.ndarray] = {}
        for name, values in columns.items():
            exact = values.astype(np.float64)
            self.sums[name] = np.array([exact.sum(axis=0), (exact**2).sum(axis=0)])

    def add(self, other: "Sums") -> None:
        """Add those of another batch."""
        for name, sums in other.sums.items():
            self.sums[name] = self.sums.get(name, 0) + sums

    def spread(self, name: str, games: int) -> list[Spread]:
        """Mean and deviation of each column."""
        total, squares = (np.atleast_1d(values) for values in self.sums[name])
        means = total / games
        deviations = np.sqrt(np.maximum(0, squares / games - means**2))
        return [Spread(float(mean), float(deviation)) for mean, deviation in zip(means, deviations, strict=True)]


def with_first_seat(box: Box) -> Box:
    """The same box with seat 1 as start player, so that seats are places in the turn order."""
    offered = {option.name for option in box.game.options(box.data, box.players)}
    options = {**box.options, **({"start": "1"} if "start" in offered else {})}
    return box.game.make_box(box.game, box.data, box.players, options)


def survey_box(box: Box, games: int, seed: int, crew: Crew, progress: Progress) -> BoxSurvey:
    """Play so many random games of a box."""
    fixed, sums = with_first_seat(box), Sums()
    for batch in in_batches(partial(sum_batch, fixed, seed), games, BATCH, crew, progress):
        sums.add(batch)
    shares = sums.spread("wins", games)
    return BoxSurvey(
        box=box.name,
        edition=box.edition,
        players=box.players,
        options=dict(box.options),
        games=games,
        decisions=sums.spread("decisions", games)[0],
        points=sums.spread("points", games),
        winner=sums.spread("winner", games)[0],
        win_share=[share.mean for share in shares],
        win_share_error=max(share.deviation for share in shares) / games**0.5,
        facts={name: sums.spread(f"fact {name}", games)[0] for name in box.game.facts},
    )


def sum_batch(box: Box, seed: int, first: int, games: int) -> Sums:
    """Play games number `first` and following, and sum up everything that is told about them."""
    batch = play_batch(box, seed, first, games)
    facts = {f"fact {name}": fact(batch.ends) for name, fact in box.game.facts.items()}
    winner = batch.points.max(axis=1)
    return Sums(decisions=batch.decisions, points=batch.points, wins=batch.wins, winner=winner, **facts)


def survey(boxes: list[Box], games: int, seed: int, crew: Crew = ALONE, progress: Progress = silent) -> list[BoxSurvey]:
    """Play so many random games of each box; the same seed gives the same result with any number of workers."""
    return [survey_box(box, games, seed, crew, progress) for box in boxes]
