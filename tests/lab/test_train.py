"""Learning: the gradient is right, something is learned, and an interruption loses nothing but the present round."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tradewinds.cli import main
from tradewinds.games.bombay import GAME
from tradewinds.i18n import Problem
from tradewinds.kernel.selfplay import ALL_SEATS
from tradewinds.lab.learn import Optimizer, Samples, batches, cross_entropy, forward, gradient, init_network
from tradewinds.lab.selfplay_data import Exploration, games_per_box, self_play
from tradewinds.lab.train import TrainingOptions, load_checkpoint, save_checkpoint, train

TINY = TrainingOptions(rounds=2, games=16, seed=3, exam=4)


def some_positions(count: int = 40) -> tuple[np.ndarray, np.ndarray]:
    chooser = np.random.default_rng(5)
    inputs = chooser.normal(size=(count, 3, 6)).astype(np.float32)
    results = np.eye(3, dtype=np.float32)[inputs[:, :, 0].argmax(axis=1)]
    return inputs, results


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    inputs, results = some_positions()
    network = init_network(6, 1)
    network.last[:] = np.linspace(-1, 1, len(network.last))
    loss, slopes = gradient(network, inputs, results)
    assert loss == pytest.approx(cross_entropy(forward(network, inputs)[2], results))
    step = 1e-2
    for values, slope in zip(network, slopes, strict=True):
        place = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        before = values[place]
        values[place] = before + step
        above = gradient(network, inputs, results)[0]
        values[place] = before - step
        below = gradient(network, inputs, results)[0]
        values[place] = before
        assert (above - below) / (2 * step) == pytest.approx(float(slope[place]), rel=0.05)


def test_simple_function_is_learned() -> None:
    inputs, results = some_positions(2000)
    optimizer = Optimizer(init_network(6, 1))
    chooser = np.random.default_rng(1)
    samples = [Samples(inputs.astype(np.float16), results)]
    losses = [optimizer.step(x, y, 5e-3) for _ in range(60) for x, y in batches(samples, chooser)]
    assert losses[0] == pytest.approx(np.log(3), abs=0.01)
    assert losses[-1] < 0.25


def test_samples_keep_the_results_of_their_games() -> None:
    box = GAME.box(3)
    lessons = self_play(box, init_network(GAME.inputs, 1), Exploration(), 5, ALL_SEATS, 6, 0, 4)
    assert len(lessons.inputs) == len(lessons.results) > 10
    assert lessons.wins.sum(axis=1) == pytest.approx(1)
    assert lessons.results.sum(axis=1) == pytest.approx(1, abs=1e-5)
    again = self_play(box, init_network(GAME.inputs, 1), Exploration(), 5, ALL_SEATS, 6, 2, 2)
    assert np.array_equal(again.wins, lessons.wins[2:])


def test_every_box_is_played_in_training() -> None:
    assert [box.name for box, _ in games_per_box(GAME, 10)] == [box.name for box in GAME.boxes()]
    assert all(count > 0 for _, count in games_per_box(GAME, 10))


def test_training_resumes_after_interruption(tmp_path: Path) -> None:
    first = train(GAME, TrainingOptions(1, 16, 3, 4), tmp_path)
    resumed = load_checkpoint(GAME, TINY, tmp_path)
    assert resumed
    for kept, was in zip(resumed.optimizer.network, first.optimizer.network, strict=True):
        assert np.array_equal(kept, was)
    assert resumed.optimizer.steps == first.optimizer.steps
    done = train(GAME, TINY, tmp_path)
    assert done.history[0] == first.history[0]
    assert [mark.round for mark in done.history] == [1, 2]
    assert train(GAME, TINY, tmp_path).history == done.history


def test_folder_of_another_training_is_left_alone(tmp_path: Path) -> None:
    training = train(GAME, TrainingOptions(1, 16, 3, 4), tmp_path)
    before = (tmp_path / "training.npz").read_bytes()
    for other in (TrainingOptions(1, 17, 3), TrainingOptions(1, 16, 4)):
        with pytest.raises(Problem) as caught:
            train(GAME, other, tmp_path)
        assert caught.value.phrases[0].key == "train.other"
    assert (tmp_path / "training.npz").read_bytes() == before
    save_checkpoint(training, tmp_path)
    (tmp_path / "training.npz").write_bytes(b"nothing")
    with pytest.raises(Problem) as caught:
        load_checkpoint(GAME, TINY, tmp_path)
    assert caught.value.phrases[0].key == "train.unreadable"


def test_the_command_writes_network_and_curve(tmp_path: Path) -> None:
    arguments = ["train", "bombay", "--rounds", "1", "--games", "16", "--folder", str(tmp_path), "--json"]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["rounds"][0]["round"] == 1
    assert "</svg>" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
    from tradewinds.bots.network import load_network

    network, note = load_network(tmp_path / "network.npz", GAME)
    assert network.inputs == GAME.inputs
    assert note["seed"] == 1
