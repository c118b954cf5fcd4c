"""The Ray executor: the same results as with threads, also when workers die, and clear errors when it fails."""

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from click.testing import CliRunner

from tests.lab.test_arena import OWN_BOT, without_times
from tradewinds.cli import main
from tradewinds.executor import LocalExecutor, map_batches
from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.game import Box, load_game
from tradewinds.lab import cluster, executor_ray
from tradewinds.lab.arena import arena
from tradewinds.lab.executor_ray import RayExecutor, run_batch
from tradewinds.lab.fuzz import fuzz
from tradewinds.lab.simulate import BatchTotals, simulate, total_batch
from tradewinds.lab.train import TrainingOptions, train

told: list[Phrase] = []


@pytest.fixture(scope="module")
def cluster_of_two() -> Iterator[RayExecutor]:
    pytest.importorskip("ray")
    executor = RayExecutor("local", 2, told.append)
    yield executor
    executor.close()


@pytest.fixture
def executor(cluster_of_two: RayExecutor) -> RayExecutor:
    told.clear()
    return cluster_of_two


@pytest.fixture(scope="module")
def box() -> Box:
    return load_game("bombay").box(4, options={"screens": "closed"})


def crash_once(mark: Path, box: Box, first: int, games: int) -> BatchTotals:
    """Play; kill the worker of the third batch while a marker file exists."""
    if first == 2000 and mark.exists():
        mark.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return total_batch(box, 7, first, games)


def crash_always(_first: int, _games: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def run_slowly(folder: Path, first: int, _games: int) -> int:
    """Run the second batch very slowly, polling for cancellation."""
    for _ in range(10_000 if first else 0):
        (folder / "alive").touch()
        time.sleep(0.02)
    return first


def ignore_cancellation(folder: Path, first: int, _games: int) -> int:
    """Run the second batch very slowly and ignore cancellation."""
    deaf = time.monotonic() + 100
    while first and time.monotonic() < deaf:
        with suppress(KeyboardInterrupt):
            run_slowly(folder, first, 1)
    return first


def wait_until(file: Path) -> None:
    deadline = time.monotonic() + 60
    while not file.exists():
        assert time.monotonic() < deadline, file
        time.sleep(0.02)


def invoke(*args: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, args, env={"LANG": "C", "COLUMNS": "100", "TRADEWINDS_LANG": None})
    return done.exit_code, done.stdout, done.stderr


def test_simulations_are_the_same(executor: RayExecutor, box: Box) -> None:
    here, there = simulate(box, 5500, 3, LocalExecutor(3)), simulate(box, 5500, 3, executor)
    assert (there.mean_score, there.win_share) == (here.mean_score, here.win_share)
    assert there.decisions_per_game == here.decisions_per_game
    assert there.workers == 2
    assert told == []


def test_fuzzing_finds_nothing(executor: RayExecutor, box: Box) -> None:
    assert fuzz([box], 100, 3, executor) is None


def test_arenas_are_the_same(executor: RayExecutor, box: Box) -> None:
    bots = ["novice:playouts=8", "greedy", "random"]
    here, there = (arena(box, bots, 8, 5, who, mirror=True) for who in (LocalExecutor(1), executor))
    assert without_times(here) == without_times(there)


def test_trainings_are_the_same(executor: RayExecutor, tmp_path: Path) -> None:
    course, game = TrainingOptions(rounds=2, games=16, seed=3, match_games=8, units=16), load_game("bombay")
    here, there = train(game, course, tmp_path / "here"), train(game, course, tmp_path / "there", executor)
    assert here.history == there.history
    for one, other in zip(here.learner.network, there.learner.network, strict=True):
        assert np.array_equal(one, other)


def test_lost_worker_costs_only_its_batch(executor: RayExecutor, box: Box, tmp_path: Path) -> None:
    mark, done = tmp_path / "mark", list[int]()
    expected = list(map_batches(partial(crash_once, mark, box), 6500, 1000, LocalExecutor(1)))
    mark.touch()
    found = list(map_batches(partial(crash_once, mark, box), 6500, 1000, executor, done.append))
    assert not mark.exists()
    assert done == [1000] * 6 + [500]
    assert [sums.decisions for sums in found] == [sums.decisions for sums in expected]
    assert np.array_equal([sums.points for sums in found], [sums.points for sums in expected])
    assert "ray.worker_lost" in {phrase.key for phrase in told}
    assert {"first": 2001, "last": 3000} in [phrase.values for phrase in told]


def test_batch_that_kills_every_worker_is_given_up(executor: RayExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor_ray, "MAX_ATTEMPTS", 2)
    with pytest.raises(Problem, match="Games 1 to 10 were given up after 2 workers"):
        list(map_batches(crash_always, 10, 10, executor))


@pytest.mark.parametrize("work", [run_slowly, ignore_cancellation])
def test_cancelled_batches_are_stopped(
    executor: RayExecutor, tmp_path: Path, work: Callable[[Path, int, int], int]
) -> None:
    alive, deadline = tmp_path / "alive", time.monotonic() + 60
    for first in map_batches(partial(work, tmp_path), 2, 1, executor):
        assert first == 0
        wait_until(alive)
        break
    while time.time() - alive.stat().st_mtime < 2:
        assert time.monotonic() < deadline, "still at work"
        time.sleep(0.1)


def test_a_bot_that_fails_is_named_as_without_ray(executor: RayExecutor, box: Box, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN_BOT.format(answer="0 if rng.key % 7 else 9999"))
    bots = ["random", f"{file}:Stubborn"]
    problems = []
    for who in (LocalExecutor(1), executor):
        with pytest.raises(Problem) as caught:
            arena(box, bots, 40, 1, who)
        problems.append(caught.value.phrases)
    assert problems[0] == problems[1]


def test_commands_take_ray(executor: RayExecutor) -> None:
    arguments = ("simulate", "bombay", "--games", "1500", "--json")
    answers = []
    for options in ((), ("--ray",)):
        code, shown, said = invoke(*arguments, *options)
        assert code == 0, said
        answers.append(json.loads(shown))
    here, there = answers
    assert there["workers"] == executor.workers == 2
    assert all(here[key] == there[key] for key in ("mean_score", "win_share", "decisions_per_game"))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--ray", "nonsense"), "Expected HOST:PORT"),
        (("--ray", "127.0.0.1:1"), "cannot be joined"),
        (("--ray=127.0.0.1:6379", "--workers", "2"), "leave --workers out"),
    ],
)
def test_unusable_addresses_are_explained(options: tuple[str, ...], said: str) -> None:
    pytest.importorskip("ray")
    for command in ("simulate", "fuzz", "train"):
        code, _, error = invoke(command, "bombay", "--games", "1", *options)
        assert (code, said in error) == (1, True), error


def test_other_versions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Problem, match="Install the same ones on all machines"):
        run_batch([], "another digest", (0, 1))

    def init(*_: object, **__: object) -> None:
        raise RuntimeError("Version mismatch: The cluster was started with:\n    Ray: 2.0.0\n")

    old = SimpleNamespace(init=init, is_initialized=lambda: False, exceptions=SimpleNamespace(RayError=RuntimeError))
    monkeypatch.setattr(cluster, "load_ray", lambda: old)
    monkeypatch.setattr(cluster, "check_reachable", lambda _: None)
    with pytest.raises(Problem, match=r"other versions.*: The cluster was started with: Ray: 2\.0\.0 Install"):
        cluster.connect("10.0.0.1:6379", None)


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    code, _, error = invoke("simulate", "bombay", "--games", "1", "--ray")
    assert code == 1
    assert "with its extra [ray]" in error
