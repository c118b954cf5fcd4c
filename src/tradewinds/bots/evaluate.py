"""Evaluation of actions by several independent searches, which gives confidence margins.

Playouts of one search are not independent: early results decide where later ones go. Margins are therefore derived from
the disagreement of eight searches that differ only in their random numbers.
"""

from dataclasses import dataclass, replace
from time import perf_counter
from typing import NamedTuple

import numpy as np

from tradewinds.bots import Budget
from tradewinds.bots.network import network_of
from tradewinds.bots.orders import move_orders
from tradewinds.bots.plan import follow
from tradewinds.bots.turn_search import Actions, TurnEnsemble, TurnOptions, children
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, fork
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.turn_search import TurnTree

SEARCHES = 8
"""Number of searches that share the playouts."""

MARGIN = 2.365
"""Standard errors in a 95 % margin (Student's t for eight searches)."""

EXCLUDED = -1e15
"""Value of excluded moves, low enough that no search enters them."""

CHUNK = 8
"""Simulations per search between checks of the clock."""

MAX_SIMULATIONS = 20_000
"""Limit where only seconds are given."""


@dataclass(frozen=True)
class Evaluation:
    """An action's win share with its 95 % margin, its visits, and the win shares of all seats.

    `move` is the best move that can begin with the action, as the search lists it, and `order` the order of its actions
    that does so: several actions may begin the same move (bots/orders.py).
    """

    action: int
    share: float
    margin: float
    visits: int
    shares: list[float]
    move: Actions
    order: Actions


class NodeStats(NamedTuple):
    """Statistics of one search for an action: visits of all moves that begin with it, and of its best move.

    The best move is the most visited one; its value sums are by seat.
    """

    visits: int
    best_visits: int
    worth: np.ndarray


def evaluate_action(box: Box, masked: Record, seat: int, action: int, budget: Budget, rng: Rng) -> Evaluation:
    """Evaluate one legal action, with all playouts starting from it.

    A search visits weak actions rarely, so its estimates of them are poor. Here every action gets the same number of
    playouts, in searches independent of the one that selected it, so comparisons have no selection bias.
    """
    line = follow(box, masked, seat, [action])
    if line.continues:
        # Search what follows: a search of the whole move lists each of its ends under one order of actions only.
        ensemble = run_search(make_ensemble(box, line.masks[-1], seat, budget, rng), budget)
        return replace(evaluations(ensemble)[0], action=action, visits=ensemble.visits)
    ensemble = make_ensemble(box, masked, seat, budget, rng)
    if keep_only(ensemble, action):
        return next(found for found in evaluations(run_search(ensemble, budget)) if found.action == action)
    # Searches leave the action out: it ends the move as another one does, or worse.
    ensemble = run_search(make_ensemble(box, line.ends[0], seat, budget, rng), budget)
    return evaluation(action, [root_stats(tree) for tree in ensemble.trees], seat)


def make_ensemble(box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> TurnEnsemble:
    """Return empty trees for a position, one per search, each with its own random stream.

    They search with the odds head, whose shares are meant to come true (bench/odds.py).
    """
    rngs = [fork(rng) for _ in range(SEARCHES)]
    each = -(-(budget.playouts or MAX_SIMULATIONS) // SEARCHES)
    return TurnEnsemble(box, masked, seat, network_of(box.game).for_odds, TurnOptions(), rngs, each)


def run_search(ensemble: TurnEnsemble, budget: Budget) -> TurnEnsemble:
    """Grow all trees until the budget is used and return the ensemble."""
    left = -(-(budget.playouts or MAX_SIMULATIONS) // SEARCHES)
    deadline = perf_counter() + budget.seconds if budget.seconds is not None else None
    while left > 0 and (deadline is None or not ensemble.visits or perf_counter() < deadline):
        chunk = left if deadline is None else min(left, CHUNK)
        for tree in range(SEARCHES):
            ensemble.grow(tree, chunk)
        left -= chunk
    return ensemble


def evaluations(ensemble: TurnEnsemble) -> list[Evaluation]:
    """Return the evaluations of the root's actions over all trees, most visited first.

    An action is worth as much as the most visited move that can begin with it.
    """
    listed = [move.actions for move in ensemble.moves()]
    trees = [(tree, children(tree, 0)) for tree in ensemble.trees]
    formed = []
    for action, orders in move_orders(ensemble).items():
        best = next(actions for actions in listed if actions in orders)
        tallies = [found for tree, moves in trees if (found := action_stats(tree, moves, list(orders), best))]
        if tallies:
            formed.append(replace(evaluation(action, tallies, ensemble.seat), move=best, order=orders[best]))
    return sorted(formed, key=lambda o: (-o.visits, listed.index(o.move), o.action != o.move[0], o.action))


def action_stats(tree: TurnTree, moves: dict[Actions, int], own: list[Actions], best: Actions) -> NodeStats | None:
    """Return the statistics of an action in one tree, given its own moves; None if the tree lacks the best one."""
    child = moves.get(best, NONE)
    if child == NONE or tree.estimate[child, 0] <= EXCLUDED:
        return None
    visits = sum(int(tree.nodes[moves[actions]]["visits"]) for actions in own if actions in moves)
    return NodeStats(visits, int(tree.nodes[child]["visits"]) + 1, tree.value_sum[child] + tree.estimate[child])


def evaluation(action: int, tallies: list[NodeStats], seat: int) -> Evaluation:
    """Combine several searches: the mean, and a margin from their disagreement."""
    counts, sums = np.array([t.best_visits for t in tallies], np.float64), np.array([t.worth for t in tallies])
    total, searches = counts.sum(), len(counts)
    # At the end of a game searches count points as well (kernel/turns.py).
    sums /= sums.sum(axis=1, keepdims=True) / counts[:, None]
    shares = sums.sum(axis=0) / total
    share = float(shares[seat])
    # A floor, in case the searches agree by chance.
    error = 0.5 / total
    if searches > 1:
        apart = sums[:, seat] - counts * share
        error = max(error, np.sqrt(float(apart @ apart) * searches / (searches - 1)) / total)
    # Widen the margin if some searches never found the action.
    margin = MARGIN * float(error) * np.sqrt(SEARCHES / searches)
    visits = sum(t.visits for t in tallies)
    shown = [float(value) for value in shares]
    return Evaluation(action, share, min(1.0, float(margin)), visits, shown, (action,), (action,))


def root_stats(tree: TurnTree) -> NodeStats:
    """Return the statistics of a whole tree."""
    visits = int(tree.nodes[0]["visits"])
    return NodeStats(visits, visits, tree.value_sum[0])


def keep_only(ensemble: TurnEnsemble, action: int) -> bool:
    """Exclude all other actions of the root; return False if the searches leave this one out.

    This takes one simulation of each search.
    """
    found = False
    for index, tree in enumerate(ensemble.trees):
        ensemble.grow(index, 1)
        for actions, child in children(tree, 0).items():
            if actions[0] == action:
                found = True
            else:
                tree.estimate[child] = EXCLUDED
    return found
