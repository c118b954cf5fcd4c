"""Tree search whose moves are whole turns, or whole decisions of several actions.

A move is enumerated exactly, with transpositions merged, and judged only where it has ended (`is_settled`). The
evaluations of the ends for the acting seat give them their priors and first values (PUCT).

The search samples hidden information and chance anew in every simulation (ISMCTS): a node is the sequence of moves that
leads to it, its children are the moves found in any world, and each visit chooses among those of its own world. As long
as a line meets neither, its nodes stand for one exact position, and their moves need no further enumeration.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, inlined, noinline
from tradewinds.kernel.dispatch import apply, is_over, redeal, to_act
from tradewinds.kernel.evaluation import Network
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.turn_values import CHECKED, best_end, contrast, judge_end, judge_outcome, judge_turns
from tradewinds.kernel.turns import LONGEST, Turns, enumerate_turns

STRIDE = np.uint64(256)
"""Random numbers set aside for a move."""

MAX_DEPTH = 64
"""Maximum number of moves of a line."""

NODE = np.dtype(
    (
        np.record,
        [
            ("key", "u8"),
            ("visits", "i4"),
            ("available", "i4"),
            ("first_child", "i4"),
            ("last_child", "i4"),
            ("next_sibling", "i4"),
            ("exact", "i1"),
            ("length", "i1"),
            ("actions", "i2", (LONGEST,)),
        ],
    )
)
"""A node: the hash of its move, its visits, the visits of its parent at which the move was legal, its children as a
list, whether it stands for one exact position, and the actions of the move."""

TURN_PARAMS = np.dtype((np.record, [("evaluator", "i1"), ("exact", "i1"), ("exploration", "f8"), ("spread", "f8")]))
"""Parameters: the evaluator, whether the root is an exact position, the exploration constant, and the scale of values
in priors."""


class TurnTree(NamedTuple):
    """The arrays of a tree: nodes, the sums of their values and their first values by seat, and the size."""

    nodes: np.ndarray
    value_sum: npt.NDArray[np.float64]
    estimate: npt.NDArray[np.float64]
    path: npt.NDArray[np.int32]
    size: npt.NDArray[np.int32]


def make_turn_tree(box: Box, capacity: int) -> TurnTree:
    """Allocate an empty tree."""
    return TurnTree(
        nodes=np.zeros(capacity, NODE),
        value_sum=np.zeros((capacity, box.players)),
        estimate=np.zeros((capacity, box.players)),
        path=np.zeros(MAX_DEPTH + 1, np.int32),
        size=np.zeros(1, np.int32),
    )


@inlined
def init_node(tree: TurnTree, index: int, exact: bool) -> None:
    """Initialise an unvisited node without children."""
    node = tree.nodes[index]
    node.visits = 0
    node.available = 0
    node.first_child = NONE
    node.last_child = NONE
    node.next_sibling = NONE
    node.exact = exact
    for seat in range(tree.value_sum.shape[1]):
        tree.value_sum[index, seat] = 0


@noinline
def add_child(tree: TurnTree, parent: int, turns: Turns, end: int) -> int:
    """Append an end of the enumerated move to the children of a node; return NONE if the tree is full."""
    child, position = tree.size[0], turns.ends[end]
    if child == len(tree.nodes):
        return NONE
    tree.size[0] += 1
    init_node(tree, child, tree.nodes[parent].exact and not turns.chance[position])
    tree.nodes[child].key = turns.keys[position]
    for seat in range(tree.estimate.shape[1]):
        tree.estimate[child, seat] = turns.shares[end, seat]
    write_actions(tree.nodes[child], turns, position)
    if tree.nodes[parent].first_child == NONE:
        tree.nodes[parent].first_child = child
    else:
        tree.nodes[tree.nodes[parent].last_child].next_sibling = child
    tree.nodes[parent].last_child = child
    return child


@inlined
def write_actions(node: Record, turns: Turns, position: int) -> None:
    """Write the actions that lead to a position of the turn."""
    length, step = turns.lengths[position], position
    node.length = length
    while turns.parents[step] != NONE:
        length -= 1
        node.actions[length] = turns.actions[step]
        step = turns.parents[step]


@noinline
def find_children(
    box: Record, tree: TurnTree, node: int, turns: Turns, found: int, params: Record, network: Network
) -> None:
    """Find the child of each end, adding children for ends that were not legal in earlier worlds.

    Children are in nearly the same order as ends: each search continues from the child found last.
    """
    first = tree.nodes[node].first_child
    before = first
    for end in range(found):
        key, child = turns.keys[turns.ends[end]], before
        while child != NONE and tree.nodes[child].key != key:
            child = tree.nodes[child].next_sibling
        if child == NONE:
            child = first
            while child != before and tree.nodes[child].key != key:
                child = tree.nodes[child].next_sibling
            if child == before:
                judge_end(box, turns, end, params.evaluator, network)
                child = add_child(tree, node, turns, end)
        turns.children[end] = child
        if child != NONE:
            before = child


@inlined
def child_value(tree: TurnTree, child: int, actor: int) -> float:
    """Return the mean value of a child; its first value counts as one visit."""
    return (tree.value_sum[child, actor] + tree.estimate[child, actor]) / (tree.nodes[child].visits + 1)


@inlined
def puct(tree: TurnTree, child: int, actor: int, prior: float, exploration: float) -> float:
    """Return the PUCT score of a child and count that it was available."""
    node = tree.nodes[child]
    node.available += 1
    bonus = exploration * prior * np.sqrt(np.float64(node.available)) / (node.visits + 1)
    return child_value(tree, child, actor) + bonus


@noinline
def select_listed(tree: TurnTree, node: int, actor: int, params: Record) -> int:
    """Return the best child of an exact node, all of whose children are legal."""
    best, total = -1e9, 0.0
    child = tree.nodes[node].first_child
    while child != NONE:
        best = max(best, tree.estimate[child, actor])
        child = tree.nodes[child].next_sibling
    spread, exploration = contrast(best) * params.spread, contrast(best) * params.exploration
    child = tree.nodes[node].first_child
    while child != NONE:
        total += np.exp((tree.estimate[child, actor] - best) / spread)
        child = tree.nodes[child].next_sibling
    chosen, best_score = NONE, -1e9
    child = tree.nodes[node].first_child
    while child != NONE:
        prior = np.exp((tree.estimate[child, actor] - best) / spread) / total
        score = puct(tree, child, actor, prior, exploration)
        if score > best_score:
            chosen, best_score = child, score
        child = tree.nodes[child].next_sibling
    return chosen


@noinline
def select_found(tree: TurnTree, turns: Turns, found: int, actor: int, params: Record) -> int:
    """Return the end whose child is best among the moves of the present world; NONE if none has a node."""
    best, total = -1e9, 0.0
    for end in range(found):
        if turns.children[end] != NONE:
            best = max(best, tree.estimate[turns.children[end], actor])
    spread, exploration = contrast(best) * params.spread, contrast(best) * params.exploration
    for end in range(found):
        if turns.children[end] != NONE:
            total += np.exp((tree.estimate[turns.children[end], actor] - best) / spread)
    chosen, best_score = NONE, -1e9
    for end in range(found):
        child = turns.children[end]
        if child != NONE:
            prior = np.exp((tree.estimate[child, actor] - best) / spread) / total
            score = puct(tree, child, actor, prior, exploration)
            if score > best_score:
                chosen, best_score = end, score
    return chosen


@noinline
def expand(
    box: Record, tree: TurnTree, node: int, turns: Turns, found: int, actor: int, params: Record, network: Network
) -> int:
    """Judge the ends of the enumerated move and make them children of a node; return the best end."""
    # Levels draw among the moves of the root by their values.
    checked = found if node == 0 else CHECKED
    judge_turns(box, turns, found, actor, checked, params.evaluator, network)
    # A line as long as allowed ends at a node that has children.
    if tree.nodes[node].first_child == NONE and tree.size[0] + found <= len(tree.nodes):
        for end in range(found):
            add_child(tree, node, turns, end)
    return best_end(turns, found, actor)


@noinline
def simulate_turns(
    box: Record, world: Record, tree: TurnTree, turns: Turns, params: Record, network: Network, rng: Rng
) -> None:
    """Descend to a node that has no children yet, enumerate its moves, and back up the best end."""
    node, length = 0, 1
    tree.path[0] = 0
    shares = turns.shares[0]
    while True:
        if is_over(box, world):
            judge_outcome(box, world, turns.points, shares)
            break
        actor = to_act(box, world)
        leaf = tree.nodes[node].first_child == NONE or length > MAX_DEPTH
        if tree.nodes[node].exact and not leaf:
            node = select_listed(tree, node, actor, params)
            for step in range(tree.nodes[node].length):
                apply(box, world, tree.nodes[node].actions[step], rng)
        else:
            turns.states[0] = world
            found = enumerate_turns(box, turns, rng)
            chosen = NONE
            if not leaf:
                find_children(box, tree, node, turns, found, params, network)
                chosen = select_found(tree, turns, found, actor, params)
            if chosen == NONE:
                shares = turns.shares[expand(box, tree, node, turns, found, actor, params, network)]
                break
            node = turns.children[chosen]
            turns.states[0] = turns.states[turns.ends[chosen]]
            world = turns.states[0]
            rng.counter += STRIDE
        tree.path[length] = node
        length += 1
    for step in range(length):
        tree.nodes[tree.path[step]].visits += 1
        for seat in range(len(shares)):
            tree.value_sum[tree.path[step], seat] += shares[seat]


@inlined
def search_mask(
    box: Record,
    states: np.ndarray,
    seat: int,
    tree: TurnTree,
    turns: Turns,
    params: Record,
    network: Network,
    rng: Rng,
    simulations: int,
) -> None:
    """Run simulations from states[0], the mask of the seat to act; states[1] is a buffer.

    A tree of size 0 is initialised first.
    """
    if tree.size[0] == 0:
        tree.size[0] = 1
        init_node(tree, 0, params.exact)
    for _ in range(simulations):
        states[1] = states[0]
        # Enumeration restores the counter, so that all ends meet the same chance: every simulation meets another.
        rng.counter += STRIDE
        redeal(box, states[1], seat, rng)
        simulate_turns(box, states[1], tree, turns, params, network, rng)


@compiled
def search_turns(
    boxes: np.ndarray,
    states: np.ndarray,
    seat: int,
    tree: TurnTree,
    turns: Turns,
    params: np.ndarray,
    network: Network,
    rngs: np.ndarray,
    simulations: int,
) -> None:
    """Python entry point for `search_mask`."""
    search_mask(boxes[0], states, seat, tree, turns, params[0], network, rngs[0], simulations)
