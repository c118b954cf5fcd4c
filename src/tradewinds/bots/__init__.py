"""Players behind one small interface. A bot sees its seat's mask and nothing else."""

from dataclasses import dataclass
from typing import Protocol

from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import Record


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one decision: so many playouts, so many seconds, whichever ends first.

    Where both are None the bot thinks as much as belongs to it.
    """

    playouts: int | None = None
    seconds: float | None = None


OWN = Budget()
"""As much as belongs to the bot."""


class Bot(Protocol):
    """Somebody who decides: given what the seat may know, returns a legal action."""

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:
        """The action for this seat, which is to act."""
        ...
