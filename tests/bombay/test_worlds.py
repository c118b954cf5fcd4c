"""What a redealt world puts behind closed screens: what fits what was seen, and about as much as there is."""

import numpy as np
import pytest

from tradewinds.bots import OWN
from tradewinds.bots.catalogue import make_bot
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


def test_who_has_sold_nothing_has_a_rupee_for_each_turn_at_most() -> None:
    match = Match(GAME.box(3, options={"screens": "closed"}))
    while not match.is_over:
        found = worlds(match.box, match.masked(0), 0)
        assert all((world.rupees <= match.state.rupees).all() for world in found)
        assert sum(int(world.rupees[1]) for world in found) >= 20 * 0.6 * int(match.state.rupees[1])
        match.play("wait")


@pytest.mark.parametrize("players", [2, 5])
def test_purses_are_about_as_full_as_those_of_players_who_know_the_game(players: int) -> None:
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
            match.play(bot.choose(box, masked, seat, OWN, rng))
    rupees, clients = np.mean(off, axis=0)
    assert abs(rupees) < 1.5
    assert abs(clients) < 0.7
