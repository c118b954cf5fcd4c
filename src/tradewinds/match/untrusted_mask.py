"""Search for a world consistent with an untrusted mask, such as one parsed from text."""

import numpy as np

from tradewinds.kernel.game import Box
from tradewinds.kernel.random import RNG, stream
from tradewinds.kernel.record import HIDDEN, Record, copy

MAX_DRAWS = 20_000
"""Upper bound on the random draws in a redeal; only absurd values in the mask cause more."""


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


def find_world(box: Box, masked: Record, seat: int) -> Record | None:
    """Determinize a mask; return None if no world is consistent with it, or if it hides what its seat may know.

    The redeal runs uncompiled, because compiled code does not check array bounds.
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
