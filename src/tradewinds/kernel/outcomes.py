"""Rollouts from a mask to the end of the game that record the final points of all seats.

The tree search estimates shares of the win and seldom reaches terminal states, so its trees hold no points. Rollouts
play all seats greedily with a one-ply search, in worlds consistent with the seat's mask.
"""

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, no_refcount
from tradewinds.kernel.dispatch import apply, is_over, legal, redeal, scores, to_act
from tradewinds.kernel.evaluation import evaluate
from tradewinds.kernel.lookahead import AFTER, MASKED, NOW, WORLD, SearchContext, random_argmax
from tradewinds.kernel.random import Rng, below, sub_key
from tradewinds.kernel.record import Record

MAX_CANDIDATES = 6
"""Maximum number of actions to evaluate; if more are legal, a random sample is evaluated, for speed."""


@no_refcount
def greedy_action(box: Record, context: SearchContext, evaluator: int, rng: Rng) -> int:
    """Return the action whose successor evaluates best for the seat to act in states[NOW]."""
    states, actions, values, shares = context.states, context.actions, context.values, context.shares
    count = legal(box, states[NOW], actions)
    if count == 1:
        return actions[0]  # type: ignore[no-any-return]
    if count > MAX_CANDIDATES:
        for place in range(MAX_CANDIDATES):
            other = place + below(rng, count - place)
            actions[place], actions[other] = actions[other], actions[place]
        count = MAX_CANDIDATES
    seat = to_act(box, states[NOW])
    for index in range(count):
        states[AFTER] = states[NOW]
        apply(box, states[AFTER], actions[index], rng)
        evaluate(box, states[AFTER], evaluator, context.network, context.workspace, shares)
        values[index] = shares[seat]
    return actions[random_argmax(values, count, rng)]  # type: ignore[no-any-return]


@compiled
def rollout_actions(
    boxes: np.ndarray,
    context: SearchContext,
    seat: int,
    evaluator: int,
    actions: npt.NDArray[np.int64],
    rngs: np.ndarray,
    points: npt.NDArray[np.int32],
) -> None:
    """Fill points[world, action] with the final points of all seats in a rollout that starts with the action.

    Within a world all actions share the same deal and random numbers, which reduces the variance of their differences.
    """
    box, rng, states = boxes[0], rngs[0], context.states
    seed = rng.key
    for world in range(len(points)):
        rng.key, rng.counter = sub_key(seed, world), np.uint64(0)
        states[WORLD] = states[MASKED]
        redeal(box, states[WORLD], seat, rng)
        after_deal = rng.counter
        for index in range(len(actions)):
            rng.counter = after_deal
            states[NOW] = states[WORLD]
            apply(box, states[NOW], actions[index], rng)
            while not is_over(box, states[NOW]):
                apply(box, states[NOW], greedy_action(box, context, evaluator, rng), rng)
            scores(box, states[NOW], points[world, index])
