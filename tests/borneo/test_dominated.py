"""Actions that bots leave out: cards wasted in challenges, and a declined reward."""

from tests.borneo.position_builder import play
from tests.borneo.test_challenge_rules import ONE, OTHER, RED, fight
from tests.moves import moves
from tradewinds.match import Match


def left_out(match: Match) -> set[str]:
    """Return the legal moves that bots never consider."""
    bindings = match.game.evaluator_bindings
    found = [a for a in match.legal() if bindings.dominated(match.box.record, match.state, a)]
    assert len(found) < len(match.legal())
    return {match.write(action) for action in found}


def commit(*cards: str) -> set[str]:
    return {f"commit {card}" for card in cards}


def test_no_card_is_added_to_an_attack_that_cannot_fail() -> None:
    match = play(fight((RED[0], RED[1], ONE[3], OTHER[0]), ()), "challenge red 2 1")
    assert left_out(match) == set()
    play(match, f"commit {RED[0]}")
    assert left_out(match) == commit(RED[1], ONE[3]) == {move for move in moves(match) if move != "done"}


def test_no_weak_card_goes_before_one_that_cannot_fail() -> None:
    match = play(fight((ONE[0], RED[3], OTHER[0]), ()), "challenge red 2 1", f"commit {ONE[0]}")
    assert left_out(match) == commit(RED[3])


def test_attack_over_a_bonus_may_need_more_cards() -> None:
    match = play(fight((RED[0], RED[1], OTHER[0]), (), red="1 2 0"), "challenge red 3 1", f"commit {RED[0]}")
    assert left_out(match) == set()


def test_defence_that_cannot_hold_plays_no_card() -> None:
    match = fight((RED[0], OTHER[0]), (RED[1], ONE[0], OTHER[1]))
    play(match, "challenge red 2 1", f"commit {RED[0]}", "done")
    assert left_out(match) == commit(RED[1], ONE[0])


def test_defence_uses_all_the_cards_that_it_needs() -> None:
    """Four flags against three and one: only both strong cards hold."""
    match = fight((RED[0], ONE[0], OTHER[0]), (RED[1], RED[2], ONE[1], OTHER[1]))
    play(match, "challenge red 2 1", f"commit {RED[0]}", f"commit {ONE[0]}", "done")
    assert left_out(match) == commit(RED[2], ONE[1])
    play(match, f"commit {RED[1]}")
    assert left_out(match) == {"done", f"commit {ONE[1]}"}
    play(match, f"commit {RED[2]}")
    assert left_out(match) == set()


def test_defence_that_has_failed_can_be_finished() -> None:
    match = fight((RED[0], OTHER[0]), (ONE[0], OTHER[1]))
    play(match, "challenge red 2 1", f"commit {RED[0]}", "done", f"commit {ONE[0]}")
    assert moves(match) == ["done"]
    assert left_out(match) == set()


def test_reward_is_taken() -> None:
    match = fight((ONE[0], OTHER[0]), (RED[0], OTHER[1]))
    play(match, "challenge red 2 1", f"commit {ONE[0]}", "done", f"commit {RED[0]}", "done")
    assert left_out(match) == {"pass"}
