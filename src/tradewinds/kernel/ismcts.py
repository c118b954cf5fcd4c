"""Information-set Monte Carlo tree search (ISMCTS) for every game.

Each iteration determinizes the root mask, descends a tree whose edges are actions, expands one node, and evaluates the
resulting position by a random playout or an evaluator. Chance events are sampled anew in every iteration. Nodes
accumulate every seat's share of the win, and each seat maximises its own.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, inlined
from tradewinds.kernel.dispatch import apply, is_over, legal, redeal, to_act
from tradewinds.kernel.evaluation import ROLLOUT, Network, Workspace, evaluate
from tradewinds.kernel.random import Rng, below, draw
from tradewinds.kernel.record import NONE, Buffer, Record

NODE = np.dtype(
    (
        np.record,
        [
            ("visits", "i4"),
            ("available", "i4"),
            ("first_child", "i4"),
            ("next_sibling", "i4"),
            ("action", "i2"),
            ("squared_value_sum", "f8"),
        ],
    )
)
"""A node: its visits, the visits of its parent at which its action was legal (availability count), its first child, its
next sibling (by ascending action), the action that leads to it, and the sum of squared values for the acting seat."""

SEARCH_PARAMS = np.dtype(
    (
        np.record,
        [
            ("evaluator", "i1"),
            ("horizon", "i4"),
            ("exploration", "f8"),
            ("history_prior", "f8"),
        ],
    )
)
"""Search parameters: the evaluator, the length of random playouts before it is called, the exploration constant, and
the weight, in visits, of the history prior (the value of the same action elsewhere in the tree)."""

ROOT, WORLD = range(2)
"""Indices into the states of a search: the seat's mask, and the determinized world."""

MAX_DEPTH = 512
"""Maximum length of a path in the tree."""

JITTER = 1e-7 / 2.0**32
"""Scale of the random term that breaks ties between actions."""


class Tree(NamedTuple):
    """Arrays of a search tree: nodes, value sums by node and seat, and history visits and values by seat and action."""

    nodes: np.ndarray
    value_sum: npt.NDArray[np.float64]
    history_visits: npt.NDArray[np.float32]
    history_value: npt.NDArray[np.float32]
    size: npt.NDArray[np.int32]


class SimulationBuffers(NamedTuple):
    """Buffers for one iteration: legal actions, the path with the acting seats, and the shares at its end."""

    actions: Buffer
    path: npt.NDArray[np.int32]
    actors: npt.NDArray[np.int8]
    shares: npt.NDArray[np.float64]
    workspace: Workspace


@inlined
def init_tree(tree: Tree) -> None:
    """Reset the tree to a single root node."""
    add_node(tree, 0, NONE, NONE)
    tree.size[0] = 1


@inlined
def add_node(tree: Tree, index: int, action: int, next_sibling: int) -> None:
    """Initialise an unvisited node."""
    node = tree.nodes[index]
    node.visits = 0
    node.available = 0
    node.first_child = NONE
    node.next_sibling = next_sibling
    node.action = action
    node.squared_value_sum = 0
    for seat in range(tree.value_sum.shape[1]):
        tree.value_sum[index, seat] = 0


@inlined
def prior_value(tree: Tree, parent: int, actor: int, action: int) -> float:
    """Return the prior of an action: its mean value in the history, else the mean value of the parent node."""
    if tree.history_visits[actor, action] > 0:
        return tree.history_value[actor, action] / tree.history_visits[actor, action]
    if tree.nodes[parent].visits > 0:
        return tree.value_sum[parent, actor] / tree.nodes[parent].visits
    return 1.0 / tree.value_sum.shape[1]


