"""Lines of play: what a seat would do in the rest of its turn, and what it would then know.

A line goes on as long as the same seat is to act and nothing was drawn, decided by others or revealed meanwhile: then
the seat's mask after the action is the same in every world that fits what it knows now.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tradewinds.bots.search import Forest
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import NONE, Record, copy

WORLDS = 3
"""In so many worlds that fit a mask each action is tried."""

FEWEST = 24
"""A branch that was visited less often is no plan."""


@dataclass(frozen=True)
class Line:
    """Actions of one seat, one after the other, with its masks before each of them and after the last.

    After the last action the masks may differ from world to world, by what was drawn or hidden: `ends` has them all.
    """

    seat: int
    actions: list[int]
    masks: list[Record]
    ends: list[Record]
    goes_on: bool
    """Whether the seat is to act again, and knows all that it will know then."""


def begin(box: Box, masked: Record, seat: int) -> Line:
    """A line without an action, from what a seat knows."""
    return Line(seat, [], [masked], [masked], may_act(box, masked, seat))


def extend(box: Box, line: Line, action: int) -> Line:
    """The line with one more action, tried in some worlds that fit the seat's mask."""
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
    goes_on = known and may_act(box, ends[0], line.seat)
    return Line(line.seat, [*line.actions, action], [*line.masks, ends[0]], ends, goes_on)


def may_act(box: Box, masked: Record, seat: int) -> bool:
    """Whether the seat is to act."""
    rules = box.game.rules
    return not rules.is_over(box.record, masked) and rules.to_act(box.record, masked) == seat


def follow(box: Box, masked: Record, seat: int, actions: Sequence[int]) -> Line:
    """The line of some actions, as far as the seat can know that they will be possible."""
    line = begin(box, masked, seat)
    for action in actions:
        if not line.goes_on:
            break
        line = extend(box, line, action)
    return line


def plan(forest: Forest, action: int) -> Line:
    """The line that a search would follow after an action: the most visited branches, while it knows them well."""
    line = extend(forest.box, begin(forest.box, forest.masked, forest.seat), action)
    nodes = behind(forest, list(forest.roots), action)
    while line.goes_on and (action := favourite(forest, nodes)) != NONE:
        line = extend(forest.box, line, action)
        nodes = behind(forest, nodes, action)
    return line


def tell_plan(box: Box, line: Line) -> list[Phrase]:
    """What a line does after its first action, in sentences."""
    later = zip(line.masks[1:-1], line.actions[1:], strict=True)
    return [box.game.describe(box, masked, [action])[0] for masked, action in later]


def behind(forest: Forest, nodes: list[int], action: int) -> list[int]:
    """The nodes that an action leads to, one for each tree; NONE where a tree has no such branch."""
    found = []
    for tree, node in zip(forest.trees, nodes, strict=True):
        child = NONE if node == NONE else int(tree.nodes[node]["first"])
        while child != NONE and tree.nodes[child]["action"] != action:
            child = int(tree.nodes[child]["following"])
        found.append(child)
    return found


def favourite(forest: Forest, nodes: list[int]) -> int:
    """The action that all trees together have visited most behind some nodes; NONE if that is seldom."""
    visits: dict[int, int] = {}
    for tree, node in zip(forest.trees, nodes, strict=True):
        child = NONE if node == NONE else int(tree.nodes[node]["first"])
        while child != NONE:
            found = tree.nodes[child]
            visits[int(found["action"])] = visits.get(int(found["action"]), 0) + int(found["visits"])
            child = int(found["following"])
    best = min(visits, key=lambda action: (-visits[action], action), default=NONE)
    return best if visits.get(best, 0) >= FEWEST else NONE
