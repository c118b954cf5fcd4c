"""Lines of play: the actions of a seat for the rest of its turn, and its masks along the way.

A line ends as soon as something is drawn or revealed or another seat is to act. Until then, the mask after each action
is the same in every world that fits the mask before it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tradewinds.bots.turn_search import Actions, TurnEnsemble, children
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import NONE, Record, copy

WORLDS = 3
"""Number of sampled worlds in which each action is tried."""

MIN_VISITS = 6
"""Branches with fewer visits do not become part of a plan."""


@dataclass(frozen=True)
class Line:
    """Consecutive actions of one seat, with its masks before each of them and after the last.

    After the last action the masks may differ between worlds; `ends` holds one per sampled world.
    """

    seat: int
    actions: list[int]
    masks: list[Record]
    ends: list[Record]
    continues: bool
    """Whether the seat acts again with a mask that is the same in every world."""


def start_line(box: Box, masked: Record, seat: int) -> Line:
    """Return an empty line from a mask."""
    return Line(seat, [], [masked], [masked], is_to_act(box, masked, seat))


def extend(box: Box, line: Line, action: int) -> Line:
    """Return the line extended by an action, which is tried in several sampled worlds."""
    rules, ends, drawn = box.game.rules, [], False
    for number in range(WORLDS):
        world, rng = copy(line.masks[-1]), stream(number)
        rules.redeal(box.record, world, line.seat, rng)
        before = int(rng.counter)
        rules.apply(box.record, world, action, rng)
        drawn = drawn or int(rng.counter) != before
        rules.mask(box.record, world, line.seat)
        ends.append(world)
    known = not drawn and len({end.tobytes() for end in ends}) == 1
    continues = known and is_to_act(box, ends[0], line.seat)
    return Line(line.seat, [*line.actions, action], [*line.masks, ends[0]], ends, continues)


def is_to_act(box: Box, masked: Record, seat: int) -> bool:
    rules = box.game.rules
    return not rules.is_over(box.record, masked) and rules.to_act(box.record, masked) == seat


def follow(box: Box, masked: Record, seat: int, actions: Sequence[int]) -> Line:
    """Return the line of the given actions, cut off where the seat can no longer foresee its mask."""
    line = start_line(box, masked, seat)
    for action in actions:
        if not line.continues:
            break
        line = extend(box, line, action)
    return line


def plan(ensemble: TurnEnsemble, move: Actions, order: Actions) -> Line:
    """Return the principal variation that starts with a move in some order, as far as its moves have enough visits."""
    line = start_line(ensemble.box, ensemble.masked, ensemble.seat)
    nodes, actions = [0] * len(ensemble.trees), order
    while actions:
        for step in actions:
            if not line.continues:
                return line
            line = extend(ensemble.box, line, step)
        nodes = children_of(ensemble, nodes, move)
        move = actions = best_move(ensemble, nodes) if line.continues else ()
    return line


def describe_plan(box: Box, line: Line) -> list[Phrase]:
    """Return sentences for the line's actions after the first."""
    later = zip(line.masks[1:-1], line.actions[1:], strict=True)
    return [box.game.describe(box, masked, [action])[0] for masked, action in later]


def children_of(ensemble: TurnEnsemble, nodes: list[int], actions: Actions) -> list[int]:
    """Return the child nodes of a move, one per tree; NONE where a tree has none."""
    return [children(tree, node).get(actions, NONE) for tree, node in zip(ensemble.trees, nodes, strict=True)]


def best_move(ensemble: TurnEnsemble, nodes: list[int]) -> Actions:
    """Return the most visited move over all trees, or no actions if even that has too few visits."""
    visits: Counter[Actions] = Counter()
    for tree, node in zip(ensemble.trees, nodes, strict=True):
        for actions, child in children(tree, node).items():
            visits[actions] += int(tree.nodes[child]["visits"])
    best = min(visits, key=lambda actions: (-visits[actions], actions), default=())
    return best if visits[best] >= MIN_VISITS else ()
