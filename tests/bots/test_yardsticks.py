"""The bots written by hand against which the levels are measured: legal in every box, blind to what is hidden."""

from itertools import cycle
from pathlib import Path

import pytest

from tests.bots.planner import Planner
from tests.bots.trader import Trader
from tests.bots.waiter import Passer
from tradewinds.bots import DEFAULT_BUDGET, Bot
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import copy
from tradewinds.lab.arena import arena
from tradewinds.match import Match

BOMBAY, BORNEO = load_game("bombay"), load_game("borneo")
VARIANTS = {"merchants": "4", "pirates": "blackbeard", "stores": "closed"}
BOXES = [
    *(BOMBAY.box(players) for players in BOMBAY.players),
    *(BORNEO.box(players, edition) for edition in BORNEO.editions for players in BORNEO.players),
    BORNEO.box(3, "board-2008", VARIANTS),
]


class LightTrader(Trader):
    """Tries fewer decisions in fewer worlds."""

    worlds, first_worlds, kept = 2, 1, 4


@pytest.mark.parametrize("box", BOXES, ids=[f"{box.game.name}-{box.name}" for box in BOXES])
def test_yardsticks_play_every_box_to_the_end(box: Box) -> None:
    """What is refused would raise."""
    player = Planner if box.game is BOMBAY else LightTrader
    kinds = cycle((player, player, Passer))
    seats: list[Bot] = [next(kinds)() for _ in range(box.players)]
    match = Match(box, seed="yardsticks")
    while not match.is_over:
        seat = match.to_act
        match.play(seats[seat].choose(box, match.masked(seat), seat, DEFAULT_BUDGET, stream(len(match.steps))))
    assert sum(match.winners()) == pytest.approx(1)


def test_planner_beats_waiting() -> None:
    folder = Path(__file__).parent
    planner = f"{folder / 'planner.py'}:Planner"
    result = arena(BOMBAY.box(4), [planner, f"{folder / 'waiter.py'}:Waiter"], 8, seed=2)
    assert result.bots[planner].win_share == 1


def test_trader_plays_from_its_mask() -> None:
    box = BORNEO.box(4)
    match, bot = Match(box, seed="blind"), LightTrader()
    for number in range(60):
        seat, answers = match.to_act, set()
        for key in range(2):
            world = copy(match.masked(seat))
            box.game.rules.redeal(box.record, world, seat, stream(key))
            answers.add(LightTrader().choose(box, match.mask(world, seat), seat, DEFAULT_BUDGET, stream(number)))
        assert len(answers) == 1
        match.play(bot.choose(box, match.masked(seat), seat, DEFAULT_BUDGET, stream(number)))
