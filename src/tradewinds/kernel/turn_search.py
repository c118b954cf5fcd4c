"""Tree search whose moves are whole turns, for positions without hidden information.

A turn is enumerated exactly, with transpositions merged, and judged only where it has ended (`is_settled`). A node of
the tree is a position at the beginning of a turn; its children are the best turns by the evaluation for the acting
seat, which gives each its prior and first value (PUCT). Chance ends a line: what lies behind it is judged anew in every
simulation and never stored.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, inlined, noinline
from tradewinds.kernel.dispatch import apply, is_over, to_act
from tradewinds.kernel.evaluation import Network, evaluate
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.turns import LONGEST, Turns, best_end, enumerate_turns, judge_turns, keep_best

STRIDE = np.uint64(256)
"""Random numbers set aside for a simulation."""

MAX_DEPTH = 64
"""Maximum number of turns of a line."""

NODE = np.dtype(
    (
        np.record,
        [
            ("visits", "i4"),
            ("first_child", "i4"),
            ("children", "i4"),
            ("prior", "f4"),
            ("length", "i1"),
            ("chance", "i1"),
            ("actions", "i2", (LONGEST,)),
        ],
    )
)
"""A node: visits, the range of its children, its prior, and the turn that leads to it, with whether it meets chance."""

TURN_PARAMS = np.dtype((np.record, [("evaluator", "i1"), ("exploration", "f8"), ("spread", "f8"), ("width", "i4")]))
"""Parameters: the evaluator, the exploration constant, the scale of values in priors, and the children of a node."""


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


@noinline
def add_children(tree: TurnTree, node: int, turns: Turns, found: int, actor: int, params: Record) -> None:
    """Make the best ends of the enumerated turn the children of a node, with priors."""
    kept, first = keep_best(turns, found, actor, params.width), tree.size[0]
    if first + kept > len(tree.nodes):
        return
    tree.size[0] += kept
    tree.nodes[node].first_child = first
    tree.nodes[node].children = kept
    total, best = 0.0, turns.shares[turns.order[0], actor]
    for place in range(kept):
        child, end = tree.nodes[first + place], turns.order[place]
        child.visits = 0
        child.children = 0
        child.first_child = NONE
        child.prior = np.exp((turns.shares[end, actor] - best) / params.spread)
        total += child.prior
        for seat in range(tree.value_sum.shape[1]):
            tree.value_sum[first + place, seat] = 0
            tree.estimate[first + place, seat] = turns.shares[end, seat]
        write_actions(child, turns, turns.ends[end])
    for place in range(kept):
        tree.nodes[first + place].prior /= total


@inlined
def write_actions(node: Record, turns: Turns, position: int) -> None:
    """Write the actions that lead to a position of the turn."""
    length, step = turns.lengths[position], position
    node.length = length
    node.chance = turns.chance[position]
    while turns.parents[step] != NONE:
        length -= 1
        node.actions[length] = turns.actions[step]
        step = turns.parents[step]


@inlined
def select_child(tree: TurnTree, node: int, actor: int, exploration: float) -> int:
    """Return the child with the highest PUCT score; the first value counts as one visit."""
    first, best, best_score = tree.nodes[node].first_child, NONE, -1e9
    scale = exploration * np.sqrt(tree.nodes[node].visits + 1.0)
    for child in range(first, first + tree.nodes[node].children):
        visits = tree.nodes[child].visits
        score = (tree.value_sum[child, actor] + tree.estimate[child, actor]) / (visits + 1)
        score += scale * tree.nodes[child].prior / (visits + 1)
        if score > best_score:
            best, best_score = child, score
    return best


@noinline
def simulate_turns(
    box: Record, world: Record, tree: TurnTree, turns: Turns, params: Record, network: Network, rng: Rng
) -> None:
    """Descend to a position that has no children yet, enumerate its turn, and back up the best end."""
    node, length, chance = 0, 1, False
    tree.path[0] = 0
    while tree.nodes[node].children > 0 and length <= MAX_DEPTH:
        node = select_child(tree, node, to_act(box, world), params.exploration)
        for step in range(tree.nodes[node].length):
            apply(box, world, tree.nodes[node].actions[step], rng)
        chance = tree.nodes[node].chance
        tree.path[length] = node
        length += 1
        if is_over(box, world) or chance:
            break
    shares = turns.shares[0]
    if is_over(box, world):
        evaluate(box, world, params.evaluator, network, turns.workspace, shares)
    else:
        actor = to_act(box, world)
        turns.states[0] = world
        found = enumerate_turns(box, turns, rng)
        judge_turns(box, turns, found, params.evaluator, network)
        shares = turns.shares[best_end(turns, found, actor)]
        # A line as long as allowed ends at a node that has children.
        if not chance and tree.nodes[node].children == 0:
            add_children(tree, node, turns, found, actor, params)
    for step in range(length):
        tree.nodes[tree.path[step]].visits += 1
        for seat in range(len(shares)):
            tree.value_sum[tree.path[step], seat] += shares[seat]


@compiled
def search_turns(
    boxes: np.ndarray,
    states: np.ndarray,
    tree: TurnTree,
    turns: Turns,
    params: np.ndarray,
    network: Network,
    rngs: np.ndarray,
    simulations: int,
) -> None:
    """Run simulations from states[0], the position of the seat to act; states[1] is a buffer.

    A tree of size 0 is initialised first.
    """
    if tree.size[0] == 0:
        tree.size[0] = 1
        tree.nodes[0].visits = 0
        tree.nodes[0].children = 0
        for seat in range(tree.value_sum.shape[1]):
            tree.value_sum[0, seat] = 0
    for _ in range(simulations):
        states[1] = states[0]
        # Enumeration restores the counter, so that all turns meet the same chance: every simulation meets another.
        rngs[0].counter += STRIDE
        simulate_turns(boxes[0], states[1], tree, turns, params[0], network, rngs[0])
