"""Random games in bulk: how fast, how long, who wins."""

from functools import partial
from time import perf_counter

import msgspec
import numpy as np

from tradewinds.kernel.game import Box
from tradewinds.kernel.playout import play_games
from tradewinds.kernel.random import RNG
from tradewinds.lab.batches import Progress, in_batches, silent

BATCH = 1000
"""Sums are made batch by batch, so that results do not depend on the number of threads."""


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


def play_batch(box: Box, seed: int, first: int, games: int) -> tuple[int, np.ndarray, np.ndarray]:
    """Games number `first` and following: their decisions, points and wins, summed up."""
    states = np.zeros(2, box.game.state_type)
    rngs = np.zeros(1, RNG)
    room = np.zeros(box.game.actions + 1, np.int16)
    points = np.zeros(box.players, np.int64)
    wins = np.zeros(box.players, np.float64)
    decisions = play_games(box.record, states, rngs, room, np.uint64(seed), first, games, points, wins)
    return decisions, points, wins


def simulate(box: Box, games: int, seed: int, workers: int = 1, progress: Progress = silent) -> Simulation:
    """Play so many random games; the same seed gives the same result with any number of workers."""
    play_batch(box, seed, 0, 0)
    decisions = 0
    points = np.zeros(box.players, np.int64)
    wins = np.zeros(box.players, np.float64)
    start = perf_counter()
    work = partial(play_batch, box, seed)
    for batch_decisions, batch_points, batch_wins in in_batches(work, games, BATCH, workers, progress):
        decisions += int(batch_decisions)
        points += batch_points
        wins += batch_wins
    seconds = perf_counter() - start
    return Simulation(
        game=box.game.name,
        edition=box.edition,
        players=box.players,
        options=dict(box.options),
        seed=seed,
        games=games,
        workers=workers,
        seconds=seconds,
        games_per_s=games / seconds,
        decisions_per_s=decisions / seconds,
        decisions_per_game=decisions / games,
        mean_score=[float(value) / games for value in points],
        win_share=[float(value) / games for value in wins],
    )
