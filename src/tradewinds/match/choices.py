"""What a seat can choose from, in one go: number, text as in records and what it is. From the seat's mask only."""

from collections.abc import Sequence
from typing import NamedTuple

from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import Record
from tradewinds.match.notation import write


class Choice(NamedTuple):
    """A legal action."""

    action: int
    text: str
    phrase: Phrase


def tell_choices(box: Box, masked: Record, actions: Sequence[int]) -> list[Choice]:
    """Some legal actions of the seat to act, whose mask this is."""
    phrases = box.game.describe(box, masked, actions)
    return [Choice(action, write(box, action), phrase) for action, phrase in zip(actions, phrases, strict=True)]
