"""Fuzzing: random games over every box, checking the conformance invariants in every position."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from tradewinds.executor import SERIAL, Executor, Progress, map_batches, no_progress
from tradewinds.kernel.conformance import FAILURES, LAW_BROKEN, examine_games
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import RNG

BATCH = 250


@dataclass(frozen=True)
class FuzzFailure:
    """A violated invariant and how to reproduce it."""

    box: str
    what: str
    game: int
    decision: int


def examine(box: Box, seed: int, first: int, games: int) -> FuzzFailure | None:
    """Check `games` games of a box, starting at game number `first`, and return the first failure, if any."""
    states = np.zeros(5, box.game.state_type)
    raw = states.view(np.uint8).reshape(5, -1)
    rngs = np.zeros(2, RNG)
    buffers = np.zeros((2, box.game.actions + 1), np.int16)
    found = np.zeros(3, np.int64)
    bound = box.game.longest(box)
    code = examine_games(
        box.record, states, raw, rngs, buffers, np.uint64(seed), first, games, box.players, bound, found
    )
    if not code:
        return None
    what = box.game.laws[int(found[2])] if code == LAW_BROKEN else FAILURES[code]
    return FuzzFailure(box.name, what, int(found[0]), int(found[1]))


def fuzz(
    boxes: list[Box], games: int, seed: int, executor: Executor = SERIAL, progress: Progress = no_progress
) -> FuzzFailure | None:
    """Check `games` games of each box and return the first failure, if any."""
    for box in boxes:
        for failure in map_batches(partial(examine, box, seed), games, BATCH, executor, progress):
            if failure:
                return failure
    return None
