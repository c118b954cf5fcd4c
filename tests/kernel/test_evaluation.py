"""Evaluation: compiled and plain code agree, shares sum to 1, the compiled network agrees with NumPy."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from tests.boxes import every_box
from tradewinds.kernel.evaluation import HEURISTIC, NETWORK, NO_NETWORK, Network
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.lookahead import MASKED, choose_action, make_search_context
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import NONE, Record, backing_array
from tradewinds.lab.learn import forward, init_network
from tradewinds.match import Match


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
    network = NO_NETWORK if evaluator == HEURISTIC else init_network(game.inputs, 1)
    network.last[:] = np.linspace(-1, 1, len(network.last))
    seat = match.to_act
    chosen, actions, values = search(box, match.state, seat, evaluator, network)
    assert actions == match.legal()
    assert values[actions.index(chosen)] == pytest.approx(values.max())
    for action, value in zip(actions, values, strict=True):
        after = Match(box, seed="ahead").play(action).state
        shares, inputs = np.zeros(4), np.zeros((1, 4, game.inputs), np.float32)
        if evaluator == HEURISTIC:
            game.evaluator_bindings.heuristic(box.record, after, shares)
        else:
            for other in range(4):
                game.evaluator_bindings.features(box.record, after, other, inputs[0, other])
            shares = forward(network, inputs)[2][0]
        assert value == pytest.approx(shares[seat], abs=1e-5)
