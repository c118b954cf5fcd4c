"""The search bot: ISMCTS (kernel/ismcts.py) with budgets, root parallelisation, tree reuse and early stopping."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from tradewinds.bots import Budget
from tradewinds.kernel.evaluation import HEURISTIC, NETWORK, NO_NETWORK, ROLLOUT, Network, make_workspace
from tradewinds.kernel.game import Box
from tradewinds.kernel.ismcts import MAX_DEPTH, NODE, ROOT, SEARCH_PARAMS, SimulationBuffers, Tree, run_iterations
from tradewinds.kernel.random import Rng, fork, stream
from tradewinds.kernel.record import NONE, Record, backing_array, copy

CHUNK = 128
"""Iterations between checks of the clock and of the lead."""

MAX_NODES = 1_000_000
"""Maximum number of nodes in a tree; beyond it, iterations only visit existing nodes."""


@dataclass(frozen=True)
class SearchOptions:
    """Search parameters that apply to every game."""

    exploration: float = 0.15
    custom: float = 2.0
    horizon: int | None = None
    """Random decisions beyond the tree before evaluation; None plays to the end."""


@dataclass(frozen=True)
class Candidate:
    """A root action with its win share and visits.

    A single search cannot tell how reliable the share is; see bots/evaluate.py.
    """

    action: int
    share: float
    visits: int


def children(tree: Tree, node: int) -> dict[int, int]:
    """Return the children of a node by action; an empty dict for NONE or an empty tree."""
    found = {}
    child = NONE if node == NONE or not tree.size[0] else int(tree.nodes[node]["first_child"])
    while child != NONE:
        found[int(tree.nodes[child]["action"])] = child
        child = int(tree.nodes[child]["next_sibling"])
    return found


class TreeEnsemble:
    """The trees of a root-parallel search, one per thread, grown independently and counted together."""

    def __init__(
        self, box: Box, masked: Record, seat: int, network: Network, params: Record, rngs: Sequence[Rng], capacity: int
    ) -> None:
        self.box, self.seat, self.network, self.params = box, seat, network, params
        self.masked = masked
        self.trees = [make_tree(box, capacity) for _ in rngs]
        self.buffers = [make_buffers(box, network) for _ in rngs]
        self.rngs = rngs
        self.roots = [0] * len(rngs)
        self.states = [np.zeros(2, box.game.state_type) for _ in rngs]

    def grow(self, thread: int, iterations: int) -> None:
        """Run iterations in one tree."""
        states = self.states[thread]
        states[ROOT] = self.masked
        run_iterations(
            backing_array(self.box.record),
            states,
            self.trees[thread],
            self.roots[thread],
            backing_array(self.params),
            self.network,
            self.buffers[thread],
            backing_array(self.rngs[thread]),
            self.seat,
            iterations,
        )

    def visits(self) -> int:
        """Return the total number of root visits."""
        found = [
            int(tree.nodes[root]["visits"]) for tree, root in zip(self.trees, self.roots, strict=True) if tree.size[0]
        ]
        return sum(found)

    @property
    def has_branches(self) -> bool:
        """Whether any root has children."""
        return any(children(tree, root) for tree, root in zip(self.trees, self.roots, strict=True))

    def candidates(self) -> list[Candidate]:
        """Return the root actions, summed over all trees, most visited first."""
        sums: dict[int, list[float]] = {}
        for tree, root in zip(self.trees, self.roots, strict=True):
            for action, child in children(tree, root).items():
                total = sums.setdefault(action, [0.0, 0.0])
                total[0] += float(tree.value_sum[child, self.seat])
                total[1] += float(tree.nodes[child]["visits"])
        listed = [Candidate(action, worth / max(1, visits), int(visits)) for action, (worth, visits) in sums.items()]
        return sorted(listed, key=lambda c: (-c.visits, -c.share, c.action))

    def follow(self, action: int) -> bool:
        """Make an action's child the root of every tree; return False if a tree lacks it or is more than half full."""
        roots = []
        for tree, root in zip(self.trees, self.roots, strict=True):
            child = children(tree, root).get(action)
            if child is None or int(tree.size[0]) > len(tree.nodes) // 2:
                return False
            roots.append(child)
        self.roots = roots
        return True


def make_tree(box: Box, capacity: int) -> Tree:
    """Return an empty tree with room for `capacity` nodes."""
    customs = (box.players, box.game.actions)
    return Tree(
        np.zeros(capacity, NODE),
        np.zeros((capacity, box.players), np.float64),
        np.zeros(customs, np.float32),
        np.zeros(customs, np.float32),
        np.zeros(1, np.int32),
    )


def make_buffers(box: Box, network: Network) -> SimulationBuffers:
    """Return the buffers for one thread's iterations."""
    return SimulationBuffers(
        np.zeros(box.game.actions + 1, np.int16),
        np.zeros(MAX_DEPTH + 1, np.int32),
        np.zeros(MAX_DEPTH + 1, np.int8),
        np.zeros(box.players, np.float64),
        make_workspace(box.game.inputs, network),
    )


