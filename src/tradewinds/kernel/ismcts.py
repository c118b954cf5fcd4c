"""Information-set Monte-Carlo tree search, written once for every game.

Every iteration deals a world that fits what the seat knows, walks down a tree whose branches are actions, adds one
node, and judges what follows: by playing to the end at random, or by looking. Chance is drawn anew each time. Every
node counts the shares of the win of all seats, and whoever acts there prefers what is good for himself.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, inlined
from tradewinds.kernel.dispatch import apply, is_over, legal, redeal, to_act
from tradewinds.kernel.evaluation import OUTCOME, Desk, Network, judge
from tradewinds.kernel.random import Rng, below, draw
from tradewinds.kernel.record import NONE, Buffer, Record

NODE = np.dtype(
    (
        np.record,
        [
            ("visits", "i4"),
            ("available", "i4"),
            ("first", "i4"),
            ("following", "i4"),
            ("action", "i2"),
            ("squares", "f8"),
        ],
    )
)
"""A node: how often it was visited and could have been, its first child, its next sibling (by ascending action), the
action that leads to it, and the sum of squares of what it brought to whoever took that action."""

PLAN = np.dtype(
    (
        np.record,
        [
            ("judge", "i1"),
            ("horizon", "i4"),
            ("exploration", "f8"),
            ("custom", "f8"),
        ],
    )
)
"""How to search: how to judge, after how many random decisions at the latest, how curious to be, and how many visits
the experience with the same action elsewhere in the tree is worth."""

ROOT, WORLD = range(2)
"""The states that a search works with: the seat's mask, and a world."""

DEEPEST = 512
"""No walk down the tree is longer."""

JITTER = 1e-7 / 2.0**32
"""So small a part of a random number decides between branches that look the same."""


class Tree(NamedTuple):
    """The arrays of a tree: nodes, what they brought to each seat, and what each seat's actions brought anywhere."""

    nodes: np.ndarray
    worth: npt.NDArray[np.float64]
    custom_visits: npt.NDArray[np.float32]
    custom_worth: npt.NDArray[np.float32]
    size: npt.NDArray[np.int32]


class Room(NamedTuple):
    """Room for one iteration: legal actions, the walk down the tree with who acted, and the shares at its end."""

    actions: Buffer
    path: npt.NDArray[np.int32]
    actors: npt.NDArray[np.int8]
    shares: npt.NDArray[np.float64]
    desk: Desk


@inlined
def plant(tree: Tree) -> None:
    """Begin anew with a single node."""
    add_node(tree, 0, NONE, NONE)
    tree.size[0] = 1


@inlined
def add_node(tree: Tree, index: int, action: int, following: int) -> None:
    """A node that nobody has visited."""
    node = tree.nodes[index]
    node.visits = 0
    node.available = 0
    node.first = NONE
    node.following = following
    node.action = action
    node.squares = 0
    for seat in range(tree.worth.shape[1]):
        tree.worth[index, seat] = 0


@inlined
def expected(tree: Tree, parent: int, actor: int, action: int) -> float:
    """What an action promises before it was tried here: what it brought elsewhere, else what others bring here."""
    if tree.custom_visits[actor, action] > 0:
        return tree.custom_worth[actor, action] / tree.custom_visits[actor, action]
    if tree.nodes[parent].visits > 0:
        return tree.worth[parent, actor] / tree.nodes[parent].visits
    return 1.0 / tree.worth.shape[1]


@inlined
def choose_branch(tree: Tree, plan: Record, parent: int, actor: int, count: int, actions: Buffer, rng: Rng) -> int:
    """The child to walk to, added to the tree if it is not there; NONE if there is no room for it."""
    nodes = tree.nodes
    best, best_before, best_action, best_score = NONE, NONE, NONE, -1e9
    before, child = NONE, nodes[parent].first
    for index in range(count):
        action = actions[index]
        while child != NONE and nodes[child].action < action:
            before, child = child, nodes[child].following
        known = child != NONE and nodes[child].action == action
        visits, worth, available = 0, 0.0, nodes[parent].visits + 1
        if known:
            nodes[child].available += 1
            visits, worth, available = nodes[child].visits, tree.worth[child, actor], nodes[child].available
        promise = plan.custom * expected(tree, parent, actor, action)
        score = (worth + promise) / (visits + plan.custom)
        score += plan.exploration * np.sqrt(np.log(available + 1.0) / (visits + 1.0))
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
        add_node(tree, new, best_action, nodes[parent].first)
        nodes[parent].first = new
    else:
        add_node(tree, new, best_action, nodes[best_before].following)
        nodes[best_before].following = new
    nodes[new].available = 1
    return new


@inlined
def give_back(tree: Tree, room: Room, length: int) -> None:
    """Count what the end of a walk brought, for every node on the way."""
    for step in range(length):
        index = room.path[step]
        node = tree.nodes[index]
        node.visits += 1
        for seat in range(len(room.shares)):
            tree.worth[index, seat] += room.shares[seat]
        if step > 0:
            actor = room.actors[step]
            share = room.shares[actor]
            node.squares += share * share
            tree.custom_visits[actor, node.action] += 1
            tree.custom_worth[actor, node.action] += share


@inlined
def walk(
    box: Record, world: Record, tree: Tree, root: int, plan: Record, network: Network, room: Room, rng: Rng
) -> None:
    """One iteration in a world: down the tree, beyond it, and back."""
    room.path[0] = root
    node, length, beyond = root, 1, 0
    growing = True
    while not is_over(box, world):
        if not growing and plan.judge != OUTCOME and beyond >= plan.horizon:
            break
        count = legal(box, world, room.actions)
        if growing:
            actor = to_act(box, world)
            before = tree.size[0]
            node = choose_branch(tree, plan, node, actor, count, room.actions, rng)
            if node == NONE or length == DEEPEST:
                growing = False
                action = room.actions[below(rng, count)]
            else:
                action = tree.nodes[node].action
                room.path[length] = node
                room.actors[length] = actor
                length += 1
                growing = tree.size[0] == before
        else:
            action = room.actions[below(rng, count)]
            beyond += 1
        apply(box, world, action, rng)
    judge(box, world, plan.judge, network, room.desk, room.shares)
    give_back(tree, room, length)


@compiled
def grow(
    boxes: np.ndarray,
    states: np.ndarray,
    tree: Tree,
    root: int,
    plans: np.ndarray,
    network: Network,
    room: Room,
    rngs: np.ndarray,
    seat: int,
    iterations: int,
) -> None:
    """So many iterations for a seat whose mask is states[ROOT]; a tree of size 0 is planted first."""
    box, rng = boxes[0], rngs[0]
    if tree.size[0] == 0:
        plant(tree)
    for _ in range(iterations):
        states[WORLD] = states[ROOT]
        redeal(box, states[WORLD], seat, rng)
        walk(box, states[WORLD], tree, root, plans[0], network, room, rng)
