"""The search itself: its memory, its threads, its clock, and positions whose best move is known."""

from collections.abc import Callable
from itertools import count

import pytest
from tradewinds.bots.search import SearchBot, SearchOptions

from tests.bombay.position_builder import PositionBuilder as BombayBuilder
from tests.bombay.position_builder import build_position as build_bombay
from tests.borneo.position_builder import PositionBuilder as BorneoBuilder
from tests.borneo.test_end_rules import ended
from tests.moves import moves
from tradewinds.bots import Budget
from tradewinds.bots import search as search_module
from tradewinds.bots.registry import make_bot
from tradewinds.kernel.game import load_game
from tradewinds.kernel.random import stream
from tradewinds.match import Match

LEVELS = ("novice", "casual", "skilled", "expert", "master")


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


def searching(playouts: int = 300, threads: int = 1) -> SearchBot:
    return SearchBot(Budget(playouts), SearchOptions(), threads=threads)


def test_tree_is_reused_while_nothing_was_revealed() -> None:
    match = build_bombay(edit=lambda d: d.carry(0, "blue"))
    bot = searching()
    bot.choose(match.box, match.masked(0), 0, Budget(), stream(1))
    made = bot.iterations
    bot.played = match.read("move G3")
    match.play("move G3")
    assert bot._can_reuse(match.box, match.masked(0), 0)
    bot.choose(match.box, match.masked(0), 0, Budget(), stream(2))
    assert bot.iterations - made < 300


def test_the_tree_is_dropped_when_others_have_moved() -> None:
    match = build_bombay()
    bot = searching()
    bot.choose(match.box, match.masked(0), 0, Budget(), stream(1))
    bot.played = match.read("wait")
    match.play("wait")
    assert not bot._can_reuse(match.box, match.masked(match.to_act), match.to_act)
    while match.to_act != 0:
        match.play("wait")
    assert not bot._can_reuse(match.box, match.masked(0), 0)


def test_tree_is_dropped_after_chance() -> None:
    box = load_game("borneo").box(3, options={"start": "1"})
    match = Match(box, seed="chance")
    bot = searching(100)
    while match.state.turns < 4:
        seat = match.to_act
        drawn = int(match.state.hand_size[seat])
        action = bot.choose(box, match.masked(seat), seat, Budget(), stream(5))
        match.play(action)
        if match.to_act == seat and int(match.state.hand_size[seat]) > drawn:
            assert not bot._can_reuse(box, match.masked(seat), seat)


def test_threads_are_counted_together_and_deterministic() -> None:
    match = build_bombay()
    found = []
    for _ in range(2):
        bot = searching(400, threads=2)
        found.append(bot.think(match.box, match.masked(0), 0, Budget(), stream(1), stop_early=False))
        assert 400 <= sum(candidate.visits for candidate in found[-1]) <= 402
    assert found[0] == found[1]


@pytest.mark.parametrize("budget", [Budget(playouts=1), Budget(seconds=1e-9)])
def test_the_smallest_budget_gives_an_answer(budget: Budget) -> None:
    match, bot = build_bombay(), searching()
    while match.to_act == 0:
        match.play(bot.choose(match.box, match.masked(0), 0, budget, stream(1)))
    assert match.steps


def test_decided_choice_stops_the_search_early() -> None:
    match = build_bombay(edit=won_sale)
    bot = searching(4000)
    bot.choose(match.box, match.masked(3), 3, Budget(), stream(1))
    assert bot.iterations < 4000


def test_single_legal_action_is_not_searched() -> None:
    box = load_game("borneo").box(3)
    match, bot = Match(box, seed="single"), searching(100)
    chooser, other = stream(1), make_bot("greedy", box.game)
    while len(match.legal()) > 1:
        match.play(other.choose(box, match.masked(match.to_act), match.to_act, Budget(), chooser))
    seat = match.to_act
    assert bot.choose(box, match.masked(seat), seat, Budget(), chooser) == match.legal()[0]
    assert bot.iterations == 0


def test_the_clock_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look at the clock takes a tenth of a second here."""
    ticks = count()
    monkeypatch.setattr(search_module, "perf_counter", lambda: next(ticks) / 10)
    match, bot = build_bombay(), searching()
    bot.think(match.box, match.masked(0), 0, Budget(seconds=1), stream(1), stop_early=False)
    assert 8 <= next(ticks) <= 13
    assert bot.iterations > 0


def test_shares_add_up_and_visits_are_spent() -> None:
    match, bot = build_bombay(), searching()
    found = bot.think(match.box, match.masked(0), 0, Budget(playouts=500), stream(1), stop_early=False)
    assert sum(candidate.visits for candidate in found) == 500
    assert [c.visits for c in found] == sorted((c.visits for c in found), reverse=True)
    assert all(0 <= candidate.share <= 1 for candidate in found)
    assert bot.ensemble
    tree = bot.ensemble.trees[0]
    assert tree.value_sum[0].sum() == pytest.approx(500)
