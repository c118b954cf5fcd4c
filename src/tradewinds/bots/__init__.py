"""Bots behind one small interface. A bot sees only the mask of its seat."""

from dataclasses import dataclass
from typing import Protocol

from tradewinds.i18n import Problem
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import Record


@dataclass(frozen=True)
class Budget:
    """Limits for one decision: playouts, seconds, or both, whichever is reached first.

    If both are None, the bot uses its own budget.
    """

    playouts: int | None = None
    seconds: float | None = None


DEFAULT_BUDGET = Budget()
"""Lets the bot use its own budget."""


class BotError(Problem):
    """Raised if a bot cannot be created, fails, or violates its protocol."""

    kind = "bad_bot"


class Bot(Protocol):
    """A player: chooses a legal action from what its seat may know."""

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:
        """Return a legal action for `seat`, the seat to act."""
        ...
