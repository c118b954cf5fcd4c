"""Small types of the game interface: options, refusals, features of lines of play, and selections."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tradewinds.i18n import Phrase


@dataclass(frozen=True)
class Refusal:
    """Why an action is not legal: the rule that forbids it and the key of its message."""

    rule: str
    key: str


class Refusals(dict[int, Refusal]):
    """The refusals of a game by their codes, which are numbered from 1: 0 means that an action is legal."""

    def add(self, rule: str, key: str) -> int:
        """Add a refusal and return its code."""
        code = len(self) + 1
        self[code] = Refusal(rule, key)
        return code


@dataclass(frozen=True)
class Option:
    """An option of a box; `tested` are the values that all tests cover."""

    name: str
    values: tuple[str, ...]
    tested: tuple[str, ...]

    @property
    def default(self) -> str:
        """The value used when none is given: the first."""
        return self.values[0]


class Feature(NamedTuple):
    """A gain or loss of a seat in a line of play: its value in points, and a phrase for it.

    The phrase is a clause without a subject ("earns 5 rupees"), for a sentence that compares two lines. The features of
    two lines are matched by their keys.
    """

    key: str
    worth: float
    phrase: Phrase


def nothing(*_: object) -> list[Any]:
    """Return an empty list: the default of optional parts of a game."""
    return []


@dataclass(frozen=True)
class BoxReport:
    """The result of validating an edition file: errors, and differences from the printed game."""

    errors: list[Phrase]
    differences: list[Phrase]


@dataclass(frozen=True)
class Selection:
    """A partially chosen decision that consists of several actions.

    `play` holds the actions that confirming plays, and is empty while the selection is incomplete. The other sequences
    are in the order of the rules.
    """

    heads: Sequence[int]
    """Actions that start a decision: choosing one discards the selection made for another."""
    options: Sequence[int]
    """Actions that can be toggled, in any order."""
    chosen: Sequence[int]
    suggestion: Sequence[int]
    """The selection that costs the fewest points; empty if there is none to suggest."""
    play: Sequence[int]
    sentences: Sequence[Phrase]
    """The effects of the selection, or what is still missing."""
    label: Phrase | None = None
    """A short label for confirming."""
