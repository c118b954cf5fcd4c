"""Games that are played to learn from, and the positions that are kept of them."""

from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.evaluation import Network
from tradewinds.kernel.game import Box, Game
from tradewinds.kernel.lookahead import make_thinker
from tradewinds.kernel.random import RNG
from tradewinds.kernel.record import home
from tradewinds.kernel.selfplay import EVERYBODY, give_lessons
from tradewinds.lab.executor import Crew, Progress, in_batches, silent
from tradewinds.lab.learn import Samples
from tradewinds.lab.simulate import play_batch

BATCH = 20
"""Games that one thread plays at a time."""

KEPT_A_GAME = 16
"""About so many positions of a game are kept."""


@dataclass(frozen=True)
class Variety:
    """How far from the best a player strays, in shares of the win, and how seldom he does just anything; 0 is never."""

    noise: float = 0.012
    slips: int = 30


USUAL = Variety()

EXACT = Variety(1e-6, 0)
"""Nobody strays in an exam; what looks the same is left to chance."""


@dataclass
class Lessons:
    """What came of some games: kept positions with their results, and everybody's share of each game."""

    inputs: npt.NDArray[np.float32]
    results: npt.NDArray[np.float32]
    wins: npt.NDArray[np.float64]


def play_lessons(
    box: Box, network: Network, variety: Variety, seed: int, pupil: int, keep: int, first: int, games: int
) -> Lessons:
    """Games number `first` and following of a box."""
    game, players = box.game, box.players
    room = games * 3 * KEPT_A_GAME if keep else 0
    inputs = np.zeros((room, players, game.inputs), np.float32)
    results = np.zeros((room, players), np.float32)
    wins = np.zeros((games, players), np.float64)
    kept = give_lessons(
        home(box.record),
        make_thinker(box, network),
        np.zeros(1, RNG),
        np.uint64(seed),
        first,
        games,
        pupil,
        variety.noise,
        variety.slips,
        keep,
        inputs,
        results,
        np.zeros((game.longest(box) + 1, players)),
        np.zeros(room, np.int32),
        wins,
    )
    return Lessons(inputs[:kept], results[:kept], wins)


def timetable(game: Game, games: int) -> list[tuple[Box, int]]:
    """Which boxes are played how often in a round: half of the games go to the usual ones, half to all there are."""
    every = list(game.boxes())
    usual = [box for box in every if all(o.default == box.options[o.name] for o in game.options(box.data, box.players))]
    counts = {id(box): games // (2 * len(every)) + 1 for box in every}
    for box in usual:
        counts[id(box)] += games // (2 * len(usual))
    return [(box, counts[id(box)]) for box in every]


def usual_length(box: Box) -> int:
    """About how many decisions a game takes."""
    return int(play_batch(box, 1, 0, 20).decisions.mean())


def play_round(
    game: Game,
    network: Network,
    variety: Variety,
    games: int,
    seed: int,
    crew: Crew,
    progress: Progress = silent,
) -> list[Samples]:
    """The games of a round over all boxes, by the number of players; without a network the rules of thumb play."""
    found: dict[int, list[Lessons]] = {}
    for place, (box, count) in enumerate(timetable(game, games)):
        keep = max(1, usual_length(box) // KEPT_A_GAME)
        work = partial(play_lessons, box, network, variety, seed + place, EVERYBODY, keep)
        found.setdefault(box.players, []).extend(in_batches(work, count, BATCH, crew, progress))
    return [gather(parts) for parts in found.values()]


def gather(parts: list[Lessons]) -> Samples:
    """The positions of several lessons together, in half the room."""
    inputs = np.concatenate([lessons.inputs for lessons in parts]).astype(np.float16)
    return Samples(inputs, np.concatenate([lessons.results for lessons in parts]))


def exam(game: Game, network: Network, games: int, seed: int, crew: Crew) -> tuple[float, float]:
    """The share that a single pupil wins against the rules of thumb, and what would be even."""
    players = min(4, max(game.players))
    box, shares = game.box(players), []
    for pupil in range(players):
        work = partial(play_lessons, box, network, EXACT, seed, pupil, 0)
        shares += [part.wins[:, pupil] for part in in_batches(work, max(1, games // players), BATCH, crew)]
    return float(np.concatenate(shares).mean()), 1 / players
