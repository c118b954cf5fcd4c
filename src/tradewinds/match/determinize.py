"""A world that fits a mask which nobody has checked yet."""

import numpy as np

from tradewinds.kernel.game import Box
from tradewinds.kernel.random import RNG, stream
from tradewinds.kernel.record import Record, copy

MOST_DRAWS = 20_000
"""No game deals its hidden things with so many random numbers; where it would, the numbers in the mask are absurd."""


class PatientRng:
    """A random stream for uncompiled rules that has an end, so that no mask can keep a deal going for ever."""

    dtype = RNG

    def __init__(self) -> None:
        self.key = stream(0).key
        self.drawn = np.uint64(0)

    @property
    def counter(self) -> np.uint64:
        """How many numbers were drawn."""
        return self.drawn

    @counter.setter
    def counter(self, value: np.uint64) -> None:
        if value > MOST_DRAWS:
            raise ValueError("too many draws")
        self.drawn = value


def imagine(box: Box, masked: Record, seat: int) -> Record | None:
    """Fill the blanks of a mask; None if that is impossible.

    The rules run uncompiled here: compiled ones trust their numbers, and those of a stranger may lead them anywhere.
    """
    world = copy(masked)
    try:
        with np.errstate(all="ignore"):
            box.game.functions.redeal(box.record, world, seat, PatientRng())
    except (ArithmeticError, LookupError, ValueError):
        return None
    return world
