"""How random games of every box go: length, points, what decided them, and what it is worth to begin."""

from functools import partial

import msgspec
import numpy as np

from tradewinds.kernel.game import Box, Game
from tradewinds.lab.batches import Progress, in_batches, silent
from tradewinds.lab.simulate import BATCH, Batch, play_batch


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

    def __init__(self) -> None:
        self.sums: dict[str, np.ndarray] = {}

    def add(self, **columns: np.ndarray) -> None:
        """Add a batch."""
        for name, values in columns.items():
            exact = values.astype(np.float64)
            self.sums[name] = self.sums.get(name, 0) + np.array([exact.sum(axis=0), (exact**2).sum(axis=0)])

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


def survey_box(box: Box, games: int, seed: int, workers: int, progress: Progress) -> BoxSurvey:
    """Play so many random games of a box."""
    fixed, sums = with_first_seat(box), Sums()
    for batch in in_batches(partial(play_batch, fixed, seed), games, BATCH, workers, progress):
        add_batch(sums, batch, box.game)
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


def add_batch(sums: Sums, batch: Batch, game: Game) -> None:
    """Everything that is told about a batch of games."""
    facts = {f"fact {name}": fact(batch.ends) for name, fact in game.facts.items()}
    sums.add(decisions=batch.decisions, points=batch.points, wins=batch.wins, winner=batch.points.max(axis=1), **facts)


def survey(boxes: list[Box], games: int, seed: int, workers: int = 1, progress: Progress = silent) -> list[BoxSurvey]:
    """Play so many random games of each box; the same seed gives the same result with any number of workers."""
    return [survey_box(box, games, seed, workers, progress) for box in boxes]
