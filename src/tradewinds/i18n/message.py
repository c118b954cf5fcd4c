"""The message format of all catalogues: a subset of ICU MessageFormat, parsed once into parts.

- `{name}` is a value.
- `{n, plural, one {# rupee} other {# rupees}}` chooses by the plural category of a number (`plural.py`), shown as `#`.
- `{value, select, red {…} other {…}}` chooses by the value.

Two kinds of arguments are not part of ICU:

- `{colour, name, a_bale}` is the value's name in the table `a_bale`, or, if `a_bale` is a message instead of a table,
  that message with the value as its only argument: `rupees = "{n, plural, one {# rupee} other {# rupees}}"`.
- `{seat, seat}` is the name of the player at a seat.

`other` is required and used for every missing case. Braces are always syntax and apostrophes always text.
The web client parses the same format in `web/src/lib/message.ts`; both are tested with `tests/i18n/messages.json`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, Protocol, TypeAlias

from tradewinds.i18n.plural import CATEGORIES

TEXT = re.compile(r"[^{}]*")
TEXT_IN_PLURAL = re.compile(r"[^{}#]*")
WORD = re.compile(r"\s*[\w-]+\s*", re.ASCII)
SPACE = re.compile(r"\s*")


class Filler(Protocol):
    """The formatting context of a writer: seat names, and a method that formats nested parts. `Words` implements it."""

    seats: tuple[str, ...]

    def fill(self, parts: Sequence["Part"], values: Mapping[str, object]) -> str:
        """Format parsed parts with the values of the message."""


Writer: TypeAlias = Callable[[Any, Filler, Mapping[str, object]], str]
"""Formats the value of an argument; also takes all values of the message, for nested parts."""
FindNames: TypeAlias = Callable[[str], Any]
"""Looks up a name table, or the message used in place of one."""
Forms: TypeAlias = dict[str, list["Part"]]


class Part(NamedTuple):
    """Literal text, optionally followed by an argument, whose value is converted with `str` if there is no writer."""

    text: str
    argument: str | None = None
    write: Writer | None = None


class MessageParser:
    """Parser of one message. If it replaces a name table, all of its arguments stand for the argument `only`."""

    def __init__(
        self, message: str, category: Callable[[object], str], find_names: FindNames, only: str | None = None
    ) -> None:
        self.message = message
        self.category = category
        self.find_names = find_names
        self.only = only
        self.at = 0

    def parse(self) -> list[Part]:
        """Parse the whole message."""
        parts = self.parse_parts(None)
        if self.at < len(self.message):
            self.fail("the end")
        return parts

    def parse_parts(self, number: str | None) -> list[Part]:
        """Parse up to a closing brace or the end; `number` is the argument that `#` stands for."""
        parts: list[Part] = []
        while True:
            text = self.take(TEXT_IN_PLURAL if number else TEXT)
            if self.skip("{"):
                first, *rest = self.parse_argument()
                parts += [first._replace(text=text + first.text), *rest]
            elif number and self.skip("#"):
                parts.append(Part(text, number))
            else:
                return [*parts, Part(text)] if text or not parts else parts

    def parse_argument(self) -> list[Part]:
        """Parse an argument after its opening brace."""
        word = self.take_word()
        name = self.only or word
        kind = self.take_word() if self.skip(",") else ""
        parts = self.parse_kind(name, kind)
        self.expect("}")
        return parts

    def parse_kind(self, name: str, kind: str) -> list[Part]:
        """Parse the rest of an argument after its kind."""
        if not kind:
            return [Part("", name)]
        if kind == "seat":
            return [Part("", name, write_seat)]
        if kind not in ("plural", "select", "name"):
            self.fail("plural, select, name or seat")
        self.expect(",")
        if kind == "plural":
            return [Part("", name, plural_writer(self.category, self.parse_forms(name)))]
        if kind == "select":
            return [Part("", name, select_writer(self.parse_forms(None)))]
        names = self.find_names(self.take_word())
        if isinstance(names, str):
            return MessageParser(names, self.category, self.find_names, name).parse()
        return [Part("", name, name_writer(names))]

    def parse_forms(self, number: str | None) -> Forms:
        """Parse the cases of a plural or select argument."""
        forms: Forms = {}
        while self.message[self.at : self.at + 1] != "}":
            case = self.take_word()
            self.expect("{")
            forms[case] = self.parse_parts(number)
            self.expect("}")
            self.take(SPACE)
        if "other" not in forms:
            self.fail("the case other")
        return forms

    def take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.message, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found[0]

    def take_word(self) -> str:
        return self.take(WORD).strip() or self.fail("a word")

    def skip(self, sign: str) -> bool:
        """Skip a character if it comes next; return whether it did."""
        found = self.message.startswith(sign, self.at)
        self.at += found
        return found

    def expect(self, sign: str) -> None:
        if not self.skip(sign):
            self.fail(sign)

    def fail(self, wanted: str) -> NoReturn:
        raise ValueError(f"The message {self.message!r} should have {wanted} before {self.message[self.at :]!r}")


def plural_writer(category: Callable[[object], str], forms: Forms) -> Writer:
    complete = {name: forms.get(name, forms["other"]) for name in CATEGORIES}
    return lambda value, words, values: words.fill(complete[category(value)], values)


def select_writer(forms: Forms) -> Writer:
    other = forms["other"]
    return lambda value, words, values: words.fill(forms.get(str(value), other), values)


def name_writer(names: Mapping[str, object]) -> Writer:
    return lambda value, words, values: str(names[str(value)])  # noqa: ARG005


def write_seat(value: Any, words: Filler, values: Mapping[str, object]) -> str:  # noqa: ARG001
    """Return the name of the player at a seat, or the seat's number if it has no name."""
    seat, seats = int(value), words.seats
    return seats[seat] if seat < len(seats) else str(seat + 1)
