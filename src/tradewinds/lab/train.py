"""Training by self-play: rounds of games, each followed by steps of the optimizer on the most recent rounds.

The network that plays is the moving average of the weights. After some rounds it meets the best one so far, and
replaces it unless it loses.
"""

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec
import numpy as np

from tradewinds.executor import SERIAL, Executor, Progress, no_progress
from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.evaluation import NO_NETWORK, Network
from tradewinds.kernel.game import Game
from tradewinds.lab.learn import Learner, Samples, batches, from_network, init_weights, losses
from tradewinds.lab.round_metrics import RoundMetrics
from tradewinds.lab.selfplay_data import SelfPlayOptions, match_networks, play_round

WINDOW = 24
"""Number of rounds in the replay window."""

FULL_WINDOW = 8
"""Rounds in the window from which on positions are reused fully."""

REUSE = 4
"""How often a position is used on average."""

SHALLOW = 0.25
"""The part of the training at whose beginning all decisions look one move ahead; searches teach little before."""

MATCH_EVERY = 5
"""Rounds between matches with the best network so far."""

CHECKPOINT = "training.npz"


@dataclass(frozen=True)
class TrainingOptions:
    """Number of rounds, games per round, seed, games of a match with the best network, and hyperparameters.

    `units` is the size of the first hidden layer.
    """

    rounds: int
    games: int
    seed: int
    match_games: int = 400
    units: int = 128
    td_lambda: tuple[float, float] = (0.9, 0.95)
    """λ of the targets in the first and in the last round."""
    rates: tuple[float, float] = (1e-3, 1e-4)
    """Learning rates of the first and of the last round."""
    start: Network = NO_NETWORK
    """The network to continue from; without one, training begins with random weights and the heuristic."""
    play: SelfPlayOptions = field(default_factory=SelfPlayOptions)


@dataclass
class Training:
    """The state of a training run; a checkpoint in its folder allows resuming."""

    game: Game
    options: TrainingOptions
    learner: Learner
    best: Network = NO_NETWORK
    history: list[RoundMetrics] = field(default_factory=list)
    window: "deque[list[Samples]]" = field(default_factory=lambda: deque(maxlen=WINDOW))


def progress_of(options: TrainingOptions, number: int) -> float:
    """Return how much of the training is done before a round, from 0 to 1."""
    return min(1.0, number / max(1, options.rounds - 1))


def learning_rate(options: TrainingOptions, number: int) -> float:
    """Return the learning rate of a round (cosine schedule)."""
    first, last = options.rates
    return float(last + (first - last) * 0.5 * (1 + np.cos(np.pi * progress_of(options, number))))


def play_options(options: TrainingOptions, number: int) -> SelfPlayOptions:
    """Return how a round is played: untrained networks do not search, and targets trust outcomes more and more."""
    done = progress_of(options, number)
    first, last = options.td_lambda
    simulations = 1 if done < SHALLOW and not options.start.inputs else options.play.simulations
    return replace(options.play, td_lambda=first + (last - first) * done, simulations=simulations)


def fit(training: Training, fresh: list[Samples], number: int) -> tuple[float, float]:
    """Learn from the window; return the losses of value and odds on the fresh games before."""
    learner, rate = training.learner, learning_rate(training.options, number)
    found = [losses(learner.weights, part.take(np.arange(min(len(part), 4000)))) for part in fresh]
    sizes = [len(part) for part in fresh]
    training.window.append(fresh)
    # A window that fills up again after resuming would be learned by heart.
    positions = round(REUSE * sum(sizes) * min(1.0, len(training.window) / FULL_WINDOW))
    chooser = np.random.default_rng([training.options.seed, number])
    for batch in batches([part for parts in training.window for part in parts], positions, chooser):
        learner.step(batch, rate)
    value, odds = (np.average([float(loss[head]) for loss in found], weights=sizes) for head in range(2))
    return float(value), float(odds)


