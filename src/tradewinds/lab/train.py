"""Learning by self-play: rounds of games, each followed by learning from the latest of them."""

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from tradewinds.kernel.game import Box, Game
from tradewinds.kernel.judge import NO_NETWORK, Network, make_desk
from tradewinds.kernel.lessons import EVERYBODY, give_lessons
from tradewinds.kernel.random import RNG
from tradewinds.kernel.record import home
from tradewinds.lab.batches import Progress, in_batches, silent
from tradewinds.lab.learn import Learner, Samples, batches, cross_entropy, forward, fresh_network

BATCH = 20
"""Games that one thread plays at a time."""

KEPT_A_GAME = 16
"""About so many positions of a game are kept."""

WINDOW = 8
"""The games of so many rounds are learned from."""

FASTEST, SLOWEST = 2e-3, 1e-4
"""The rate of learning in the first and in the last round."""

NOISE, SLIPS = 0.012, 30
"""How far from the best a player strays for variety, and how seldom he does just anything."""

EXAM = 400
"""Games of one pupil against the rules of thumb after each round."""


@dataclass(frozen=True)
class Course:
    """What is to be done: so many rounds of so many games, from a seed."""

    rounds: int
    games: int
    seed: int


class Mark(msgspec.Struct, frozen=True):
    """How it went in a round: positions, surprise by results before and after learning, and the pupil's exam."""

    round: int
    games: int
    positions: int
    fresh_loss: float
    loss: float
    exam: float
    even: float


@dataclass
class Lessons:
    """What came of some games: kept positions with their results, and everybody's share of each game."""

    inputs: npt.NDArray[np.float32]
    results: npt.NDArray[np.float32]
    wins: npt.NDArray[np.float64]


@dataclass
class Training:
    """A training on its way: everything that is needed to go on after an interruption is in its folder."""

    game: Game
    course: Course
    learner: Learner
    marks: list[Mark] = field(default_factory=list)
    window: "deque[list[Samples]]" = field(default_factory=lambda: deque(maxlen=WINDOW))


def play_lessons(
    box: Box, network: Network, seed: int, pupil: int, keep: int, first: int, games: int
) -> Lessons:
    """Games number `first` and following of a box."""
    game, players = box.game, box.players
    room = games * 3 * KEPT_A_GAME if keep else 0
    inputs = np.zeros((room, players, game.inputs), np.float32)
    results = np.zeros((room, players), np.float32)
    wins = np.zeros((games, players), np.float64)
    learning = pupil == EVERYBODY
    kept = give_lessons(
        home(box.record),
        np.zeros(5, game.state_type),
        network,
        make_desk(game.inputs, network),
        np.zeros(players),
        np.zeros(game.actions + 1, np.int16),
        np.zeros(game.actions + 1, np.float64),
        np.zeros(1, RNG),
        np.uint64(seed),
        first,
        games,
        pupil,
        NOISE if learning else 1e-6,
        SLIPS if learning else 0,
        keep,
        inputs,
        results,
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


def play_round(training: Training, number: int, workers: int, progress: Progress) -> list[Samples]:
    """The games of a round, gathered by the number of players. Before anything is learned the rules of thumb play."""
    network = training.learner.network if training.marks else NO_NETWORK
    found: dict[int, list[Lessons]] = {}
    for place, (box, games) in enumerate(timetable(training.game, training.course.games)):
        seed = training.course.seed * 1_000_003 + number * 1009 + place
        keep = max(1, usual_length(box) // KEPT_A_GAME)
        work = partial(play_lessons, box, network, seed, EVERYBODY, keep)
        found.setdefault(box.players, []).extend(in_batches(work, games, BATCH, workers, progress))
    return [
        Samples(
            np.concatenate([lessons.inputs for lessons in parts]).astype(np.float16),
            np.concatenate([lessons.results for lessons in parts]),
        )
        for parts in found.values()
    ]


def usual_length(box: Box) -> int:
    """About how many decisions a game takes."""
    from tradewinds.lab.simulate import play_batch

    return int(play_batch(box, 1, 0, 20).decisions.mean())


def study(training: Training, fresh: list[Samples], number: int) -> tuple[float, float]:
    """Learn from the window once; the surprise by the fresh games before, and by all of them meanwhile."""
    course, learner = training.course, training.learner
    before = [(cross_entropy(forward(learner.network, x)[2], y), len(x)) for x, y in sample_of(fresh)]
    training.window.append(fresh)
    chooser = np.random.default_rng([course.seed, number])
    progress = number / max(1, course.rounds - 1)
    rate = SLOWEST + (FASTEST - SLOWEST) * 0.5 * (1 + np.cos(np.pi * min(1.0, progress)))
    losses = [
        learner.learn(inputs, results, rate)
        for inputs, results in batches([part for parts in training.window for part in parts], chooser)
    ]
    mean = sum(loss * size for loss, size in before) / max(1, sum(size for _, size in before))
    return float(mean), float(np.mean(losses))


def sample_of(samples: list[Samples]) -> list[tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]]:
    """Some of the positions, to see how well they are foreseen."""
    return [(part.inputs[:4000].astype(np.float32), part.results[:4000]) for part in samples]


def exam(training: Training, workers: int) -> tuple[float, float]:
    """The share that a single pupil wins against the rules of thumb, and what would be even."""
    game = training.game
    players = min(4, max(game.players))
    box = game.box(players)
    shares = []
    for pupil in range(players):
        work = partial(play_lessons, box, training.learner.network, training.course.seed + 7, pupil, 0)
        for lessons in in_batches(work, EXAM // players, BATCH, workers):
            shares.append(lessons.wins[:, pupil])
    return float(np.concatenate(shares).mean()), 1 / players


def train(
    game: Game,
    course: Course,
    folder: Path,
    workers: int = 1,
    progress: Progress = silent,
    report: Callable[[Mark], None] = lambda _: None,
) -> Training:
    """Go through a course, or on with it if its folder says where it was interrupted."""
    folder.mkdir(parents=True, exist_ok=True)
    training = resume(game, course, folder) or Training(game, course, Learner(fresh_network(game.inputs, course.seed)))
    for number in range(len(training.marks), course.rounds):
        fresh = play_round(training, number, workers, progress)
        surprise, loss = study(training, fresh, number)
        passed, even = exam(training, workers)
        positions = sum(len(part.inputs) for part in fresh)
        games = sum(count for _, count in timetable(game, course.games))
        training.marks.append(Mark(number + 1, games, positions, surprise, loss, passed, even))
        keep(training, folder)
        report(training.marks[-1])
    return training


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
        np.savez(file, **arrays, note=np.array(json.dumps(note)))  # type: ignore[arg-type]
    beside.replace(folder / "training.npz")


def resume(game: Game, course: Course, folder: Path) -> Training | None:
    """The training that a folder holds, if it is of this course; games of former rounds are played no more."""
    file = folder / "training.npz"
    if not file.exists():
        return None
    with np.load(file, allow_pickle=False) as kept:
        note = json.loads(str(kept["note"]))
        if (note["game"], note["seed"], note["games"]) != (game.name, course.seed, course.games):
            return None
        groups = [[kept[f"{kind} {name}"] for name in Network._fields] for kind in ("weights", "means", "squares")]
    if groups[0][0].shape[0] != game.inputs:
        return None
    learner = Learner(Network(*groups[0]), note["steps"], groups[1], groups[2])
    return Training(game, course, learner, msgspec.convert(note["marks"], list[Mark]))
