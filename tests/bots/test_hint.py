"""Hints: from a mask alone, best first, with margins that are true."""

import random
from statistics import pstdev

import pytest

from tests.bombay.desk import Desk, desk
from tests.boxes import BOXES, has_secrets
from tradewinds.bots import Budget
from tradewinds.bots.hint import certainty, hint
from tradewinds.bots.weigh import MARGIN, SEARCHES, Opinion, legal_actions, ponder, weigh
from tradewinds.games import load_game
from tradewinds.kernel.game import Box
from tradewinds.kernel.judge import NO_NETWORK
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import copy
from tradewinds.match import Match

HIDING = [box for box in BOXES if has_secrets(box) and box.players == 4]


def later(box: Box, moves: int, seed: str = "hint") -> Match:
    match, chooser = Match(box, seed=seed), random.Random(seed)
    while len(match.steps) < moves or len(match.legal()) < 3:
        match.play(chooser.choice(match.legal()))
    return match


@pytest.mark.parametrize("box", HIDING, ids=[box.name for box in HIDING])
def test_the_same_mask_gets_the_same_hint_whatever_is_hidden(box: Box) -> None:
    match = later(box, 25)
    seat = match.to_act
    world = match.masked(seat)
    box.game.rules.redeal(box.record, world, seat, stream(99))
    assert world.tobytes() != match.state.tobytes()
    box.game.rules.mask(box.record, world, seat)
    answers = [hint(box, masked, seat, Budget(200)) for masked in (match.masked(seat), world)]
    assert answers[0] == answers[1]


def test_a_hint_lists_the_best_first_and_the_shares_of_all() -> None:
    match = later(load_game("bombay").box(4), 30)
    seat, before = match.to_act, match.masked(match.to_act)
    found = hint(match.box, before, seat, Budget(800))
    assert before.tobytes() == match.masked(seat).tobytes()
    assert [advice.action in match.legal() for advice in found.best] == [True] * 3
    assert [a.visits for a in found.best] == sorted((a.visits for a in found.best), reverse=True)
    assert sum(found.shares) == pytest.approx(1)
    assert found.shares[seat] == pytest.approx(found.best[0].share)
    assert found.playouts == 800
    assert len(hint(match.box, before, seat, Budget(800), best=1).best) == 1
    assert found == hint(match.box, before, seat, Budget(800))
    assert found != hint(match.box, before, seat, Budget(800), stream(7))


def test_a_sale_at_the_end_is_clear() -> None:
    """The last point of the game: selling a bale brings rupees, everything else nothing."""

    def arrange(d: Desk) -> None:
        d.at(0, "Bombay")
        d.carry(0, "yellow")
        d.state.set_number, d.state.round_number, d.state.turn = d.box.record.sets, d.box.record.rounds, 3
        d.state.start, d.state.seat, d.state.points = 1, 0, 1

    match = desk(edit=arrange)
    found = hint(match.box, match.masked(0), 0, Budget(800))
    assert match.write(found.best[0].action).startswith("sell")
    assert found.certainty == "clear"


def test_a_single_legal_action_is_said_to_be_the_only_one() -> None:
    match = Match(load_game("borneo").box(3), seed="only")
    chooser = random.Random(1)
    while len(match.legal()) > 1:
        match.play(chooser.choice(match.legal()))
    found = hint(match.box, match.masked(match.to_act), match.to_act, Budget(100))
    assert (found.certainty, len(found.best), found.best[0].visits) == ("only", 1, SEARCHES * 13)


def test_seconds_are_kept() -> None:
    match = later(load_game("bombay").box(4), 10)
    found = hint(match.box, match.masked(match.to_act), match.to_act, Budget(seconds=0.05))
    assert 0 < found.playouts < 100_000


def test_every_action_can_be_weighed_with_all_playouts() -> None:
    match = later(load_game("bombay").box(3), 20)
    seat = match.to_act
    for action in match.legal():
        found = weigh(match.box, match.masked(seat), seat, action, Budget(400), stream(3))
        assert (found.action, found.visits) == (action, 400)
        assert 0 <= found.share <= 1
        assert sum(found.shares) == pytest.approx(1)


def test_margins_are_as_wide_as_searches_disagree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches with different chance differ as much as each of them says, which is more than their playouts suggest."""
    monkeypatch.setattr("tradewinds.bots.weigh.network_of", lambda _: NO_NETWORK)
    match = later(load_game("bombay").box(4), 30)
    seat = match.to_act
    action = ponder(match.box, match.masked(seat), seat, Budget(800), stream(1))[0].action
    found = [weigh(match.box, match.masked(seat), seat, action, Budget(8000), stream(n)) for n in range(24)]
    spread = pstdev(opinion.share for opinion in found)
    claimed = sum(opinion.margin for opinion in found) / len(found) / MARGIN
    assert 0.6 < spread / claimed < 1.6
    share = found[0].share
    assert claimed > 1.5 * (share * (1 - share) / 8000) ** 0.5


def test_masks_stay_as_they_are() -> None:
    match = later(load_game("bombay").box(2, options={"screens": "closed"}), 12)
    masked = match.masked(match.to_act)
    kept = copy(masked)
    ponder(match.box, masked, match.to_act, Budget(64), stream(1))
    assert masked.tobytes() == kept.tobytes()
    assert legal_actions(match.box, masked) == match.legal()


@pytest.mark.parametrize(
    ("second", "margin", "said"),
    [(0.38, 0.1, "close"), (0.35, 0.1, "clear"), (0.45, 0.02, "clear"), (0.495, 0.0, "close"), (0.48, 0.0, "clear")],
)
def test_it_is_clear_only_beyond_what_both_margins_explain(second: float, margin: float, said: str) -> None:
    best = Opinion(0, 0.5, margin, 10, [0.5, 0.5])
    assert certainty([best, Opinion(1, second, margin, 10, [second, 1 - second])]) == said
    assert certainty([best]) == "close"
