"""Self-play games for training: every seat uses a one-ply search, and sampled positions are kept with TD targets."""

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, inlined
from tradewinds.kernel.dispatch import apply, features, is_over, mask, setup, to_act, winners
from tradewinds.kernel.evaluation import HEURISTIC, NETWORK, Shares, evaluate
from tradewinds.kernel.lookahead import BLANK, MASKED, NOW, SearchContext, search_one_ply
from tradewinds.kernel.random import Rng, below, draw, sub_key

ALL_SEATS = -1
"""In place of the learner's seat: all seats use the network."""

UNIT = 1.0 / 2.0**53

TD_LAMBDA = 0.95
"""λ of the TD(λ) targets: the weight of the later return relative to the next evaluation."""


@inlined
def uniform(rng: Rng) -> float:
    """Draw a float from the open interval (0, 1)."""
    return (np.float64(draw(rng) >> np.uint64(11)) + 0.5) * UNIT


@inlined
def gumbel_argmax(values: npt.NDArray[np.float64], count: int, temperature: float, rng: Rng) -> int:
    """Sample an index from the softmax of the values at a temperature (Gumbel-max trick)."""
    best, best_value = 0, -1e9
    for index in range(count):
        value = values[index] - temperature * np.log(-np.log(uniform(rng)))
        if value > best_value:
            best, best_value = index, value
    return best


@inlined
def td_targets(
    evaluations: Shares, sample_steps: npt.NDArray[np.int32], length: int, targets: npt.NDArray[np.float32]
) -> None:
    """Write the TD(λ) targets for the sampled positions of a game; evaluations[length] is its outcome.

    Evaluations have less variance than a single outcome, but outcomes have no bias; mixing them learns faster than
    either.
    """
    for seat in range(evaluations.shape[1]):
        target, place = evaluations[length, seat], len(sample_steps) - 1
        for step in range(length - 1, -1, -1):
            while place >= 0 and sample_steps[place] == step:
                targets[place, seat] = target
                place -= 1
            target = TD_LAMBDA * target + (1 - TD_LAMBDA) * evaluations[step, seat]


@compiled
def selfplay_games(
    boxes: np.ndarray,
    context: SearchContext,
    rngs: np.ndarray,
    seed: np.uint64,
    first: int,
    games: int,
    learner: int,
    temperature: float,
    random_every: int,
    sample_every: int,
    samples: npt.NDArray[np.float32],
    targets: npt.NDArray[np.float32],
    evaluations: Shares,
    sample_steps: npt.NDArray[np.int32],
    wins: npt.NDArray[np.float64],
) -> int:
    """Play games starting with number `first`; return the number of positions written to `samples` and `targets`.

    On average one decision in `random_every` is random and one position in `sample_every` is sampled; 0 turns either
    off. If `learner` is a seat, only that seat uses the network; the others use the heuristic. `wins` receives each
    seat's share of the win in each game. `evaluations` is a buffer for the positions of one game, `sample_steps` for
    the steps of all samples.
    """
    box, rng = boxes[0], rngs[0]
    states, network = context.states, context.network
    state, players, sampled = states[NOW], len(context.shares), 0
    for number in range(games):
        rng.key = sub_key(seed, first + number)
        rng.counter = np.uint64(0)
        states[NOW] = states[BLANK]
        setup(box, state, rng)
        begin, length = sampled, 0
        while not is_over(box, state):
            seat = to_act(box, state)
            states[MASKED] = states[NOW]
            mask(box, states[MASKED], seat)
            with_network = network.first.shape[0] > 0 and (learner == ALL_SEATS or learner == seat)
            evaluator = NETWORK if with_network else HEURISTIC
            count = search_one_ply(box, context, seat, 1, evaluator, rng)
            explore = random_every > 0 and below(rng, random_every) == 0
            choice = below(rng, count) if explore else gumbel_argmax(context.values, count, temperature, rng)
            apply(box, state, context.actions[choice], rng)
            if sample_every > 0:
                evaluate(box, state, evaluator, network, context.workspace, evaluations[length])
                if sampled < len(samples) and below(rng, sample_every) == 0 and not is_over(box, state):
                    for other in range(players):
                        features(box, state, other, samples[sampled, other])
                    sample_steps[sampled] = length
                    sampled += 1
                length += 1
        winners(box, state, wins[number])
        if sample_every > 0:
            td_targets(evaluations, sample_steps[begin:sampled], length - 1, targets[begin:sampled])
    return sampled
