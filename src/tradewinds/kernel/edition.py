"""Files of editions: what the shapes of all games share, how a file is read, and how two of them are compared."""

import codecs
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from tradewinds.games import GAMES
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import BoxError
from tradewinds.kernel.schema_errors import misfits

Source = Literal["rulebook", "reconstruction", "owner"]
"""The rulebook prints it; it is plausible, where pictures are lost; or an owner has read it off the printed game."""
EditionName = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$", examples=["my-box"])]
Title = Annotated[str, msgspec.Meta(pattern=r"^[^\x00-\x1f\x7f]{1,60}$", examples=["Borneo, with our cards"])]
MOST_MISFITS = 20
T = TypeVar("T")

Difference = tuple[str, str, object, object]
"""A rule, a place in the file, what stands there, and what the rulebook has."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file."""


class SourcedPart(Part, frozen=True):
    """A table that says where its facts come from."""

    source: Source


def read_file(content: bytes, shape: type[T]) -> T:
    """Read an edition's file; a BoxError says what cannot be read and where, all of it at once."""
    data = read_tables(content)
    if found := misfits(data, shape):
        # Of a file for another game nothing else is worth saying.
        raise BoxError(*([one for one in found if one.values["place"] == "game"] or found[:MOST_MISFITS]))
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        raise BoxError(Phrase("box.unreadable", {"reason": str(error)})) from error


def read_tables(content: bytes) -> dict[str, Any]:
    """The tables of a file; a BoxError says which line cannot be read."""
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
    """The text of a file, with the marks and line ends that Windows may have given it."""
    encoding = "utf-16" if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    try:
        return content.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BoxError(Phrase("box.encoding", {"line": line})) from error


def game_of(content: bytes) -> str:
    """The game to which a file belongs by its own account; a BoxError if it names none that there is."""
    game = read_tables(content).get("game")
    if game not in GAMES:
        raise BoxError(Phrase("box.no_game", {"known": " / ".join(f'game = "{known}"' for known in GAMES)}))
    return str(game)


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
