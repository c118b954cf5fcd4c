"""Edition files: shared schema types, parsing, and comparison with the printed edition."""

import codecs
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from tradewinds.i18n import Phrase
from tradewinds.kernel.game import BoxError
from tradewinds.kernel.schema_errors import validation_errors
from tradewinds.registry import GAMES

Source = Literal["rulebook", "reconstruction", "owner"]
"""Origin of the data: the rulebook, a plausible reconstruction, or an owner's copy of the printed game."""
EditionName = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$", examples=["my-box"])]
Title = Annotated[str, msgspec.Meta(pattern=r"^[^\x00-\x1f\x7f]{1,60}$", examples=["Borneo, with our cards"])]
MAX_ERRORS = 20
T = TypeVar("T")

Difference = tuple[str, str, object, object]
"""A compared value: the rule id, the key in the file, the value there, and the printed value."""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of an edition file."""


class SourcedSection(Section, frozen=True):
    """A table that names the source of its data."""

    source: Source


def read_file(content: bytes, schema: type[T]) -> T:
    """Parse an edition file; raise BoxError with up to MAX_ERRORS validation errors and their locations."""
    data = read_tables(content)
    if found := validation_errors(data, schema):
        # For a file of another game, all further errors are noise.
        raise BoxError(*([one for one in found if one.values["place"] == "game"] or found[:MAX_ERRORS]))
    try:
        return msgspec.convert(data, schema)
    except msgspec.ValidationError as error:
        raise BoxError(Phrase("box.unreadable", {"reason": str(error)})) from error


def read_tables(content: bytes) -> dict[str, Any]:
    """Parse TOML; raise BoxError with the invalid line."""
    text = read_text(content)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        lines = text.rstrip().split("\n")
        place = re.search(r"line (\d+)", str(error))
        number = min(int(place[1]), len(lines)) if place else len(lines)
        values = {"line": number, "text": lines[number - 1].strip()[:120], "reason": str(error)}
        raise BoxError(Phrase("box.line", values)) from error
    except (ValueError, RecursionError) as error:
        raise BoxError(Phrase("box.unreadable", {"reason": str(error)[:200]})) from error


def read_text(content: bytes) -> str:
    """Decode a text file, accepting the byte order marks and line endings that Windows editors write."""
    encoding = "utf-16" if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    try:
        return content.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BoxError(Phrase("box.encoding", {"line": line})) from error


def game_of(content: bytes) -> str:
    """Return the name of the game in an edition file; raise BoxError if there is no such game."""
    game = read_tables(content).get("game")
    if game not in GAMES:
        raise BoxError(Phrase("box.no_game", {"known": " / ".join(f'game = "{known}"' for known in GAMES)}))
    return str(game)


def flatten(value: object, place: str = "") -> dict[str, object]:
    """Flatten a table to dotted keys, without the sources of its data."""
    builtin = msgspec.to_builtins(value)
    if not isinstance(builtin, dict):
        return {place: builtin}
    entries: dict[str, object] = {}
    for name, inner in builtin.items():
        if name != "source":
            entries |= flatten(inner, f"{place}.{name}")
    return entries


def compare_tables(rule: str, place: str, here: object, there: object) -> Iterator[Difference]:
    """Yield the compared values of two tables, entry by entry."""
    mine, printed = flatten(here), flatten(there)
    for name in sorted({*mine, *printed}):
        yield rule, f"{place}{name}", mine.get(name, "–"), printed.get(name, "–")


def compare_counts(rule: str, place: str, here: Counter[str], there: Counter[str]) -> Iterator[Difference]:
    """Yield the compared values of two counters."""
    for name in sorted({*here, *there}):
        yield rule, f"{place} ({name})", here[name], there[name]


def difference_phrases(compared: Iterator[Difference]) -> list[Phrase]:
    """Return a phrase for every value that differs from the printed edition."""
    return [
        Phrase("box.differs", {"rule": rule, "place": place, "value": here, "printed": there})
        for rule, place, here, there in compared
        if here != there
    ]
