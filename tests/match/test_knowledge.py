"""What a seat learns when a position changes."""

from tradewinds.kernel.game import load_game
from tradewinds.kernel.record import Record, copy
from tradewinds.match import Match
from tradewinds.match.knowledge import learns


def teaches(match: Match, before: Record, after: Record) -> bool:
    return learns(match.game, before.tobytes(), after.tobytes())


def test_an_uncovered_value_is_learned() -> None:
    match = Match(load_game("bombay").box(3, options={"screens": "closed", "start": "1"}), seed="learn")
    hidden = match.shown(0)
    assert not teaches(match, hidden, copy(hidden))
    uncovered = copy(hidden)
    uncovered.rupees[2] = match.state.rupees[2]
    assert teaches(match, hidden, uncovered)
    assert not teaches(match, uncovered, hidden)
    changed = match.game.layout.changed_fields(hidden.tobytes(), uncovered.tobytes())
    assert [place.field.name for place in changed] == ["rupees"]


def test_visible_moves_reveal_nothing() -> None:
    match = Match(load_game("bombay").box(3, options={"screens": "closed", "start": "1"}), seed="learn")
    before = match.shown(1)
    assert not match.play("move E2").final
    assert not teaches(match, before, match.shown(1))


def test_a_card_that_turns_up_is_learned_by_the_others_only() -> None:
    match = Match(load_game("borneo").box(3, options={"start": "1"}), seed="learn")
    hidden, own, laid = match.shown(1), match.shown(0), copy(match.state)
    card = int(laid.hand[0]).bit_length() - 1
    laid.hand[0] -= 1 << card
    laid.lying[0, 0] = card
    assert teaches(match, hidden, match.show(laid, 1))
    assert not teaches(match, own, match.show(laid, 0))
