"""The search by whole moves: exact enumeration, values backed up from the ends of moves, budgets, and plans."""

import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.bombay.position_builder import PositionBuilder as BombayBuilder
from tests.bombay.position_builder import build_position as build_bombay
from tests.borneo.position_builder import PositionBuilder as BorneoBuilder
from tests.borneo.test_end_rules import ended
from tests.kernel.test_evaluation import all_features
from tests.moves import moves
from tradewinds.bots import DEFAULT_BUDGET, Budget
from tradewinds.bots import turn_search as search_module
from tradewinds.bots.levels import LEVELS, level_for, read_levels
from tradewinds.bots.network import network_of
from tradewinds.bots.registry import make_bot
from tradewinds.bots.turn_search import TurnEnsemble, TurnOptions, TurnSearchBot, run_until
from tradewinds.kernel.compile import compiled
from tradewinds.kernel.evaluation import NETWORK, Network
from tradewinds.kernel.game import Box, Game, load_game
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import Record, backing_array, copy
from tradewinds.kernel.turn_values import judge_turns
from tradewinds.kernel.turns import Turns, enumerate_turns, make_turns
from tradewinds.lab.arena import arena
from tradewinds.match import Match

BOMBAY, BORNEO = load_game("bombay"), load_game("borneo")


@compiled
def run_enumeration(boxes: Any, turns: Turns, rngs: Any) -> int:
    return enumerate_turns(boxes[0], turns, rngs[0])


def enumerated(box: Box, state: Record, key: int = 5) -> list[bytes]:
    """Return the ends of the move that begins at a state."""
    turns = make_turns(box, network_of(box.game))
    turns.states[0] = state
    found = run_enumeration(backing_array(box.record), turns, backing_array(stream(key)))
    return [turns.states[index].tobytes() for index in turns.ends[:found]]


@compiled
def run_judging(boxes: Any, turns: Turns, found: int, actor: int, checked: int, network: Network) -> None:
    judge_turns(boxes[0], turns, found, actor, checked, NETWORK, network)


def ends_by_brute_force(box: Box, state: Record, key: int = 5) -> set[bytes]:
    """Return the ends of a move by trying every sequence of actions that are not dominated."""
    rules, ends = box.game.rules, set()
    for action in box.legal_actions(state):
        if box.game.evaluator_bindings.dominated(box.record, state, action):
            continue
        after = copy(state)
        rules.apply(box.record, after, action, stream(key))
        if rules.is_over(box.record, after) or rules.is_settled(box.record, after):
            ends.add(after.tobytes())
        else:
            ends |= ends_by_brute_force(box, after, key)
    return ends


@pytest.mark.parametrize(("game", "players"), [(BOMBAY, 2), (BOMBAY, 4), (BORNEO, 3), (BORNEO, 5)], ids=str)
def test_moves_are_enumerated_exactly(game: Game, players: int) -> None:
    match, bot, several = Match(game.box(players), seed="moves"), make_bot("skilled", game), 0
    while not match.is_over:
        if len(match.steps) % 5 == 0:
            found = enumerated(match.box, match.state)
            assert len(found) == len(set(found))
            assert set(found) == ends_by_brute_force(match.box, match.state)
            several += len(found) > len(match.legal())
        seat = match.to_act
        match.play(bot.choose(match.box, match.masked(seat), seat, DEFAULT_BUDGET, stream(len(match.steps))))
    assert several > 3


def logits_of(box: Box, state: Record) -> list[float]:
    """Return the output of the network for each seat, computed with NumPy."""
    network = network_of(box.game)
    inputs = np.array([all_features(box, state, seat) for seat in range(box.players)])
    first = np.maximum(inputs @ network.first + network.first_bias, 0)
    outputs: list[float] = (np.maximum(first @ network.second + network.second_bias, 0) @ network.last).tolist()
    return outputs


