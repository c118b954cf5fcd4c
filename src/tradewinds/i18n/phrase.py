"""Phrases: messages independent of any language."""

from collections.abc import Mapping

import msgspec


class Phrase(msgspec.Struct, frozen=True):
    """A message key with its values: numbers, names, or nested phrases and lists of them."""

    key: str
    values: Mapping[str, object] = {}
