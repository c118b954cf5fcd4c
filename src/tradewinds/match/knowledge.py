"""What somebody learns when a position changes, told by comparing two of the seat's masks."""

from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from tradewinds.kernel.game import Game
from tradewinds.kernel.record import HIDDEN, Field, Record


def learns(game: Game, before: Record, after: Record) -> bool:
    """Whether a seat knows something that was hidden before: a value is uncovered, or a card turns up.

    Where things lie in hidden sets, whatever lies in the open is known; more of it known means something was learned.
    """
    changed = changed_fields(game, before, after)
    for field in changed:
        pairs = zip(numbers(field, before), numbers(field, after), strict=True)
        if any(was == HIDDEN != value for was, value in pairs):
            return True
    axes = {field.members for field in game.fields if field.members is not None}
    return any(
        turned_up and turned_up & ~known(game.fields, axis, before)
        for axis in axes
        if (turned_up := known(changed, axis, after))
    )


def changed_fields(game: Game, before: Record, after: Record) -> list[Field]:
    """The fields in which two records differ; found by bytes, since most are the same."""
    old, now = (np.frombuffer(record.tobytes(), np.uint8) for record in (before, after))
    starts = offsets(game.state_type)
    return [game.fields[place] for place in {bisect_right(starts, at) - 1 for at in np.flatnonzero(old != now)}]


@cache
def offsets(dtype: np.dtype[Any]) -> list[int]:
    """Where each field of a record begins."""
    return [dtype.fields[name][1] for name in dtype.names or ()]  # type: ignore[index]


def numbers(field: Field, record: Record) -> Iterable[int]:
    """The numbers of a field, however many axes it has."""
    values: Iterable[int] = np.ravel(record[field.name]).tolist()
    return values


def known(fields: Iterable[Field], axis: str, record: Record) -> int:
    """The things of a kind that lie in the open in some fields, as a set."""
    found = 0
    for field in fields:
        if axis in (field.members, field.names) and not field.vague:
            for value in numbers(field, record):
                if value >= 0:
                    found |= value if field.members == axis else 1 << value
    return found
