"""Values of the ends of an enumerated turn, and how far they lie apart."""

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.dispatch import is_over, scores, winners
from tradewinds.kernel.evaluation import NETWORK, Network, evaluate, evaluate_baseline, evaluate_similar, softmax
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.turns import Turns

CHECKED = 6
"""Ends that are judged for all seats, out of those of a turn that are best for the acting seat."""

POINT = 1e-6
"""Value of a point at the end of the game, far below that of any share of the win."""

LEAST_CONTRAST = 1e-5
"""Enough for points to count where the game is won or lost."""


@noinline
def judge_outcome(box: Record, state: Record, points: npt.NDArray[np.int32], out: npt.NDArray[np.float64]) -> None:
    """Write each seat's share of the win at the end of the game; among equal ones, more points are better."""
    winners(box, state, out)
    scores(box, state, points)
    for seat in range(len(points)):
        out[seat] += POINT * points[seat]


@inlined
def judge_end(box: Record, turns: Turns, end: int, evaluator: int, network: Network) -> None:
    """Evaluate an end for all seats."""
    state = turns.states[turns.ends[end]]
    turns.judged[end] = True
    if is_over(box, state):
        judge_outcome(box, state, turns.points, turns.shares[end])
    else:
        evaluate(box, state, evaluator, network, turns.workspace, turns.shares[end])


@inlined
def judge_similar_end(box: Record, turns: Turns, end: int, network: Network) -> None:
    """Evaluate an end for all seats from the baseline."""
    state = turns.states[turns.ends[end]]
    turns.judged[end] = True
    for seat in range(len(turns.logits)):
        turns.shares[end, seat] = evaluate_similar(box, state, seat, network, turns.workspace, turns.baseline)
    softmax(turns.shares[end])


@inlined
def judge_for_actor(box: Record, turns: Turns, end: int, actor: int, network: Network) -> None:
    """Evaluate an end for the actor, as if the other seats stood as at the baseline."""
    state = turns.states[turns.ends[end]]
    turns.judged[end] = False
    turns.logits[actor] = evaluate_similar(box, state, actor, network, turns.workspace, turns.baseline)
    for seat in range(len(turns.logits)):
        turns.shares[end, seat] = turns.logits[seat]
    softmax(turns.shares[end])


@inlined
def judge_first_end(box: Record, turns: Turns, end: int, network: Network) -> None:
    """Evaluate an end for all seats and make it the baseline."""
    state = turns.states[turns.ends[end]]
    turns.judged[end] = True
    evaluate_baseline(box, state, network, turns.workspace, turns.baseline, turns.logits)
    for seat in range(len(turns.logits)):
        turns.shares[end, seat] = turns.logits[seat]
    softmax(turns.shares[end])


@noinline
def judge_turns(
    box: Record, turns: Turns, found: int, actor: int, checked: int, evaluator: int, network: Network
) -> None:
    """Evaluate all ends of a turn for the actor, and those that look best, at least `checked`, for all seats."""
    baseline = False
    for end in range(found):
        if evaluator != NETWORK or is_over(box, turns.states[turns.ends[end]]):
            judge_end(box, turns, end, evaluator, network)
        elif not baseline:
            judge_first_end(box, turns, end, network)
            baseline = True
        elif checked >= found:
            judge_similar_end(box, turns, end, network)
        else:
            judge_for_actor(box, turns, end, actor, network)
    for _ in range(checked):
        best = most_promising(turns, found, actor, False)
        if best == NONE:
            break
        judge_similar_end(box, turns, best, network)


@inlined
def most_promising(turns: Turns, found: int, actor: int, judged: bool) -> int:
    """Return the end with the largest share of the actor among those judged for all seats, or among the others."""
    best = NONE
    for end in range(found):
        if turns.judged[end] == judged and (best == NONE or turns.shares[end, actor] > turns.shares[best, actor]):
            best = end
    return best


@inlined
def best_end(turns: Turns, found: int, actor: int) -> int:
    """Return the end with the largest share of the actor among those judged for all seats."""
    return most_promising(turns, found, actor, True)


@inlined
def contrast(best: float) -> float:
    """Return how far values lie apart where the best move has this value; 1 where it has one half.

    This is the slope of the logistic function: who is almost lost or has almost won compares small differences.
    """
    return max(4 * best * (1 - best), LEAST_CONTRAST)
