"""Files of editions: what the shapes of all games share, how a file is read, and how two of them are compared."""

from collections import Counter
from collections.abc import Iterator
from typing import Literal, TypeVar

import msgspec

from tradewinds.kernel.game import BoxError
from tradewinds.words import Phrase

Source = Literal["rulebook", "reconstruction"]
T = TypeVar("T")

Difference = tuple[str, str, object, object]
"""A rule, a place in the file, what stands there, and what the rulebook has."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file."""


class SourcedPart(Part, frozen=True):
    """A table that says where its facts come from."""

    source: Source


def read_file(content: bytes, shape: type[T]) -> T:
    """Read an edition's file; a BoxError says what cannot be read and where."""
    try:
        return msgspec.toml.decode(content, type=shape)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BoxError(Phrase("box.unreadable", {"reason": str(error)})) from error


def flat(value: object, place: str = "") -> dict[str, object]:
    """A table as one level of dotted names, without its source."""
    builtin = msgspec.to_builtins(value)
    if not isinstance(builtin, dict):
        return {place: builtin}
    entries: dict[str, object] = {}
    for name, inner in builtin.items():
        if name != "source":
            entries |= flat(inner, f"{place}.{name}")
    return entries


def compare_tables(rule: str, place: str, here: object, there: object) -> Iterator[Difference]:
    """Two tables side by side, entry by entry."""
    mine, printed = flat(here), flat(there)
    for name in sorted({*mine, *printed}):
        yield rule, f"{place}{name}", mine.get(name, "–"), printed.get(name, "–")


def compare_counts(rule: str, place: str, here: Counter[str], there: Counter[str]) -> Iterator[Difference]:
    """Counts of one kind of thing side by side."""
    for name in sorted({*here, *there}):
        yield rule, f"{place} ({name})", here[name], there[name]


def tell_differences(compared: Iterator[Difference]) -> list[Phrase]:
    """A sentence for everything that is not as printed."""
    return [
        Phrase("box.differs", {"rule": rule, "place": place, "value": here, "printed": there})
        for rule, place, here, there in compared
        if here != there
    ]
