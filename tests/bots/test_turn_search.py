"""The search by whole turns: exact enumeration, values backed up from the ends of turns, and plans that are kept."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tradewinds.bots.search import SearchBot

from tests.bombay.position_builder import PositionBuilder, build_position
from tradewinds.bots import DEFAULT_BUDGET, BotError, Budget
from tradewinds.bots.levels import LEVELS
from tradewinds.bots.network import network_of
from tradewinds.bots.registry import make_bot
from tradewinds.bots.turn_search import TurnSearchBot
from tradewinds.kernel.compile import compiled
from tradewinds.kernel.evaluation import NETWORK
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import Record, backing_array, copy
from tradewinds.kernel.turn_search import TURN_PARAMS, make_turn_tree, search_turns
from tradewinds.kernel.turns import Turns, enumerate_turns, make_turns
from tradewinds.lab.arena import arena
from tradewinds.match import Match

GAME = load_game("bombay")


@compiled
def run_enumeration(boxes: Any, turns: Turns, rngs: Any) -> int:
    return enumerate_turns(boxes[0], turns, rngs[0])


def enumerated(box: Box, state: Record, key: int = 5) -> list[bytes]:
    """Return the ends of the turn that begins at a state."""
    turns = make_turns(box, network_of(box.game))
    turns.states[0] = state
    found = run_enumeration(backing_array(box.record), turns, backing_array(stream(key)))
    return [turns.states[index].tobytes() for index in turns.ends[:found]]


def ends_by_brute_force(box: Box, state: Record, key: int = 5) -> set[bytes]:
    """Return the ends of a turn by trying every sequence of actions."""
    rules, ends = box.game.rules, set()
    for action in box.legal_actions(state):
        after = copy(state)
        rules.apply(box.record, after, action, stream(key))
        if rules.is_over(box.record, after) or rules.is_settled(box.record, after):
            ends.add(after.tobytes())
        else:
            ends |= ends_by_brute_force(box, after, key)
    return ends


@pytest.mark.parametrize("players", [2, 4])
def test_turns_are_enumerated_exactly(players: int) -> None:
    match, bot, checked = Match(GAME.box(players), seed="turns"), make_bot("greedy", GAME), 0
    while not match.is_over:
        if len(match.steps) % 7 == 0:
            found = enumerated(match.box, match.state)
            assert len(found) == len(set(found))
            assert set(found) == ends_by_brute_force(match.box, match.state)
            checked += 1
        seat = match.to_act
        match.play(bot.choose(match.box, match.masked(seat), seat, DEFAULT_BUDGET, stream(len(match.steps))))
    assert checked > 5


@pytest.mark.parametrize("points", [20, 99])
def test_turns_of_many_actions_are_cut_off(points: int) -> None:
    file = re.sub(r"(?m)\bpoints = \d+", f"points = {points}", GAME.edition_file("ystari-2009").decode())
    match = Match(GAME.box(3, file=file.encode()), seed="long")
    bot = make_bot("novice", GAME)
    for number in range(60):
        seat = match.to_act
        match.play(bot.choose(match.box, match.masked(seat), seat, DEFAULT_BUDGET, stream(number)))
    assert len(match.steps) == 60


def test_first_simulation_takes_the_best_end_of_the_turn() -> None:
    match = Match(GAME.box(3), seed="value")
    box, seat, network = match.box, match.to_act, network_of(GAME)
    tree, turns = make_turn_tree(box, 100), make_turns(box, network)
    states, params = np.zeros(2, GAME.state_type), np.zeros(1, TURN_PARAMS)
    states[0] = match.state
    params[0].evaluator, params[0].exploration, params[0].spread, params[0].width = NETWORK, 0.3, 0.05, 8
    args = (backing_array(box.record), states, tree, turns, params, network, backing_array(stream(1)))
    search_turns(*args, 1)
    root = tree.nodes[0]
    assert (root["visits"], root["children"]) == (1, 8)
    values = tree.estimate[1:9, seat]
    assert values.tolist() == sorted(values, reverse=True)
    assert tree.value_sum[0].tolist() == tree.estimate[1].tolist()
    assert tree.nodes["prior"][1:9].sum() == pytest.approx(1)
    assert tree.value_sum[0].sum() == pytest.approx(1)
    search_turns(*args, 40)
    assert tree.nodes[0]["visits"] == 41
    assert tree.nodes["visits"][1:9].sum() == 40


def test_decided_game_is_played_for_points() -> None:
    """The last turn of the game, which nearly every turn wins: the one with the most points takes three actions."""

    def arrange(d: PositionBuilder) -> None:
        d.carry(0, "yellow")
        d.state.set_number, d.state.round_number, d.state.turn = d.box.record.sets, d.box.record.rounds, 3
        d.state.start, d.state.seat = 1, 0
        neighbour = d.box.labels["space"][int(d.box.record.neighbours[d.box.labels["space"].index("Bombay"), 0])]
        d.at(0, neighbour)

    match, bot = build_position(edit=arrange), make_bot("expert:playouts=8", GAME)
    ends = [np.frombuffer(end, GAME.state_type) for end in ends_by_brute_force(match.box, match.state)]
    most = max(match.box.results(end[0])[0][0] for end in ends)
    while not match.is_over:
        match.play(bot.choose(match.box, match.masked(0), 0, DEFAULT_BUDGET, stream(1)))
    assert match.scores()[0] == most
    assert len(match.steps) == 3


def test_plan_is_dropped_when_the_position_is_another() -> None:
    match, bot = Match(GAME.box(2), seed="plan"), make_bot("expert", GAME)
    seat = match.to_act
    bot.choose(match.box, match.masked(seat), seat, Budget(playouts=4), stream(1))
    match.play("wait")
    other = match.to_act
    action = bot.choose(match.box, match.masked(other), other, Budget(playouts=4), stream(1))
    assert match.refusal(action) is None


def test_levels_search_turns_where_the_rules_define_them() -> None:
    for level in LEVELS:
        assert isinstance(make_bot(level, GAME), TurnSearchBot)
        assert isinstance(make_bot(level, load_game("borneo")), SearchBot)
    for setting in ("threads=2", "horizon=4"):
        with pytest.raises(BotError, match="temperature"):
            make_bot(f"master:{setting}", GAME)


def test_temperature_draws_by_value() -> None:
    """Close to zero the best turn is played; the warmer, the more often another one."""
    match = Match(GAME.box(4), seed="warm")
    seat, played = match.to_act, {}
    for temperature in (1e-6, 0.045, 10):
        bot = make_bot(f"novice:temperature={temperature}", GAME)
        assert isinstance(bot, TurnSearchBot)
        turns = [
            tuple(bot.best_turn(match.box, match.masked(seat), seat, DEFAULT_BUDGET, stream(n))) for n in range(40)
        ]
        played[temperature] = len(set(turns))
    assert played[1e-6] == 1
    assert 1 < played[0.045] < played[10]


def test_huge_budgets_fit_into_memory() -> None:
    match = Match(GAME.box(2), seed="huge")
    bot, seat = make_bot("novice", GAME), match.to_act
    action = bot.choose(match.box, match.masked(seat), seat, Budget(10**9, 0.05), stream(1))
    assert match.refusal(action) is None


def test_waiting_does_not_beat_novices() -> None:
    file = Path(__file__).parent / "waiter.py"
    result = arena(GAME.box(4), [f"{file}:Waiter", "novice"], 60, seed=2)
    assert result.bots[f"{file}:Waiter"].win_share < 0.1


def test_whole_turns_beat_single_decisions() -> None:
    """One ply ahead, positions in the middle of a turn are judged; a whole turn ahead, only its ends are."""
    result = arena(GAME.box(4), ["expert:playouts=1", "network"], 80, seed=3)
    assert result.bots["expert:playouts=1"].win_share > 0.4