@pytest.mark.parametrize("checked", [2, 5000])
@pytest.mark.parametrize("game", [BOMBAY, BORNEO], ids=str)
def test_best_ends_are_judged_for_all_seats(game: Game, checked: int) -> None:
    """At the others, the other seats stand as at the first end."""
    match, bot, network = Match(game.box(3), seed="judged"), make_bot("skilled", game), network_of(game)
    left = 0
    for number in range(60):
        seat = match.to_act
        turns, box = make_turns(match.box, network), backing_array(match.box.record)
        turns.states[0] = match.masked(seat)
        found = run_enumeration(box, turns, backing_array(stream(number)))
        run_judging(box, turns, found, seat, checked, network)
        ends = [copy(turns.states[index]) for index in turns.ends[:found]]
        if not any(game.rules.is_over(match.box.record, end) for end in ends):
            exact = np.array([logits_of(match.box, end) for end in ends])
            judged = turns.judged[:found]
            mixed = np.repeat(exact[:1], found, axis=0)
            mixed[:, seat] = exact[:, seat]
            mixed[judged] = exact[judged]
            expected = np.exp(mixed) / np.exp(mixed).sum(axis=1, keepdims=True)
            assert turns.shares[:found] == pytest.approx(expected, abs=1e-5)
            assert judged.sum() == min(found, checked + 1) or judged.all()
            left += found - judged.sum()
        match.play(bot.choose(match.box, match.masked(seat), seat, DEFAULT_BUDGET, stream(number)))
    assert (left > 50) == (checked == 2)


@pytest.mark.parametrize("game", [BOMBAY, BORNEO], ids=str)
def test_dominated_action_has_a_better_one(game: Game) -> None:
    """In every position another legal action remains."""
    found = 0
    for number in range(6):
        match, chooser = Match(game.box(4), seed=f"dominated-{number}"), np.random.default_rng(number)
        while not match.is_over:
            legal = match.legal()
            left_out = [a for a in legal if game.evaluator_bindings.dominated(match.box.record, match.state, a)]
            assert len(left_out) < len(legal)
            verbs = {match.write(action).split()[0] for action in left_out}
            assert verbs <= ({"pass"} if game is BOMBAY else {"pay", "pirates", "commit", "done", "pass"})
            found += len(left_out)
            match.play(int(chooser.choice(legal)))
    assert found > 10


@pytest.mark.parametrize("points", [20, 99])
def test_turns_of_many_actions_are_cut_off(points: int) -> None:
    file = re.sub(r"(?m)\bpoints = \d+", f"points = {points}", BOMBAY.edition_file("ystari-2009").decode())
    match = Match(BOMBAY.box(3, file=file.encode()), seed="long")
    bot = make_bot("novice", BOMBAY)
    for number in range(60):
        seat = match.to_act
        match.play(bot.choose(match.box, match.masked(seat), seat, DEFAULT_BUDGET, stream(number)))
    assert len(match.steps) == 60


def ensemble_of(match: Match, trees: int = 1, options: TurnOptions | None = None) -> TurnEnsemble:
    seat, rngs = match.to_act, [stream(key) for key in range(trees)]
    network = network_of(match.game)
    return TurnEnsemble(match.box, match.masked(seat), seat, network, options or TurnOptions(), rngs, 500)


@pytest.mark.parametrize("game", [BOMBAY, BORNEO], ids=str)
def test_first_simulation_judges_every_move(game: Game) -> None:
    match = Match(game.box(3), seed="value")
    ensemble = ensemble_of(match)
    ensemble.grow(0, 1)
    tree, found = ensemble.trees[0], ensemble.moves()
    assert (ensemble.visits, sum(move.visits for move in found)) == (1, 0)
    assert tree.value_sum[0].sum() == pytest.approx(1)
    assert tree.value_sum[0, match.to_act] == pytest.approx(max(move.value for move in found))
    ensemble.grow(0, 40)
    assert (ensemble.visits, sum(move.visits for move in ensemble.moves())) == (41, 40)
    assert tree.value_sum[0].sum() == pytest.approx(41, rel=1e-3)


