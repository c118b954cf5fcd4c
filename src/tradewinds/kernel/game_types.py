"""Small types of the game interface: options, refusals, features of lines of play, and selections."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tradewinds.i18n import Phrase


@dataclass(frozen=True)
class Refusal:
    """Why an action is not legal: the rule that forbids it and a message key."""

    rule: str
    key: str


class Refusals(dict[int, Refusal]):
    """The refusals of a game by code. Codes start at 1; 0 means that an action is legal."""

    def add(self, rule: str, key: str) -> int:
        """Add a refusal and return its code."""
        code = len(self) + 1
        self[code] = Refusal(rule, key)
        return code


@dataclass(frozen=True)
class Option:
    """An option of a box; `tested` lists the values that tests cover in all combinations."""

    name: str
    values: tuple[str, ...]
    tested: tuple[str, ...]

    @property
    def default(self) -> str:
        """The value used when none is given: the first."""
        return self.values[0]


class Feature(NamedTuple):
    """A seat's gain or loss in a line of play: its value in points, and a phrase that describes it.

    The phrase is a clause without a subject ("earns 5 rupees"), for a sentence that compares two lines. Features of two
    lines are matched by key.
    """

    key: str
    worth: float
    phrase: Phrase


def nothing(*_: object) -> list[Any]:
    """Return an empty list: the default for optional functions of a game."""
    return []


@dataclass(frozen=True)
class BoxReport:
    """The result of validating an edition file: errors, and differences from the printed game."""

    errors: list[Phrase]
    differences: list[Phrase]


@dataclass(frozen=True)
class Selection:
    """A partial or complete choice of the actions that make up one decision.

    `play` lists the actions to play on confirmation; it is empty while the selection is incomplete. All sequences are
    in the order in which the rules accept the actions.
    """

    heads: Sequence[int]
    """Actions that start the decision; choosing another one discards the rest of the selection."""
    options: Sequence[int]
    """Actions that can be toggled, in any order."""
    chosen: Sequence[int]
    suggestion: Sequence[int]
    """The complete selection that costs the fewest points; empty if there is none to suggest."""
    play: Sequence[int]
    sentences: Sequence[Phrase]
    """The effects of the selection, or what is still missing."""
    label: Phrase | None = None
    """A short label for the confirm button."""
