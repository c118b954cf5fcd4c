"""One-ply search: apply every legal action in determinized worlds and evaluate the successors."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, no_refcount
from tradewinds.kernel.dispatch import apply, legal, redeal
from tradewinds.kernel.evaluation import RANDOM, Network, Workspace, evaluate, make_workspace
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, below
from tradewinds.kernel.record import Buffer, Record

MASKED, WORLD, AFTER, NOW, BLANK = range(5)
"""Indices into the states of a search context: the seat's mask, a determinized world, and a successor of it; for
callers that play whole games, the current state and a blank one."""

TIE_TOLERANCE = 1e-9
"""Values that differ by no more than this are tied."""


class SearchContext(NamedTuple):
    """The network and the preallocated arrays of one thread."""

    states: np.ndarray
    network: Network
    workspace: Workspace
    shares: npt.NDArray[np.float64]
    actions: Buffer
    values: npt.NDArray[np.float64]


def make_search_context(box: Box, network: Network) -> SearchContext:
    """Allocate a search context for one thread."""
    game = box.game
    return SearchContext(
        states=np.zeros(BLANK + 1, game.state_type),
        network=network,
        workspace=make_workspace(game.inputs, game.feature_cache, network),
        shares=np.zeros(box.players),
        actions=np.zeros(game.actions + 1, np.int16),
        values=np.zeros(game.actions + 1),
    )


@no_refcount
def search_one_ply(box: Record, context: SearchContext, seat: int, worlds: int, evaluator: int, rng: Rng) -> int:
    """Write the legal actions in states[MASKED] and their mean values for the seat; return their number."""
    states, actions, values, shares = context.states, context.actions, context.values, context.shares
    count = legal(box, states[MASKED], actions)
    for index in range(count):
        values[index] = 0
    for _ in range(worlds):
        states[WORLD] = states[MASKED]
        redeal(box, states[WORLD], seat, rng)
        for index in range(count):
            states[AFTER] = states[WORLD]
            apply(box, states[AFTER], actions[index], rng)
            evaluate(box, states[AFTER], evaluator, context.network, context.workspace, shares)
            values[index] += shares[seat] / worlds
    return count


@no_refcount
def random_argmax(values: npt.NDArray[np.float64], count: int, rng: Rng) -> int:
    """Return the index of the largest value, with ties broken at random."""
    largest = values[0]
    for index in range(1, count):
        largest = max(largest, values[index])
    ties = 0
    for index in range(count):
        ties += values[index] >= largest - TIE_TOLERANCE
    chosen = below(rng, ties)
    for index in range(count):
        chosen -= values[index] >= largest - TIE_TOLERANCE
        if chosen < 0:
            return index
    return 0


@no_refcount
def choose_one_ply(box: Record, context: SearchContext, seat: int, worlds: int, evaluator: int, rng: Rng) -> int:
    """Return the action of a reference bot from states[MASKED]: random, or the best of a one-ply search."""
    if evaluator == RANDOM:
        count = legal(box, context.states[MASKED], context.actions)
        return context.actions[below(rng, count)]  # type: ignore[no-any-return]
    count = search_one_ply(box, context, seat, worlds, evaluator, rng)
    return context.actions[random_argmax(context.values, count, rng)]  # type: ignore[no-any-return]


@compiled
def choose_action(
    boxes: np.ndarray, context: SearchContext, seat: int, worlds: int, evaluator: int, rngs: np.ndarray
) -> int:
    """Python entry point for `choose_one_ply`."""
    return choose_one_ply(boxes[0], context, seat, worlds, evaluator, rngs[0])
