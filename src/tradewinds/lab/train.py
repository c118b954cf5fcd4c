"""Training by self-play: rounds of games, each followed by an epoch over the most recent rounds."""

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from tradewinds.executor import SERIAL, Executor, Progress, no_progress
from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.evaluation import NO_NETWORK, Network
from tradewinds.kernel.game import Game
from tradewinds.lab.learn import Optimizer, Samples, batches, cross_entropy, forward, init_network
from tradewinds.lab.selfplay_data import DEFAULT_EXPLORATION, Exploration, evaluate_network, play_round

WINDOW = 8
"""Number of rounds in the replay window."""

MAX_RATE, MIN_RATE = 1.5e-3, 5e-5
"""Learning rates of the first and of the last round."""

CHECKPOINT = "training.npz"


@dataclass(frozen=True)
class TrainingOptions:
    """Number of rounds, games per round, seed, evaluation games per round (`exam`), and hyperparameters.

    `units` is the size of the network's first hidden layer, `exploration` applies to self-play.
    """

    rounds: int
    games: int
    seed: int
    exam: int = 400
    units: int = 64
    exploration: Exploration = DEFAULT_EXPLORATION


class RoundMetrics(msgspec.Struct, frozen=True):
    """Metrics of a round: positions, loss on fresh games and on the window, and the evaluation's win share."""

    round: int
    positions: int
    fresh_loss: float
    loss: float
    exam: float
    even: float


@dataclass
class Training:
    """The state of a training run; a checkpoint in its folder allows resuming."""

    game: Game
    options: TrainingOptions
    optimizer: Optimizer
    history: list[RoundMetrics] = field(default_factory=list)
    window: "deque[list[Samples]]" = field(default_factory=lambda: deque(maxlen=WINDOW))


def learning_rate(options: TrainingOptions, number: int) -> float:
    """Return the learning rate of a round (cosine schedule)."""
    done = min(1.0, number / max(1, options.rounds - 1))
    return float(MIN_RATE + (MAX_RATE - MIN_RATE) * 0.5 * (1 + np.cos(np.pi * done)))


def fit(training: Training, fresh: list[Samples], number: int) -> tuple[float, float]:
    """Train one epoch on the window; return the loss on the fresh games before training and the mean training loss."""
    options, optimizer = training.options, training.optimizer
    before = [(cross_entropy(forward(optimizer.network, x)[2], y), len(x)) for x, y in subsample(fresh)]
    training.window.append(fresh)
    chooser = np.random.default_rng([options.seed, number])
    rate = learning_rate(options, number)
    losses = [
        optimizer.step(inputs, results, rate)
        for inputs, results in batches([part for parts in training.window for part in parts], chooser)
    ]
    mean = sum(loss * size for loss, size in before) / max(1, sum(size for _, size in before))
    return float(mean), float(np.mean(losses))


def subsample(samples: list[Samples]) -> list[tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]]:
    """Return part of the positions, to estimate the loss."""
    return [(part.inputs[:4000].astype(np.float32), part.results[:4000]) for part in samples]


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
        network = training.optimizer.network if training.history else NO_NETWORK
        fresh = play_round(
            game, network, options.exploration, options.games, round_seed(options, number), executor, progress
        )
        surprise, loss = fit(training, fresh, number)
        wins, even = evaluate_network(game, training.optimizer.network, options.exam, options.seed, executor)
        positions = sum(len(part.inputs) for part in fresh)
        training.history.append(RoundMetrics(number + 1, positions, surprise, loss, wins, even))
        save_checkpoint(training, folder)
        report(training)
    return training


def new_training(game: Game, options: TrainingOptions) -> Training:
    return Training(game, options, Optimizer(init_network(game.inputs, options.seed, options.units)))


def round_seed(options: TrainingOptions, number: int) -> int:
    """Return the seed of the first box in a round; the other boxes use consecutive seeds."""
    return options.seed * 1_000_003 + (number + 1) * 1009


def save_checkpoint(training: Training, folder: Path) -> None:
    """Write a checkpoint atomically."""
    optimizer, partial_file = training.optimizer, folder / "training.part.npz"
    arrays = {
        f"{kind} {name}": values
        for kind, group in (("weights", optimizer.network), ("means", optimizer.means), ("squares", optimizer.squares))
        for name, values in zip(Network._fields, group, strict=True)
    }
    note = {"game": training.game.name, "seed": training.options.seed, "games": training.options.games}
    note |= {"steps": optimizer.steps, "marks": msgspec.to_builtins(training.history)}
    with partial_file.open("wb") as file:
        np.savez(file, note=np.array(json.dumps(note)), **arrays)  # type: ignore[arg-type]
    partial_file.replace(folder / CHECKPOINT)


def load_checkpoint(game: Game, options: TrainingOptions, folder: Path) -> Training | None:
    """Load the checkpoint in a folder, if any; raise a Problem if it was made with other options.

    Games of earlier rounds are not stored, so the window fills up again after resuming.
    """
    if not (folder / CHECKPOINT).exists():
        return None
    try:
        with np.load(folder / CHECKPOINT, allow_pickle=False) as saved:
            note = json.loads(str(saved["note"]))
            groups = [[saved[f"{kind} {name}"] for name in Network._fields] for kind in ("weights", "means", "squares")]
        optimizer = Optimizer(Network(*groups[0]), note["steps"], groups[1], groups[2])
        history = msgspec.convert(note["marks"], list[RoundMetrics])
    except (OSError, ValueError, KeyError) as error:
        raise Problem(Phrase("train.unreadable", {"folder": folder, "reason": str(error)})) from error
    found = (note["game"], note["games"], note["seed"], *optimizer.network.first.shape)
    if found != (game.name, options.games, options.seed, game.inputs, options.units):
        values = {"game": found[0], "games": found[1], "seed": found[2], "folder": folder}
        raise Problem(Phrase("train.other", values))
    return Training(game, options, optimizer, history)
