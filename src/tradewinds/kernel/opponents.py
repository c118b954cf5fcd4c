"""Many games at once in which one seat learns and a bot plays the others until the learner must decide again."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import borrowing, compiled
from tradewinds.kernel.dispatch import apply, is_over, legal, mask, to_act, winners
from tradewinds.kernel.evaluation import ANY_ACTION
from tradewinds.kernel.lookahead import MASKED, Thinker, look_ahead, pick_best
from tradewinds.kernel.observation import Numbers, Sights, see
from tradewinds.kernel.random import below, sub_key
from tradewinds.kernel.record import Record
from tradewinds.kernel.vector import ALL_LEGAL, Fleet, begin, first_illegal, tell

Array = np.ndarray[Any, Any]

OTHERS = 1
"""Which stream of a game belongs to the bot: it must not use up the chance of the game."""


class Company(NamedTuple):
    """The learner's seat in each row and what came of its game, and the bot with room to think."""

    learners: Numbers
    prizes: npt.NDArray[np.float32]
    """What the learner's game brought in this step."""
    ends: Sights
    """What the learner saw at the end of its game."""
    rngs: Array
    thinker: Thinker


@borrowing
def choose(box: Record, state: Record, company: Company, row: int, how: int) -> int:
    """What the bot does: anything, or what looks best one decision later in a world that fits what its seat knows."""
    thinker, seat, rng = company.thinker, to_act(box, state), company.rngs[row]
    thinker.states[MASKED] = state
    mask(box, thinker.states[MASKED], seat)
    if how == ANY_ACTION:
        count = legal(box, thinker.states[MASKED], thinker.actions)
        return thinker.actions[below(rng, count)]  # type: ignore[no-any-return]
    count = look_ahead(box, thinker, seat, 1, how, rng)
    return thinker.actions[pick_best(thinker.values, count, rng)]  # type: ignore[no-any-return]


@borrowing
def play_others(box: Record, fleet: Fleet, company: Company, row: int, how: int) -> None:
    """The bot plays until the learner must decide or the game is over."""
    state = fleet.states[row]
    while not is_over(box, state) and to_act(box, state) != company.learners[row]:
        apply(box, state, choose(box, state, company, row, how), fleet.rngs[row])


@borrowing
def seat_learner(box: Record, fleet: Fleet, company: Company, row: int, seed: np.uint64, how: int) -> None:
    """Begin a row's next game, up to the learner's first decision; its seat is another one in every game.

    A game that is over before the learner has decided anything is passed over: it would teach nothing.
    """
    players = len(fleet.shares)
    while True:
        begin(box, fleet, row, seed)
        company.rngs[row].key = sub_key(fleet.rngs[row].key, OTHERS)
        company.rngs[row].counter = np.uint64(0)
        company.learners[row] = (row + fleet.numbers[row] // len(fleet.states)) % players
        play_others(box, fleet, company, row, how)
        if not is_over(box, fleet.states[row]):
            return
        fleet.numbers[row] += len(fleet.states)


@borrowing
def settle(box: Record, fleet: Fleet, company: Company, row: int) -> None:
    """Note what everybody, and above all the learner, got from a game that is over, and what the learner sees of it."""
    state, learner = fleet.states[row], company.learners[row]
    winners(box, state, fleet.shares)
    for seat in range(len(fleet.shares)):
        fleet.rewards[row, seat] = fleet.shares[seat] - 1 / len(fleet.shares)
    company.prizes[row] = fleet.rewards[row, learner]
    fleet.masks[0] = state
    mask(box, fleet.masks[0], learner)
    see(fleet.plan, fleet.mask_words, fleet.mask_bytes, learner, company.ends, row)
    fleet.numbers[row] += len(fleet.states)


@compiled
def launch_company(boxes: Array, fleet: Fleet, company: Company, seed: np.uint64, how: int) -> None:
    """Set up all games from the first, each up to the learner's first decision."""
    for row in range(len(fleet.states)):
        fleet.numbers[row] = row
        fleet.over[row] = False
        company.prizes[row] = 0
        seat_learner(boxes[0], fleet, company, row, seed, how)
        tell(boxes[0], fleet, row)


@compiled
def sail_company(
    boxes: Array, fleet: Fleet, company: Company, seed: np.uint64, how: int, actions: npt.NDArray[np.int64]
) -> int:
    """The learner's action in every game, and what the others do until it must decide again; games that end begin anew.

    The first row whose action is not legal, before anything is done; else ALL_LEGAL.
    """
    refused = first_illegal(fleet, actions)
    if refused != ALL_LEGAL:
        return refused
    for row in range(len(fleet.states)):
        apply(boxes[0], fleet.states[row], actions[row], fleet.rngs[row])
        play_others(boxes[0], fleet, company, row, how)
        company.prizes[row] = 0
        fleet.over[row] = is_over(boxes[0], fleet.states[row])
        if fleet.over[row]:
            settle(boxes[0], fleet, company, row)
            seat_learner(boxes[0], fleet, company, row, seed, how)
        tell(boxes[0], fleet, row)
    return ALL_LEGAL


@compiled
def advise(boxes: Array, fleet: Fleet, rngs: Array, adviser: Company, how: int, out: npt.NDArray[np.int64]) -> None:
    """Write down what the bot would do in the learner's place in every row, as something to imitate; nothing is done.

    The adviser's chance branches off from the streams of the bot that plays and does not use them up: asking changes
    nothing, and asking again gives the same answer.
    """
    for row in range(len(fleet.states)):
        adviser.rngs[row].key = sub_key(rngs[row].key, rngs[row].counter)
        adviser.rngs[row].counter = np.uint64(0)
        out[row] = choose(boxes[0], fleet.states[row], adviser, row, how)
