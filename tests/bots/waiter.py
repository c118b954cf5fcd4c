"""Bots that hardly do anything: yardsticks that every level must beat."""

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


class Passer:
    """Passes whenever it may in any game, else takes the first legal action."""

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:  # noqa: ARG002
        """Return the lowest legal action: both games number PASS before all others."""
        return box.legal_actions(masked)[0]
