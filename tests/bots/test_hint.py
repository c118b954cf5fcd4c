"""Hints: from a mask alone, best first, with margins that are true."""

import random
from statistics import pstdev

import msgspec
import pytest

from tests.bombay.position_builder import PositionBuilder, build_position
from tests.boxes import BOXES, has_hidden_information
from tradewinds.analysis.review import ReviewTask, examine
from tradewinds.bots import Budget
from tradewinds.bots.evaluate import (
    MARGIN,
    SEARCHES,
    Evaluation,
    evaluate_action,
    evaluations,
    make_ensemble,
    run_search,
)
from tradewinds.bots.hint import hint
from tradewinds.bots.hint_text import verdict_phrase
from tradewinds.bots.plan import follow, plan
from tradewinds.i18n import load_words
from tradewinds.kernel.evaluation import NO_NETWORK
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import Record, copy
from tradewinds.match import Match

HIDING = [box for box in BOXES if has_hidden_information(box) and box.players == 4]


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
    assert msgspec.json.encode(answers[0]) == msgspec.json.encode(answers[1])
    assert all(advice.points_margin >= 0 and advice.line[0] == advice.action for advice in answers[0].best)


def test_a_hint_lists_the_best_first_and_the_shares_of_all() -> None:
    match = later(load_game("bombay").box(4), 30)
    seat, before = match.to_act, match.masked(match.to_act)
    found = hint(match.box, before, seat, Budget(800))
    assert before.tobytes() == match.masked(seat).tobytes()
    assert [advice.action in match.legal() for advice in found.best] == [True] * 3
    assert [a.margin - a.share for a in found.best] == sorted(a.margin - a.share for a in found.best)
    assert sum(found.shares) == pytest.approx(1)
    assert found.shares[seat] == pytest.approx(found.best[0].share)
    assert found.playouts == 800
    assert len(hint(match.box, before, seat, Budget(800), best=1).best) == 1
    assert found == hint(match.box, before, seat, Budget(800))
    assert found != hint(match.box, before, seat, Budget(800), stream(7))


def test_a_sale_at_the_end_is_clear() -> None:
    """The last point of the game: selling a bale brings rupees, everything else nothing."""

    def arrange(d: PositionBuilder) -> None:
        d.at(0, "Bombay")
        d.carry(0, "yellow")
        d.state.set_number, d.state.round_number, d.state.turn = d.box.record.sets, d.box.record.rounds, 3
        d.state.start, d.state.seat, d.state.points = 1, 0, 1

    match = build_position(edit=arrange)
    found = hint(match.box, match.masked(0), 0, Budget(800))
    assert match.write(found.best[0].action).startswith("sell")
    assert found.certainty == "clear"


def test_a_single_legal_action_is_said_to_be_the_only_one() -> None:
    match = Match(load_game("borneo").box(3), seed="only")
    chooser = random.Random(1)
    while len(match.legal()) > 1:
        match.play(chooser.choice(match.legal()))
    found = hint(match.box, match.masked(match.to_act), match.to_act, Budget(100))
    assert (found.certainty, len(found.best), found.best[0].visits) == ("only", 1, SEARCHES * 12)


def test_time_limit_is_kept() -> None:
    match = later(load_game("bombay").box(4), 10)
    found = hint(match.box, match.masked(match.to_act), match.to_act, Budget(seconds=0.05))
    assert 0 < found.playouts < 100_000


def test_any_action_can_be_evaluated_with_all_playouts() -> None:
    match = later(load_game("bombay").box(3), 20)
    seat = match.to_act
    for action in match.legal():
        found = evaluate_action(match.box, match.masked(seat), seat, action, Budget(400), stream(3))
        assert (found.action, found.visits) == (action, 400)
        assert 0 <= found.share <= 1
        assert sum(found.shares) == pytest.approx(1)


def test_dominated_action_is_evaluated_like_any_other() -> None:
    """Searches leave it out: giving up a whole turn is worth no more than waiting, which brings a rupee."""
    match = later(load_game("bombay").box(3), 20)
    while match.state.points < match.box.record.points:
        match.play("pass")
    seat = match.to_act
    given_up, waited = (
        evaluate_action(match.box, match.masked(seat), seat, match.read(move), Budget(400), stream(3))
        for move in ("pass", "wait")
    )
    assert match.game.evaluator_bindings.dominated(match.box.record, match.state, given_up.action)
    assert given_up.share < waited.share + given_up.margin + waited.margin
    assert given_up.visits == waited.visits == 400
    ensemble = run_search(make_ensemble(match.box, match.masked(seat), seat, Budget(80), stream(3)), Budget(80))
    assert plan(ensemble, given_up.move, given_up.order).actions == [given_up.action]


def two_ways() -> tuple[Match, list[int]]:
    """The last turn: a sale in Indore wins, and both ways there take three actions. A search keeps one of them."""

    def arrange(d: PositionBuilder) -> None:
        last_turn(d)
        d.carry(0, "violet")
        d.at(0, "F2")
        for space in ("G1", "G2", "H2"):
            d.palace(1, space)
        d.state.rupees[:4] = 20, 0, 23, 2

    match = build_position(edit=arrange)
    return match, [match.read(move) for move in ("move G1", "move G2")]


def test_every_way_to_the_same_end_is_worth_the_same() -> None:
    match, ways = two_ways()
    found = [evaluate_action(match.box, match.masked(0), 0, way, Budget(80), stream(1)) for way in ways]
    assert [evaluation.share for evaluation in found] == pytest.approx([1, 1], abs=1e-3)
    searched = {o.action: o for o in evaluate_all(match, match.masked(0), Budget(80))}
    assert [searched[way].share for way in ways] == pytest.approx([1, 1], abs=1e-3)
    assert [searched[way].order[0] for way in ways] == ways
    assert searched[ways[0]].move == searched[ways[1]].move
    assert {action for action, o in searched.items() if o.share > 0.9} == set(ways)


