"""A bot that looks one decision ahead."""

import numpy as np

from tradewinds.bots import Budget
from tradewinds.kernel.evaluation import HEURISTIC, NETWORK, NO_NETWORK, Network
from tradewinds.kernel.game import Box
from tradewinds.kernel.lookahead import MASKED, TIE_TOLERANCE, evaluate_actions, make_search_context
from tradewinds.kernel.random import Rng, fork
from tradewinds.kernel.record import Record, backing_array


class GreedyBot:
    """Plays the action with the best immediate evaluation, by the heuristic or by a network.

    Every action is tried in one or several sampled worlds that fit the mask.
    """

    def __init__(self, network: Network = NO_NETWORK, worlds: int = 1) -> None:
        self.network = network
        self.worlds = worlds

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:
        """Return the best action; ties are broken by the random stream."""
        context = make_search_context(box, self.network)
        context.states[MASKED] = masked
        worlds = self.worlds if budget.playouts is None else max(1, min(self.worlds, budget.playouts))
        how = NETWORK if self.network.inputs else HEURISTIC
        values = context.values[
            : evaluate_actions(backing_array(box.record), context, seat, worlds, how, backing_array(rng))
        ]
        best = np.flatnonzero(values >= values.max() - TIE_TOLERANCE)
        return int(context.actions[best[int(fork(rng).key) % len(best)]])
