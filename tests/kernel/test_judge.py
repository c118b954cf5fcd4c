"""Judging positions: compiled and plain code agree, shares add up, networks say compiled what they say in NumPy."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from tests.boxes import every_box
from tradewinds.games import load_game
from tradewinds.kernel.evaluation import ESTIMATE, LEARNED, NO_NETWORK, Network
from tradewinds.kernel.game import Box
from tradewinds.kernel.lookahead import MASKED, make_thinker, weigh_actions
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import Record, home
from tradewinds.lab.learn import forward, fresh_network
from tradewinds.match import Match


def positions(box: Box, every: int = 17) -> Iterator[Record]:
    """Some positions of a random game, the end among them."""
    chooser, match = random.Random(box.name), Match(box, seed="judge")
    while not match.is_over:
        if len(match.steps) % every == 0:
            yield match.state
        match.play(chooser.choice(match.legal()))
    yield match.state


@every_box
def test_compiled_and_plain_code_see_the_same(box: Box) -> None:
    judgement, plain = box.game.judgement, box.game.opinions
    for state in positions(box, 41):
        for seat in range(box.players):
            seen, expected = np.zeros((2, box.game.inputs), np.float32)
            judgement.observe(box.record, state, seat, seen)
            plain.observe(box.record, state, seat, expected)
            assert seen == pytest.approx(expected, abs=1e-5)
            assert np.isfinite(seen).all()
            assert np.abs(seen).max() < 8
        shares, expected_shares = np.zeros((2, box.players))
        judgement.estimate(box.record, state, shares)
        plain.estimate(box.record, state, expected_shares)
        assert shares == pytest.approx(expected_shares)
        assert shares.sum() == pytest.approx(1)


def look(box: Box, state: Record, seat: int, how: int, network: Network) -> tuple[list[int], np.ndarray]:
    """The legal actions and what each promises the seat."""
    thinker = make_thinker(box, network)
    thinker.states[MASKED] = state
    count = weigh_actions(home(box.record), thinker, seat, 1, how, home(stream(1)))
    return thinker.actions[:count].tolist(), thinker.values[:count]


@pytest.mark.parametrize("how", [ESTIMATE, LEARNED])
def test_looking_ahead_judges_what_an_action_leads_to(how: int) -> None:
    """Without chance and secrets the numbers can be worked out step by step."""
    box = load_game("bombay").box(4)
    game, match = box.game, Match(box, seed="ahead")
    network = NO_NETWORK if how == ESTIMATE else fresh_network(game.inputs, 1)
    network.last[:] = np.linspace(-1, 1, len(network.last))
    seat = match.to_act
    actions, values = look(box, match.state, seat, how, network)
    assert actions == match.legal()
    for action, value in zip(actions, values, strict=True):
        after = Match(box, seed="ahead").play(action).state
        shares, inputs = np.zeros(4), np.zeros((1, 4, game.inputs), np.float32)
        if how == ESTIMATE:
            game.judgement.estimate(box.record, after, shares)
        else:
            for other in range(4):
                game.judgement.observe(box.record, after, other, inputs[0, other])
            shares = forward(network, inputs)[2][0]
        assert value == pytest.approx(shares[seat], abs=1e-5)
