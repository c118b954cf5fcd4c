"""Trajectories of whole games between compiled bots, for statistics."""

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled
from tradewinds.kernel.dispatch import apply, is_over, mask, scores, setup, to_act, winners
from tradewinds.kernel.evaluation import RANDOM
from tradewinds.kernel.lookahead import BLANK, MASKED, NOW, SearchContext, search_one_ply
from tradewinds.kernel.random import sub_key
from tradewinds.kernel.record import NONE, Buffer
from tradewinds.kernel.selfplay import gumbel_argmax

TIE_TEMPERATURE = 1e-6
"""A temperature so low that it only breaks ties."""


@compiled
def record_trajectories(
    boxes: np.ndarray,
    context: SearchContext,
    rngs: np.ndarray,
    seed: np.uint64,
    first: int,
    seatings: npt.NDArray[np.int8],
    random_opening: int,
    positions: np.ndarray,
    actions: Buffer,
    seats: npt.NDArray[np.int8],
    counts: npt.NDArray[np.int16],
    points: npt.NDArray[np.int32],
    wins: npt.NDArray[np.float64],
) -> int:
    """Play games starting with number `first`; return the number of recorded positions.

    Each row of `seatings` holds the evaluators of all seats; successive games cycle through the rows. The first
    `random_opening` decisions of seat 0 are random. Every position is recorded with the seat to act, its number of
    legal actions and the chosen action; the terminal position of a game has the action NONE. The game and the players
    draw from separate random streams.
    """
    box, game_rng, player_rng = boxes[0], rngs[0], rngs[1]
    states, choices, values = context.states, context.actions, context.values
    state = states[NOW]
    step = 0
    for number in range(len(points)):
        game_rng.key = sub_key(seed, 2 * (first + number))
        player_rng.key = sub_key(seed, 2 * (first + number) + 1)
        game_rng.counter = np.uint64(0)
        player_rng.counter = np.uint64(0)
        evaluators = seatings[(first + number) % len(seatings)]
        states[NOW] = states[BLANK]
        setup(box, state, game_rng)
        random_left = random_opening
        while not is_over(box, state):
            seat = to_act(box, state)
            states[MASKED] = states[NOW]
            mask(box, states[MASKED], seat)
            # With no worlds all values are 0, and the tie-break chooses uniformly.
            worlds = 0 if evaluators[seat] == RANDOM or (seat == 0 and random_left > 0) else 1
            count = search_one_ply(box, context, seat, worlds, evaluators[seat], player_rng)
            choice = gumbel_argmax(values, count, TIE_TEMPERATURE, player_rng)
            random_left -= seat == 0
            positions[step] = states[NOW]
            seats[step] = seat
            counts[step] = count
            actions[step] = choices[choice]
            step += 1
            apply(box, state, choices[choice], game_rng)
        positions[step] = states[NOW]
        actions[step] = NONE
        step += 1
        scores(box, state, points[number])
        winners(box, state, wins[number])
    return step
