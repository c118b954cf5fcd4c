"""What the bot of a company would do in the learner's place, in every row at once: something to imitate."""

from typing import Any

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.company import Company, choose
from tradewinds.kernel.compile import compiled
from tradewinds.kernel.fleet import Fleet
from tradewinds.kernel.random import sub_key

Array = np.ndarray[Any, Any]


@compiled
def advise(boxes: Array, fleet: Fleet, rngs: Array, adviser: Company, how: int, out: npt.NDArray[np.int64]) -> None:
    """Write down what the bot would do in every row; nothing is done.

    The adviser's chance branches off from the streams of the bot that plays and does not use them up: asking changes
    nothing, and asking again gives the same answer.
    """
    for row in range(len(fleet.states)):
        adviser.rngs[row].key = sub_key(rngs[row].key, rngs[row].counter)
        adviser.rngs[row].counter = np.uint64(0)
        out[row] = choose(boxes[0], fleet.states[row], adviser, row, how)
