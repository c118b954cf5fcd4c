"""What somebody learns when a position changes, told by comparing two of the seat's masks."""

from collections.abc import Sequence

import numpy as np

from tradewinds.kernel.game import Game
from tradewinds.kernel.record import HIDDEN, Field, Record


def learns(game: Game, before: Record, after: Record) -> bool:
    """Whether a seat knows something that was hidden before: a value is uncovered, or a card turns up.

    Where things lie in hidden sets, whatever lies in the open is known; more of it known means something was learned.
    """
    for field in game.fields:
        if np.any((before[field.name] == HIDDEN) & (after[field.name] != HIDDEN)):
            return True
    axes = {field.members for field in game.fields if field.members is not None}
    return any(known(game.fields, axis, after) & ~known(game.fields, axis, before) for axis in axes)


def known(fields: Sequence[Field], axis: str, mask: Record) -> int:
    """The things of a kind that lie in the open, as a set."""
    found = 0
    for field in fields:
        for value in np.ravel(mask[field.name]).tolist():
            if value < 0:
                continue
            if field.members == axis:
                found |= value
            elif field.names == axis:
                found |= 1 << value
    return found
