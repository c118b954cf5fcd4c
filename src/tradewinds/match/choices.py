"""Legal actions with their record notation and description, from the seat's mask only."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from tradewinds.i18n import Phrase, Words
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import Record
from tradewinds.match.notation import write


class ChoiceInfo(msgspec.Struct):
    """A legal action: its number, its notation in records, and its description as a sentence."""

    action: int
    text: str
    sentence: str


class Choice(NamedTuple):
    """A legal action with its record notation and its description."""

    action: int
    text: str
    phrase: Phrase

    def info(self, words: Words) -> ChoiceInfo:
        """Return the choice with its description as a sentence."""
        return ChoiceInfo(self.action, self.text, words.say(self.phrase))


def describe_choices(box: Box, masked: Record, actions: Sequence[int]) -> list[Choice]:
    """Return choices for legal actions of the seat to act, described from its mask."""
    phrases = box.game.describe(box, masked, actions)
    return [Choice(action, write(box, action), phrase) for action, phrase in zip(actions, phrases, strict=True)]
