"""The bot that searches: kernel/ismcts.py with a budget, several threads, a memory and the sense to stop."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from tradewinds.bots import Budget
from tradewinds.kernel.evaluation import ESTIMATE, LEARNED, NO_NETWORK, OUTCOME, Network, make_desk
from tradewinds.kernel.game import Box
from tradewinds.kernel.ismcts import DEEPEST, NODE, PLAN, ROOT, Room, Tree, grow
from tradewinds.kernel.random import Rng, fork, stream
from tradewinds.kernel.record import NONE, Record, copy, home

CHUNK = 128
"""So many iterations are made before the clock and the lead are looked at again."""

LARGEST = 1_000_000
"""No tree has more nodes; a search that goes on beyond only visits those it has."""


@dataclass(frozen=True)
class Style:
    """How a bot searches, whatever the game."""

    exploration: float = 0.15
    custom: float = 2.0
    horizon: int | None = None
    """Random decisions beyond the tree before the position is judged; None plays to the end."""


@dataclass(frozen=True)
class Candidate:
    """A legal action as a search sees it: the share of the win that it promises, and how often it was visited.

    How certain that is a single search cannot tell: see bots/evaluate.py.
    """

    action: int
    share: float
    visits: int


class Forest:
    """The trees of one search, one for each thread, which are grown apart and counted together."""

    def __init__(
        self, box: Box, masked: Record, seat: int, network: Network, plan: Record, rngs: Sequence[Rng], room: int
    ) -> None:
        self.box, self.seat, self.network, self.plan = box, seat, network, plan
        self.masked = masked
        self.trees = [make_tree(box, room) for _ in rngs]
        self.rooms = [make_room(box, network) for _ in rngs]
        self.rngs = rngs
        self.roots = [0] * len(rngs)
        self.states = [np.zeros(2, box.game.state_type) for _ in rngs]

    def grow(self, thread: int, iterations: int) -> None:
        """More iterations in one tree."""
        states = self.states[thread]
        states[ROOT] = self.masked
        grow(
            home(self.box.record),
            states,
            self.trees[thread],
            self.roots[thread],
            home(self.plan),
            self.network,
            self.rooms[thread],
            home(self.rngs[thread]),
            self.seat,
            iterations,
        )

    def visits(self) -> int:
        """How many iterations have gone through the roots."""
        found = [
            int(tree.nodes[root]["visits"]) for tree, root in zip(self.trees, self.roots, strict=True) if tree.size[0]
        ]
        return sum(found)

    @property
    def has_branches(self) -> bool:
        """Whether anything has been tried at the roots."""
        pairs = zip(self.trees, self.roots, strict=True)
        return any(tree.size[0] and tree.nodes[root]["first"] != NONE for tree, root in pairs)

    def candidates(self) -> list[Candidate]:
        """What all trees together say about the actions at their roots, the most visited first."""
        sums: dict[int, list[float]] = {}
        for tree, root in zip(self.trees, self.roots, strict=True):
            child = int(tree.nodes[root]["first"]) if tree.size[0] else NONE
            while child != NONE:
                node = tree.nodes[child]
                total = sums.setdefault(int(node["action"]), [0.0, 0.0])
                total[0] += float(tree.worth[child, self.seat])
                total[1] += float(node["visits"])
                child = int(node["following"])
        listed = [Candidate(action, worth / max(1, visits), int(visits)) for action, (worth, visits) in sums.items()]
        return sorted(listed, key=lambda c: (-c.visits, -c.share, c.action))

    def follow(self, action: int) -> bool:
        """Make the child behind an action the root; whether all trees have it and room to grow."""
        roots = []
        for tree, root in zip(self.trees, self.roots, strict=True):
            child = int(tree.nodes[root]["first"])
            while child != NONE and tree.nodes[child]["action"] != action:
                child = int(tree.nodes[child]["following"])
            if child == NONE or int(tree.size[0]) > len(tree.nodes) // 2:
                return False
            roots.append(child)
        self.roots = roots
        return True


def make_tree(box: Box, room: int) -> Tree:
    """An empty tree with room for so many nodes."""
    customs = (box.players, box.game.actions)
    return Tree(
        np.zeros(room, NODE),
        np.zeros((room, box.players), np.float64),
        np.zeros(customs, np.float32),
        np.zeros(customs, np.float32),
        np.zeros(1, np.int32),
    )


def make_room(box: Box, network: Network) -> Room:
    """Room for one thread's iterations."""
    return Room(
        np.zeros(box.game.actions + 1, np.int16),
        np.zeros(DEEPEST + 1, np.int32),
        np.zeros(DEEPEST + 1, np.int8),
        np.zeros(box.players, np.float64),
        make_desk(box.game.inputs, network),
    )


