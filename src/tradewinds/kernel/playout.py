"""Random games at full speed, written once for every game."""

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, inlined
from tradewinds.kernel.dispatch import apply, is_over, legal, scores, setup, winners
from tradewinds.kernel.random import Rng, below, sub_key
from tradewinds.kernel.record import Buffer, Record


@inlined
def pick(box: Record, state: Record, rng: Rng, room: Buffer) -> int:
    """Any legal action, each as likely as every other."""
    count = legal(box, state, room)
    return room[below(rng, count)]


@compiled
def random_action(boxes: np.ndarray, states: np.ndarray, rngs: np.ndarray, room: Buffer) -> int:
    """The same for callers in Python, who hand over the records' homes (see kernel/bindings.py)."""
    return pick(boxes[0], states[0], rngs[0], room)


@inlined
def play_out(box: Record, state: Record, rng: Rng, room: Buffer) -> int:
    """Play on to the end with random legal actions; return how many decisions that took."""
    decisions = 0
    while not is_over(box, state):
        apply(box, state, pick(box, state, rng, room), rng)
        decisions += 1
    return decisions


@compiled
def play_games(
    box: Record,
    states: np.ndarray,
    rngs: np.ndarray,
    room: Buffer,
    seed: np.uint64,
    first: int,
    decisions: npt.NDArray[np.int32],
    points: npt.NDArray[np.int32],
    wins: npt.NDArray[np.float64],
) -> None:
    """Play a random game from set-up to scoring in each of the blank states, and write down how it went.

    The n-th game of a seed is the same whoever plays it, so the work can be cut into pieces at will.
    """
    rng = rngs[0]
    for index in range(len(states)):
        rng.key = sub_key(seed, first + index)
        rng.counter = np.uint64(0)
        state = states[index]
        setup(box, state, rng)
        decisions[index] = play_out(box, state, rng, room)
        scores(box, state, points[index])
        winners(box, state, wins[index])
