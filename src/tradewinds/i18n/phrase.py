"""What is to be said, before a language is chosen."""

from collections.abc import Mapping

import msgspec


class Phrase(msgspec.Struct, frozen=True):
    """The key of a sentence and what goes into it: numbers, names, or further phrases and lists of them."""

    key: str
    values: Mapping[str, object] = {}


class Problem(ValueError):
    """Something went wrong that a person should be told; base of all errors that bad input can cause."""

    def __init__(self, *phrases: Phrase) -> None:
        super().__init__(*phrases)
        self.phrases = phrases

    def __str__(self) -> str:
        from tradewinds.i18n.catalogue import load_words

        return "\n".join(load_words("en").say(phrase) for phrase in self.phrases)
