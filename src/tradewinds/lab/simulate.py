"""Random games in bulk: speed, length and win shares."""

from functools import partial
from time import perf_counter
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from tradewinds.executor import SERIAL, Executor, Progress, map_batches, no_progress
from tradewinds.kernel.game import Box
from tradewinds.kernel.playout import play_games
from tradewinds.kernel.random import RNG

BATCH = 1000
"""Games per batch. Fixed, so that floating-point sums do not depend on the number of workers."""


class Simulation(msgspec.Struct, frozen=True):
    """The result of a simulation; lists are indexed by seat."""

    game: str
    edition: str
    players: int
    options: dict[str, str]
    seed: int
    games: int
    workers: int
    seconds: float
    games_per_s: float
    decisions_per_s: float
    decisions_per_game: float
    mean_score: list[float]
    win_share: list[float]


class Batch(NamedTuple):
    """Finished games: number of decisions, points and win shares by seat, and final states."""

    decisions: npt.NDArray[np.int32]
    points: npt.NDArray[np.int32]
    wins: npt.NDArray[np.float64]
    ends: np.ndarray


def play_batch(box: Box, seed: int, first: int, games: int) -> Batch:
    """Play `games` random games, starting at game number `first`."""
    ends = np.zeros(games, box.game.state_type)
    rngs = np.zeros(1, RNG)
    buffer = np.zeros(box.game.actions + 1, np.int16)
    decisions = np.zeros(games, np.int32)
    points = np.zeros((games, box.players), np.int32)
    wins = np.zeros((games, box.players), np.float64)
    play_games(box.record, ends, rngs, buffer, np.uint64(seed), first, decisions, points, wins)
    return Batch(decisions, points, wins, ends)


class BatchTotals(NamedTuple):
    """Sums over a batch: number of decisions, and points and win shares by seat."""

    decisions: int
    points: npt.NDArray[np.int64]
    wins: npt.NDArray[np.float64]


def total_batch(box: Box, seed: int, first: int, games: int) -> BatchTotals:
    """Play a batch of random games and return its sums."""
    batch = play_batch(box, seed, first, games)
    return BatchTotals(int(batch.decisions.sum()), batch.points.sum(axis=0, dtype=np.int64), batch.wins.sum(axis=0))


def simulate(
    box: Box, games: int, seed: int, executor: Executor = SERIAL, progress: Progress = no_progress
) -> Simulation:
    """Play random games. The same seed gives the same result for any number of workers."""
    play_batch(box, seed, 0, 0)
    decisions = 0
    points = np.zeros(box.players, np.int64)
    wins = np.zeros(box.players, np.float64)
    start = perf_counter()
    for sums in map_batches(partial(total_batch, box, seed), games, BATCH, executor, progress):
        decisions += sums.decisions
        points += sums.points
        wins += sums.wins
    seconds = perf_counter() - start
    return Simulation(
        game=box.game.name,
        edition=box.edition,
        players=box.players,
        options=dict(box.options),
        seed=seed,
        games=games,
        workers=executor.workers,
        seconds=seconds,
        games_per_s=games / seconds,
        decisions_per_s=decisions / seconds,
        decisions_per_game=decisions / games,
        mean_score=[float(value) / games for value in points],
        win_share=[float(value) / games for value in wins],
    )
