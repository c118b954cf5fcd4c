"""What somebody learns when a position changes, told by comparing two of the seat's masks."""

from collections.abc import Iterable
from typing import Any

from tradewinds.kernel.game import Game
from tradewinds.kernel.record import HIDDEN, Field, Record, unpack


def learns(game: Game, before: Record, after: Record) -> bool:
    """Whether a seat knows something that was hidden before: a value is uncovered, or a card turns up.

    Where things lie in hidden sets, whatever lies in the open is known; more of it known means something was learned.
    """
    old, now = vars(unpack(before)), vars(unpack(after))
    changed = [field for field in game.fields if old[field.name] != now[field.name]]
    for field in changed:
        pairs = zip(flatten(old[field.name]), flatten(now[field.name]), strict=True)
        if any(was == HIDDEN != value for was, value in pairs):
            return True
    axes = {field.members for field in game.fields if field.members is not None}
    return any(known(changed, axis, now) & ~known(game.fields, axis, old) for axis in axes)


def flatten(values: Any) -> Iterable[int]:
    """The numbers of a field, however many axes it has."""
    if not isinstance(values, list):
        return [values]
    if values and isinstance(values[0], list):
        return [value for row in values for value in row]
    return values


def known(fields: Iterable[Field], axis: str, values: dict[str, Any]) -> int:
    """The things of a kind that lie in the open in some fields, as a set."""
    found = 0
    for field in fields:
        if axis in (field.members, field.names) and not field.vague:
            for value in flatten(values[field.name]):
                if value >= 0:
                    found |= value if field.members == axis else 1 << value
    return found
