"""Learning by self-play: rounds of games, each followed by learning from the latest of them."""

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.evaluation import NO_NETWORK, Network
from tradewinds.kernel.game import Game
from tradewinds.lab.executor import ALONE, Crew, Progress, silent
from tradewinds.lab.learn import Learner, Samples, batches, cross_entropy, forward, fresh_network
from tradewinds.lab.selfplay_data import USUAL, Variety, exam, play_round

WINDOW = 8
"""The games of so many rounds are learned from."""

FASTEST, SLOWEST = 1.5e-3, 5e-5
"""The rate of learning in the first and in the last round."""

FILE = "training.npz"


@dataclass(frozen=True)
class Course:
    """What is to be done: so many rounds of so many games, each with an exam of so many, from a seed.

    `units` is the size of the network's first layer, `variety` how the games stray from the best.
    """

    rounds: int
    games: int
    seed: int
    exam: int = 400
    units: int = 64
    variety: Variety = USUAL


class Mark(msgspec.Struct, frozen=True):
    """How it went in a round: positions, surprise by fresh games and by all that were learned from, and the exam."""

    round: int
    positions: int
    fresh_loss: float
    loss: float
    exam: float
    even: float


@dataclass
class Training:
    """A training on its way: what is needed to go on after an interruption is in its folder."""

    game: Game
    course: Course
    learner: Learner
    marks: list[Mark] = field(default_factory=list)
    window: "deque[list[Samples]]" = field(default_factory=lambda: deque(maxlen=WINDOW))


def rate_of(course: Course, number: int) -> float:
    """The rate of learning in a round: it falls along a cosine."""
    done = min(1.0, number / max(1, course.rounds - 1))
    return float(SLOWEST + (FASTEST - SLOWEST) * 0.5 * (1 + np.cos(np.pi * done)))


def study(training: Training, fresh: list[Samples], number: int) -> tuple[float, float]:
    """Learn from the window once; the surprise by the fresh games before, and by all of them meanwhile."""
    course, learner = training.course, training.learner
    before = [(cross_entropy(forward(learner.network, x)[2], y), len(x)) for x, y in sample_of(fresh)]
    training.window.append(fresh)
    chooser = np.random.default_rng([course.seed, number])
    rate = rate_of(course, number)
    losses = [
        learner.learn(inputs, results, rate)
        for inputs, results in batches([part for parts in training.window for part in parts], chooser)
    ]
    mean = sum(loss * size for loss, size in before) / max(1, sum(size for _, size in before))
    return float(mean), float(np.mean(losses))


def sample_of(samples: list[Samples]) -> list[tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]]:
    """Some of the positions, to see how well they are foreseen."""
    return [(part.inputs[:4000].astype(np.float32), part.results[:4000]) for part in samples]


def train(
    game: Game,
    course: Course,
    folder: Path,
    crew: Crew = ALONE,
    progress: Progress = silent,
    report: Callable[[Training], None] = lambda _: None,
) -> Training:
    """Go through a course, or on with it where its folder says that it was interrupted."""
    folder.mkdir(parents=True, exist_ok=True)
    training = resume(game, course, folder) or begin(game, course)
    for number in range(len(training.marks), course.rounds):
        network = training.learner.network if training.marks else NO_NETWORK
        fresh = play_round(game, network, course.variety, course.games, round_seed(course, number), crew, progress)
        surprise, loss = study(training, fresh, number)
        passed, even = exam(game, training.learner.network, course.exam, course.seed, crew)
        positions = sum(len(part.inputs) for part in fresh)
        training.marks.append(Mark(number + 1, positions, surprise, loss, passed, even))
        keep(training, folder)
        report(training)
    return training


def begin(game: Game, course: Course) -> Training:
    """A training at its beginning."""
    return Training(game, course, Learner(fresh_network(game.inputs, course.seed, course.units)))


def round_seed(course: Course, number: int) -> int:
    """The seed of the first box in a round; those of the others follow."""
    return course.seed * 1_000_003 + (number + 1) * 1009


def keep(training: Training, folder: Path) -> None:
    """Write down where the training is; the old file stays until this one is whole."""
    learner, beside = training.learner, folder / "training.part.npz"
    arrays = {
        f"{kind} {name}": values
        for kind, group in (("weights", learner.network), ("means", learner.means), ("squares", learner.squares))
        for name, values in zip(Network._fields, group, strict=True)
    }
    note = {"game": training.game.name, "seed": training.course.seed, "games": training.course.games}
    note |= {"steps": learner.steps, "marks": msgspec.to_builtins(training.marks)}
    with beside.open("wb") as file:
        np.savez(file, note=np.array(json.dumps(note)), **arrays)  # type: ignore[arg-type]
    beside.replace(folder / FILE)


def resume(game: Game, course: Course, folder: Path) -> Training | None:
    """The training that a folder holds; one of another course is left alone, with a complaint.

    The games of former rounds are not kept: after an interruption the window fills up anew.
    """
    if not (folder / FILE).exists():
        return None
    try:
        with np.load(folder / FILE, allow_pickle=False) as kept:
            note = json.loads(str(kept["note"]))
            groups = [[kept[f"{kind} {name}"] for name in Network._fields] for kind in ("weights", "means", "squares")]
        learner = Learner(Network(*groups[0]), note["steps"], groups[1], groups[2])
        marks = msgspec.convert(note["marks"], list[Mark])
    except (OSError, ValueError, KeyError) as error:
        raise Problem(Phrase("train.unreadable", {"folder": folder, "reason": str(error)})) from error
    found = (note["game"], note["games"], note["seed"], *learner.network.first.shape)
    if found != (game.name, course.games, course.seed, game.inputs, course.units):
        values = {"game": found[0], "games": found[1], "seed": found[2], "folder": folder}
        raise Problem(Phrase("train.other", values))
    return Training(game, course, learner, marks)
