"""Reviews: judged from masks, the same with any number of workers, and able to tell a mistake from noise."""

from xml.etree import ElementTree

import pytest

from tests.bombay.position_builder import PositionBuilder, build_position
from tradewinds.analysis.review import Review, examine, review, review_tasks
from tradewinds.analysis.review_picture import picture
from tradewinds.analysis.review_report import report
from tradewinds.bots import DEFAULT_BUDGET
from tradewinds.bots.registry import make_bot
from tradewinds.executor import LocalExecutor
from tradewinds.games.bombay import GAME
from tradewinds.i18n import LANGUAGES, Problem, load_words
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.random import stream
from tradewinds.match import Match


def played(box: Box, *specs: str) -> Match:
    names = ["Ada", "Bo & <Co>", "Cy", "Dee", "Eli"][: box.players]
    match, bots = Match(box, names, seed="review"), [make_bot(spec, box.game) for spec in specs]
    while not match.is_over:
        seat = match.to_act
        action = bots[seat].choose(match.box, match.masked(seat), seat, DEFAULT_BUDGET, stream(len(match.steps)))
        match.play(action)
    return match


@pytest.fixture(scope="module")
def match() -> Match:
    return played(GAME.box(3, options={"screens": "closed"}), "random", "greedy", "novice")


@pytest.fixture(scope="module")
def found(match: Match) -> Review:
    return review(match, 400, seed=2)


def test_every_decision_with_a_choice_is_reviewed(match: Match, found: Review) -> None:
    assert [d.number for d in found.decisions] == [q.number for q in review_tasks(match)]
    for decision in found.decisions:
        step = match.steps[decision.number - 1]
        assert (decision.seat, decision.played.action) == (step.seat, step.action)
        assert decision.choices > 1
        assert sum(decision.shares) == pytest.approx(1)
        if decision.cost:
            assert decision.cost == pytest.approx(decision.best.share - decision.played.share)
            assert decision.cost > decision.margin > 0
            assert decision.best.action != decision.played.action


def test_the_graph_ends_with_the_result(match: Match, found: Review) -> None:
    assert found.graph[-1].number == len(match.steps)
    assert found.graph[-1].shares == match.winners()
    assert all(sum(point.shares) == pytest.approx(1) for point in found.graph)
    assert [seat.result for seat in found.seats] == match.winners()
    assert [seat.points for seat in found.seats] == match.scores()


def test_seats_are_summed_up(found: Review) -> None:
    for seat in found.seats:
        own = [decision for decision in found.decisions if decision.seat == seat.seat]
        assert seat.decisions == len(own)
        assert seat.cost == pytest.approx(sum(decision.cost for decision in own))
        assert seat.mistakes == len(found.worst(1000, seat.seat))
    assert any(seat.mistakes for seat in found.seats)
    worst = found.worst(1000)
    assert [d.cost for d in worst] == sorted((d.cost for d in worst), reverse=True)
    assert found.worst(3) == worst[:3]


def test_review_does_not_depend_on_workers(match: Match, found: Review) -> None:
    assert review(match, 400, seed=2, executor=LocalExecutor(3)) == found
    assert review(match, 400, seed=3) != found


def test_decisions_are_reviewed_from_masks() -> None:
    """Deal anew what was hidden at a decision: its verdict stays the same."""
    borneo = load_game("borneo")
    match = played(borneo.box(3, options={"stores": "closed"}), "random", "greedy", "novice")
    for question in review_tasks(match):
        assert question.masked.tobytes() == match.masked(question.seat, question.number - 1).tobytes()
    asked = review_tasks(match)[20]
    world = match.masked(asked.seat, asked.number - 1)
    borneo.rules.redeal(match.box.record, world, asked.seat, stream(8))
    assert world.tobytes() != match.state_at(asked.number - 1).tobytes()
    other = Match(match.box, match.seats, seed="other", origin=world)
    other.play(asked.action)
    (again, *_) = review_tasks(other)
    verdicts = [examine(m, q, 400, stream(6)) for m, q in ((match, asked), (other, again))]
    assert verdicts[0].shares == verdicts[1].shares
    assert (verdicts[0].best, verdicts[0].played) == (verdicts[1].best, verdicts[1].played)


