"""A bot that searches whole turns (kernel/turn_search.py), for games without hidden information."""

from dataclasses import dataclass
from time import perf_counter

import numpy as np

from tradewinds.bots import Budget
from tradewinds.kernel.evaluation import Network
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, fork
from tradewinds.kernel.record import Record, backing_array, copy
from tradewinds.kernel.turn_search import TURN_PARAMS, TurnTree, make_turn_tree, search_turns
from tradewinds.kernel.turns import Turns, make_turns

CHUNK = 16
"""Simulations between two looks at the clock."""

MAX_SIMULATIONS = 20_000
"""Limit where only seconds are given."""

MAX_NODES = 1_000_000
"""Maximum number of nodes of a tree; beyond it, simulations only judge."""


@dataclass(frozen=True)
class TurnOptions:
    """Parameters of the search: exploration constant, scale of values in priors, number of children of a node."""

    exploration: float = 0.3
    spread: float = 0.05
    width: int = 24
    temperature: float = 0.0
    """Softmax temperature, in win shares, at which a turn is drawn by its value; 0 plays the best turn."""


class TurnSearchBot:
    """Plans whole turns and then plays the planned actions one by one."""

    def __init__(self, budget: Budget, network: Network, options: TurnOptions | None = None) -> None:
        self.budget = budget
        self.network = network
        self.options = options or TurnOptions()
        self.plan: list[tuple[bytes, int]] = []
        """The rest of the planned turn: each position with the action to play there."""

    @property
    def tree_bytes(self) -> int:
        """Memory that is kept for the next action: that of the plan."""
        return sum(len(position) for position, _ in self.plan)

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:
        """Return the next action of the plan; search a new plan if the position is not the planned one."""
        if not self.plan or self.plan[0][0] != masked.tobytes():
            self.plan = plan_of(box, masked, self.best_turn(box, masked, seat, budget, rng), fork(rng))
        return self.plan.pop(0)[1]

    def best_turn(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> list[int]:
        """Return the actions of the turn to play."""
        given = budget if budget != Budget() else self.budget
        limit = given.playouts if given.playouts is not None else MAX_SIMULATIONS
        tree = make_turn_tree(box, min(MAX_NODES, self.options.width * (limit + 1) + 1))
        self.grow(box, masked, tree, make_turns(box, self.network), limit, given.seconds, rng)
        child = tree.nodes[self.pick(tree, seat, rng)]
        return [int(action) for action in child["actions"][: int(child["length"])]]

    def pick(self, tree: TurnTree, seat: int, rng: Rng) -> int:
        """Return the most visited child of the root, or one drawn by its value."""
        first, count = int(tree.nodes[0]["first_child"]), int(tree.nodes[0]["children"])
        children = slice(first, first + count)
        visits, estimates = tree.nodes["visits"][children], tree.estimate[children, seat]
        if self.options.temperature > 0:
            values = (tree.value_sum[children, seat] + estimates) / (visits + 1)
            weights = np.exp((values - values.max()) / self.options.temperature).cumsum()
            drawn = int(np.searchsorted(weights, weights[-1] * int(fork(rng).key) / 2.0**64))
            return first + min(drawn, count - 1)
        return first + int(np.lexsort((estimates, visits))[-1])

    def grow(
        self, box: Box, masked: Record, tree: TurnTree, turns: Turns, limit: int, seconds: float | None, rng: Rng
    ) -> None:
        """Run simulations until a limit is reached; at least one, however small the budget."""
        states, params = np.zeros(2, box.game.state_type), np.zeros(1, TURN_PARAMS)
        states[0] = masked
        params[0].evaluator = self.network.evaluator
        params[0].exploration, params[0].spread = self.options.exploration, self.options.spread
        params[0].width = self.options.width
        arrays = backing_array(box.record), states, tree, turns, params, self.network, backing_array(rng)
        # Compile before the clock starts.
        search_turns(*arrays, 0)
        done, begin = 0, perf_counter()
        while done < limit and (done == 0 or seconds is None or perf_counter() - begin < seconds):
            count = min(limit - done, CHUNK) if done else 1
            if done and seconds is not None:
                # Not beyond the time that is left, at the pace so far.
                spent = perf_counter() - begin
                count = max(1, min(count, int((seconds - spent) * done / spent)))
            search_turns(*arrays, count)
            done += count


def plan_of(box: Box, state: Record, actions: list[int], rng: Rng) -> list[tuple[bytes, int]]:
    """Return the actions of a turn, each with the position in which it is played."""
    world, plan = copy(state), []
    for action in actions:
        plan.append((world.tobytes(), action))
        box.game.rules.apply(box.record, world, action, rng)
    return plan