class SearchBot:
    """Information-set Monte Carlo tree search for one seat of one game at a time."""

    def __init__(
        self, budget: Budget, options: SearchOptions | None = None, network: Network = NO_NETWORK, threads: int = 1
    ) -> None:
        self.budget = budget
        self.options = options or SearchOptions()
        self.network = network
        self.threads = threads
        self.ensemble: TreeEnsemble | None = None
        self.played: int | None = None
        self.iterations = 0
        """Total iterations over all decisions."""

    @property
    def tree_bytes(self) -> int:
        """Memory of the trees kept for the next decision."""
        return sum(array.nbytes for tree in self.ensemble.trees for array in tree) if self.ensemble else 0

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:
        """Return the most visited action."""
        action, *others = box.legal_actions(masked)
        if not others:
            # A forced move; an existing tree may still be reused.
            if self.ensemble and not self._can_reuse(box, masked, seat):
                self.ensemble = None
        else:
            action = self.think(box, masked, seat, budget, rng)[0].action
        self.played = action
        return action

    def think(
        self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng, stop_early: bool = True
    ) -> list[Candidate]:
        """Search and return the candidates, most visited first."""
        playouts, seconds = self._limits(budget)
        if not self._can_reuse(box, masked, seat):
            self.ensemble = self.make_ensemble(box, masked, seat, playouts, rng)
        self.played = None
        assert self.ensemble
        # Compile before the clock starts.
        self.ensemble.grow(0, 0)
        deadline = perf_counter() + seconds if seconds is not None else None
        self._run_until(self.ensemble, playouts, deadline, stop_early)
        return self.ensemble.candidates()

    def _limits(self, budget: Budget) -> tuple[int, float | None]:
        """Return the playout and time limits of the given budget or, if it is empty, of the bot's own."""
        given = budget if budget != Budget() else self.budget
        playouts = given.playouts if given.playouts is not None else MAX_NODES if given.seconds is not None else CHUNK
        return max(1, playouts), given.seconds

    def make_ensemble(self, box: Box, masked: Record, seat: int, playouts: int, rng: Rng) -> TreeEnsemble:
        """Return empty trees for a position, one per thread, each with its own random stream."""
        params = np.zeros(1, SEARCH_PARAMS)[0]
        params.exploration, params.history_prior = self.options.exploration, self.options.custom
        params.horizon = self.options.horizon or 0
        params.evaluator = NETWORK if self.network.inputs else ROLLOUT if self.options.horizon is None else HEURISTIC
        rngs = [fork(rng) for _ in range(self.threads)]
        capacity = min(MAX_NODES, 4 * playouts // self.threads + 64)
        return TreeEnsemble(box, copy(masked), seat, self.network, params, rngs, capacity)

    def _run_until(self, ensemble: TreeEnsemble, playouts: int, deadline: float | None, stop_early: bool) -> None:
        """Run iterations until the budget is spent or, with `stop_early`, the choice can no longer change."""
        chunk = CHUNK
        with ThreadPoolExecutor(self.threads) if self.threads > 1 else nullcontext() as pool:
            run = pool.map if pool else map
            # At least one iteration, however small the budget.
            while (left := playouts - ensemble.visits()) > 0 or not ensemble.has_branches:
                begin = perf_counter()
                if deadline is not None and begin >= deadline and ensemble.has_branches:
                    return
                each = max(1, min(chunk, -(-left // self.threads)))
                list(run(lambda thread, n=each: ensemble.grow(thread, n), range(self.threads)))  # type: ignore[misc]
                self.iterations += each * self.threads
                if deadline is not None:
                    pace = (perf_counter() - begin) / each
                    chunk = max(1, min(4 * CHUNK, int(0.5 * (deadline - perf_counter()) / pace)))
                    left = min(left, int((deadline - begin) / pace) * self.threads)
                left -= each * self.threads
                # No lead is large enough before half of the visits are made.
                if stop_early and ensemble.visits() > left and is_decided(ensemble.candidates(), left):
                    return

    def _can_reuse(self, box: Box, masked: Record, seat: int) -> bool:
        """Move the roots to this position if the trees already contain it; return whether they do.

        They do if the mask has not changed, or if it follows from the previous mask by the seat's own last action,
        without chance events, newly revealed information or decisions by others.
        """
        ensemble = self.ensemble
        if ensemble is None or ensemble.box is not box or ensemble.seat != seat:
            return False
        if ensemble.masked.tobytes() == masked.tobytes():
            return True
        if self.played is None:
            return False
        rules, world, rng = box.game.rules, copy(ensemble.masked), stream(0)
        if rules.to_act(box.record, world) != seat:
            return False
        rules.redeal(box.record, world, seat, rng)
        before = int(rng.counter)
        rules.apply(box.record, world, self.played, rng)
        if int(rng.counter) != before:
            return False
        rules.mask(box.record, world, seat)
        if world.tobytes() != masked.tobytes() or not ensemble.follow(self.played):
            return False
        ensemble.masked = copy(masked)
        return True


def is_decided(found: list[Candidate], left: int) -> bool:
    """Return whether the most visited action can no longer be overtaken."""
    return len(found) > 1 and found[0].visits - found[1].visits > left
