"""Several searches of the same decision, apart from each other, so that they tell how certain they are.

The playouts of one search are no independent tries: what the first ones find decides where the others look. Two
searches that differ in chance alone therefore disagree far more than their playouts suggest (three times as much is
common). So the certainty of an opinion is measured by how much eight searches of it disagree.
"""

from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

import numpy as np

from tradewinds.bots import Budget
from tradewinds.bots.levels import LEVELS
from tradewinds.bots.network import network_of
from tradewinds.bots.search import LARGEST, Forest, SearchBot
from tradewinds.kernel.evaluation import NO_NETWORK
from tradewinds.kernel.game import Box, Game
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import NONE, Record

SEARCHES = 8
"""So many searches share the playouts."""

MARGIN = 2.365
"""So many standard errors to each side hold 95 % of what chance does (Student's t for eight searches)."""

FENCE = -1e15
"""What a branch seems to have brought that no search shall enter."""

CHUNK = 32
"""So many playouts each search makes before the clock is looked at."""


@dataclass(frozen=True)
class Opinion:
    """An action: its share of the win for the seat with the 95 % margin, its visits, and the shares of all seats."""

    action: int
    share: float
    margin: float
    visits: int
    shares: list[float]


class Tally(NamedTuple):
    """What one search has counted for an action: visits, the seat's squared shares, and each seat's shares."""

    visits: int
    squares: float
    worth: np.ndarray


def ponder(box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> list[Opinion]:
    """What the master's way of searching says about the legal actions, the best first."""
    return opinions(grown(plant(box, masked, seat, budget, rng), budget))


def weigh(box: Box, masked: Record, seat: int, action: int, budget: Budget, rng: Rng) -> Opinion:
    """What one legal action is worth if all playouts begin with it.

    A search visits what looks weak only a few times, so that it hardly knows its worth. Here every action gets the same
    attention, and the numbers are fresh: comparing them does not favour the action that was picked for being lucky.
    """
    forest = plant(box, masked, seat, budget, rng)
    fence(forest, [other for other in legal_actions(box, masked) if other != action])
    return next(found for found in opinions(grown(forest, budget)) if found.action == action)


def searcher(game: Game) -> SearchBot:
    """Somebody who searches as the master does."""
    master = LEVELS["master"]
    return SearchBot(master.budget, master.style, network_of(game) if master.learned else NO_NETWORK, SEARCHES)


def plant(box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> Forest:
    """As many trees as there are searches, each with a stream of its own."""
    return searcher(box.game).plant(box, masked, seat, budget.playouts or LARGEST, rng)


def grown(forest: Forest, budget: Budget) -> Forest:
    """The same forest when the budget is used: a share of it for every tree."""
    left = -(-(budget.playouts or LARGEST) // SEARCHES)
    deadline = perf_counter() + budget.seconds if budget.seconds is not None else None
    while left > 0 and (deadline is None or not forest.visits() or perf_counter() < deadline):
        chunk = left if deadline is None else min(left, CHUNK)
        for tree in range(SEARCHES):
            forest.grow(tree, chunk)
        left -= chunk
    return forest


def opinions(forest: Forest) -> list[Opinion]:
    """What all trees together say about the actions at their roots, the most visited first."""
    found: dict[int, list[Tally]] = {}
    for tree, root in zip(forest.trees, forest.roots, strict=True):
        child = int(tree.nodes[root]["first"])
        while child != NONE:
            node = tree.nodes[child]
            if node["visits"]:
                tally = Tally(int(node["visits"]), float(node["squares"]), tree.worth[child])
                found.setdefault(int(node["action"]), []).append(tally)
            child = int(node["following"])
    formed = [opinion(action, tallies, forest.seat) for action, tallies in found.items()]
    return sorted(formed, key=lambda o: (-o.visits, -o.share, o.action))


def opinion(action: int, tallies: list[Tally], seat: int) -> Opinion:
    """One opinion out of several: the mean, and a margin from how much they disagree."""
    counts, sums = np.array([t.visits for t in tallies], np.float64), np.array([t.worth for t in tallies])
    total, searches = counts.sum(), len(counts)
    shares = sums.sum(axis=0) / total
    share = float(shares[seat])
    # What so many playouts leave open even if the searches agree by chance.
    variance = max(0.0, sum(t.squares for t in tallies) / total - share * share)
    error = np.sqrt((variance + 0.25 / total) / total)
    if searches > 1:
        apart = sums[:, seat] - counts * share
        error = max(error, np.sqrt(float(apart @ apart) * searches / (searches - 1)) / total)
    # Where only a few of the searches looked, the others' silence is no agreement.
    margin = MARGIN * float(error) * np.sqrt(SEARCHES / searches)
    return Opinion(action, share, min(1.0, float(margin)), int(total), [float(value) for value in shares])


def fence(forest: Forest, actions: list[int]) -> None:
    """Close branches at the roots of new trees: they are there already, and look worse than anything can be."""
    for tree in forest.trees:
        tree.nodes[0]["action"], tree.nodes[0]["following"] = NONE, NONE
        tree.nodes[0]["first"] = 1 if actions else NONE
        for place, action in enumerate(sorted(actions), 1):
            node = tree.nodes[place]
            node["action"], node["first"] = action, NONE
            node["following"] = place + 1 if place < len(actions) else NONE
            tree.worth[place] = FENCE
        tree.size[0] = 1 + len(actions)


def legal_actions(box: Box, masked: Record) -> list[int]:
    """The legal actions of the seat to act, ascending, as it can see for itself."""
    room = np.zeros(box.game.actions + 1, np.int16)
    count = box.game.rules.legal(box.record, masked, room)
    return [int(action) for action in room[:count]]
