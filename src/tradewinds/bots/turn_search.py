"""Search by whole turns or decisions (kernel/turn_search.py) with budgets, several trees and early stopping."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np
import numpy.typing as npt

from tradewinds.bots import Budget
from tradewinds.bots.levels import level_for
from tradewinds.kernel.evaluation import Network
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, fork, stream
from tradewinds.kernel.record import NONE, Record, backing_array, copy
from tradewinds.kernel.selfplay import CUT
from tradewinds.kernel.turn_search import TURN_PARAMS, TurnTree, make_turn_tree, search_turns
from tradewinds.kernel.turn_values import contrast
from tradewinds.kernel.turns import make_turns

CHUNK = 16
"""Simulations between two looks at the clock and at the lead."""

MAX_SIMULATIONS = 100_000
"""Limit where only seconds are given."""

MAX_NODES = 1_000_000
"""Maximum number of nodes of a tree; beyond it, simulations only judge."""

NODES_PER_SIMULATION = 64
"""Room for the moves that a simulation adds to a tree, on average."""

FIRST_NODES = 4096
"""Room for the moves of the first simulations, which may be many."""

Actions = tuple[int, ...]


@dataclass(frozen=True)
class TurnOptions:
    """Parameters of the search: the exploration constant, and the scale of values in priors."""

    exploration: float = 0.2
    spread: float = 0.02
    temperature: float = 0.0
    """Softmax temperature, in win shares, at which a move is drawn by its value; 0 plays the best move."""


@dataclass(frozen=True)
class Move:
    """A move of the root: its actions, its visits, the sum of its values by seat, and its value for the acting seat.

    The value counts the evaluation at the end of the move as one visit.
    """

    actions: Actions
    visits: int
    value_sum: npt.NDArray[np.float64]
    value: float


def children(tree: TurnTree, node: int) -> dict[Actions, int]:
    """Return the children of a node by their actions; an empty dict for NONE or an empty tree."""
    found = {}
    child = NONE if node == NONE or not tree.size[0] else int(tree.nodes[node]["first_child"])
    while child != NONE:
        record = tree.nodes[child]
        found[tuple(record["actions"][: record["length"]].tolist())] = child
        child = int(record["next_sibling"])
    return found


class TurnEnsemble:
    """Trees of one position, grown independently with different random numbers and counted together."""

    def __init__(
        self,
        box: Box,
        masked: Record,
        seat: int,
        network: Network,
        options: TurnOptions,
        rngs: Sequence[Rng],
        simulations: int,
    ) -> None:
        self.box, self.masked, self.seat, self.network = box, copy(masked), seat, network
        capacity = min(MAX_NODES, FIRST_NODES + NODES_PER_SIMULATION * simulations)
        self.trees = [make_turn_tree(box, capacity) for _ in rngs]
        self.turns = [make_turns(box, network) for _ in rngs]
        self.rngs = rngs
        self.states = [np.zeros(2, box.game.state_type) for _ in rngs]
        self.params = np.zeros(1, TURN_PARAMS)
        self.params[0] = (network.evaluator, box.game.perfect_information, options.exploration, options.spread)

    def grow(self, index: int, simulations: int) -> None:
        """Run simulations in one tree."""
        states = self.states[index]
        states[0] = self.masked
        search_turns(
            backing_array(self.box.record),
            states,
            self.seat,
            self.trees[index],
            self.turns[index],
            self.params,
            self.network,
            backing_array(self.rngs[index]),
            simulations,
        )

    @property
    def visits(self) -> int:
        """Total number of simulations."""
        return sum(int(tree.nodes[0]["visits"]) for tree in self.trees if tree.size[0])

    def moves(self) -> list[Move]:
        """Return the moves of the root, summed over all trees, most visited first."""
        sums: dict[Actions, tuple[int, npt.NDArray[np.float64], float, int]] = {}
        for tree in self.trees:
            for actions, child in children(tree, 0).items():
                visits, total, first, count = sums.get(actions, (0, np.zeros(self.box.players), 0.0, 0))
                first += float(tree.estimate[child, self.seat])
                sums[actions] = (
                    visits + int(tree.nodes[child]["visits"]), total + tree.value_sum[child], first, count + 1
                )  # fmt: skip
        found = [
            Move(actions, visits, total, (float(total[self.seat]) + first) / (visits + count))
            for actions, (visits, total, first, count) in sums.items()
        ]
        return sorted(found, key=lambda move: (-move.visits, -move.value, move.actions))


def run_until(ensemble: TurnEnsemble, simulations: int, seconds: float | None, *, stop_early: bool) -> None:
    """Grow all trees until the budget is spent or, with `stop_early`, the most visited move can no longer change.

    Each tree gets at least one simulation, however small the budget.
    """
    # Compile before the clock starts.
    ensemble.grow(0, 0)
    threads, begin, done = len(ensemble.trees), perf_counter(), 0
    with ThreadPoolExecutor(threads) if threads > 1 else nullcontext() as pool:
        run = pool.map if pool else map
        while (left := -(-simulations // threads) - done) > 0 or not done:
            count = max(1, min(left, CHUNK)) if done else 1
            if done and seconds is not None:
                spent = perf_counter() - begin
                if spent >= seconds:
                    return
                # Not beyond the time that is left, at the pace so far.
                count = max(1, min(count, int((seconds - spent) * done / spent)))
            list(run(lambda index, n=count: ensemble.grow(index, n), range(threads)))  # type: ignore[misc]
            done += count
            if stop_early and is_decided(ensemble, (left - count) * threads):
                return


def is_decided(ensemble: TurnEnsemble, left: int) -> bool:
    """Return whether no move can overtake the most visited one with the simulations left."""
    if ensemble.visits <= left:
        return False
    moves = ensemble.moves()
    return len(moves) == 1 or moves[0].visits - moves[1].visits > left


class TurnSearchBot:
    """Plans whole turns and then plays the planned actions one by one."""

    def __init__(self, budget: Budget, network: Network, options: TurnOptions | None = None, threads: int = 1) -> None:
        self.budget = budget
        self.network = network
        self.options = options or TurnOptions()
        self.threads = threads
        self.plan: list[tuple[bytes, int]] = []
        """The rest of the planned turn: each mask with the action to play there."""
        self.simulations = 0
        """Total simulations over all decisions."""

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:
        """Return the next action of the plan; search a new plan if the position is not the planned one."""
        if not self.plan or self.plan[0][0] != masked.tobytes():
            legal = box.legal_actions(masked)
            self.plan = plan_of(box, masked, self.best_move(box, masked, seat, budget, rng)) if len(legal) > 1 else []
            if not self.plan:
                return legal[0]
        return self.plan.pop(0)[1]

    def best_move(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> Actions:
        """Search and return the actions of the move to play."""
        given = budget if budget != Budget() else self.budget
        limit = given.playouts if given.playouts is not None else MAX_SIMULATIONS
        rngs = [fork(rng) for _ in range(self.threads)]
        ensemble = TurnEnsemble(box, masked, seat, self.network, self.options, rngs, limit // self.threads)
        warm = self.options.temperature > 0
        run_until(ensemble, limit, given.seconds, stop_early=not warm)
        self.simulations += ensemble.visits
        moves = ensemble.moves()
        return draw_move(moves, self.options.temperature, rng).actions if warm else moves[0].actions


class LevelBot:
    """Plays at a level, whose numbers depend on the box, with some settings changed."""

    def __init__(
        self, level: str, network: Network, budget: Budget, changes: Mapping[str, float], threads: int = 1
    ) -> None:
        self.level, self.network, self.budget, self.changes, self.threads = level, network, budget, changes, threads
        self.box: Box | None = None
        self.bot: TurnSearchBot | None = None

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:
        """Return the action of the level's search."""
        if self.bot is None or self.box is not box:
            level = level_for(box, self.level)
            own = self.budget if self.budget != Budget() else Budget(level.simulations, level.seconds)
            options = replace(TurnOptions(temperature=level.temperature), **self.changes)
            self.box, self.bot = box, TurnSearchBot(own, self.network, options, self.threads)
        return self.bot.choose(box, masked, seat, budget, rng)

    @property
    def has_plan(self) -> bool:
        """Whether the next action is planned already."""
        return self.bot is not None and bool(self.bot.plan)


def draw_move(moves: list[Move], temperature: float, rng: Rng) -> Move:
    """Draw a move by the softmax of the values, leaving out the weakest."""
    values = np.array([move.value for move in moves])
    best = values.max()
    warmth = temperature * contrast(best)
    weights = np.exp((values - best) / warmth)
    weights[values < best - CUT * warmth] = 0
    bounds = weights.cumsum()
    drawn = int(np.searchsorted(bounds, bounds[-1] * int(fork(rng).key) / 2.0**64, side="right"))
    return moves[min(drawn, len(moves) - 1)]


def plan_of(box: Box, masked: Record, actions: Sequence[int]) -> list[tuple[bytes, int]]:
    """Return the actions of a move, each with the mask in which it is played: within a move nothing is revealed."""
    world, plan = copy(masked), []
    for action in actions:
        plan.append((world.tobytes(), action))
        if len(plan) < len(actions):
            box.game.rules.apply(box.record, world, action, stream(0))
    return plan
