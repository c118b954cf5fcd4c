"""What must be true of every game, always: random games in which every step is examined, written once for all games."""

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, inlined
from tradewinds.kernel.dispatch import apply, check, is_over, legal, mask, redeal, refuse, setup, to_act
from tradewinds.kernel.playout import pick
from tradewinds.kernel.random import Rng, sub_key
from tradewinds.kernel.record import SPECTATOR, Buffer, Record

(
    PASSED,
    LAW_BROKEN,
    NO_LEGAL_ACTION,
    NOT_ASCENDING,
    LEGAL_AND_REFUSED,
    WRONG_SEAT,
    TOO_LONG,
    MASK_LEAKS,
    REDEAL_BREAKS_LAW,
    LEGAL_NEEDS_HIDDEN,
) = range(10)

FAILURES = {
    LAW_BROKEN: "a law of the game's material is broken",
    NO_LEGAL_ACTION: "the game is not over and there is no legal action",
    NOT_ASCENDING: "the legal actions are not ascending and unique",
    LEGAL_AND_REFUSED: "the list of legal actions and the refusals disagree",
    WRONG_SEAT: "the seat to act does not exist",
    TOO_LONG: "the game takes more decisions than its proven bound",
    MASK_LEAKS: "a seat's mask changes when what it cannot know is dealt anew",
    REDEAL_BREAKS_LAW: "a redealt world breaks a law of the game's material",
    LEGAL_NEEDS_HIDDEN: "the legal actions depend on what the acting seat cannot know",
}

NOW, BLANK, MASKED, REDEALT, MASKED_AGAIN = range(5)
"""The states that the examination works with, in one array."""


@inlined
def examine_actions(box: Record, state: Record, room: Buffer, actions: int) -> int:
    """Legal actions exist, are ascending, and are exactly those that are not refused."""
    count = legal(box, state, room)
    if count == 0:
        return NO_LEGAL_ACTION
    for index in range(1, count):
        if room[index - 1] >= room[index]:
            return NOT_ASCENDING
    index = 0
    for action in range(-1, actions + 1):
        listed = index < count and room[index] == action
        if listed != (refuse(box, state, action) == 0):
            return LEGAL_AND_REFUSED
        index += listed
    return PASSED


@inlined
def examine_secrecy(
    box: Record,
    states: np.ndarray,
    raw: npt.NDArray[np.uint8],
    seat: int,
    rng: Rng,
    room: Buffer,
    other_room: Buffer,
) -> int:
    """What a seat sees of a redealt world is what it saw before, to the byte."""
    states[MASKED] = states[NOW]
    mask(box, states[MASKED], seat)
    states[REDEALT] = states[MASKED]
    redeal(box, states[REDEALT], seat, rng)
    states[MASKED_AGAIN] = states[REDEALT]
    mask(box, states[MASKED_AGAIN], seat)
    for index in range(raw.shape[1]):
        if raw[MASKED, index] != raw[MASKED_AGAIN, index]:
            return MASK_LEAKS
    if check(box, states[REDEALT]) != 0:
        return REDEAL_BREAKS_LAW
    if seat == to_act(box, states[NOW]):
        count = legal(box, states[NOW], room)
        if count != legal(box, states[REDEALT], other_room):
            return LEGAL_NEEDS_HIDDEN
        for index in range(count):
            if room[index] != other_room[index]:
                return LEGAL_NEEDS_HIDDEN
    return PASSED


@compiled
def examine_games(
    box: Record,
    states: np.ndarray,
    raw: npt.NDArray[np.uint8],
    rngs: np.ndarray,
    rooms: npt.NDArray[np.int16],
    seed: np.uint64,
    first: int,
    games: int,
    players: int,
    longest: int,
    found: npt.NDArray[np.int64],
) -> int:
    """Play random games and examine every position; stop at the first failure.

    `found` receives the number of the game, of the decision and of the broken law.
    """
    state, rng, spare = states[NOW], rngs[0], rngs[1]
    actions = rooms.shape[1] - 1
    for number in range(first, first + games):
        rng.key = sub_key(seed, number)
        rng.counter = np.uint64(0)
        spare.key = sub_key(rng.key, 1)
        spare.counter = np.uint64(0)
        states[NOW] = states[BLANK]
        setup(box, state, rng)
        decisions = 0
        while True:
            found[0], found[1], found[2] = number, decisions, check(box, state)
            if found[2] != 0:
                return LAW_BROKEN
            for seat in range(SPECTATOR, players):
                failure = examine_secrecy(box, states, raw, seat, spare, rooms[0], rooms[1])
                if failure != PASSED:
                    return failure
            if is_over(box, state):
                break
            if not 0 <= to_act(box, state) < players:
                return WRONG_SEAT
            if decisions == longest:
                return TOO_LONG
            failure = examine_actions(box, state, rooms[0], actions)
            if failure != PASSED:
                return failure
            apply(box, state, pick(box, state, rng, rooms[0]), rng)
            decisions += 1
    return PASSED


@compiled
def perft(box: Record, states: np.ndarray, rngs: np.ndarray, rooms: npt.NDArray[np.int16], depth: int) -> int:
    """How many sequences of so many actions there are from states[depth], with chance fixed by rngs[depth]."""
    if is_over(box, states[depth]):
        return 0
    count = legal(box, states[depth], rooms[depth])
    if depth == 1:
        return count
    leaves = 0
    for index in range(count):
        states[depth - 1] = states[depth]
        rngs[depth - 1] = rngs[depth]
        apply(box, states[depth - 1], rooms[depth][index], rngs[depth - 1])
        leaves += perft(box, states, rngs, rooms, depth - 1)
    return leaves
