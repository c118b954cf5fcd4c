"""Errors with translatable messages."""

from tradewinds.i18n.catalogue import load_words
from tradewinds.i18n.phrase import Phrase


class Problem(ValueError):
    """Base class of all errors caused by invalid input; its messages can be shown in any language."""

    kind = ""
    """Machine-readable kind of the error; if empty, whoever reports the error supplies one."""

    def __init__(self, *phrases: Phrase) -> None:
        super().__init__(*phrases)
        self.phrases = phrases

    def __str__(self) -> str:
        return "\n".join(load_words("en").say(phrase) for phrase in self.phrases)
