"""Determinization of untrusted masks."""

import numpy as np

from tradewinds.kernel.game import Box
from tradewinds.kernel.random import RNG, stream
from tradewinds.kernel.record import HIDDEN, Record, copy

MAX_DRAWS = 20_000
"""Upper bound on random draws of a redeal; more of them indicate absurd values in the mask."""


class BoundedRng:
    """A random stream for uncompiled rules that raises after MAX_DRAWS draws."""

    dtype = RNG

    def __init__(self) -> None:
        self.key = stream(0).key
        self.drawn = np.uint64(0)

    @property
    def counter(self) -> np.uint64:
        """Number of draws so far."""
        return self.drawn

    @counter.setter
    def counter(self, value: np.uint64) -> None:
        if value > MAX_DRAWS:
            raise ValueError("too many draws")
        self.drawn = value


def determinize(box: Box, masked: Record, seat: int) -> Record | None:
    """Fill a mask with one possible world; return None if there is none.

    There is none either if the mask hides something that its seat has seen.
    The rules run uncompiled here, because compiled ones do not check array bounds and the values are untrusted.
    """
    world = copy(masked)
    try:
        with np.errstate(all="ignore"):
            box.game.functions.redeal(box.record, world, seat, BoundedRng())
    except (ArithmeticError, LookupError, ValueError):
        return None
    if any(np.any(world[field.name] == HIDDEN) for field in box.game.fields):
        return None
    return world
