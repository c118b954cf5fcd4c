"""A bot that never does anything but wait: a yardstick that every level must beat."""

from tradewinds.bots import Budget
from tradewinds.games.bombay.actions import WAIT
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import Record


class Waiter:
    """Waits in every turn of Bombay."""

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:  # noqa: ARG002
        """Return the action that waits."""
        return WAIT
