"""What a seat would have if the game ended now, as every game's view shows it."""

from collections.abc import Iterable

import msgspec


class Score(msgspec.Struct, frozen=True):
    """The points of a seat and the parts that add up to them; null what its viewer may not know."""

    total: int | None
    parts: dict[str, int | None]


def add_up(parts: Iterable[tuple[str, int | None]]) -> Score:
    """The score with these parts; one that is hidden hides the total."""
    named = dict(parts)
    known = [points for points in named.values() if points is not None]
    return Score(sum(known) if len(known) == len(named) else None, named)
