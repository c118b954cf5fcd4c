"""Message templates, parsed once into parts.

`{n}` is the plain value; `{name!r}` is quoted; `{colour:a_bale}` looks the value up in the name table `a_bale`;
`{n:rupees}` selects the singular or plural of `rupees`; `{seat:seat}` is the name at a seat.
"""

from collections.abc import Callable, Sequence
from string import Formatter
from typing import Any, NamedTuple, TypeAlias

ValueFormatter: TypeAlias = Callable[[object, Sequence[str]], str]
"""Formats a value, given the names of the seats."""


class Part(NamedTuple):
    """Literal text, followed by the value of a name, if any."""

    text: str
    name: str | None
    format_value: ValueFormatter


def parse_template(sentence: str, find_table: Callable[[str], Any]) -> list[Part]:
    """Parse a template; `find_table` returns the name table of a format specification."""
    parsed = Formatter().parse(sentence)
    return [
        Part(text, name, choose_formatter(table, conversion, find_table)) for text, name, table, conversion in parsed
    ]


def choose_formatter(table: str | None, conversion: str | None, find_table: Callable[[str], Any]) -> ValueFormatter:
    if conversion == "r":
        return format_quoted
    if not table:
        return format_plain
    if table == "seat":
        return format_seat
    names = find_table(table)
    return plural_formatter(*names) if isinstance(names, list) else table_formatter(names)


def format_plain(value: object, seats: Sequence[str]) -> str:  # noqa: ARG001
    return str(value)


def format_quoted(value: object, seats: Sequence[str]) -> str:  # noqa: ARG001
    return repr(value)


def format_seat(value: object, seats: Sequence[str]) -> str:
    """Return the name at a seat, or its number if seats have no names."""
    seat = int(str(value))
    return seats[seat] if seat < len(seats) else str(seat + 1)


def plural_formatter(singular: str, plural: str) -> ValueFormatter:
    return lambda value, seats: (singular if value == 1 else plural).format(n=value)  # noqa: ARG005


def table_formatter(names: dict[str, Any]) -> ValueFormatter:
    return lambda value, seats: str(names[str(value)])  # noqa: ARG005
