"""Redealt screens are consistent with the mask and realistic in size."""

import numpy as np
import pytest

from tradewinds.bots import DEFAULT_BUDGET
from tradewinds.bots.registry import make_bot
from tradewinds.games.bombay import GAME
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import Record, copy
from tradewinds.match import Match


def worlds(box: Box, masked: Record, seat: int) -> list[Record]:
    found = [copy(masked) for _ in range(20)]
    for key, world in enumerate(found):
        GAME.rules.redeal(box.record, world, seat, stream(key))
    return found


def test_without_a_sale_redealt_rupees_are_at_most_one_a_turn() -> None:
    match = Match(GAME.box(3, options={"screens": "closed"}))
    while not match.is_over:
        found = worlds(match.box, match.masked(0), 0)
        assert all((world.rupees <= match.state.rupees).all() for world in found)
        assert sum(int(world.rupees[1]) for world in found) >= 20 * 0.6 * int(match.state.rupees[1])
        match.play("wait")


@pytest.mark.parametrize("players", [2, 5])
def test_redealt_earnings_match_those_of_strong_players(players: int) -> None:
    box = GAME.box(players, options={"screens": "closed"})
    bot, off = make_bot("network", GAME), []
    for number in range(3):
        match = Match(box, seed=f"purses-{number}")
        rng = stream(number)
        while not match.is_over:
            seat = match.to_act
            masked = match.masked(seat)
            if len(match.steps) % 12 == 0:
                dealt = np.mean([(world.rupees, world.clients) for world in worlds(box, masked, seat)], axis=0)
                off.append((dealt - (match.state.rupees, match.state.clients)).sum(axis=1) / (players - 1))
            match.play(bot.choose(box, masked, seat, DEFAULT_BUDGET, rng))
    rupees, clients = np.mean(off, axis=0)
    assert abs(rupees) < 1.5
    assert abs(clients) < 0.7
