import random

import pytest

from tests.bombay.position_builder import PositionBuilder, build_position
from tests.boxes import every_box
from tradewinds.games.bombay import GAME
from tradewinds.i18n import load_words
from tradewinds.kernel.bindings import masks
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import SPECTATOR
from tradewinds.match import IllegalMove, Match, MoveError, TextError


def test_seats_have_names() -> None:
    assert Match(GAME.box(3)).seats == ("1", "2", "3")
    assert Match(GAME.box(2), [" Ada ", "Bo"]).seats == ("Ada", "Bo")


@pytest.mark.parametrize(
    "names", [["Ada"], ["Ada", "Ada"], ["Ada", ""], ["Ada", "B|o"], ["Ada", "B;o"], ["Ada", "B\no"], ["Ada", "x" * 41]]
)
def test_bad_names_are_refused(names: list[str]) -> None:
    with pytest.raises(TextError):
        Match(GAME.box(2), names)


def test_different_seeds_different_games() -> None:
    deals = {Match(GAME.box(4)).state.tobytes() for _ in range(10)}
    assert len(deals) > 8


def test_an_undone_move_can_be_replaced() -> None:
    match = build_position()
    match.play("move G3")
    assert match.undo(0).action == match.read("move G3")
    match.play("move E3")
    assert len(match.steps) == 1


def test_undo_is_for_the_seat_that_moved() -> None:
    match = build_position()
    with pytest.raises(MoveError, match="nothing to take back"):
        match.undo()
    match.play("wait")
    with pytest.raises(MoveError, match="another seat"):
        match.undo(1)
    match.undo(0)
    assert match.to_act == 0


def test_undo_stops_at_an_answer_even_if_undone() -> None:
    match = build_position()
    match.play("wait")
    match.play("move G3")
    match.undo(1)
    with pytest.raises(MoveError, match="learned"):
        match.undo(0)


@every_box
def test_against_bots_undo_reaches_back_to_the_first_decision_and_the_same_draws_come_again(box: Box) -> None:
    chooser = random.Random(box.digest)
    match = Match(box, seed="freely")
    for _ in range(60):
        if not match.is_over:
            match.play(chooser.choice(match.legal()))
    seat = match.steps[-1].seat
    played = [(step.seat, step.action) for step in match.steps]
    states = [match.state_at(number).tobytes() for number in range(len(played) + 1)]
    own = [number for number, (actor, _) in enumerate(played) if actor == seat]
    for number in reversed(own):
        assert match.undo_freely(seat).action == played[number][1]
        assert match.state.tobytes() == states[number]
        assert (len(match.steps), match.to_act, match.floor <= number) == (number, seat, True)
    with pytest.raises(MoveError, match="nothing to take back"):
        match.undo_freely(seat)
    for number in range(own[0], len(played)):
        assert match.play(played[number][1]).state.tobytes() == states[number + 1]


def test_undo_takes_back_a_whole_turn_step_by_step() -> None:
    match = build_position()
    origin = match.state.tobytes()
    for space in ("G3", "H1", "G3"):
        match.play(f"move {space}")
    assert match.to_act == 1
    for _ in range(3):
        match.undo(0)
    assert match.state.tobytes() == origin


def test_undo_does_not_reach_behind_a_refill() -> None:
    match = Match(GAME.box(2), seed="refill")
    while match.state.set_number == 1:
        match.play("wait")
    with pytest.raises(MoveError, match="learned"):
        match.undo()


def test_undo_does_not_reach_behind_the_end() -> None:
    """When the game is over the screens are lifted and the seed is shown."""
    match = Match(GAME.box(2), seed="end")
    while not match.is_over:
        match.play("wait")
    with pytest.raises(MoveError, match="learned"):
        match.undo()


def test_chance_is_the_same_after_undo() -> None:
    """Taking back and playing again cannot re-roll what comes."""
    match = Match(GAME.box(2), seed="again")
    other = Match(GAME.box(2), seed="again")
    for _ in range(7):
        for table in (match, other):
            table.play("wait")
    other.play("move G3")
    other.undo()
    match.play("wait")
    other.play("wait")
    assert match.state.tobytes() == other.state.tobytes()


def test_a_refusal_names_its_rule_and_says_why() -> None:
    match = build_position()
    with pytest.raises(IllegalMove, match="Too far: not next to your elephant") as caught:
        match.play("move Bombay")
    assert caught.value.rule == "BY-5.2"


def test_any_move_can_be_looked_at_again() -> None:
    match = build_position()
    match.play("move G3")
    match.play("pass")
    assert match.state_at(0).elephant[0] == 0
    assert match.state_at(1).tobytes() == match.steps[0].state.tobytes()
    with pytest.raises(TextError, match="no move 3"):
        match.state_at(3)


def test_a_move_tells_what_is_there() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.markets(left={"blue": 4})
        d.palace(1, "G3")

    match = build_position(edit=arrange)
    words = load_words("en").with_seats(["Ada", "Bo", "Cy", "Di"])
    told = [words.say(match.describe(action)) for action in match.legal()]
    assert told[2:] == [
        "Move to E2, a closed violet post (1 action)",
        "Move to E3, a closed orange post (1 action)",
        "Move to G3 (1 action); Bo earns 1 rupee",
        "Move to G7, with the token bale (1 action)",
    ]


@every_box
def test_choices_are_the_legal_actions(box: Box) -> None:
    chooser, match = random.Random(box.name), Match(box, seed="choices")
    while not match.is_over:
        told = [(choice.action, choice.text, choice.phrase) for choice in match.choices()]
        assert told == [(action, match.write(action), match.describe(action)) for action in match.legal()]
        match.play(chooser.choice(told)[0])
    assert match.choices() == []


@every_box
def test_all_masks_at_once_are_those_of_each_seat(box: Box) -> None:
    chooser, match = random.Random(box.name), Match(box, seed="masks")
    while not match.is_over:
        together = masks(box.record, match.state, box.players)
        assert together == [match.masked(seat).tobytes() for seat in (*range(box.players), SPECTATOR)]
        match.play(chooser.choice(match.legal()))


@every_box
def test_seat_without_own_information_gets_the_public_story(box: Box) -> None:
    """Servers tell such seats the public story without working theirs out, see `Course.learned_in_public`."""
    chooser, match = random.Random(box.name), Match(box, seed="own")
    while not match.is_over:
        before = match.shown_to_all(match.state)
        number, after = len(match.steps), match.shown_to_all(match.play(chooser.choice(match.legal())).state)
        if before[SPECTATOR] == after[SPECTATOR]:
            continue
        for seat in range(box.players):
            if beyond(before, seat) == beyond(after, seat):
                assert match.story(number + 1, seat) == match.story(number + 1)


def beyond(known: list[bytes], seat: int) -> list[int]:
    """Return what a seat's mask has beyond the public one."""
    return [own ^ public for own, public in zip(known[seat], known[SPECTATOR], strict=True)]


def test_points_are_counted_at_the_end() -> None:
    match = build_position(screens="closed")
    for count in (match.scores, match.winners):
        with pytest.raises(MoveError, match="when the game is over"):
            count()


def test_story_of_a_turn() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.palace(1, "G3")
        d.carry(0, "yellow")

    match = build_position(edit=arrange)
    match.play("move G3")
    match.play("move Bombay")
    match.play("sell")
    keys = [[phrase.key.rsplit(".", 1)[1] for phrase in match.story(number)] for number in (1, 2, 3)]
    assert keys == [["move", "toll"], ["move"], ["sell", "city_token"]]