def puct_visits(estimates: list[float], values: Callable[[int, int], float], options: TurnOptions, n: int) -> list[int]:
    """Write out PUCT for the children of one node: each simulation of a child brings a value."""
    best = max(estimates)
    contrast = max(4 * best * (1 - best), 1e-5)
    weights = np.exp((np.array(estimates) - best) / (contrast * options.spread))
    priors, visits, sums = weights / weights.sum(), [0] * len(estimates), list(estimates)
    for simulation in range(1, n + 1):
        scores = [
            sums[child] / (visits[child] + 1)
            + contrast * options.exploration * priors[child] * simulation**0.5 / (visits[child] + 1)
            for child in range(len(estimates))
        ]
        chosen = int(np.argmax(scores))
        sums[chosen] += values(chosen, visits[chosen])
        visits[chosen] += 1
    return visits


def test_visits_follow_puct() -> None:
    """In the last turn of a game every move ends it, so that a simulation of a child brings its outcome."""

    def arrange(d: BombayBuilder) -> None:
        won_sale(d)
        d.state.points = 2

    match, options = build_bombay(edit=arrange), TurnOptions(exploration=0.5, spread=0.3)
    ensemble = ensemble_of(match, options=options)
    ensemble.grow(0, 61)
    tree = ensemble.trees[0]
    listed = list(search_module.children(tree, 0).values())
    estimates = [float(tree.estimate[child, 3]) for child in listed]
    assert len(set(estimates)) > 1
    expected = puct_visits(estimates, lambda child, _: estimates[child], options, 60)
    assert [int(tree.nodes[child]["visits"]) for child in listed] == expected


def last_turn(d: BombayBuilder) -> None:
    """Set the last action point of the game."""
    d.state.set_number, d.state.round_number, d.state.turn, d.state.seat, d.state.points = 4, 4, 3, 3, 1
    d.state.rupees[:4] = 10
    for seat, space in enumerate(("G8", "G2", "G5")):
        d.palace(seat, space)


def won_sale(d: BombayBuilder) -> None:
    """Set a position that only the sale of a blue bale in Hyderabad wins."""
    last_turn(d)
    d.state.rupees[3] = 11
    d.at(3, "Hyderabad")
    d.carry(3, "blue")


def free_palace(d: BombayBuilder) -> None:
    """Set a position that only another palace wins."""
    last_turn(d)
    d.palace(3, "G3")
    d.at(3, "H1")
    d.carry(3, "orange")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("edit", "best"), [(won_sale, "sell blue"), (free_palace, "build orange")])
def test_bombay_winning_move_is_found(level: str, edit: Callable[[BombayBuilder], None], best: str) -> None:
    match = build_bombay(edit=edit)
    bot = make_bot(level, match.game)
    assert match.write(bot.choose(match.box, match.masked(3), 3, Budget(playouts=200), stream(1))) == best


def last_contract(d: BorneoBuilder) -> None:
    """Let seat 1 be able to pay for the winning contract, and for a smaller one."""
    for spice in ("pepper", "cinnamon", "cloves", "nutmeg"):
        d.spice(1, spice, 2)
    d.state.fulfilled[0, 0] = 2


@pytest.mark.parametrize("level", LEVELS)
def test_borneo_winning_move_is_found(level: str) -> None:
    match = ended(last_contract)
    assert match.to_act == 1
    assert moves(match) == ["pass", "contract one-of-each", "contract two-of-each"]
    bot = make_bot(level, match.game)
    chosen = bot.choose(match.box, match.masked(1), 1, Budget(playouts=300), stream(3))
    assert match.write(chosen) == "contract two-of-each"


