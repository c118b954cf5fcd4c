"""The bot that looks one decision ahead."""

import numpy as np

from tradewinds.bots import Budget
from tradewinds.kernel.game import Box
from tradewinds.kernel.judge import ESTIMATE, LEARNED, NO_NETWORK, Network, make_desk
from tradewinds.kernel.lookahead import MASKED, weigh_actions
from tradewinds.kernel.random import Rng, fork
from tradewinds.kernel.record import Record, home

SAME = 1e-9
"""Shares of the win that are no further apart look the same."""


class GreedyBot:
    """Plays what looks best right afterwards, by the game's rules of thumb or by a network.

    Cards and chance are hidden: it tries every action in one world that fits what it knows, or in several.
    """

    def __init__(self, network: Network = NO_NETWORK, worlds: int = 1) -> None:
        self.network = network
        self.worlds = worlds

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:
        """The best action; those that look the same are taken as the stream decides."""
        game = box.game
        states = np.zeros(3, game.state_type)
        states[MASKED] = masked
        actions = np.zeros(game.actions + 1, np.int16)
        values = np.zeros(game.actions + 1, np.float64)
        worlds = self.worlds if budget.playouts is None else max(1, min(self.worlds, budget.playouts))
        how = LEARNED if self.network.inputs else ESTIMATE
        desk, shares = make_desk(game.inputs, self.network), np.zeros(box.players)
        count = weigh_actions(
            home(box.record), states, seat, worlds, how, self.network, desk, shares, actions, values, home(rng)
        )
        best = np.flatnonzero(values[:count] >= values[:count].max() - SAME)
        return int(actions[best[int(fork(rng).key) % len(best)]])
