"""Phrases: messages before a language is chosen."""

from collections.abc import Mapping

import msgspec


class Phrase(msgspec.Struct, frozen=True):
    """A message key with its values: numbers, names, or nested phrases and lists of them."""

    key: str
    values: Mapping[str, object] = {}


class Problem(ValueError):
    """Base of all errors that invalid input can cause, with messages in any language."""

    def __init__(self, *phrases: Phrase) -> None:
        super().__init__(*phrases)
        self.phrases = phrases

    def __str__(self) -> str:
        from tradewinds.i18n.catalogue import load_words

        return "\n".join(load_words("en").say(phrase) for phrase in self.phrases)
