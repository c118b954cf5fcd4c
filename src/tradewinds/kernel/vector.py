"""Vectorised games: one call steps all games, finished games restart, and arrays hold observations and rewards."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, no_refcount
from tradewinds.kernel.dispatch import apply, is_over, legal, mask, setup, to_act, winners
from tradewinds.kernel.observation import EncodingPlan, Numbers, Observations, WordArray, encode
from tradewinds.kernel.random import below, sub_key
from tradewinds.kernel.record import Buffer, Record

ALL_LEGAL = -1

Array = np.ndarray[Any, Any]


class VectorState(NamedTuple):
    """The states of several games, one per row, with their observations, legal actions and rewards."""

    states: Array
    rngs: Array
    numbers: npt.NDArray[np.int64]
    """The number of each row's current game in the sequence of games that the seed generates."""
    seats: Numbers
    observations: Observations
    legal: Numbers
    choices: Buffer
    """The legal actions of each row as a list; `counts` holds its length."""
    counts: npt.NDArray[np.int16]
    rewards: npt.NDArray[np.float32]
    over: npt.NDArray[np.bool_]
    blanks: Array
    masks: Array
    mask_words: WordArray
    mask_bytes: Numbers
    """A buffer for one mask, and views of its memory as words and as bytes."""
    shares: npt.NDArray[np.float64]
    plan: EncodingPlan


@no_refcount
def reset_one(box: Record, vector: VectorState, row: int, seed: np.uint64) -> None:
    """Set up a row's current game."""
    rng = vector.rngs[row]
    rng.key = sub_key(seed, vector.numbers[row])
    rng.counter = np.uint64(0)
    vector.states[row] = vector.blanks[0]
    setup(box, vector.states[row], rng)


@no_refcount
def write_observation(box: Record, vector: VectorState, row: int) -> None:
    """Write the seat to act, its legal actions and its observation."""
    for index in range(vector.counts[row]):
        vector.legal[row, vector.choices[row, index]] = 0
    seat = to_act(box, vector.states[row])
    vector.seats[row] = seat
    vector.masks[0] = vector.states[row]
    mask(box, vector.masks[0], seat)
    count = legal(box, vector.masks[0], vector.choices[row])
    vector.counts[row] = count
    for index in range(count):
        vector.legal[row, vector.choices[row, index]] = 1
    encode(vector.plan, vector.mask_words, vector.mask_bytes, seat, vector.observations, row)


@no_refcount
def step_one(box: Record, vector: VectorState, row: int, action: int, seed: np.uint64) -> None:
    """Step one game. If it ends, write the rewards (share of the win minus an equal share) and set up the next game."""
    state = vector.states[row]
    players = len(vector.shares)
    apply(box, state, action, vector.rngs[row])
    if vector.over[row]:
        for seat in range(players):
            vector.rewards[row, seat] = 0
    vector.over[row] = is_over(box, state)
    if vector.over[row]:
        winners(box, state, vector.shares)
        for seat in range(players):
            vector.rewards[row, seat] = vector.shares[seat] - 1 / players
        vector.numbers[row] += len(vector.states)
        reset_one(box, vector, row, seed)


@no_refcount
def first_illegal(vector: VectorState, actions: npt.NDArray[np.int64]) -> int:
    """Return the first row whose action is not legal; ALL_LEGAL if there is none."""
    for row in range(len(vector.states)):
        action = actions[row]
        if action < 0 or action >= vector.legal.shape[1] or not vector.legal[row, action]:
            return row
    return ALL_LEGAL


# Entry points count references to every array they touch, so the loops are helpers without reference counting.
@no_refcount
def reset_all(box: Record, vector: VectorState, seed: np.uint64) -> None:
    for row in range(len(vector.states)):
        vector.numbers[row] = row
        vector.over[row] = False
        reset_one(box, vector, row, seed)
        write_observation(box, vector, row)


@compiled
def reset(boxes: Array, vector: VectorState, seed: np.uint64) -> None:
    """Set up the first game of every row."""
    reset_all(boxes[0], vector, seed)


@no_refcount
def step_all(box: Record, vector: VectorState, seed: np.uint64, actions: npt.NDArray[np.int64]) -> int:
    refused = first_illegal(vector, actions)
    if refused != ALL_LEGAL:
        return refused
    for row in range(len(vector.states)):
        step_one(box, vector, row, actions[row], seed)
        write_observation(box, vector, row)
    return ALL_LEGAL


@compiled
def step(boxes: Array, vector: VectorState, seed: np.uint64, actions: npt.NDArray[np.int64]) -> int:
    """Step every game and return ALL_LEGAL; if an action is illegal, return its row and leave all games unchanged."""
    return step_all(boxes[0], vector, seed, actions)


@compiled
def sample_actions(choices: Buffer, counts: npt.NDArray[np.int16], rngs: Array, out: npt.NDArray[np.int64]) -> None:
    """Sample a legal action uniformly for every game."""
    for row in range(len(counts)):
        out[row] = choices[row, below(rngs[0], counts[row])]
