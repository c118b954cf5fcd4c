"""Trial games: play on from what a seat knows to the end, and write down everybody's points.

The search evaluates positions by shares of the win and never sees the end of a game, so its trees hold no points. Here
all seats play on as the quick bots do, by what looks best one decision later, in worlds that fit the seat's mask.
"""

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import borrowing, compiled
from tradewinds.kernel.dispatch import apply, is_over, legal, redeal, scores, to_act
from tradewinds.kernel.evaluation import judge
from tradewinds.kernel.lookahead import AFTER, MASKED, NOW, WORLD, Thinker, pick_best
from tradewinds.kernel.random import Rng, below, sub_key
from tradewinds.kernel.record import Record

MOST = 6
"""Where more actions are legal, so many of them are tried, picked at random: a trial game must be quick."""


@borrowing
def pick_action(box: Record, thinker: Thinker, how: int, rng: Rng) -> int:
    """Choose what looks best right afterwards for the seat to act in states[NOW]."""
    states, actions, values, shares = thinker.states, thinker.actions, thinker.values, thinker.shares
    count = legal(box, states[NOW], actions)
    if count == 1:
        return actions[0]  # type: ignore[no-any-return]
    if count > MOST:
        for place in range(MOST):
            other = place + below(rng, count - place)
            actions[place], actions[other] = actions[other], actions[place]
        count = MOST
    seat = to_act(box, states[NOW])
    for index in range(count):
        states[AFTER] = states[NOW]
        apply(box, states[AFTER], actions[index], rng)
        judge(box, states[AFTER], how, thinker.network, thinker.desk, shares)
        values[index] = shares[seat]
    return actions[pick_best(values, count, rng)]  # type: ignore[no-any-return]


@compiled
def try_actions(
    boxes: np.ndarray,
    thinker: Thinker,
    seat: int,
    how: int,
    actions: npt.NDArray[np.int64],
    rngs: np.ndarray,
    points: npt.NDArray[np.int32],
) -> None:
    """Fill points[world, action] with all seats' points at the end of a game that goes on with the action.

    In each world every action meets the same deal and the same chance, so that their difference is the actions' own.
    """
    box, rng, states = boxes[0], rngs[0], thinker.states
    seed = rng.key
    for world in range(len(points)):
        rng.key, rng.counter = sub_key(seed, world), np.uint64(0)
        states[WORLD] = states[MASKED]
        redeal(box, states[WORLD], seat, rng)
        dealt = rng.counter
        for index in range(len(actions)):
            rng.counter = dealt
            states[NOW] = states[WORLD]
            apply(box, states[NOW], actions[index], rng)
            while not is_over(box, states[NOW]):
                apply(box, states[NOW], pick_action(box, thinker, how, rng), rng)
            scores(box, states[NOW], points[world, index])
