"""Random games in bulk: how fast, how long, who wins."""

from functools import partial
from time import perf_counter
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from tradewinds.kernel.game import Box
from tradewinds.kernel.playout import play_games
from tradewinds.kernel.random import RNG
from tradewinds.lab.executor import ALONE, Crew, Progress, in_batches, silent

BATCH = 1000
"""Sums are made batch by batch, so that results do not depend on the number of workers."""


class Simulation(msgspec.Struct, frozen=True):
    """What came of a simulation; the lists go by seat."""

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
    """Some finished games: how many decisions each took, points and shares of the win by seat, and how it ended."""

    decisions: npt.NDArray[np.int32]
    points: npt.NDArray[np.int32]
    wins: npt.NDArray[np.float64]
    ends: np.ndarray


def play_batch(box: Box, seed: int, first: int, games: int) -> Batch:
    """Games number `first` and following."""
    ends = np.zeros(games, box.game.state_type)
    rngs = np.zeros(1, RNG)
    room = np.zeros(box.game.actions + 1, np.int16)
    decisions = np.zeros(games, np.int32)
    points = np.zeros((games, box.players), np.int32)
    wins = np.zeros((games, box.players), np.float64)
    play_games(box.record, ends, rngs, room, np.uint64(seed), first, decisions, points, wins)
    return Batch(decisions, points, wins, ends)


class Sums(NamedTuple):
    """The decisions of some games together, and by seat the points and shares of the win."""

    decisions: int
    points: npt.NDArray[np.int64]
    wins: npt.NDArray[np.float64]


def sum_batch(box: Box, seed: int, first: int, games: int) -> Sums:
    """Play games number `first` and following, and keep the sums only."""
    batch = play_batch(box, seed, first, games)
    return Sums(int(batch.decisions.sum()), batch.points.sum(axis=0, dtype=np.int64), batch.wins.sum(axis=0))


def simulate(box: Box, games: int, seed: int, crew: Crew = ALONE, progress: Progress = silent) -> Simulation:
    """Play so many random games; the same seed gives the same result with any number of workers."""
    play_batch(box, seed, 0, 0)
    decisions = 0
    points = np.zeros(box.players, np.int64)
    wins = np.zeros(box.players, np.float64)
    start = perf_counter()
    for sums in in_batches(partial(sum_batch, box, seed), games, BATCH, crew, progress):
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
        workers=crew.workers,
        seconds=seconds,
        games_per_s=games / seconds,
        decisions_per_s=decisions / seconds,
        decisions_per_game=decisions / games,
        mean_score=[float(value) / games for value in points],
        win_share=[float(value) / games for value in wins],
    )
