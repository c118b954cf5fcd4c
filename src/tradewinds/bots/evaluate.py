"""Evaluation of actions by several independent searches, which gives confidence margins.

Playouts of one search are not independent: early results decide where later ones go. Searches that differ only in their
random numbers disagree far more than their playouts suggest (a factor of three is common), so margins are derived from
the disagreement of eight searches.
"""

from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

import numpy as np

from tradewinds.bots import Budget
from tradewinds.bots.levels import LEVELS
from tradewinds.bots.network import network_of
from tradewinds.bots.search import MAX_NODES, SearchBot, TreeEnsemble, children
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import NONE, Record

SEARCHES = 8
"""Number of searches that share the playouts."""

MARGIN = 2.365
"""Standard errors in a 95 % margin (Student's t for eight searches)."""

EXCLUDED = -1e15
"""Value sum of excluded branches, low enough that no search enters them."""

CHUNK = 32
"""Playouts per search between checks of the clock."""


@dataclass(frozen=True)
class Evaluation:
    """An action's win share with its 95 % margin, its visits, and the win shares of all seats."""

    action: int
    share: float
    margin: float
    visits: int
    shares: list[float]


class NodeStats(NamedTuple):
    """Statistics of one search for an action: visits, sum of squares, and value sums by seat."""

    visits: int
    squares: float
    worth: np.ndarray


def evaluate_action(box: Box, masked: Record, seat: int, action: int, budget: Budget, rng: Rng) -> Evaluation:
    """Evaluate one legal action, with all playouts starting from it.

    A search visits weak actions rarely, so its estimates of them are poor. Here every action gets the same number of
    playouts, in searches independent of the one that selected it, so comparisons have no selection bias.
    """
    ensemble = make_ensemble(box, masked, seat, budget, rng)
    exclude(ensemble, [other for other in box.legal_actions(masked) if other != action])
    return next(found for found in evaluations(run_search(ensemble, budget)) if found.action == action)


def make_ensemble(box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> TreeEnsemble:
    """Return empty trees with the settings of the master level, one per search, each with its own random stream."""
    master = LEVELS["master"]
    searcher = SearchBot(master.budget, master.options, network_of(box.game), SEARCHES)
    return searcher.make_ensemble(box, masked, seat, budget.playouts or MAX_NODES, rng)


def run_search(ensemble: TreeEnsemble, budget: Budget) -> TreeEnsemble:
    """Grow all trees until the budget is used and return the ensemble."""
    left = -(-(budget.playouts or MAX_NODES) // SEARCHES)
    deadline = perf_counter() + budget.seconds if budget.seconds is not None else None
    while left > 0 and (deadline is None or not ensemble.visits() or perf_counter() < deadline):
        chunk = left if deadline is None else min(left, CHUNK)
        for tree in range(SEARCHES):
            ensemble.grow(tree, chunk)
        left -= chunk
    return ensemble


def evaluations(ensemble: TreeEnsemble) -> list[Evaluation]:
    """Return the evaluations of the root actions over all trees, most visited first."""
    found: dict[int, list[NodeStats]] = {}
    for tree, root in zip(ensemble.trees, ensemble.roots, strict=True):
        for action, child in children(tree, root).items():
            node = tree.nodes[child]
            if node["visits"]:
                tally = NodeStats(int(node["visits"]), float(node["squared_value_sum"]), tree.value_sum[child])
                found.setdefault(action, []).append(tally)
    formed = [evaluation(action, tallies, ensemble.seat) for action, tallies in found.items()]
    return sorted(formed, key=lambda o: (-o.visits, -o.share, o.action))


def evaluation(action: int, tallies: list[NodeStats], seat: int) -> Evaluation:
    """Combine several searches: the mean, and a margin from their disagreement."""
    counts, sums = np.array([t.visits for t in tallies], np.float64), np.array([t.worth for t in tallies])
    total, searches = counts.sum(), len(counts)
    shares = sums.sum(axis=0) / total
    share = float(shares[seat])
    # Sampling error of the playouts, in case the searches agree by chance.
    variance = max(0.0, sum(t.squares for t in tallies) / total - share * share)
    error = np.sqrt((variance + 0.25 / total) / total)
    if searches > 1:
        apart = sums[:, seat] - counts * share
        error = max(error, np.sqrt(float(apart @ apart) * searches / (searches - 1)) / total)
    # Widen the margin if some searches never visited the action.
    margin = MARGIN * float(error) * np.sqrt(SEARCHES / searches)
    return Evaluation(action, share, min(1.0, float(margin)), int(total), [float(value) for value in shares])


def exclude(ensemble: TreeEnsemble, actions: list[int]) -> None:
    """Exclude root actions from empty trees by adding them as children with a prohibitive value."""
    for tree in ensemble.trees:
        tree.nodes[0]["action"], tree.nodes[0]["next_sibling"] = NONE, NONE
        tree.nodes[0]["first_child"] = 1 if actions else NONE
        for place, action in enumerate(sorted(actions), 1):
            node = tree.nodes[place]
            node["action"], node["first_child"] = action, NONE
            node["next_sibling"] = place + 1 if place < len(actions) else NONE
            tree.value_sum[place] = EXCLUDED
        tree.size[0] = 1 + len(actions)