def test_decided_game_is_played_for_points() -> None:
    """The last turn of the game, which nearly every turn wins: the one with the most points takes three actions."""

    def arrange(d: BombayBuilder) -> None:
        d.carry(0, "yellow")
        d.state.set_number, d.state.round_number, d.state.turn = d.box.record.sets, d.box.record.rounds, 3
        d.state.start, d.state.seat = 1, 0
        neighbour = d.box.labels["space"][int(d.box.record.neighbours[d.box.labels["space"].index("Bombay"), 0])]
        d.at(0, neighbour)

    match, bot = build_bombay(edit=arrange), make_bot("expert:playouts=8", BOMBAY)
    ends = [np.frombuffer(end, BOMBAY.state_type) for end in ends_by_brute_force(match.box, match.state)]
    most = max(match.box.results(end[0])[0][0] for end in ends)
    while not match.is_over:
        match.play(bot.choose(match.box, match.masked(0), 0, DEFAULT_BUDGET, stream(1)))
    assert match.scores()[0] == most
    assert len(match.steps) == 3


def lost_contract(d: BorneoBuilder) -> None:
    """Let seat 1 be able to pay for two contracts, neither of which wins."""
    last_contract(d)
    d.state.fulfilled[0, 3:] = 1


@pytest.mark.parametrize("level", LEVELS)
def test_lost_game_is_played_for_points(level: str) -> None:
    """Even the weakest level does not play at random where every move loses."""
    match = ended(lost_contract)
    bot = make_bot(level, match.game)
    for key in range(5):
        chosen = bot.choose(match.box, match.masked(1), 1, Budget(playouts=100), stream(key))
        assert match.write(chosen) == "contract two-of-each"


def test_plan_is_dropped_when_the_position_is_another() -> None:
    match, bot = Match(BOMBAY.box(2), seed="plan"), make_bot("expert", BOMBAY)
    seat = match.to_act
    bot.choose(match.box, match.masked(seat), seat, Budget(playouts=4), stream(1))
    match.play("wait")
    other = match.to_act
    action = bot.choose(match.box, match.masked(other), other, Budget(playouts=4), stream(1))
    assert match.refusal(action) is None


@pytest.mark.parametrize("game", [BOMBAY, BORNEO], ids=str)
def test_plans_are_played_without_searching_again(game: Game) -> None:
    """The masks along a planned move are foreseen, so that each move is searched once."""
    match = Match(game.box(4), seed="planned")
    bots = [TurnSearchBot(Budget(2), network_of(game)) for _ in range(4)]
    planned = 0
    while not match.is_over:
        seat = match.to_act
        bot = bots[seat]
        before, has_plan = bot.simulations, bool(bot.plan)
        match.play(bot.choose(match.box, match.masked(seat), seat, DEFAULT_BUDGET, stream(len(match.steps))))
        if has_plan:
            assert bot.simulations == before
            planned += 1
    assert planned > 20


def test_same_mask_gets_the_same_move_whatever_is_hidden() -> None:
    match, bot = Match(BORNEO.box(4), seed="hidden"), make_bot("skilled", BORNEO)
    different = 0
    while not match.is_over and different < 10:
        seat = match.to_act
        masked = match.masked(seat)
        world = copy(masked)
        BORNEO.rules.redeal(match.box.record, world, seat, stream(99))
        different += world.tobytes() != match.state.tobytes()
        BORNEO.rules.mask(match.box.record, world, seat)
        answers = [
            make_bot("expert:playouts=30", BORNEO).choose(match.box, seen, seat, DEFAULT_BUDGET, stream(1))
            for seen in (masked, world)
        ]
        assert answers[0] == answers[1]
        match.play(bot.choose(match.box, masked, seat, DEFAULT_BUDGET, stream(len(match.steps))))
    assert different == 10


