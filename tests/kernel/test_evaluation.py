"""Evaluation: compiled and plain code agree, shares sum to 1, the compiled network agrees with NumPy."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from tests.boxes import every_box
from tests.networks import random_network
from tradewinds.kernel.evaluation import HEURISTIC, NETWORK, NO_NETWORK, Network, make_cache
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.lookahead import MASKED, choose_action, make_search_context
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import NONE, Record, backing_array
from tradewinds.match import Match
from tradewinds.registry import GAMES


def positions(box: Box, every: int = 17) -> Iterator[Record]:
    """Yield some positions of a random game, and its end."""
    chooser, match = random.Random(box.name), Match(box, seed="judge")
    while not match.is_over:
        if len(match.steps) % every == 0:
            yield match.state
        match.play(chooser.choice(match.legal()))
    yield match.state


@every_box
def test_compiled_and_plain_features_agree(box: Box) -> None:
    bindings, plain = box.game.evaluator_bindings, box.game.evaluators
    for state in positions(box, 41):
        for seat in range(box.players):
            seen, expected = np.zeros((2, box.game.inputs), np.float32)
            bindings.features(box.record, state, seat, seen)
            plain.features(box.record, state, seat, expected)
            assert seen == pytest.approx(expected, abs=1e-5)
            assert np.isfinite(seen).all()
            assert np.abs(seen).max() < 8
        shares, expected_shares = np.zeros((2, box.players))
        bindings.heuristic(box.record, state, shares)
        plain.heuristic(box.record, state, expected_shares)
        assert shares == pytest.approx(expected_shares)
        assert shares.sum() == pytest.approx(1)


def all_features(box: Box, state: Record, seat: int) -> np.ndarray:
    """Return all inputs of the network for a seat, computed with an empty cache."""
    bindings, seen = box.game.evaluator_bindings, np.zeros(box.game.inputs, np.float32)
    bindings.features(box.record, state, seat, seen)
    bindings.planned_features(box.record, state, seat, make_cache(box.game.feature_cache), seen)
    return seen


@every_box
def test_the_cache_changes_no_feature(box: Box) -> None:
    cache, bindings = make_cache(box.game.feature_cache), box.game.evaluator_bindings
    for state in positions(box, 11):
        for seat in range(box.players):
            seen = np.zeros(box.game.inputs, np.float32)
            bindings.features(box.record, state, seat, seen)
            bindings.planned_features(box.record, state, seat, cache, seen)
            assert np.array_equal(seen, all_features(box, state, seat))
            assert np.isfinite(seen).all()


@pytest.mark.parametrize("game", GAMES)
def test_compiled_and_plain_planned_features_agree(game: str) -> None:
    box = load_game(game).box(3)
    state = next(iter(positions(box, 40)))
    cache = make_cache(box.game.feature_cache)
    for seat in range(box.players):
        expected = np.zeros(box.game.inputs, np.float32)
        box.game.evaluators.features(box.record, state, seat, expected)
        # Hashes wrap around.
        with np.errstate(over="ignore"):
            box.game.evaluators.planned_features(box.record, state, seat, cache, expected)
        assert all_features(box, state, seat) == pytest.approx(expected, abs=1e-5)


def network_shares(network: Network, inputs: np.ndarray) -> np.ndarray:
    """Return the shares of all seats, computed with NumPy."""
    first = np.maximum(inputs @ network.first + network.first_bias, 0)
    outputs = np.maximum(first @ network.second + network.second_bias, 0) @ network.last
    shares: np.ndarray = np.exp(outputs) / np.exp(outputs).sum()
    return shares


def search(box: Box, state: Record, seat: int, evaluator: int, network: Network) -> tuple[int, list[int], np.ndarray]:
    """Return the chosen action, and all legal actions with their values for the seat."""
    context = make_search_context(box, network)
    context.states[MASKED] = state
    context.actions[:] = NONE
    chosen = choose_action(backing_array(box.record), context, seat, 1, evaluator, backing_array(stream(1)))
    count = np.count_nonzero(context.actions != NONE)
    return chosen, context.actions[:count].tolist(), context.values[:count]


@pytest.mark.parametrize("evaluator", [HEURISTIC, NETWORK])
def test_one_ply_search_evaluates_successors(evaluator: int) -> None:
    """Without chance and secrets the numbers can be worked out step by step."""
    box = load_game("bombay").box(4)
    game, match = box.game, Match(box, seed="ahead")
    network = NO_NETWORK if evaluator == HEURISTIC else random_network(game.inputs)
    seat = match.to_act
    chosen, actions, values = search(box, match.state, seat, evaluator, network)
    assert actions == match.legal()
    assert values[actions.index(chosen)] == pytest.approx(values.max())
    for action, value in zip(actions, values, strict=True):
        after = Match(box, seed="ahead").play(action).state
        shares = np.zeros(4)
        if evaluator == HEURISTIC:
            game.evaluator_bindings.heuristic(box.record, after, shares)
        else:
            shares = network_shares(network, np.array([all_features(box, after, other) for other in range(4)]))
        assert value == pytest.approx(shares[seat], abs=1e-5)


def test_odds_replace_the_value_head() -> None:
    network = random_network(5)
    assert np.array_equal(network.for_odds.last, network.odds)
    assert not np.array_equal(network.for_odds.last, network.last)
    assert network.for_odds.first is network.first
