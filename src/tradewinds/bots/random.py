"""The reference bot that plays any legal action."""

import numpy as np

from tradewinds.bots import Budget
from tradewinds.kernel.game import Box
from tradewinds.kernel.playout import random_action
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import Record, home


class RandomBot:
    """Every legal action is as likely as every other."""

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:  # noqa: ARG002
        """Any legal action."""
        room = np.zeros(box.game.actions + 1, np.int16)
        return int(random_action(home(box.record), home(masked), home(rng), room))
