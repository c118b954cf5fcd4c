"""Self-play games, the training samples taken from them, and matches between networks."""

from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from tradewinds.executor import Executor, Progress, map_batches, no_progress
from tradewinds.kernel.evaluation import Network
from tradewinds.kernel.game import Box, Game
from tradewinds.kernel.random import RNG
from tradewinds.kernel.record import backing_array
from tradewinds.kernel.selfplay import (
    ALL_SEATS,
    SELFPLAY_PARAMS,
    SampleBuffers,
    make_selfplay_context,
    selfplay_games,
)
from tradewinds.kernel.turn_search import TURN_PARAMS
from tradewinds.lab.learn import Samples

BATCH = 20
"""Games per batch."""

MAX_SAMPLES = 120
"""Maximum number of positions sampled per game, on average over a batch."""


@dataclass(frozen=True)
class SelfPlayOptions:
    """How self-play chooses moves and forms targets.

    `temperature` is that of the softmax over moves, in win shares; one move in `slips` is random (0 for none).
    """

    simulations: int = 16
    full_every: int = 4
    """One decision in this many gets a full search, and its position may be sampled; the others look a move ahead."""
    temperature: float = 0.01
    slips: int = 150
    varied: bool = True
    """Whether each player's temperature is drawn for each game, up to `temperature`."""
    sample_every: int = 1
    """One position in this many is sampled; 0 for none."""
    td_lambda: float = 0.95
    margin: float = 0.0
    """How much of a result counts by margin: points say more about play than who was first."""
    exploration: float = 0.2
    spread: float = 0.02


def competition(simulations: int = 1, temperature: float = 1e-6) -> SelfPlayOptions:
    """Return the options of matches, from which nothing is learned; ties are still broken at random."""
    return SelfPlayOptions(simulations, 1, temperature, slips=0, varied=False, sample_every=0)


@dataclass
class SelfPlayBatch:
    """Sampled positions, and each seat's share of the win by game."""

    samples: SampleBuffers
    wins: npt.NDArray[np.float64]


def self_play(
    box: Box,
    networks: tuple[Network, Network],
    both: tuple[SelfPlayOptions, SelfPlayOptions],
    seed: int,
    learner: int,
    first: int,
    games: int,
) -> SelfPlayBatch:
    """Play games of a box, starting with number `first`; the learner's seat uses the first network and options."""
    buffers = make_buffers(box, games * MAX_SAMPLES if both[0].sample_every else 0)
    search, params = np.zeros(2, TURN_PARAMS), np.zeros(2, SELFPLAY_PARAMS)
    for player, options in enumerate(both):
        exact, evaluator = box.game.perfect_information, networks[player].evaluator
        search[player] = (evaluator, exact, options.exploration, options.spread)
        params[player] = (
            learner,
            options.simulations,
            options.full_every,
            options.temperature,
            options.varied,
            options.slips,
            options.sample_every,
            options.td_lambda,
            options.margin,
        )
    wins = np.zeros((games, box.players), np.float64)
    kept = selfplay_games(
        backing_array(box.record),
        make_selfplay_context(box, networks[0], max(options.simulations for options in both)),
        networks,
        search,
        params,
        np.zeros(1, RNG),
        np.uint64(seed),
        first,
        buffers,
        wins,
    )
    return SelfPlayBatch(SampleBuffers._make(values[:kept] for values in buffers), wins)


def make_buffers(box: Box, capacity: int) -> SampleBuffers:
    """Allocate room for samples."""
    shape = (capacity, box.players)
    return SampleBuffers(
        inputs=np.zeros((*shape, box.game.inputs), np.float32),
        targets=np.zeros(shape, np.float32),
        outcomes=np.zeros(shape, np.float32),
        points=np.zeros(shape, np.float32),
        steps=np.zeros(capacity, np.int32),
    )


def games_per_box(game: Game, games: int) -> list[tuple[Box, int]]:
    """Return the number of games per box: a quarter over all boxes, the rest over those with default options."""
    every = list(game.boxes())
    usual = [box for box in every if all(o.default == box.options[o.name] for o in game.options(box.data, box.players))]
    counts = {id(box): games // (4 * len(every)) + 1 for box in every}
    for box in usual:
        counts[id(box)] += 3 * games // (4 * len(usual))
    return [(box, counts[id(box)]) for box in every]


def play_round(
    game: Game,
    network: Network,
    options: SelfPlayOptions,
    games: int,
    seed: int,
    executor: Executor,
    progress: Progress = no_progress,
) -> list[Samples]:
    """Play one round over all boxes and return its samples by player count; with NO_NETWORK the heuristic plays."""
    found: dict[int, list[SampleBuffers]] = {}
    for place, (box, count) in enumerate(games_per_box(game, games)):
        work = partial(self_play, box, (network, network), (options, options), seed + place, ALL_SEATS)
        played = map_batches(work, count, BATCH, executor, progress)
        found.setdefault(box.players, []).extend(batch.samples for batch in played)
    return [concatenate(parts) for parts in found.values()]


def concatenate(parts: list[SampleBuffers]) -> Samples:
    """Merge batches, with inputs stored as float16."""
    inputs, targets, outcomes, points = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("inputs", "targets", "outcomes", "points")
    )
    return Samples(inputs.astype(np.float16), targets, outcomes, points)


def match_networks(
    game: Game, one: Network, others: Network, games: int, seed: int, executor: Executor
) -> tuple[float, float]:
    """Let one network play against others that use another one; return its win share and the even share."""
    players = min(4, max(game.players))
    both = (competition(), competition())
    return win_share(game, players, (one, others), both, games, seed, executor), 1 / players


def win_share(
    game: Game,
    players: int,
    networks: tuple[Network, Network],
    both: tuple[SelfPlayOptions, SelfPlayOptions],
    games: int,
    seed: int,
    executor: Executor,
) -> float:
    """Return the win share of one player against others, over all seats and editions."""
    boxes = [game.box(players, edition=edition) for edition in game.editions]
    shares: list[npt.NDArray[np.float64]] = []
    for box in boxes:
        for seat in range(players):
            work = partial(self_play, box, networks, both, seed, seat)
            count = max(1, games // (players * len(boxes)))
            shares += (part.wins[:, seat] for part in map_batches(work, count, BATCH, executor))
    return float(np.concatenate(shares).mean())
