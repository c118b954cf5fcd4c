"""Orders of the actions of a move: a search lists every move once, although it may begin with other actions as well."""

from collections.abc import Sequence

from tradewinds.bots.turn_search import Actions, TurnEnsemble, TurnOptions, children
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import Record, copy

Orders = dict[int, dict[Actions, Actions]]
"""By first action: the moves that can begin with it, as the search lists them, each in an order that does so."""


def move_orders(ensemble: TurnEnsemble) -> Orders:
    """Return the orders of all moves of the root.

    First actions that the search leaves out because they are dominated are missing.
    """
    box, masked = ensemble.box, ensemble.masked
    moves = list(dict.fromkeys(actions for tree in ensemble.trees for actions in children(tree, 0)))
    orders: Orders = {}
    for actions in moves:
        orders.setdefault(actions[0], {})[actions] = actions
    # Whether two orders lead to the same end does not depend on the world.
    world = copy(masked)
    box.game.rules.redeal(box.record, world, ensemble.seat, stream(0))
    listed = {after(box, world, actions).tobytes(): actions for actions in moves}
    for first in box.legal_actions(masked):
        for rest in moves_from(ensemble, after(box, world, [first])):
            actions = listed.get(after(box, world, (first, *rest)).tobytes(), ())
            if actions:
                orders.setdefault(first, {}).setdefault(actions, (first, *rest))
    return orders


def after(box: Box, world: Record, actions: Sequence[int]) -> Record:
    """Return the position after some actions, all of which meet the same chance."""
    found = copy(world)
    for action in actions:
        box.game.rules.apply(box.record, found, action, stream(0))
    return found


def moves_from(ensemble: TurnEnsemble, world: Record) -> list[Actions]:
    """Return how a move of the root can go on from a position; only in one way, without actions, if it has ended."""
    box, seat, rules = ensemble.box, ensemble.seat, ensemble.box.game.rules
    if rules.is_over(box.record, world) or rules.is_settled(box.record, world):
        return [()]
    rules.mask(box.record, world, seat)
    inner = TurnEnsemble(box, world, seat, ensemble.network, TurnOptions(), [stream(0)], 1)
    inner.grow(0, 1)
    return list(children(inner.trees[0], 0))
