"""The bot that looks one decision ahead."""

import numpy as np

from tradewinds.bots import Budget
from tradewinds.kernel.evaluation import ESTIMATE, LEARNED, NO_NETWORK, Network
from tradewinds.kernel.game import Box
from tradewinds.kernel.lookahead import MASKED, SAME, make_thinker, weigh_actions
from tradewinds.kernel.random import Rng, fork
from tradewinds.kernel.record import Record, home


class GreedyBot:
    """Plays what looks best right afterwards, by the game's rules of thumb or by a network.

    Cards and chance are hidden: it tries every action in one world that fits what it knows, or in several.
    """

    def __init__(self, network: Network = NO_NETWORK, worlds: int = 1) -> None:
        self.network = network
        self.worlds = worlds

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:
        """The best action; those that look the same are taken as the stream decides."""
        thinker = make_thinker(box, self.network)
        thinker.states[MASKED] = masked
        worlds = self.worlds if budget.playouts is None else max(1, min(self.worlds, budget.playouts))
        how = LEARNED if self.network.inputs else ESTIMATE
        values = thinker.values[: weigh_actions(home(box.record), thinker, seat, worlds, how, home(rng))]
        best = np.flatnonzero(values >= values.max() - SAME)
        return int(thinker.actions[best[int(fork(rng).key) % len(best)]])
