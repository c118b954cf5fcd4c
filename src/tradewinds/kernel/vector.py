"""Many games at once: every one takes a step, ended ones begin anew, and arrays tell all that learners need."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import borrowing, compiled
from tradewinds.kernel.dispatch import apply, is_over, legal, mask, setup, to_act, winners
from tradewinds.kernel.observation import Numbers, Plan, Sights, Words, see
from tradewinds.kernel.random import below, sub_key
from tradewinds.kernel.record import Buffer, Record

ALL_LEGAL = -1

Array = np.ndarray[Any, Any]


class Fleet(NamedTuple):
    """Some games on their way, one in each row, and what is told of them."""

    states: Array
    rngs: Array
    numbers: npt.NDArray[np.int64]
    """Which game of the seed each row has come to."""
    seats: Numbers
    sights: Sights
    legal: Numbers
    choices: Buffer
    """The legal actions as a list, and how many they are."""
    counts: npt.NDArray[np.int16]
    rewards: npt.NDArray[np.float32]
    over: npt.NDArray[np.bool_]
    blanks: Array
    masks: Array
    mask_words: Words
    mask_bytes: Numbers
    """Room for one mask, and the same memory as words and as bytes."""
    shares: npt.NDArray[np.float64]
    plan: Plan


@borrowing
def begin(box: Record, fleet: Fleet, row: int, seed: np.uint64) -> None:
    """Set up the game whose number a row has."""
    rng = fleet.rngs[row]
    rng.key = sub_key(seed, fleet.numbers[row])
    rng.counter = np.uint64(0)
    fleet.states[row] = fleet.blanks[0]
    setup(box, fleet.states[row], rng)


@borrowing
def tell(box: Record, fleet: Fleet, row: int) -> None:
    """Write down whose decision it is, what may be done and what that seat sees."""
    for index in range(fleet.counts[row]):
        fleet.legal[row, fleet.choices[row, index]] = 0
    seat = to_act(box, fleet.states[row])
    fleet.seats[row] = seat
    fleet.masks[0] = fleet.states[row]
    mask(box, fleet.masks[0], seat)
    count = legal(box, fleet.masks[0], fleet.choices[row])
    fleet.counts[row] = count
    for index in range(count):
        fleet.legal[row, fleet.choices[row, index]] = 1
    see(fleet.plan, fleet.mask_words, fleet.mask_bytes, seat, fleet.sights, row)


@borrowing
def go_on(box: Record, fleet: Fleet, row: int, action: int, seed: np.uint64) -> None:
    """One step of one game; at its end everybody's share of the win beyond an equal one, and the next game."""
    state = fleet.states[row]
    players = len(fleet.shares)
    apply(box, state, action, fleet.rngs[row])
    if fleet.over[row]:
        for seat in range(players):
            fleet.rewards[row, seat] = 0
    fleet.over[row] = is_over(box, state)
    if fleet.over[row]:
        winners(box, state, fleet.shares)
        for seat in range(players):
            fleet.rewards[row, seat] = fleet.shares[seat] - 1 / players
        fleet.numbers[row] += len(fleet.states)
        begin(box, fleet, row, seed)


@borrowing
def first_illegal(fleet: Fleet, actions: npt.NDArray[np.int64]) -> int:
    """The first row whose action is not legal; ALL_LEGAL if there is none."""
    for row in range(len(fleet.states)):
        action = actions[row]
        if action < 0 or action >= fleet.legal.shape[1] or not fleet.legal[row, action]:
            return row
    return ALL_LEGAL


@borrowing
def begin_all(box: Record, fleet: Fleet, seed: np.uint64) -> None:
    """What `launch` does."""
    for row in range(len(fleet.states)):
        fleet.numbers[row] = row
        fleet.over[row] = False
        begin(box, fleet, row, seed)
        tell(box, fleet, row)


@compiled
def launch(boxes: Array, fleet: Fleet, seed: np.uint64) -> None:
    """Set up all games from the first."""
    begin_all(boxes[0], fleet, seed)


@borrowing
def step_all(box: Record, fleet: Fleet, seed: np.uint64, actions: npt.NDArray[np.int64]) -> int:
    """What `sail` does."""
    refused = first_illegal(fleet, actions)
    if refused != ALL_LEGAL:
        return refused
    for row in range(len(fleet.states)):
        go_on(box, fleet, row, actions[row], seed)
        tell(box, fleet, row)
    return ALL_LEGAL


@compiled
def sail(boxes: Array, fleet: Fleet, seed: np.uint64, actions: npt.NDArray[np.int64]) -> int:
    """One step of every game. The first row whose action is not legal, before anything is done; else ALL_LEGAL."""
    return step_all(boxes[0], fleet, seed, actions)


@compiled
def any_actions(choices: Buffer, counts: npt.NDArray[np.int16], rngs: Array, out: npt.NDArray[np.int64]) -> None:
    """Any legal action for every game, each as likely as every other."""
    for row in range(len(counts)):
        out[row] = choices[row, below(rngs[0], counts[row])]
