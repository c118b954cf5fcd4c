"""Errors with messages in any language."""

from tradewinds.i18n.catalogue import load_words
from tradewinds.i18n.phrase import Phrase


class Problem(ValueError):
    """Base of all errors that invalid input can cause, with messages in any language."""

    kind = ""
    """What went wrong, for programs; empty if it is the usual case."""

    def __init__(self, *phrases: Phrase) -> None:
        super().__init__(*phrases)
        self.phrases = phrases

    def __str__(self) -> str:
        return "\n".join(load_words("en").say(phrase) for phrase in self.phrases)
