"""The score of a seat if the game ended now, as shown by every game's view."""

from collections.abc import Iterable

import msgspec


class Score(msgspec.Struct, frozen=True):
    """The points of a seat and the parts they consist of; null where hidden from the viewer."""

    total: int | None
    parts: dict[str, int | None]


def add_up(parts: Iterable[tuple[str, int | None]]) -> Score:
    """Return the score with these parts; a hidden part hides the total."""
    named = dict(parts)
    known = [points for points in named.values() if points is not None]
    return Score(sum(known) if len(known) == len(named) else None, named)