@pytest.mark.parametrize(("move", "costly"), [("sell", False), ("wait", True)])
def test_a_thrown_away_win_is_found(move: str, costly: bool) -> None:
    """The last turn of the game, with a bale that somebody would buy: who passes it up loses a certain win."""

    def arrange(d: PositionBuilder) -> None:
        d.at(0, "Bombay")
        d.carry(0, "yellow")
        d.state.set_number, d.state.round_number, d.state.turn = d.box.record.sets, d.box.record.rounds, 3
        d.state.start, d.state.seat = 1, 0
        d.state.rupees[1] = 4

    match = build_position(edit=arrange)
    match.play(move)
    while not match.is_over:
        match.play("pass")
    (decision, *_) = review(match, 800).decisions
    assert decision.number == 1
    assert decision.best.share > 0.99
    assert (decision.cost > 0.3) == costly


@pytest.mark.parametrize(("move", "costly"), [("sell", False), ("pass", True)])
def test_where_the_win_is_decided_points_are_compared(move: str, costly: bool) -> None:
    """Sixty rupees ahead nothing can be lost but points: a bale that is not sold costs five of them."""

    def arrange(d: PositionBuilder) -> None:
        d.at(0, "Bombay")
        d.carry(0, "yellow")
        d.state.set_number, d.state.round_number, d.state.turn = d.box.record.sets, d.box.record.rounds, 3
        d.state.start, d.state.seat, d.state.points = 1, 0, 1
        d.state.rupees[0] = 60

    match = build_position(edit=arrange)
    match.play(move)
    while not match.is_over:
        match.play("pass")
    found = review(match, 800)
    (decision, *_) = found.decisions
    assert (decision.decided, decision.cost) == ("won", 0)
    assert round(decision.points_cost) == (5 if costly else 0)
    assert [d.number for d in found.worst(5)] == ([1] if costly else [])
    if costly:
        text = report(found, match, load_words("en"), 5)
        for said in ("(−5 points)", "Well ahead either way: about", "Why: sells a yellow bale at the top demand"):
            assert said in text


def test_the_most_costly_decision_comes_first_unless_asked_for_time(match: Match, found: Review) -> None:
    seat = max(found.seats, key=lambda one: one.mistakes).seat
    worst = found.worst(100, seat)
    assert len(worst) > 2
    numbers = [decision.number for decision in worst]
    assert numbers != sorted(numbers), "this game must tell the two orders apart"
    for by_time, expected in ((False, numbers), (True, sorted(numbers))):
        text = report(found, match, load_words("en"), 100, seat, by_time=by_time)
        told = [int(line.split()[1]) for line in text.splitlines() if line.startswith("  move ")]
        assert told == expected


def test_forced_moves_are_not_reviewed() -> None:
    match = played(load_game("borneo").box(3), "random", "random", "random")
    asked = {question.number for question in review_tasks(match)}
    forced = set(range(1, len(match.steps) + 1)) - asked
    assert forced
    assert all(question.choices > 1 for question in review_tasks(match))


def test_running_games_are_not_reviewed() -> None:
    with pytest.raises(Problem, match="finished games"):
        review(Match(GAME.box(2)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_reviews_in_every_language(match: Match, found: Review, language: str) -> None:
    words = load_words(language)
    text = report(found, match, words, 2)
    assert "{" not in text
    assert all(name in text for name in match.seats)
    worst = found.worst(1)[0]
    assert str(worst.number) in text
    alone = report(found, match, words, 2, seat=0)
    assert "Ada" in alone
    assert "Cy:" not in alone
    drawn = ElementTree.fromstring(picture(found, match, words, 3))
    shown = [element.text or "" for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert sum(line.startswith(words.text("review.axis").capitalize()) for line in shown) >= 3
    assert any("Bo & <Co>" in line for line in shown)
    lines = list(drawn.iter("{http://www.w3.org/2000/svg}polyline"))
    assert len({line.get("stroke-dasharray") for line in lines}) >= 2


def test_a_flawless_game_has_no_marks(match: Match, found: Review) -> None:
    assert report(found, match, load_words("en"), 0).count("no clear mistake") == 3
    assert "(−" not in picture(found, match, load_words("en"), 0)
