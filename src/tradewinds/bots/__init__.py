"""Players behind one small interface. A bot sees its seat's mask and nothing else."""

from typing import Protocol

from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import Record


class Bot(Protocol):
    """Somebody who decides: given what the seat may know, returns a legal action."""

    def choose(self, box: Box, masked: Record, seat: int, rng: Rng) -> int:
        """The action for this seat, which is to act."""
        ...
