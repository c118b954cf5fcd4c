"""Change everything that a seat is not shown: every byte sent to that seat stays the same."""

import random

import msgspec
import pytest

from tests.boxes import BOXES, conceals
from tests.worlds import look_alike
from tradewinds.i18n import load_words
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import SPECTATOR
from tradewinds.match import Match, MoveError
from tradewinds.match.record import position_text, record_text

DECIDES_UNSEEN = {"bombay": False, "borneo": True}
"""Whether some decisions of a game have several steps that others may not follow."""

HIDING = [box for box in BOXES if conceals(box)]


def sent_to(match: Match, seat: int) -> list[str]:
    """Return everything that a seat is sent about a position and the last action."""
    words = load_words("en")
    lines = [msgspec.json.encode(match.view(seat)).decode(), position_text(match.box, match.shown(seat))]
    lines += [words.say(phrase) for phrase in match.story(len(match.steps), seat)]
    lines += [str(match.may_undo(seat)), str(match.published)]
    if not match.is_over and match.to_act == seat:
        lines += [words.say(match.describe(action)) for action in match.legal()]
        step = 1 + match.game.actions // 50
        lines += [str(match.refusal(action)) for action in range(len(match.steps) % step, match.game.actions, step)]
    return lines


@pytest.mark.parametrize("box", HIDING, ids=[box.name for box in HIDING])
def test_nothing_sent_depends_on_hidden_information(box: Box) -> None:
    chooser = random.Random(box.name)
    compared = different = 0
    match = Match(box, seed="secrecy")
    while not match.is_over:
        action = chooser.choice(match.legal())
        if chooser.random() < 0.4:
            compared += 1
            different += compare_worlds(match, action, chooser)
        match.play(action)
    assert different > compared / 2


def compare_worlds(match: Match, action: int, chooser: random.Random) -> bool:
    """Change what a seat is not shown and compare what it is sent before and after the action."""
    box, seat = match.box, chooser.randrange(SPECTATOR, match.box.players)
    world = look_alike(box, match.state, seat, chooser)
    real, dreamt = Match(box, seed="now", origin=match.state), Match(box, seed="now", origin=world)
    assert sent_to(real, seat) == sent_to(dreamt, seat)
    # The action may be one that the other world does not allow.
    if dreamt.refusal(action) is None:
        real.play(action)
        dreamt.play(action)
        # What an action brings may depend on what is hidden, and then it is seen.
        if real.shown(seat).tobytes() == dreamt.shown(seat).tobytes():
            assert sent_to(real, seat) == sent_to(dreamt, seat)
    return bool(world.tobytes() != match.state.tobytes())


@pytest.mark.parametrize("box", HIDING, ids=[box.name for box in HIDING])
def test_what_a_seat_does_not_see_is_not_told_and_not_exported(box: Box) -> None:
    chooser, unseen = random.Random(box.name), 0
    match = Match(box, seed="unseen")
    while not match.is_over:
        actor, before = match.to_act, match.published
        others = [seat for seat in range(SPECTATOR, box.players) if seat != actor]
        could = [undo_refusal(match, seat) for seat in others]
        match.play(chooser.choice(match.legal()))
        hidden = match.published < len(match.steps)
        unseen += hidden
        if hidden:
            assert match.published == before
            assert not any(match.story(len(match.steps), seat) for seat in others)
            assert match.may_undo(actor)
            # Whether others may take something back, and why not, does not tell them that a decision has begun.
            assert [undo_refusal(match, seat) for seat in others] == could
            moves = [line for line in record_text(match, reveal=False).splitlines() if line[:1].isdigit()]
            assert len(moves) == match.published
    assert (unseen > 0) == DECIDES_UNSEEN.get(box.game.name, unseen > 0)


def undo_refusal(match: Match, seat: int) -> str | None:
    """Return why a seat may not undo; None if it may."""
    try:
        match.require_undo(seat)
    except MoveError as error:
        assert not match.may_undo(seat)
        return error.phrases[0].key
    assert match.may_undo(seat)
    return None


def test_undo_includes_hidden_actions_of_others() -> None:
    taken = 0
    for box in HIDING:
        chooser, match = random.Random(box.name), Match(box, seed="begun")
        while not match.is_over:
            actor = match.to_act
            match.play(chooser.choice(match.legal()))
            for seat in set(range(box.players)) - {actor}:
                if match.published < len(match.steps) and match.may_undo(seat) and match.steps[-1].seat != seat:
                    number = match.published
                    before = match.state_at(number - 1).tobytes()
                    assert match.undo(seat).seat == seat
                    assert (len(match.steps), match.state.tobytes()) == (number - 1, before)
                    taken += 1
    assert taken > 10