def test_a_hint_tells_each_plan_once() -> None:
    """The second way to the same sale is no alternative, and is not said to be worse."""
    match, ways = two_ways()
    found = hint(match.box, match.masked(0), 0, Budget(80))
    assert found.best[0].action in ways
    assert not {advice.action for advice in found.best[1:]} & set(ways)
    assert found.certainty == "clear"


def test_a_review_agrees_with_every_way_to_the_best_end() -> None:
    match, ways = two_ways()
    for way in ways:
        task = ReviewTask(1, 0, way, match.masked(0), len(match.legal()))
        decision = examine(match, task, 80, stream(1))
        assert (decision.best.action, decision.played.action, decision.cost) == (way, way, 0)
        assert (decision.best.line[0], len(decision.best.line)) == (way, 3)


def evaluate_all(match: Match, masked: Record, budget: Budget) -> list[Evaluation]:
    """Return the evaluations of all actions of the seat to act, best first."""
    return evaluations(run_search(make_ensemble(match.box, masked, match.to_act, budget, stream(1)), budget))


def test_margins_reflect_disagreement_of_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Evaluations with different chance differ as much as each of them says."""
    monkeypatch.setattr("tradewinds.bots.evaluate.network_of", lambda _: NO_NETWORK)
    match = later(load_game("bombay").box(4), 30)
    seat = match.to_act
    action = evaluate_all(match, match.masked(seat), Budget(800))[0].action
    found = [evaluate_action(match.box, match.masked(seat), seat, action, Budget(1600), stream(n)) for n in range(24)]
    spread = pstdev(evaluation.share for evaluation in found)
    claimed = sum(evaluation.margin for evaluation in found) / len(found) / MARGIN
    assert 0.6 < spread / claimed < 1.6


def test_masks_stay_as_they_are() -> None:
    match = later(load_game("bombay").box(2, options={"screens": "closed"}), 12)
    masked = match.masked(match.to_act)
    kept = copy(masked)
    evaluate_all(match, masked, Budget(64))
    assert masked.tobytes() == kept.tobytes()
    assert match.box.legal_actions(masked) == match.legal()


def last_turn(d: PositionBuilder) -> None:
    """Give seat 0 the last turn and a yellow bale, two spaces from Bombay, which wants it most."""
    d.carry(0, "yellow")
    d.state.set_number, d.state.round_number, d.state.turn = d.box.record.sets, d.box.record.rounds, 3
    d.state.start, d.state.seat = 1, 0


def test_the_reason_for_a_sale_names_the_demand_and_the_price() -> None:
    def arrange(d: PositionBuilder) -> None:
        last_turn(d)
        d.at(0, "Bombay")
        d.state.points = 1

    match = build_position(edit=arrange)
    best = hint(match.box, match.masked(0), 0, Budget(800)).best[0]
    assert best.reason
    assert load_words("en").say(best.reason) == "sells a yellow bale at the top demand of Bombay for 5 rupees"
    assert best.points > best.rival


def test_the_plan_is_the_rest_of_the_turn() -> None:
    """Two spaces away from the buyer: the hint for the first step tells the second and the sale."""

    def arrange(d: PositionBuilder) -> None:
        last_turn(d)
        d.at(0, next(name for name in d.box.labels["space"] if way(d, name, "Bombay") == 2))
        d.palace(1, "G1")
        d.palace(1, "G2")
        d.state.rupees[1:4] = 0

    match = build_position(edit=arrange)
    best = hint(match.box, match.masked(0), 0, Budget(1600)).best[0]
    told = [load_words("en").say(step) for step in best.plan]
    assert [match.write(action).split()[0] for action in best.line] == ["move", "move", "sell"]
    assert told[0].startswith("Move to Bombay")
    assert told[1].startswith("Sell a yellow bale for 5 rupees")
    assert len(told) == 2
    assert best.reason
    assert "top demand of Bombay" in load_words("en").say(best.reason)


def way(d: PositionBuilder, one: str, other: str) -> int:
    return int(d.box.record.steps[d.space(one), d.space(other)])


@pytest.mark.parametrize(
    ("rich", "said"), [(0, "You are well ahead whatever you play"), (1, "You are far behind whatever you play")]
)
def test_a_decided_game_compares_points(rich: int, said: str) -> None:
    """Whoever has forty rupees more has won: what counts then is that selling brings five points."""

    def arrange(d: PositionBuilder) -> None:
        last_turn(d)
        d.at(0, "Bombay")
        d.state.points = 1
        d.state.rupees[rich] = 60

    match = build_position(edit=arrange)
    found = hint(match.box, match.masked(0), 0, Budget(800))
    assert found.decided == ("won" if rich == 0 else "lost")
    assert match.write(found.best[0].action) == "sell yellow"
    assert [advice.points for advice in found.best] == sorted((a.points for a in found.best), reverse=True)
    assert (found.certainty, round(found.lead)) == ("clear", 5)
    assert load_words("en").say(verdict_phrase(found)) == f"{said}: the first move brings about 5 points more."


def test_a_plan_ends_where_chance_or_somebody_else_begins() -> None:
    """In Borneo a laid card is followed by drawing, an attack by the defender: neither is foreseen."""
    match = later(load_game("borneo").box(4), 60)
    seat = match.to_act
    for action in match.legal():
        line = follow(match.box, match.masked(seat), seat, [action, *match.legal()])
        assert line.actions[0] == action
        for masked in line.masks[1:-1]:
            assert match.game.rules.to_act(match.box.record, masked) == seat
        if match.write(action).startswith(("lay", "done")):
            assert len(line.actions) == 1
