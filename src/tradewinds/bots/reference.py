"""The reference bots: uniformly random, and a one-ply search with the heuristic or a network."""

from tradewinds.bots import Budget
from tradewinds.kernel.evaluation import NO_NETWORK, RANDOM, Network
from tradewinds.kernel.game import Box
from tradewinds.kernel.lookahead import MASKED, choose_action, make_search_context
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import Record, backing_array


class GreedyBot:
    """Plays the action with the best immediate evaluation, by the heuristic or by a network.

    Every action is tried in one or several sampled worlds that fit the mask. Ties are broken at random.
    """

    def __init__(self, network: Network = NO_NETWORK, worlds: int = 1) -> None:
        self.network = network
        self.worlds = worlds
        self.evaluator = network.evaluator

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:
        """Return the chosen action; a playout budget limits the number of sampled worlds."""
        context = make_search_context(box, self.network)
        context.states[MASKED] = masked
        worlds = self.worlds if budget.playouts is None else max(1, min(self.worlds, budget.playouts))
        return choose_action(backing_array(box.record), context, seat, worlds, self.evaluator, backing_array(rng))


class RandomBot(GreedyBot):
    """Plays legal actions uniformly at random."""

    def __init__(self) -> None:
        super().__init__()
        self.evaluator = RANDOM
