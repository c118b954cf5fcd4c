"""Templates of sentences, taken apart once so that saying one is putting its parts together.

`{n}` is a value as it is; `{name!r}` is the value in quotes; `{colour:a_bale}` looks the value up in the table `a_bale`
of names; `{n:rupees}` takes the singular or the plural of `rupees`; `{seat:seat}` is the name of whoever sits there.
"""

from collections.abc import Callable, Sequence
from string import Formatter
from typing import Any, NamedTuple, TypeAlias

Spell: TypeAlias = Callable[[object, Sequence[str]], str]
"""How a value reads at a table where these people sit."""


class Part(NamedTuple):
    """Some text as it is, then the value of a name, if there is one."""

    text: str
    name: str | None
    spell: Spell


def take_apart(sentence: str, find_table: Callable[[str], Any]) -> list[Part]:
    """The parts of a sentence; `find_table` knows the names that a value may be looked up in."""
    parsed = Formatter().parse(sentence)
    return [Part(text, name, choose(table, conversion, find_table)) for text, name, table, conversion in parsed]


def choose(table: str | None, conversion: str | None, find_table: Callable[[str], Any]) -> Spell:
    """The way in which a place in a sentence wants its value."""
    if conversion == "r":
        return quoted
    if not table:
        return plain
    if table == "seat":
        return seat_name
    names = find_table(table)
    return counted(*names) if isinstance(names, list) else named(names)


def plain(value: object, seats: Sequence[str]) -> str:  # noqa: ARG001
    """A value as it is."""
    return str(value)


def quoted(value: object, seats: Sequence[str]) -> str:  # noqa: ARG001
    """A value in quotes, where somebody typed it."""
    return repr(value)


def seat_name(value: object, seats: Sequence[str]) -> str:
    """The name at a seat, or its number where nobody has a name."""
    seat = int(str(value))
    return seats[seat] if seat < len(seats) else str(seat + 1)


def counted(singular: str, plural: str) -> Spell:
    """The singular for one, the plural for any other number."""
    return lambda value, seats: (singular if value == 1 else plural).format(n=value)  # noqa: ARG005


def named(names: dict[str, Any]) -> Spell:
    """The name of a value in a table."""
    return lambda value, seats: str(names[str(value)])  # noqa: ARG005