@inlined
def select_child(tree: Tree, params: Record, parent: int, actor: int, count: int, actions: Buffer, rng: Rng) -> int:
    """Return the child with the highest UCB score, adding it if it is not in the tree; NONE if there is no room."""
    nodes = tree.nodes
    best, best_before, best_action, best_score = NONE, NONE, NONE, -1e9
    before, child = NONE, nodes[parent].first_child
    for index in range(count):
        action = actions[index]
        while child != NONE and nodes[child].action < action:
            before, child = child, nodes[child].next_sibling
        known = child != NONE and nodes[child].action == action
        visits, value, available = 0, 0.0, nodes[parent].visits + 1
        if known:
            nodes[child].available += 1
            visits, value, available = nodes[child].visits, tree.value_sum[child, actor], nodes[child].available
        prior = params.history_prior * prior_value(tree, parent, actor, action)
        score = (value + prior) / (visits + params.history_prior)
        score += params.exploration * np.sqrt(np.log(available + 1.0) / (visits + 1.0))
        score += (draw(rng) >> np.uint64(32)) * JITTER
        if score > best_score:
            best, best_before, best_action, best_score = child if known else NONE, before, action, score
    if best != NONE:
        return best
    new = tree.size[0]
    if new == len(nodes):
        return NONE
    tree.size[0] += 1
    if best_before == NONE:
        add_node(tree, new, best_action, nodes[parent].first_child)
        nodes[parent].first_child = new
    else:
        add_node(tree, new, best_action, nodes[best_before].next_sibling)
        nodes[best_before].next_sibling = new
    nodes[new].available = 1
    return new


@inlined
def backpropagate(tree: Tree, buffers: SimulationBuffers, length: int) -> None:
    """Add the shares at the end of a simulation to every node of its path, and to the history."""
    for step in range(length):
        index = buffers.path[step]
        node = tree.nodes[index]
        node.visits += 1
        for seat in range(len(buffers.shares)):
            tree.value_sum[index, seat] += buffers.shares[seat]
        if step > 0:
            actor = buffers.actors[step]
            share = buffers.shares[actor]
            node.squared_value_sum += share * share
            tree.history_visits[actor, node.action] += 1
            tree.history_value[actor, node.action] += share


@inlined
def simulate(
    box: Record,
    world: Record,
    tree: Tree,
    root: int,
    params: Record,
    network: Network,
    buffers: SimulationBuffers,
    rng: Rng,
) -> None:
    """Run one iteration in a determinized world: selection, expansion, evaluation, backpropagation."""
    buffers.path[0] = root
    node, length, playout_length = root, 1, 0
    in_tree = True
    while not is_over(box, world):
        if not in_tree and params.evaluator != ROLLOUT and playout_length >= params.horizon:
            break
        count = legal(box, world, buffers.actions)
        if in_tree:
            actor = to_act(box, world)
            before = tree.size[0]
            node = select_child(tree, params, node, actor, count, buffers.actions, rng)
            if node == NONE or length == MAX_DEPTH:
                in_tree = False
                action = buffers.actions[below(rng, count)]
            else:
                action = tree.nodes[node].action
                buffers.path[length] = node
                buffers.actors[length] = actor
                length += 1
                in_tree = tree.size[0] == before
        else:
            action = buffers.actions[below(rng, count)]
            playout_length += 1
        apply(box, world, action, rng)
    evaluate(box, world, params.evaluator, network, buffers.workspace, buffers.shares)
    backpropagate(tree, buffers, length)


@compiled
def run_iterations(
    boxes: np.ndarray,
    states: np.ndarray,
    tree: Tree,
    root: int,
    params: np.ndarray,
    network: Network,
    buffers: SimulationBuffers,
    rngs: np.ndarray,
    seat: int,
    iterations: int,
) -> None:
    """Run iterations for the seat whose mask is states[ROOT], initialising the tree first if its size is 0."""
    box, rng = boxes[0], rngs[0]
    if tree.size[0] == 0:
        init_tree(tree)
    for _ in range(iterations):
        states[WORLD] = states[ROOT]
        redeal(box, states[WORLD], seat, rng)
        simulate(box, states[WORLD], tree, root, params[0], network, buffers, rng)
