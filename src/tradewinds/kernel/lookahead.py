"""Looking one decision ahead: every legal action is tried in some worlds, and what comes out is judged."""

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, inlined
from tradewinds.kernel.judge import Desk, Network, judge
from tradewinds.kernel.names import apply, legal, redeal
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import Buffer, Record

MASKED, WORLD, AFTER = range(3)
"""The states that looking ahead works with: the seat's mask, a world, and what an action makes of it."""


@inlined
def look_ahead(
    box: Record,
    states: np.ndarray,
    seat: int,
    worlds: int,
    how: int,
    network: Network,
    desk: Desk,
    shares: npt.NDArray[np.float64],
    actions: Buffer,
    values: npt.NDArray[np.float64],
    rng: Rng,
) -> int:
    """Write the seat's legal actions into `actions` and what each brings it on average into `values`; how many."""
    count = legal(box, states[MASKED], actions)
    for index in range(count):
        values[index] = 0
    for _ in range(worlds):
        states[WORLD] = states[MASKED]
        redeal(box, states[WORLD], seat, rng)
        for index in range(count):
            states[AFTER] = states[WORLD]
            apply(box, states[AFTER], actions[index], rng)
            judge(box, states[AFTER], how, network, desk, shares)
            values[index] += shares[seat] / worlds
    return count


@compiled
def weigh_actions(
    boxes: np.ndarray,
    states: np.ndarray,
    seat: int,
    worlds: int,
    how: int,
    network: Network,
    desk: Desk,
    shares: npt.NDArray[np.float64],
    actions: Buffer,
    values: npt.NDArray[np.float64],
    rngs: np.ndarray,
) -> int:
    """The same for callers in Python."""
    return look_ahead(boxes[0], states, seat, worlds, how, network, desk, shares, actions, values, rngs[0])
