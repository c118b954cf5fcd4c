"""Looking one decision ahead: every legal action is tried in some worlds, and what comes out is judged."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import borrowing, compiled
from tradewinds.kernel.dispatch import apply, legal, redeal
from tradewinds.kernel.evaluation import Desk, Network, judge, make_desk
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, below
from tradewinds.kernel.record import Buffer, Record

MASKED, WORLD, AFTER, NOW, BLANK = range(5)
"""The states of a thinker: the seat's mask, a world, and what an action makes of it; then, for whoever plays whole
games, the game itself and a blank state."""

SAME = 1e-9
"""Shares of the win that are no further apart look the same."""


class Thinker(NamedTuple):
    """Whoever looks ahead in one thread: the network to judge with, and room for states, shares, actions and values."""

    states: np.ndarray
    network: Network
    desk: Desk
    shares: npt.NDArray[np.float64]
    actions: Buffer
    values: npt.NDArray[np.float64]


def make_thinker(box: Box, network: Network) -> Thinker:
    """A thinker for one thread."""
    game = box.game
    return Thinker(
        states=np.zeros(BLANK + 1, game.state_type),
        network=network,
        desk=make_desk(game.inputs, network),
        shares=np.zeros(box.players),
        actions=np.zeros(game.actions + 1, np.int16),
        values=np.zeros(game.actions + 1),
    )


@borrowing
def look_ahead(box: Record, thinker: Thinker, seat: int, worlds: int, how: int, rng: Rng) -> int:
    """Write the seat's legal actions and what each brings it on average into the thinker's room; how many there are."""
    states, actions, values, shares = thinker.states, thinker.actions, thinker.values, thinker.shares
    count = legal(box, states[MASKED], actions)
    for index in range(count):
        values[index] = 0
    for _ in range(worlds):
        states[WORLD] = states[MASKED]
        redeal(box, states[WORLD], seat, rng)
        for index in range(count):
            states[AFTER] = states[WORLD]
            apply(box, states[AFTER], actions[index], rng)
            judge(box, states[AFTER], how, thinker.network, thinker.desk, shares)
            values[index] += shares[seat] / worlds
    return count


@borrowing
def pick_best(values: npt.NDArray[np.float64], count: int, rng: Rng) -> int:
    """The place of the best value; those that look the same are taken as the stream decides."""
    most = values[0]
    for index in range(1, count):
        most = max(most, values[index])
    equal = 0
    for index in range(count):
        equal += values[index] >= most - SAME
    place = below(rng, equal)
    for index in range(count):
        place -= values[index] >= most - SAME
        if place < 0:
            return index
    return 0


@compiled
def weigh_actions(boxes: np.ndarray, thinker: Thinker, seat: int, worlds: int, how: int, rngs: np.ndarray) -> int:
    """The same for callers in Python."""
    return look_ahead(boxes[0], thinker, seat, worlds, how, rngs[0])
