"""Self-play games and the training samples taken from them."""

from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from tradewinds.executor import Executor, Progress, map_batches, no_progress
from tradewinds.kernel.evaluation import Network
from tradewinds.kernel.game import Box, Game
from tradewinds.kernel.lookahead import make_search_context
from tradewinds.kernel.random import RNG
from tradewinds.kernel.record import backing_array
from tradewinds.kernel.selfplay import ALL_SEATS, selfplay_games
from tradewinds.lab.learn import Samples
from tradewinds.lab.simulate import play_batch

BATCH = 20
"""Games per batch."""

POSITIONS_PER_GAME = 16
"""Approximate number of positions sampled from a game."""


@dataclass(frozen=True)
class Exploration:
    """Softmax temperature of the move choice (`noise`), and one random move in `slips` decisions (0 for none)."""

    noise: float = 0.012
    slips: int = 30


DEFAULT_EXPLORATION = Exploration()

NO_EXPLORATION = Exploration(1e-6, 0)
"""Used for evaluation; ties are still broken at random."""


@dataclass
class SelfPlayBatch:
    """Sampled positions with their TD(λ) targets (`results`), and each seat's share of the win by game."""

    inputs: npt.NDArray[np.float32]
    results: npt.NDArray[np.float32]
    wins: npt.NDArray[np.float64]


def self_play(
    box: Box,
    network: Network,
    exploration: Exploration,
    seed: int,
    learner_seat: int,
    keep: int,
    first: int,
    games: int,
) -> SelfPlayBatch:
    """Play `games` self-play games of a box, starting at game number `first`."""
    game, players = box.game, box.players
    capacity = games * 3 * POSITIONS_PER_GAME if keep else 0
    inputs = np.zeros((capacity, players, game.inputs), np.float32)
    results = np.zeros((capacity, players), np.float32)
    wins = np.zeros((games, players), np.float64)
    kept = selfplay_games(
        backing_array(box.record),
        make_search_context(box, network),
        np.zeros(1, RNG),
        np.uint64(seed),
        first,
        games,
        learner_seat,
        exploration.noise,
        exploration.slips,
        keep,
        inputs,
        results,
        np.zeros((game.longest(box) + 1, players)),
        np.zeros(capacity, np.int32),
        wins,
    )
    return SelfPlayBatch(inputs[:kept], results[:kept], wins)


def games_per_box(game: Game, games: int) -> list[tuple[Box, int]]:
    """Return the number of games per box: half are spread over all boxes, half over those with default options."""
    every = list(game.boxes())
    usual = [box for box in every if all(o.default == box.options[o.name] for o in game.options(box.data, box.players))]
    counts = {id(box): games // (2 * len(every)) + 1 for box in every}
    for box in usual:
        counts[id(box)] += games // (2 * len(usual))
    return [(box, counts[id(box)]) for box in every]


def typical_length(box: Box) -> int:
    """Estimate the number of decisions in a game."""
    return int(play_batch(box, 1, 0, 20).decisions.mean())


def play_round(
    game: Game,
    network: Network,
    exploration: Exploration,
    games: int,
    seed: int,
    executor: Executor,
    progress: Progress = no_progress,
) -> list[Samples]:
    """Play one round over all boxes and return its samples by player count; with NO_NETWORK the heuristic plays."""
    found: dict[int, list[SelfPlayBatch]] = {}
    for place, (box, count) in enumerate(games_per_box(game, games)):
        keep = max(1, typical_length(box) // POSITIONS_PER_GAME)
        work = partial(self_play, box, network, exploration, seed + place, ALL_SEATS, keep)
        found.setdefault(box.players, []).extend(map_batches(work, count, BATCH, executor, progress))
    return [concatenate(parts) for parts in found.values()]


def concatenate(parts: list[SelfPlayBatch]) -> Samples:
    """Merge batches into samples, with inputs stored as float16."""
    inputs = np.concatenate([batch.inputs for batch in parts]).astype(np.float16)
    return Samples(inputs, np.concatenate([batch.results for batch in parts]))


def evaluate_network(game: Game, network: Network, games: int, seed: int, executor: Executor) -> tuple[float, float]:
    """Return the win share of one seat played by the network against the heuristic, and the even share."""
    players = min(4, max(game.players))
    box, shares = game.box(players), []
    for learner_seat in range(players):
        work = partial(self_play, box, network, NO_EXPLORATION, seed, learner_seat, 0)
        shares += [part.wins[:, learner_seat] for part in map_batches(work, max(1, games // players), BATCH, executor)]
    return float(np.concatenate(shares).mean()), 1 / players
