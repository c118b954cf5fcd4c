"""`redeal` samples different states where several are consistent with the mask, and the only one where one is."""

import random
from typing import Any

import pytest

from tradewinds.games.borneo import GAME
from tradewinds.games.borneo.state import RUNNING
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import SPECTATOR, copy
from tradewinds.kernel.sets import members
from tradewinds.match import Match

BOXES = list(GAME.boxes())


def several_fit(box: Box, state: Any, seat: int) -> bool:
    """Return whether hidden cards of one kind are in at least two places, so that they could be exchanged."""
    others = [other for other in range(box.players) if other != seat]
    if state.ending != RUNNING:
        return False
    for shuffle in range(int(state.shuffles) + 1):
        holders = [shuffle in state.drawn[other, : state.hand_size[other]] for other in others]
        in_draw_pile = any(state.shuffle[card] == shuffle for card in members(state.draw))
        if sum(holders) + in_draw_pile > 1:
            return True
    return False


@pytest.mark.parametrize("box", BOXES, ids=[box.name for box in BOXES])
def test_redeal_gives_different_worlds_wherever_more_than_one_fits(box: Box) -> None:
    chooser, single = random.Random(box.name), 0
    match = Match(box, seed="worlds")
    while not match.is_over:
        seat = chooser.randrange(SPECTATOR, box.players)
        masked, worlds = match.masked(seat), set()
        for key in range(20):
            world = copy(masked)
            GAME.rules.redeal(box.record, world, seat, stream(key))
            worlds.add(world.tobytes())
        several = several_fit(box, match.state, seat)
        single += not several
        assert (len(worlds) > 1) == several
        match.play(chooser.choice(match.legal()))
    assert single < len(match.steps) / 2
