"""Encoding of a selection as a message: action texts and a sentence about their effect."""

from collections.abc import Sequence

from tradewinds.i18n import Words
from tradewinds.kernel.game import Box
from tradewinds.kernel.game_types import Selection
from tradewinds.match.notation import write
from tradewinds.server import protocol


def selection_message(box: Box, found: Selection, words: Words) -> protocol.SelectionInfo:
    def texts(actions: Sequence[int]) -> list[str]:
        return [write(box, action) for action in actions]

    return protocol.SelectionInfo(
        heads=texts(found.heads),
        options=texts(found.options),
        chosen=texts(found.chosen),
        suggestion=texts(found.suggestion),
        play=texts(found.play),
        sentence=" ".join(words.say(phrase) for phrase in found.sentences),
        label=words.say(found.label) if found.label else "",
    )