def test_levels_of_every_number_of_players() -> None:
    for game in (BOMBAY, BORNEO):
        found = read_levels(game.folder / "levels.toml")
        assert sorted(found) == [str(players) for players in game.players]
        for players in game.players:
            levels = [level_for(game.box(players), name) for name in LEVELS]
            temperatures = [level.temperature for level in levels]
            simulations = [level.simulations for level in levels]
            assert temperatures == sorted(temperatures, reverse=True)
            assert simulations == sorted(simulations)
            assert len(set(zip(simulations, temperatures, strict=True))) == len(LEVELS)


def test_temperature_draws_by_value() -> None:
    """Close to zero the best move is played; the warmer, the more often another one."""
    match = Match(BOMBAY.box(4), seed="warm")
    seat, played = match.to_act, {}
    for temperature in (1e-6, 0.05, 10):
        bot = TurnSearchBot(Budget(1), network_of(BOMBAY), TurnOptions(temperature=temperature))
        found = [bot.best_move(match.box, match.masked(seat), seat, DEFAULT_BUDGET, stream(n)) for n in range(40)]
        played[temperature] = len(set(found))
    assert played[1e-6] == 1
    assert 1 < played[0.05] < played[10]


def test_threads_are_counted_together_and_deterministic() -> None:
    match, found = build_bombay(), []
    for _ in range(2):
        ensemble = ensemble_of(match, trees=2)
        run_until(ensemble, 100, None, stop_early=False)
        assert ensemble.visits == 100
        found.append([(move.actions, move.visits, move.value) for move in ensemble.moves()])
    assert found[0] == found[1]


@pytest.mark.parametrize("budget", [Budget(playouts=1), Budget(seconds=1e-9), Budget(10**9, 0.05)])
@pytest.mark.parametrize("game", [BOMBAY, BORNEO], ids=str)
def test_smallest_and_largest_budgets_give_an_answer(game: Game, budget: Budget) -> None:
    match = Match(game.box(3), seed="budget")
    bot, seat = make_bot("expert", game), match.to_act
    assert match.refusal(bot.choose(match.box, match.masked(seat), seat, budget, stream(1))) is None


def test_decided_choice_stops_the_search_early() -> None:
    match = build_bombay(edit=won_sale)
    bot = TurnSearchBot(Budget(4000), network_of(BOMBAY))
    bot.choose(match.box, match.masked(3), 3, Budget(), stream(1))
    assert 0 < bot.simulations < 4000


def test_single_legal_action_is_not_searched() -> None:
    match, bot = Match(BORNEO.box(3), seed="single"), TurnSearchBot(Budget(100), network_of(BORNEO))
    chooser, other = stream(1), make_bot("greedy", BORNEO)
    while len(match.legal()) > 1:
        match.play(other.choose(match.box, match.masked(match.to_act), match.to_act, Budget(), chooser))
    seat = match.to_act
    assert bot.choose(match.box, match.masked(seat), seat, Budget(), chooser) == match.legal()[0]
    assert bot.simulations == 0


def test_clock_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock takes a tenth of a second here."""
    ticks = count()
    monkeypatch.setattr(search_module, "perf_counter", lambda: next(ticks) / 10)
    ensemble = ensemble_of(build_bombay())
    run_until(ensemble, 10**6, 1.0, stop_early=False)
    assert 8 <= next(ticks) <= 13
    assert ensemble.visits > 0


@pytest.mark.parametrize("name", ["Waiter", "Passer"])
def test_doing_nothing_does_not_beat_novices(name: str) -> None:
    file = Path(__file__).parent / "waiter.py"
    result = arena(BOMBAY.box(4), [f"{file}:{name}", "novice"], 60, seed=2)
    assert result.bots[f"{file}:{name}"].win_share < 0.1


@pytest.mark.parametrize("game", [BOMBAY, BORNEO], ids=str)
def test_whole_moves_beat_single_decisions(game: Game) -> None:
    """One ply ahead, positions in the middle of a move are judged; a whole move ahead, only its ends are."""
    result = arena(game.box(4), ["expert:playouts=4", "network"], 60, seed=3)
    assert result.bots["expert:playouts=4"].win_share > 0.35
