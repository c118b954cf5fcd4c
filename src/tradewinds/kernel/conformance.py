"""Conformance checks for every game: random games with all invariants verified at every position, and perft."""

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, inlined
from tradewinds.kernel.dispatch import apply, check, conceal, is_over, legal, mask, redeal, refuse, setup, to_act
from tradewinds.kernel.playout import sample_action
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
    LEGAL_NEEDS_HIDDEN: "the legal actions depend on what the acting seat cannot know or is not shown",
}

NOW, BLANK, MASKED, REDEALT, MASKED_AGAIN = range(5)
"""Indices into `states`."""


@inlined
def check_legal_actions(box: Record, state: Record, buffer: Buffer, actions: int) -> int:
    """Check that legal actions exist, are ascending, and are exactly those that are not refused."""
    count = legal(box, state, buffer)
    if count == 0:
        return NO_LEGAL_ACTION
    for index in range(1, count):
        if buffer[index - 1] >= buffer[index]:
            return NOT_ASCENDING
    index = 0
    for action in range(-1, actions + 1):
        listed = index < count and buffer[index] == action
        if listed != (refuse(box, state, action) == 0):
            return LEGAL_AND_REFUSED
        index += listed
    return PASSED


@inlined
def check_information(
    box: Record,
    states: np.ndarray,
    raw: npt.NDArray[np.uint8],
    seat: int,
    rng: Rng,
    buffer: Buffer,
    other_buffer: Buffer,
) -> int:
    """Check that a seat's mask leaks nothing.

    Masking a redealt world must reproduce the mask byte for byte, the world must satisfy all invariants, and the legal
    actions must not depend on anything that the acting seat is not shown.
    """
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
        conceal(box, states[REDEALT], seat)
        count = legal(box, states[NOW], buffer)
        if count != legal(box, states[REDEALT], other_buffer):
            return LEGAL_NEEDS_HIDDEN
        for index in range(count):
            if buffer[index] != other_buffer[index]:
                return LEGAL_NEEDS_HIDDEN
    return PASSED


@compiled
def examine_games(
    box: Record,
    states: np.ndarray,
    raw: npt.NDArray[np.uint8],
    rngs: np.ndarray,
    buffers: npt.NDArray[np.int16],
    seed: np.uint64,
    first: int,
    games: int,
    players: int,
    longest: int,
    found: npt.NDArray[np.int64],
) -> int:
    """Play random games and check every position; stop at the first failure and return its code.

    `found` receives the game number, the number of decisions made, and the code of the violated invariant, if any.
    """
    state, rng, spare = states[NOW], rngs[0], rngs[1]
    actions = buffers.shape[1] - 1
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
                failure = check_information(box, states, raw, seat, spare, buffers[0], buffers[1])
                if failure != PASSED:
                    return failure
            if is_over(box, state):
                break
            if not 0 <= to_act(box, state) < players:
                return WRONG_SEAT
            if decisions == longest:
                return TOO_LONG
            failure = check_legal_actions(box, state, buffers[0], actions)
            if failure != PASSED:
                return failure
            apply(box, state, sample_action(box, state, rng, buffers[0]), rng)
            decisions += 1
    return PASSED


@compiled
def perft(box: Record, states: np.ndarray, rngs: np.ndarray, buffers: npt.NDArray[np.int16], depth: int) -> int:
    """Count the action sequences of length `depth` from states[depth], with chance fixed by rngs[depth]."""
    if is_over(box, states[depth]):
        return 0
    count = legal(box, states[depth], buffers[depth])
    if depth == 1:
        return count
    leaves = 0
    for index in range(count):
        states[depth - 1] = states[depth]
        rngs[depth - 1] = rngs[depth]
        apply(box, states[depth - 1], buffers[depth][index], rngs[depth - 1])
        leaves += perft(box, states, rngs, buffers, depth - 1)
    return leaves
