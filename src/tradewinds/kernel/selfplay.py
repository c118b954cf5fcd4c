"""Self-play games for training: every seat searches whole moves, and sampled positions are kept with their targets."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, inlined
from tradewinds.kernel.dispatch import apply, is_over, mask, scores, setup, to_act, winners
from tradewinds.kernel.evaluation import FeatureCache, Network, Shares, softmax, write_features
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, below, draw, sub_key
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.turn_search import TurnTree, child_value, make_turn_tree, search_mask
from tradewinds.kernel.turn_values import contrast
from tradewinds.kernel.turns import Turns, make_turns

ALL_SEATS = -1
"""In place of the learner's seat: all seats use the learner's network."""

UNIT = 1.0 / 2.0**53

CUT = 3.0
"""Moves that are worse than the best by more temperatures than this are never sampled: weak players overlook much, but
not everything."""

CLOSE = 3.0
"""Points that make a close game, where results count by margin."""

SELFPLAY_PARAMS = np.dtype(
    (
        np.record,
        [
            ("learner", "i1"),
            ("simulations", "i4"),
            ("full_every", "i4"),
            ("temperature", "f8"),
            ("varied", "i1"),
            ("random_every", "i4"),
            ("sample_every", "i4"),
            ("td_lambda", "f8"),
            ("margin", "f8"),
        ],
    )
)
"""Parameters of self-play: the seat of the learner, simulations of a full search, one decision in how many gets one
(the others look a move ahead), the temperature of the choice and whether it is only the highest one, drawn for each
player and game, one move in how many is random (0 for none), one position with a full search in how many is sampled (0
for none), λ of the targets, and how much of a result counts by margin: narrow wins then count less than clear ones."""

MASKED, WORLD, NOW, BLANK = range(4)
"""Indices into the states of a game: the mask of the seat to act and a determinized world, both for the search; the
present state; a blank one."""


class SampleBuffers(NamedTuple):
    """Sampled positions: features by seat, TD(λ) targets, outcomes, final points, and the number of the decision."""

    inputs: npt.NDArray[np.float32]
    targets: npt.NDArray[np.float32]
    outcomes: npt.NDArray[np.float32]
    points: npt.NDArray[np.float32]
    steps: npt.NDArray[np.int32]


class SelfPlayContext(NamedTuple):
    """The preallocated arrays of one thread."""

    states: np.ndarray
    tree: TurnTree
    turns: Turns
    evaluations: Shares
    temperatures: npt.NDArray[np.float64]
    wins: npt.NDArray[np.float64]
    results: npt.NDArray[np.float64]
    points: npt.NDArray[np.int32]


def make_selfplay_context(box: Box, network: Network, simulations: int) -> SelfPlayContext:
    """Allocate the arrays of one thread."""
    return SelfPlayContext(
        states=np.zeros(BLANK + 1, box.game.state_type),
        tree=make_turn_tree(box, 4096 * (simulations + 1)),
        turns=make_turns(box, network),
        evaluations=np.zeros((box.game.longest(box) + 1, box.players)),
        temperatures=np.zeros(box.players),
        wins=np.zeros(box.players),
        results=np.zeros(box.players),
        points=np.zeros(box.players, np.int32),
    )


@inlined
def uniform(rng: Rng) -> float:
    """Draw a float from the open interval (0, 1)."""
    return (np.float64(draw(rng) >> np.uint64(11)) + 0.5) * UNIT


@inlined
def gumbel(rng: Rng) -> float:
    """Draw from the standard Gumbel distribution: the largest of value + temperature * noise samples a softmax."""
    return -np.log(-np.log(uniform(rng)))


@inlined
def gumbel_argmax(values: npt.NDArray[np.float64], count: int, temperature: float, rng: Rng) -> int:
    """Sample an index from the softmax of the values at a temperature (Gumbel-max trick)."""
    best, best_value = 0, -1e9
    for index in range(count):
        value = values[index] + temperature * gumbel(rng)
        if value > best_value:
            best, best_value = index, value
    return best


@inlined
def player_of(learner: int, seat: int) -> int:
    """Return the row of parameters that a seat uses."""
    return 0 if learner == ALL_SEATS or learner == seat else 1


@inlined
def sample_child(tree: TurnTree, seat: int, temperature: float, rng: Rng) -> int:
    """Sample a child of the root by its value, among those with at least a quarter of the most visits.

    Children that are worse than the best by more than CUT temperatures are left out.
    """
    most, child = 0, tree.nodes[0].first_child
    while child != NONE:
        most = max(most, tree.nodes[child].visits)
        child = tree.nodes[child].next_sibling
    highest, child = -1e9, tree.nodes[0].first_child
    while child != NONE:
        if 4 * tree.nodes[child].visits >= most:
            highest = max(highest, child_value(tree, child, seat))
        child = tree.nodes[child].next_sibling
    warmth = temperature * contrast(highest)
    chosen, best, child = NONE, -1e9, tree.nodes[0].first_child
    while child != NONE:
        if 4 * tree.nodes[child].visits >= most and child_value(tree, child, seat) >= highest - CUT * warmth:
            value = child_value(tree, child, seat) + warmth * gumbel(rng)
            if value > best:
                chosen, best = child, value
        child = tree.nodes[child].next_sibling
    return chosen


@inlined
def random_child(tree: TurnTree, rng: Rng) -> int:
    """Sample a child of the root uniformly."""
    chosen, count, child = NONE, 0, tree.nodes[0].first_child
    while child != NONE:
        count += 1
        if below(rng, count) == 0:
            chosen = child
        child = tree.nodes[child].next_sibling
    return chosen


@inlined
def keep_position(box: Record, state: Record, cache: FeatureCache, step: int, samples: SampleBuffers, kept: int) -> int:
    """Write a position to the samples if there is room; return the number of samples."""
    if kept == len(samples.steps):
        return kept
    for seat in range(samples.inputs.shape[1]):
        write_features(box, state, seat, cache, samples.inputs[kept, seat])
    samples.steps[kept] = step
    return kept + 1


@inlined
def write_results(context: SelfPlayContext, margin: float) -> None:
    """Mix each seat's share of the win with its share by margin."""
    for seat in range(len(context.wins)):
        context.results[seat] = context.points[seat] / CLOSE
    softmax(context.results)
    for seat in range(len(context.wins)):
        context.results[seat] = margin * context.results[seat] + (1 - margin) * context.wins[seat]


