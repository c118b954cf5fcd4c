"""Random playouts for every game."""

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, inlined
from tradewinds.kernel.dispatch import apply, is_over, legal, scores, setup, winners
from tradewinds.kernel.random import Rng, below, sub_key
from tradewinds.kernel.record import Buffer, Record


@inlined
def sample_action(box: Record, state: Record, rng: Rng, buffer: Buffer) -> int:
    """Sample a legal action uniformly."""
    count = legal(box, state, buffer)
    return buffer[below(rng, count)]


@compiled
def random_action(boxes: np.ndarray, states: np.ndarray, rngs: np.ndarray, buffer: Buffer) -> int:
    """Python entry point for `sample_action`; takes backing arrays (see kernel/bindings.py)."""
    return sample_action(boxes[0], states[0], rngs[0], buffer)


@inlined
def play_out(box: Record, state: Record, rng: Rng, buffer: Buffer) -> int:
    """Play random legal actions to the end, in place; return the number of decisions."""
    decisions = 0
    while not is_over(box, state):
        apply(box, state, sample_action(box, state, rng, buffer), rng)
        decisions += 1
    return decisions


@compiled
def play_games(
    box: Record,
    states: np.ndarray,
    rngs: np.ndarray,
    buffer: Buffer,
    seed: np.uint64,
    first: int,
    decisions: npt.NDArray[np.int32],
    points: npt.NDArray[np.int32],
    wins: npt.NDArray[np.float64],
) -> None:
    """Play one random game in each of the blank states, and write its length, points and shares of the win.

    The n-th game of a seed does not depend on the batch it is played in, so work can be split arbitrarily.
    """
    rng = rngs[0]
    for index in range(len(states)):
        rng.key = sub_key(seed, first + index)
        rng.counter = np.uint64(0)
        state = states[index]
        setup(box, state, rng)
        decisions[index] = play_out(box, state, rng, buffer)
        scores(box, state, points[index])
        winners(box, state, wins[index])
