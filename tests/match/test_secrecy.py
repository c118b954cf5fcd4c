"""Deal everything anew that a seat cannot know: every byte sent to that seat stays the same."""

import random

import msgspec
import pytest

from tests.boxes import BOXES, has_secrets
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import SPECTATOR
from tradewinds.match import Match
from tradewinds.match.record import position_text
from tradewinds.words import load_words

HIDING = [box for box in BOXES if has_secrets(box)]


def sent(match: Match, seat: int) -> list[str]:
    """Everything that a seat is sent about a position and the last action."""
    words = load_words("en")
    lines = [msgspec.json.encode(match.view(seat)).decode(), position_text(match.box, match.masked(seat))]
    lines += [words.say(phrase) for phrase in match.story(len(match.steps), seat)]
    if not match.is_over and match.to_act == seat:
        lines += [words.say(match.describe(action)) for action in match.legal()]
        step = 1 + match.game.actions // 50
        lines += [str(match.refusal(action)) for action in range(len(match.steps) % step, match.game.actions, step)]
    return lines


@pytest.mark.parametrize("box", HIDING, ids=[box.name for box in HIDING])
def test_nothing_sent_depends_on_what_is_hidden(box: Box) -> None:
    chooser = random.Random(box.name)
    different = 0
    for game in range(2):
        match = Match(box, seed=f"secrecy-{game}")
        while not match.is_over:
            action = chooser.choice(match.legal())
            seat = chooser.randrange(SPECTATOR, box.players)
            world = match.masked(seat)
            box.game.rules.redeal(box.record, world, seat, stream(chooser.randrange(2**32)))
            real, dreamt = Match(box, seed="now", origin=match.state), Match(box, seed="now", origin=world)
            different += world.tobytes() != match.state.tobytes()
            assert sent(real, seat) == sent(dreamt, seat)
            # The action may be one that the other world does not allow: money is what is hidden.
            if dreamt.refusal(action) is None:
                real.play(action)
                dreamt.play(action)
                # What an action brings may depend on what is hidden, and then it is seen.
                if real.masked(seat).tobytes() == dreamt.masked(seat).tobytes():
                    assert sent(real, seat) == sent(dreamt, seat)
            match.play(action)
    assert different > 50
