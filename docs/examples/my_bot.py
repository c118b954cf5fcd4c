"""A bot of one's own, a class with the method `choose`:

    tradewinds play bombay --seats "human,docs/examples/my_bot.py:Patient"

It gets what its seat may know, how much it may think, and a random stream; it returns a legal action.
"""

import numpy as np

from tradewinds.bots import Budget
from tradewinds.bots.reference import GreedyBot, RandomBot
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import Record


class Patient:
    """Decides greedily where there is little to choose from, and leaves it to chance where there is much."""

    def __init__(self) -> None:
        self.greedy, self.random = GreedyBot(), RandomBot()

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:
        """A legal action for the seat. `masked` holds what it may know, with HIDDEN (-2) where it may not."""
        room = np.zeros(box.game.actions + 1, np.int16)
        choices = box.game.rules.legal(box.record, masked, room)
        bot = self.greedy if choices < 8 else self.random
        return bot.choose(box, masked, seat, budget, rng)
