"""Whole games kept decision by decision, for those who study how games go."""

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import compiled
from tradewinds.kernel.dispatch import apply, is_over, mask, scores, setup, to_act, winners
from tradewinds.kernel.evaluation import ANY_ACTION
from tradewinds.kernel.lookahead import BLANK, MASKED, NOW, Thinker, look_ahead
from tradewinds.kernel.random import sub_key
from tradewinds.kernel.record import NONE, Buffer
from tradewinds.kernel.selfplay import pick_noisy

TIES = 1e-6
"""So little noise only decides between actions that look the same."""


@compiled
def chronicle_games(
    boxes: np.ndarray,
    thinker: Thinker,
    rngs: np.ndarray,
    seed: np.uint64,
    first: int,
    minds: npt.NDArray[np.int8],
    loose: int,
    kept: np.ndarray,
    actions: Buffer,
    seats: npt.NDArray[np.int8],
    counts: npt.NDArray[np.int16],
    points: npt.NDArray[np.int32],
    wins: npt.NDArray[np.float64],
) -> int:
    """Play games number `first` and following; how many positions were kept.

    `minds` has a row for every rotation of the seats and says how each seat decides. The first seat's first `loose`
    decisions are left to chance. Every position is kept with the seat that decides, how many actions it may choose
    from, and the action; a game's last position stands there with no action. The chance of the game and the whims of
    those who play come from streams of their own.
    """
    box, chance, whim = boxes[0], rngs[0], rngs[1]
    states, choices, values = thinker.states, thinker.actions, thinker.values
    state = states[NOW]
    step = 0
    for number in range(len(points)):
        chance.key = sub_key(seed, 2 * (first + number))
        whim.key = sub_key(seed, 2 * (first + number) + 1)
        chance.counter = np.uint64(0)
        whim.counter = np.uint64(0)
        mind = minds[(first + number) % len(minds)]
        states[NOW] = states[BLANK]
        setup(box, state, chance)
        free = loose
        while not is_over(box, state):
            seat = to_act(box, state)
            states[MASKED] = states[NOW]
            mask(box, states[MASKED], seat)
            # Who looks into no world finds all actions the same, and so plays any of them.
            worlds = 0 if mind[seat] == ANY_ACTION or (seat == 0 and free > 0) else 1
            count = look_ahead(box, thinker, seat, worlds, mind[seat], whim)
            choice = pick_noisy(values, count, TIES, whim)
            free -= seat == 0
            kept[step] = states[NOW]
            seats[step] = seat
            counts[step] = count
            actions[step] = choices[choice]
            step += 1
            apply(box, state, choices[choice], chance)
        kept[step] = states[NOW]
        actions[step] = NONE
        step += 1
        scores(box, state, points[number])
        winners(box, state, wins[number])
    return step
