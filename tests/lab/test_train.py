"""Learning: something is learned, samples keep the results of their games, and an interruption loses only one round."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tests.networks import random_network
from tradewinds.cli import main
from tradewinds.executor import SERIAL
from tradewinds.games.bombay import GAME
from tradewinds.i18n import Problem
from tradewinds.kernel.selfplay import ALL_SEATS
from tradewinds.lab.learn import Learner, Samples, batches, init_weights, losses
from tradewinds.lab.selfplay_data import SelfPlayOptions, competition, games_per_box, match_networks, self_play
from tradewinds.lab.train import TrainingOptions, load_checkpoint, new_training, play_options, save_checkpoint, train

TINY = TrainingOptions(rounds=2, games=16, seed=3, match_games=8, units=16)
ONE = TrainingOptions(rounds=1, games=16, seed=3, match_games=8, units=16)


def some_samples(count: int) -> Samples:
    """Return positions that the seat with the largest first input wins, by ten points."""
    inputs = np.random.default_rng(5).normal(size=(count, 3, 6)).astype(np.float16)
    results = np.eye(3, dtype=np.float32)[inputs[:, :, 0].argmax(axis=1)]
    return Samples(inputs, results, results, 10 * results)


def test_simple_function_is_learned_by_all_heads() -> None:
    samples, learner, chooser = some_samples(4000), Learner.start(init_weights(6, 1, 32)), np.random.default_rng(1)
    first = losses(learner.weights, samples.take(np.arange(1000)))
    assert float(first.value) == pytest.approx(np.log(3), abs=0.01)
    for batch in batches([samples], 400_000, chooser):
        learner.step(batch, 5e-3)
    last = losses(learner.average, samples.take(np.arange(1000)))
    assert float(last.value) < 0.25
    assert float(last.odds) < 0.25
    # A head that sees one seat cannot know the others' inputs.
    assert float(last.points) < 0.6 * float(first.points)


def test_network_plays_by_the_weights_that_learned() -> None:
    """The network in compiled code and the one that learns give the same shares."""
    learner = Learner.start(init_weights(6, 1, 32))
    for batch in batches([some_samples(2000)], 20_000, np.random.default_rng(1)):
        learner.step(batch, 5e-3)
    network = learner.network
    for mine, theirs in zip(network, learner.average, strict=False):
        assert np.array_equal(mine, np.asarray(theirs))
    assert np.array_equal(network.for_odds.last, network.odds)


@pytest.mark.parametrize("margin", [0.0, 0.5])
def test_samples_keep_the_results_of_their_games(margin: float) -> None:
    box, network = GAME.box(3), random_network(GAME.inputs)
    play = SelfPlayOptions(simulations=2, full_every=2, margin=margin)
    batch = self_play(box, (network, network), (play, play), 5, ALL_SEATS, 0, 4)
    samples = batch.samples
    assert len(samples.inputs) == len(samples.targets) > 40
    assert batch.wins.sum(axis=1) == pytest.approx(1)
    assert samples.outcomes.sum(axis=1) == pytest.approx(1)
    # Where the game is over, values are shares of the win plus a little for points.
    assert samples.targets.sum(axis=1) == pytest.approx(1, abs=1e-3)
    won = np.unique(np.concatenate([samples.outcomes, samples.points], axis=1), axis=0)
    assert len(won) <= 4
    for outcomes, points in zip(won[:, :3], won[:, 3:], strict=True):
        assert outcomes.argmax() == points.argmax()
    again = self_play(box, (network, network), (play, play), 5, ALL_SEATS, 2, 2)
    assert np.array_equal(again.wins, batch.wins[2:])


def test_close_wins_count_less_by_margin() -> None:
    box, network = GAME.box(4), random_network(GAME.inputs)
    last = []
    for margin in (0.0, 1.0):
        play = SelfPlayOptions(simulations=1, full_every=1, margin=margin, td_lambda=1.0)
        last.append(self_play(box, (network, network), (play, play), 5, ALL_SEATS, 0, 3).samples)
    plain, by_margin = last
    assert np.array_equal(plain.targets, plain.outcomes)
    expected = np.exp(by_margin.points / 3)
    assert by_margin.targets == pytest.approx(expected / expected.sum(axis=1, keepdims=True), abs=1e-4)


def test_match_of_a_network_with_itself_is_even_and_its_search_stronger() -> None:
    network = random_network(GAME.inputs)
    share, even = match_networks(GAME, network, network, 400, 1, SERIAL)
    assert even == 0.25
    assert share == pytest.approx(0.25, abs=0.08)
    assert competition(8).sample_every == 0


def test_every_box_is_played_in_training() -> None:
    assert [box.name for box, _ in games_per_box(GAME, 10)] == [box.name for box in GAME.boxes()]
    assert all(count > 0 for _, count in games_per_box(GAME, 10))


def test_training_resumes_after_interruption(tmp_path: Path) -> None:
    first = train(GAME, ONE, tmp_path)
    resumed = load_checkpoint(GAME, TINY, tmp_path)
    assert resumed
    for kept, was in zip(resumed.learner.leaves(), first.learner.leaves(), strict=True):
        assert np.array_equal(kept, was)
    for kept, was in zip(resumed.best, first.best, strict=True):
        assert np.array_equal(kept, was)
    done = train(GAME, TINY, tmp_path)
    assert done.history[0] == first.history[0]
    assert [mark.round for mark in done.history] == [1, 2]
    assert train(GAME, TINY, tmp_path).history == done.history


def test_training_continues_from_a_network(tmp_path: Path) -> None:
    """The network plays the first round with full searches, and learns."""
    start = random_network(GAME.inputs)
    options = replace(ONE, start=start, rates=(1e-3, 1e-3))
    assert play_options(options, 0).simulations == options.play.simulations > play_options(ONE, 0).simulations == 1
    training = new_training(GAME, options)
    for mine, theirs in zip(training.learner.network, start, strict=True):
        assert np.array_equal(mine, theirs)
    assert training.best is start
    learned = train(GAME, options, tmp_path).learner.network
    assert 0 < np.abs(learned.first - start.first).max() < 0.1
    slow = train(GAME, replace(options, rates=(1e-5, 1e-5)), tmp_path / "slow").learner.network
    assert np.abs(slow.first - start.first).max() < 0.1 * np.abs(learned.first - start.first).max()


def test_folder_of_another_training_is_left_alone(tmp_path: Path) -> None:
    training = train(GAME, ONE, tmp_path)
    before = (tmp_path / "training.npz").read_bytes()
    for other in (
        TrainingOptions(1, 17, 3, units=16),
        TrainingOptions(1, 16, 4, units=16),
        TrainingOptions(1, 16, 3, units=32),
    ):
        with pytest.raises(Problem) as caught:
            train(GAME, other, tmp_path)
        assert caught.value.phrases[0].key == "train.other"
    assert (tmp_path / "training.npz").read_bytes() == before
    save_checkpoint(training, tmp_path)
    (tmp_path / "training.npz").write_bytes(b"nothing")
    with pytest.raises(Problem) as caught:
        load_checkpoint(GAME, TINY, tmp_path)
    assert caught.value.phrases[0].key == "train.unreadable"


def test_command_writes_network_and_curve(tmp_path: Path) -> None:
    arguments = ["train", "bombay", "--rounds", "1", "--games", "16", "--units", "16", "--folder", str(tmp_path)]
    done = CliRunner().invoke(main, [*arguments, "--simulations", "2", "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["rounds"][0]["round"] == 1
    assert "</svg>" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
    from tradewinds.bots.network import load_network

    network, note = load_network(tmp_path / "network.npz", GAME)
    assert network.inputs == GAME.inputs
    assert note["seed"] == 1
