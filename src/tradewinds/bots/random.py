"""A reference bot that plays uniformly random legal actions."""

import numpy as np

from tradewinds.bots import Budget
from tradewinds.kernel.game import Box
from tradewinds.kernel.playout import random_action
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import Record, backing_array


class RandomBot:
    """Chooses legal actions uniformly at random."""

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:  # noqa: ARG002
        """Return a random legal action."""
        buffer = np.zeros(box.game.actions + 1, np.int16)
        return int(random_action(backing_array(box.record), backing_array(masked), backing_array(rng), buffer))