class SearchBot:
    """Information-set Monte-Carlo tree search for one seat of one game at a time."""

    def __init__(
        self, budget: Budget, style: Style | None = None, network: Network = NO_NETWORK, threads: int = 1
    ) -> None:
        self.budget = budget
        self.style = style or Style()
        self.network = network
        self.threads = threads
        self.forest: Forest | None = None
        self.played: int | None = None
        self.iterations = 0
        """How many iterations all decisions so far have taken."""

    @property
    def tree_bytes(self) -> int:
        """How much memory the trees take that may serve the next decision."""
        return sum(array.nbytes for tree in self.forest.trees for array in tree) if self.forest else 0

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:
        """The action that was visited most."""
        legal = np.zeros(box.game.actions + 1, np.int16)
        if box.game.rules.legal(box.record, masked, legal) == 1:
            # Nothing to think about; the tree, if there is one, may serve again.
            action = int(legal[0])
            if self.forest and not self.expected_this(box, masked, seat):
                self.forest = None
        else:
            action = self.think(box, masked, seat, budget, rng)[0].action
        self.played = action
        return action

    def think(
        self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng, stop_early: bool = True
    ) -> list[Candidate]:
        """What the search says about the legal actions, the best first."""
        playouts, seconds = self.limits(budget)
        if not self.expected_this(box, masked, seat):
            self.forest = self.plant(box, masked, seat, playouts, rng)
        self.played = None
        assert self.forest
        # What is compiled now is compiled once and for all: it is not a part of thinking.
        self.forest.grow(0, 0)
        deadline = perf_counter() + seconds if seconds is not None else None
        self.spend(self.forest, playouts, deadline, stop_early)
        return self.forest.candidates()

    def limits(self, budget: Budget) -> tuple[int, float | None]:
        """The budget given, or one's own."""
        given = budget if budget != Budget() else self.budget
        playouts = given.playouts if given.playouts is not None else LARGEST if given.seconds is not None else CHUNK
        return max(1, playouts), given.seconds

    def plant(self, box: Box, masked: Record, seat: int, playouts: int, rng: Rng) -> Forest:
        """Trees for a position, one for each thread, with streams of their own."""
        plan = np.zeros(1, PLAN)[0]
        plan.exploration, plan.custom = self.style.exploration, self.style.custom
        plan.horizon = self.style.horizon or 0
        plan.judge = LEARNED if self.network.inputs else OUTCOME if self.style.horizon is None else ESTIMATE
        rngs = [fork(rng) for _ in range(self.threads)]
        room = min(LARGEST, 4 * playouts // self.threads + 64)
        return Forest(box, copy(masked), seat, self.network, plan, rngs, room)

    def spend(self, forest: Forest, playouts: int, deadline: float | None, stop_early: bool) -> None:
        """Grow until the budget is used or the choice is clear."""
        chunk = CHUNK
        with ThreadPoolExecutor(self.threads) if self.threads > 1 else _alone as pool:
            # However small the budget, there must be an answer.
            while (left := playouts - forest.visits()) > 0 or not forest.has_branches:
                begin = perf_counter()
                if deadline is not None and begin >= deadline and forest.has_branches:
                    return
                each = max(1, min(chunk, -(-left // self.threads)))
                list(pool.map(lambda thread, n=each: forest.grow(thread, n), range(self.threads)))  # type: ignore[misc]
                self.iterations += each * self.threads
                if deadline is not None:
                    pace = (perf_counter() - begin) / each
                    chunk = max(1, min(4 * CHUNK, int(0.5 * (deadline - perf_counter()) / pace)))
                    left = min(left, int((deadline - begin) / pace) * self.threads)
                left -= each * self.threads
                # Before half of the visits are made no lead is large enough.
                if stop_early and forest.visits() > left and is_clear(forest.candidates(), left):
                    return

    def expected_this(self, box: Box, masked: Record, seat: int) -> bool:
        """Whether the tree already holds this position, and nobody has learned anything since it was grown.

        It does if the seat's own last action leads from what it knew then to what it knows now in every world: without
        chance, and without anybody else's decision. Then the branch behind this action becomes the root.
        """
        forest = self.forest
        if forest is None or forest.box is not box or forest.seat != seat:
            return False
        if forest.masked.tobytes() == masked.tobytes():
            return True
        if self.played is None:
            return False
        rules, world, rng = box.game.rules, copy(forest.masked), stream(0)
        if rules.to_act(box.record, world) != seat:
            return False
        rules.redeal(box.record, world, seat, rng)
        before = int(rng.counter)
        rules.apply(box.record, world, self.played, rng)
        if int(rng.counter) != before:
            return False
        rules.mask(box.record, world, seat)
        if world.tobytes() != masked.tobytes() or not forest.follow(self.played):
            return False
        forest.masked = copy(masked)
        return True


def is_clear(found: list[Candidate], left: int) -> bool:
    """Whether the most visited action cannot be overtaken by what is left."""
    return len(found) > 1 and found[0].visits - found[1].visits > left


class _Alone:
    """One thread, which is the caller's."""

    def __enter__(self) -> "_Alone":
        return self

    def __exit__(self, *_: object) -> None: ...

    map = staticmethod(map)


_alone = _Alone()
