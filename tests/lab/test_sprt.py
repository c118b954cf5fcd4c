"""Sequential tests stop early, on the right side, and are wrong no more often than they say."""

from collections.abc import Callable
from random import Random

import pytest

from tradewinds.executor import LocalExecutor
from tradewinds.i18n import Problem
from tradewinds.kernel.game import Box, load_game
from tradewinds.lab.arena import arena
from tradewinds.lab.arena_report import sprt_sentence
from tradewinds.lab.sprt import ABOVE, BELOW, UNDECIDED, Bounds, Sprt, bounds_around, read_bounds


@pytest.fixture(scope="module")
def box() -> Box:
    return load_game("bombay").box(4)


def independent(share: float, chooser: Random) -> float:
    return sum(chooser.random() < share for _ in range(4)) / 4


def similar(share: float, chooser: Random) -> float:
    return independent(chooser.betavariate(2 * share, 2 * (1 - share)), chooser)


def alike(share: float, chooser: Random) -> float:
    return float(chooser.random() < share)


def cancelling(share: float, chooser: Random) -> float:
    """Draw a deal that half of the time a seat wins, whoever sits there."""
    return 0.25 if chooser.random() < 0.5 else independent(2 * share - 0.25, chooser)


def decide(bounds: Bounds, draw: Callable[[], float]) -> str:
    """Return the decision over deals of four games, given how their win shares are drawn."""
    test = Sprt("a", bounds)
    while not test.add([draw()]):
        pass
    return test.result().decision


@pytest.mark.parametrize("deal", [independent, similar, alike, cancelling])
@pytest.mark.parametrize(("low", "high"), [(0.2, 0.4), (0.4, 0.6), (0.25, 0.35)])
def test_wrong_decisions_are_rare(low: float, high: float, deal: Callable[[float, Random], float]) -> None:
    chooser, bounds = Random(1), Bounds(low, high)
    above = sum(decide(bounds, lambda: deal(low, chooser)) == ABOVE for _ in range(400))
    below = sum(decide(bounds, lambda: deal(high, chooser)) == BELOW for _ in range(400))
    # 20 of 400 are expected at most; 32 or more would come by chance less than once in 100 times.
    assert max(above, below) < 32


@pytest.mark.parametrize(
    ("bots", "decision", "sides"), [(["greedy", "random"], ABOVE, 1), (["random", "greedy"], BELOW, -1)]
)
def test_a_lopsided_pair_is_decided_early(box: Box, bots: list[str], decision: str, sides: int) -> None:
    one, two = (arena(box, bots, 4000, 1, LocalExecutor(workers), sprt=bounds_around(0.25)) for workers in (1, 2))
    test = one.sprt
    assert test is not None
    assert (test, one.games) == (two.sprt, two.games)
    assert (test.bot, test.low, test.high, test.decision) == (bots[0], 0.225, 0.275, decision)
    assert sides * test.llr >= test.limit == pytest.approx(2.944, abs=0.001)
    assert one.complete
    assert one.games == 4 * one.deals < 200
    # One deal less would not have decided it.
    shorter = arena(box, bots, one.games - 4, 1, sprt=bounds_around(0.25)).sprt
    assert shorter is not None
    assert shorter.decision == UNDECIDED
    assert f"{decision.upper()} after {one.games} games, {bots[0]} wins" in sprt_sentence(one, test)


def test_an_even_pair_is_not_decided_early(box: Box) -> None:
    result = arena(box, ["random", "greedy", "random", "greedy"], 8, 1, sprt=Bounds(0.2, 0.3))
    assert result.sprt is not None
    assert (result.sprt.decision, result.games, result.complete) == (UNDECIDED, 8, True)
    assert "undecided after 8 games" in sprt_sentence(result, result.sprt)


def test_the_pool_is_tested_by_whole_rounds(box: Box) -> None:
    pool = ["random", "greedy", "novice", "casual"]
    result = arena(box, ["network"], 4000, 1, sprt=Bounds(0.1, 0.3), against=pool)
    assert result.sprt is not None
    assert result.sprt.decision == ABOVE
    assert len({found.seats for name, found in result.bots.items() if name in pool}) == 1


@pytest.mark.parametrize(
    "text", ["", "0.3", "0.3,0.2", "0.3,0.3", "0,0.2", "0.2,1", "25,30", "a,b", "0.1,0.2,0.3", "nan,1"]
)
def test_bounds_say_what_would_be_right(text: str) -> None:
    with pytest.raises(Problem, match=r"two win shares between 0 and 1, the lower one first, like 0.25,0.3"):
        read_bounds(text)
    assert read_bounds("0.25, 0.3") == Bounds(0.25, 0.3)


def test_a_bot_alone_cannot_be_tested(box: Box) -> None:
    with pytest.raises(Problem, match="two different bots: 'random' alone"):
        arena(box, ["random"], 4, 1, sprt=bounds_around(0.25))