def train(
    game: Game,
    options: TrainingOptions,
    folder: Path,
    executor: Executor = SERIAL,
    progress: Progress = no_progress,
    report: Callable[[Training], None] = lambda _: None,
) -> Training:
    """Train a network, or resume the training run in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    training = load_checkpoint(game, options, folder) or new_training(game, options)
    for number in range(len(training.history), options.rounds):
        network = training.learner.network if training.history else options.start
        play = play_options(options, number)
        fresh = play_round(game, network, play, options.games, round_seed(options, number), executor, progress)
        value, odds = fit(training, fresh, number)
        positions = sum(len(part) for part in fresh)
        metrics = RoundMetrics(number + 1, positions, value, odds, 1 / min(4, max(game.players)))
        if (number + 1) % MATCH_EVERY == 0 or number + 1 == options.rounds:
            metrics = hold_matches(training, metrics, executor)
        training.history.append(metrics)
        save_checkpoint(training, folder)
        report(training)
    return training


def hold_matches(training: Training, metrics: RoundMetrics, executor: Executor) -> RoundMetrics:
    """Let the network play against the heuristic and against the best one, which it replaces unless it loses."""
    game, options, network = training.game, training.options, training.learner.network
    heuristic, even = match_networks(game, network, NO_NETWORK, options.match_games // 2, options.seed, executor)
    best = None
    if training.best.inputs:
        best, even = match_networks(game, network, training.best, options.match_games, metrics.round, executor)
    if best is None or best >= even:
        training.best = network
    return msgspec.structs.replace(metrics, heuristic=heuristic, best=best)


def new_training(game: Game, options: TrainingOptions) -> Training:
    """Return a training run before its first round."""
    if options.start.inputs:
        return Training(game, options, Learner.start(from_network(options.start)), best=options.start)
    return Training(game, options, Learner.start(init_weights(game.inputs, options.seed, options.units)))


def round_seed(options: TrainingOptions, number: int) -> int:
    """Return the seed of the first box in a round; the other boxes use consecutive seeds."""
    return options.seed * 1_000_003 + (number + 1) * 1009


def save_checkpoint(training: Training, folder: Path) -> None:
    """Write a checkpoint atomically."""
    partial_file = folder / "training.part.npz"
    arrays = {f"learner {place}": values for place, values in enumerate(training.learner.leaves())}
    arrays |= {f"best {name}": values for name, values in training.best._asdict().items()}
    note = {"game": training.game.name, "seed": training.options.seed, "games": training.options.games}
    note |= {"history": msgspec.to_builtins(training.history)}
    with partial_file.open("wb") as file:
        np.savez(file, note=np.array(json.dumps(note)), **arrays)
    partial_file.replace(folder / CHECKPOINT)


def load_checkpoint(game: Game, options: TrainingOptions, folder: Path) -> Training | None:
    """Load the checkpoint in a folder, if any; raise a Problem if it was made with other options.

    Games of earlier rounds are not stored, so the window fills up again after resuming.
    """
    if not (folder / CHECKPOINT).exists():
        return None
    fresh = new_training(game, options)
    try:
        with np.load(folder / CHECKPOINT, allow_pickle=False) as saved:
            note = json.loads(str(saved["note"]))
            leaves = [saved[f"learner {place}"] for place in range(len(fresh.learner.leaves()))]
            best = Network(*(saved[f"best {name}"] for name in Network._fields))
        history = msgspec.convert(note["history"], list[RoundMetrics])
    except (OSError, ValueError, KeyError) as error:
        raise Problem(Phrase("train.unreadable", {"folder": folder, "reason": str(error)})) from error
    found = (note["game"], note["games"], note["seed"])
    if found != (game.name, options.games, options.seed) or leaves[0].shape != np.shape(fresh.learner.weights.first):
        values = {"game": found[0], "games": found[1], "seed": found[2], "folder": folder}
        raise Problem(Phrase("train.other", values))
    return replace(fresh, learner=fresh.learner.restore(leaves), best=best, history=history)
