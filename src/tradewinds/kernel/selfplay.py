"""Games for learning: every seat looks one decision ahead, and positions are kept with what came of them."""

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, inlined
from tradewinds.kernel.dispatch import apply, is_over, mask, observe, setup, to_act, winners
from tradewinds.kernel.evaluation import ESTIMATE, LEARNED, Shares, judge
from tradewinds.kernel.lookahead import BLANK, MASKED, NOW, Thinker, look_ahead
from tradewinds.kernel.random import Rng, below, draw, sub_key

EVERYBODY = -1
"""In place of a pupil's seat: all seats learn."""

UNIT = 1.0 / 2.0**53

TRUST = 0.95
"""How much a position's result is that of the position after it, and not what the judge says of that one."""


@inlined
def fraction(rng: Rng) -> float:
    """A random number above 0 and below 1."""
    return (np.float64(draw(rng) >> np.uint64(11)) + 0.5) * UNIT


@inlined
def pick_noisy(values: npt.NDArray[np.float64], count: int, noise: float, rng: Rng) -> int:
    """The place of the best value after some noise: much better ones win nearly always, equal ones equally often."""
    best, best_value = 0, -1e9
    for index in range(count):
        value = values[index] - noise * np.log(-np.log(fraction(rng)))
        if value > best_value:
            best, best_value = index, value
    return best


@inlined
def look_back(course: Shares, kept_at: npt.NDArray[np.int32], length: int, results: npt.NDArray[np.float32]) -> None:
    """Give each kept position of a game its result: what was judged of the positions after it, and at last the outcome.

    Judgements are less noisy than a single outcome, outcomes are true; the mixture learns faster than either
    (temporal differences).
    """
    for seat in range(course.shape[1]):
        result, place = course[length, seat], len(kept_at) - 1
        for step in range(length - 1, -1, -1):
            while place >= 0 and kept_at[place] == step:
                results[place, seat] = result
                place -= 1
            result = TRUST * result + (1 - TRUST) * course[step, seat]


@compiled
def give_lessons(
    boxes: np.ndarray,
    thinker: Thinker,
    rngs: np.ndarray,
    seed: np.uint64,
    first: int,
    games: int,
    pupil: int,
    noise: float,
    slips: int,
    keep: int,
    samples: npt.NDArray[np.float32],
    results: npt.NDArray[np.float32],
    course: Shares,
    kept_at: npt.NDArray[np.int32],
    wins: npt.NDArray[np.float64],
) -> int:
    """Play games number `first` and following; how many positions were kept in `samples`, with `results`.

    `course` has room for what is judged after each decision of a game, `kept_at` for which of them are kept.

    One decision in `slips` is random, one position in `keep` is kept. With a pupil only that seat looks with the
    network, the others by the rules of thumb. `wins` receives each seat's share of each game.
    """
    box, rng = boxes[0], rngs[0]
    states, network = thinker.states, thinker.network
    state, players, kept = states[NOW], len(thinker.shares), 0
    for number in range(games):
        rng.key = sub_key(seed, first + number)
        rng.counter = np.uint64(0)
        states[NOW] = states[BLANK]
        setup(box, state, rng)
        begin, length = kept, 0
        while not is_over(box, state):
            seat = to_act(box, state)
            states[MASKED] = states[NOW]
            mask(box, states[MASKED], seat)
            learned = network.first.shape[0] > 0 and (pupil == EVERYBODY or pupil == seat)
            how = LEARNED if learned else ESTIMATE
            count = look_ahead(box, thinker, seat, 1, how, rng)
            slip = slips > 0 and below(rng, slips) == 0
            choice = below(rng, count) if slip else pick_noisy(thinker.values, count, noise, rng)
            apply(box, state, thinker.actions[choice], rng)
            if keep > 0:
                judge(box, state, how, network, thinker.desk, course[length])
                if kept < len(samples) and below(rng, keep) == 0 and not is_over(box, state):
                    for other in range(players):
                        observe(box, state, other, samples[kept, other])
                    kept_at[kept] = length
                    kept += 1
                length += 1
        winners(box, state, wins[number])
        if keep > 0:
            look_back(course, kept_at[begin:kept], length - 1, results[begin:kept])
    return kept