@inlined
def write_targets(
    context: SelfPlayContext, samples: SampleBuffers, begin: int, end: int, length: int, rate: float
) -> None:
    """Write the targets of the samples of a game of `length` decisions.

    TD(λ): searched values have less variance than a single outcome, outcomes have no bias.
    """
    for seat in range(len(context.wins)):
        target = context.results[seat]
        context.evaluations[length, seat] = target
        for step in range(length - 1, -1, -1):
            target = rate * target + (1 - rate) * context.evaluations[step, seat]
            context.evaluations[step, seat] = target
        for place in range(begin, end):
            samples.targets[place, seat] = context.evaluations[samples.steps[place], seat]
            samples.outcomes[place, seat] = context.wins[seat]
            samples.points[place, seat] = context.points[seat]


@compiled
def selfplay_games(
    boxes: np.ndarray,
    context: SelfPlayContext,
    networks: tuple[Network, Network],
    search_params: np.ndarray,
    params: np.ndarray,
    rngs: np.ndarray,
    seed: np.uint64,
    first: int,
    samples: SampleBuffers,
    wins: npt.NDArray[np.float64],
) -> int:
    """Play one game for each row of `wins`, starting with number `first`; return the number of samples.

    The learner uses the first network, search parameters, simulations and temperature, all others the second.
    """
    box, rng, setting = boxes[0], rngs[0], params[0]
    states, tree, turns = context.states, context.tree, context.turns
    state, cache, kept = states[NOW], turns.workspace.cache, 0
    for number in range(len(wins)):
        rng.key = sub_key(seed, first + number)
        rng.counter = np.uint64(0)
        for seat in range(len(context.temperatures)):
            row = params[player_of(setting.learner, seat)]
            context.temperatures[seat] = row.temperature * (uniform(rng) if row.varied else 1.0)
        states[NOW] = states[BLANK]
        setup(box, state, rng)
        begin, length = kept, 0
        while not is_over(box, state):
            seat = to_act(box, state)
            states[MASKED] = states[NOW]
            mask(box, states[MASKED], seat)
            tree.size[0] = 0
            full = below(rng, setting.full_every) == 0
            player = player_of(setting.learner, seat)
            simulations = params[player].simulations if full else 1
            search_mask(box, states, seat, tree, turns, search_params[player], networks[player], rng, simulations)
            for other in range(len(context.wins)):
                context.evaluations[length, other] = tree.value_sum[0, other] / tree.nodes[0].visits
            if full and setting.sample_every > 0 and below(rng, setting.sample_every) == 0:
                kept = keep_position(box, state, cache, length, samples, kept)
            length += 1
            if setting.random_every > 0 and below(rng, setting.random_every) == 0:
                child = random_child(tree, rng)
            else:
                child = sample_child(tree, seat, context.temperatures[seat], rng)
            steps = tree.nodes[child].length
            for step in range(steps):
                apply(box, state, tree.nodes[child].actions[step], rng)
                # Positions within a move are judged by one-ply searches only: a few will do.
                if step < steps - 1 and setting.sample_every > 0 and below(rng, 8 * setting.sample_every) == 0:
                    kept = keep_position(box, state, cache, length, samples, kept)
        winners(box, state, context.wins)
        scores(box, state, context.points)
        for seat in range(len(context.wins)):
            wins[number, seat] = context.wins[seat]
        write_results(context, setting.margin)
        write_targets(context, samples, begin, kept, length, setting.td_lambda)
    return kept
