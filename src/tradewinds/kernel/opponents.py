"""Vectorised games with one learner per game; a compiled bot plays the other seats between its decisions."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled, no_refcount
from tradewinds.kernel.dispatch import apply, is_over, mask, to_act, winners
from tradewinds.kernel.lookahead import MASKED, SearchContext, choose_one_ply
from tradewinds.kernel.observation import Numbers, Observations, encode
from tradewinds.kernel.random import sub_key
from tradewinds.kernel.record import Record
from tradewinds.kernel.vector import ALL_LEGAL, VectorState, first_illegal, reset_one, write_observation

Array = np.ndarray[Any, Any]

OPPONENT_STREAM = 1
"""Index of the bot's random stream: it must not consume the random numbers of the game."""


class Opponents(NamedTuple):
    """The learner's seat, reward and final observation in each row, and the context and random streams of the bot."""

    learners: Numbers
    learner_rewards: npt.NDArray[np.float32]
    """Rewards of the last step."""
    final_observations: Observations
    """The learner's observations of the terminal states of finished games."""
    rngs: Array
    context: SearchContext


@no_refcount
def choose_action(box: Record, state: Record, opponents: Opponents, row: int, evaluator: int) -> int:
    """Return the bot's action: random, or the best of a one-ply search in one determinized world."""
    context, seat, rng = opponents.context, to_act(box, state), opponents.rngs[row]
    context.states[MASKED] = state
    mask(box, context.states[MASKED], seat)
    return choose_one_ply(box, context, seat, 1, evaluator, rng)


@no_refcount
def play_opponents(box: Record, vector: VectorState, opponents: Opponents, row: int, evaluator: int) -> None:
    """Play the bot's actions until the learner is to act or the game is over."""
    state = vector.states[row]
    while not is_over(box, state) and to_act(box, state) != opponents.learners[row]:
        apply(box, state, choose_action(box, state, opponents, row, evaluator), vector.rngs[row])


@no_refcount
def reset_row(
    box: Record, vector: VectorState, opponents: Opponents, row: int, seed: np.uint64, evaluator: int
) -> None:
    """Set up a row's next game up to the learner's first decision; the learner's seat rotates from game to game.

    Games that end before the learner has acted are skipped.
    """
    players = len(vector.shares)
    while True:
        reset_one(box, vector, row, seed)
        opponents.rngs[row].key = sub_key(vector.rngs[row].key, OPPONENT_STREAM)
        opponents.rngs[row].counter = np.uint64(0)
        opponents.learners[row] = (row + vector.numbers[row] // len(vector.states)) % players
        play_opponents(box, vector, opponents, row, evaluator)
        if not is_over(box, vector.states[row]):
            return
        vector.numbers[row] += len(vector.states)


@no_refcount
def finish_game(box: Record, vector: VectorState, opponents: Opponents, row: int) -> None:
    """Write the rewards of a finished game and the learner's final observation."""
    state, learner = vector.states[row], opponents.learners[row]
    winners(box, state, vector.shares)
    for seat in range(len(vector.shares)):
        vector.rewards[row, seat] = vector.shares[seat] - 1 / len(vector.shares)
    opponents.learner_rewards[row] = vector.rewards[row, learner]
    vector.masks[0] = state
    mask(box, vector.masks[0], learner)
    encode(vector.plan, vector.mask_words, vector.mask_bytes, learner, opponents.final_observations, row)
    vector.numbers[row] += len(vector.states)


@compiled
def reset_with_opponents(
    boxes: Array, vector: VectorState, opponents: Opponents, seed: np.uint64, evaluator: int
) -> None:
    """Set up the first game of every row up to the learner's first decision."""
    for row in range(len(vector.states)):
        vector.numbers[row] = row
        vector.over[row] = False
        opponents.learner_rewards[row] = 0
        reset_row(boxes[0], vector, opponents, row, seed, evaluator)
        write_observation(boxes[0], vector, row)


@compiled
def step_with_opponents(
    boxes: Array,
    vector: VectorState,
    opponents: Opponents,
    seed: np.uint64,
    evaluator: int,
    actions: npt.NDArray[np.int64],
) -> int:
    """Apply the learner's action in every game and play the opponents up to its next decision; finished games restart.

    Return ALL_LEGAL; if an action is illegal, return its row and leave all games unchanged.
    """
    refused = first_illegal(vector, actions)
    if refused != ALL_LEGAL:
        return refused
    for row in range(len(vector.states)):
        apply(boxes[0], vector.states[row], actions[row], vector.rngs[row])
        play_opponents(boxes[0], vector, opponents, row, evaluator)
        opponents.learner_rewards[row] = 0
        vector.over[row] = is_over(boxes[0], vector.states[row])
        if vector.over[row]:
            finish_game(boxes[0], vector, opponents, row)
            reset_row(boxes[0], vector, opponents, row, seed, evaluator)
        write_observation(boxes[0], vector, row)
    return ALL_LEGAL


@compiled
def expert_actions(
    boxes: Array, vector: VectorState, rngs: Array, expert: Opponents, evaluator: int, out: npt.NDArray[np.int64]
) -> None:
    """Write the action that the bot would choose in the learner's place in every row, for imitation learning.

    The expert's random streams are derived from the bot's without consuming them, so the call has no side effects and
    is repeatable.
    """
    for row in range(len(vector.states)):
        expert.rngs[row].key = sub_key(rngs[row].key, rngs[row].counter)
        expert.rngs[row].counter = np.uint64(0)
        out[row] = choose_action(boxes[0], vector.states[row], expert, row, evaluator)
