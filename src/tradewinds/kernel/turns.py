"""Exact enumeration of a turn: all positions at which it can end, with transpositions merged."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.dispatch import apply, dominated, is_over, is_settled, legal
from tradewinds.kernel.evaluation import Baseline, Network, Workspace, make_baseline, make_workspace
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import GOLDEN_GAMMA, Rng, mix
from tradewinds.kernel.record import NONE, Buffer, Record

LONGEST = 16
"""Maximum number of actions of a turn; longer ones are left out."""

POSITIONS = 4096
"""Maximum number of positions within a turn; those beyond are left out."""

TABLE = 4 * POSITIONS
"""Size of the hash table of positions, a power of two."""


class Turns(NamedTuple):
    """The positions of one turn: states and their words, how they were reached, and those at which it has ended."""

    states: np.ndarray
    words: npt.NDArray[np.uint64]
    parents: npt.NDArray[np.int32]
    lengths: npt.NDArray[np.int32]
    actions: npt.NDArray[np.int16]
    keys: npt.NDArray[np.uint64]
    """Hashes of the actions that lead to each position."""
    chance: npt.NDArray[np.bool_]
    table: npt.NDArray[np.int32]
    places: npt.NDArray[np.int32]
    """The place of each position in the hash table."""
    size: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]
    shares: npt.NDArray[np.float64]
    """The evaluation of each end, by seat."""
    judged: npt.NDArray[np.bool_]
    """Whether an end has been judged for all seats."""
    logits: npt.NDArray[np.float64]
    children: npt.NDArray[np.int32]
    """The node of each end in a search tree."""
    points: npt.NDArray[np.int32]
    legal: Buffer
    workspace: Workspace
    baseline: Baseline


def make_turns(box: Box, network: Network) -> Turns:
    """Allocate the buffers of one thread."""
    states = np.zeros(POSITIONS, box.game.state_type)
    return Turns(
        states=states,
        words=states.view(np.uint64).reshape(POSITIONS, -1),
        parents=np.zeros(POSITIONS, np.int32),
        lengths=np.zeros(POSITIONS, np.int32),
        actions=np.zeros(POSITIONS, np.int16),
        keys=np.zeros(POSITIONS, np.uint64),
        chance=np.zeros(POSITIONS, np.bool_),
        table=np.full(TABLE, NONE, np.int32),
        places=np.zeros(POSITIONS, np.int32),
        size=np.zeros(1, np.int32),
        ends=np.zeros(POSITIONS, np.int32),
        shares=np.zeros((POSITIONS, box.players)),
        judged=np.zeros(POSITIONS, np.bool_),
        logits=np.zeros(box.players),
        children=np.zeros(POSITIONS, np.int32),
        points=np.zeros(box.players, np.int32),
        legal=np.zeros(box.game.actions + 1, np.int16),
        workspace=make_workspace(box.game.inputs, box.game.feature_cache, network),
        baseline=make_baseline(box.players, network),
    )


@inlined
def find_position(turns: Turns, index: int) -> bool:
    """Return whether the position equals an earlier one; else add it to the table."""
    key = np.uint64(0)
    for word in range(turns.words.shape[1]):
        key = mix(key ^ turns.words[index, word]) + key
    place = np.int64(key & np.uint64(TABLE - 1))
    while turns.table[place] != NONE:
        other, same = turns.table[place], True
        for word in range(turns.words.shape[1]):
            if turns.words[other, word] != turns.words[index, word]:
                same = False
                break
        if same:
            return True
        place = (place + 1) & (TABLE - 1)
    turns.table[place] = index
    turns.places[index] = place
    return False


@inlined
def clear_positions(turns: Turns) -> None:
    """Remove the positions of the last enumeration from the table."""
    for index in range(1, turns.size[0]):
        turns.table[turns.places[index]] = NONE
    turns.size[0] = 0


@noinline
def enumerate_turns(box: Record, turns: Turns, rng: Rng) -> int:
    """Write all ends of the turn that begins at states[0], without duplicates; return their number.

    All of them meet the same chance, so that they can be compared.
    """
    clear_positions(turns)
    size, found, counter = 1, 0, rng.counter
    turns.parents[0] = NONE
    turns.lengths[0] = 0
    turns.keys[0] = np.uint64(0)
    index = 0
    while index < size:
        if index == 0 or not settled_end(box, turns, index):
            count = legal(box, turns.states[index], turns.legal) if turns.lengths[index] < LONGEST else 0
            for choice in range(count):
                if size == POSITIONS:
                    break
                action = turns.legal[choice]
                if dominated(box, turns.states[index], action):
                    continue
                turns.states[size] = turns.states[index]
                rng.counter = counter
                apply(box, turns.states[size], action, rng)
                turns.chance[size] = rng.counter != counter
                if not find_position(turns, size):
                    turns.parents[size] = index
                    turns.lengths[size] = turns.lengths[index] + 1
                    turns.actions[size] = action
                    turns.keys[size] = mix(turns.keys[index] + np.uint64(action + 1) * GOLDEN_GAMMA)
                    size += 1
        else:
            turns.ends[found] = index
            found += 1
        index += 1
    rng.counter = counter
    turns.size[0] = size
    if found == 0:
        # No end within the limits: every position of the turn will do.
        found = size - 1
        for index in range(found):
            turns.ends[index] = index + 1
    return found


@inlined
def settled_end(box: Record, turns: Turns, index: int) -> bool:
    """Return whether the turn has ended at a position."""
    return is_over(box, turns.states[index]) or is_settled(box, turns.states[index])
