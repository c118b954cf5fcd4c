"""Vectorised games: many games of one box, stepped in one call, with zero-copy arrays of observations."""

from typing import Any

import numpy as np
import numpy.typing as npt

from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.game import Box
from tradewinds.kernel.observation import Numbers, Slice, make_mask_buffer, make_observations, observation_spec
from tradewinds.kernel.random import RNG, sub_key
from tradewinds.kernel.record import backing_array, blank
from tradewinds.kernel.vector import ALL_LEGAL, VectorState, reset, sample_actions, step
from tradewinds.match.match import refusal

WORD = 0xFFFF_FFFF_FFFF_FFFF

RANDOM_ACTIONS_STREAM = WORD
"""Sub-stream of the seed used by `random_actions`; no game has this number."""


class IllegalActions(Problem):
    """Raised when one of the actions is not legal; no game is changed. `rule` is the id of the violated rule."""

    def __init__(self, row: int, action: int, rule: str, reason: Phrase) -> None:
        super().__init__(Phrase("vector.illegal", {"row": row, "action": action, "rule": rule}), reason)
        self.row = row
        self.action = action
        self.rule = rule


def make_vector_state(box: Box, count: int) -> VectorState:
    """Allocate the arrays for `count` games of a box."""
    if count < 1:
        raise Problem(Phrase("vector.count", {"count": count}))
    game = box.game
    masks, words = make_mask_buffer(box)
    return VectorState(
        states=np.zeros(count, game.state_type),
        rngs=np.zeros(count, RNG),
        numbers=np.zeros(count, np.int64),
        seats=np.zeros(count, np.int8),
        observations=make_observations(box, count),
        legal=np.zeros((count, game.actions), np.int8),
        choices=np.zeros((count, game.actions + 1), np.int16),
        counts=np.zeros(count, np.int16),
        rewards=np.zeros((count, box.players), np.float32),
        over=np.zeros(count, np.bool_),
        blanks=np.zeros(1, game.state_type),
        masks=masks,
        mask_words=words,
        mask_bytes=words.view(np.int8),
        shares=np.zeros(box.players),
        plan=observation_spec(box).plan,
    )


def as_seed(seed: int) -> np.uint64:
    return np.uint64(seed & WORD)


def read_only(array: np.ndarray[Any, Any]) -> Any:
    view = array.view()
    view.flags.writeable = False
    return view


def check_actions(actions: npt.ArrayLike, count: int) -> npt.NDArray[np.int64]:
    """Convert actions to an integer array, one per game; raise a Problem if they are anything else."""
    found = np.asarray(actions)
    if found.shape != (count,) or found.dtype.kind not in "iu":
        raise Problem(Phrase("vector.actions", {"count": count, "shape": str(found.shape), "type": str(found.dtype)}))
    return found.astype(np.int64, copy=False)


def illegal_action(box: Box, vector: VectorState, row: int, action: int) -> IllegalActions:
    """Return the error for an illegal action, derived from the mask of the seat to act."""
    masked = blank(box.game.state_type)
    backing_array(masked)[0] = vector.states[row]
    box.game.rules.mask(box.record, masked, int(vector.seats[row]))
    found = refusal(box, masked, action)
    if found is None:
        raise AssertionError(f"Action {action} in row {row} is legal and was refused.")
    return IllegalActions(row, action, found.rule, found.phrases[0])


class VectorGames:
    """Many games of one box, one per row. A finished game is followed by the next one in the same step.

    The arrays describe the current positions: `seats` holds the seat to act, `observations` its observation (see
    `slices`), and `legal` a 1 for each of its legal actions. `over` marks the rows whose game ended in the last step,
    and `rewards` holds each seat's reward for that game: its share of the win minus 1 / players. Every step reuses
    the arrays, so copy what you want to keep.
    """

    def __init__(self, box: Box, count: int, seed: int = 0) -> None:
        self.box = box
        self.count = count
        self._boxes = backing_array(box.record)
        self._vector = vector = make_vector_state(box, count)
        self._chooser = np.zeros(1, RNG)
        self._actions = np.zeros(count, np.int64)
        self.seats: npt.NDArray[np.int8] = read_only(vector.seats)
        self.observations: npt.NDArray[np.int8] = read_only(vector.observations.values)
        self.legal: npt.NDArray[np.int8] = read_only(vector.legal)
        self.rewards: npt.NDArray[np.float32] = read_only(vector.rewards)
        self.over: npt.NDArray[np.bool_] = read_only(vector.over)
        self.numbers: npt.NDArray[np.int64] = read_only(vector.numbers)
        """Number of each row's game within the seed."""
        self.states: np.ndarray[Any, Any] = read_only(vector.states)
        """Full states with hidden information, for statistics; not for players."""
        self.reset(seed)

    @property
    def slices(self) -> tuple[Slice, ...]:
        """The named slices of an observation."""
        return observation_spec(self.box).slices

    def reset(self, seed: int | None = None) -> None:
        """Restart all games, from a new seed or from the previous one."""
        if seed is not None:
            self._seed = as_seed(seed)
        with np.errstate(over="ignore"):
            self._chooser["key"] = sub_key(self._seed, RANDOM_ACTIONS_STREAM)
        self._chooser["counter"] = 0
        reset(self._boxes, self._vector, self._seed)

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action in every game. If any action is illegal, no game is changed."""
        chosen = check_actions(actions, self.count)
        row = step(self._boxes, self._vector, self._seed, chosen)
        if row != ALL_LEGAL:
            raise illegal_action(self.box, self._vector, row, int(chosen[row]))

    def random_actions(self) -> npt.NDArray[np.int64]:
        """Return a uniformly random legal action for every game; the next call overwrites the array."""
        sample_actions(self._vector.choices, self._vector.counts, self._chooser, self._actions)
        return self._actions


def observation(games: VectorGames, name: str) -> Numbers:
    """Return a view of one named slice of all games' observations, in the shape of the slice."""
    part = next(part for part in games.slices if part.name == name)
    return games.observations[:, part.start : part.end].reshape(games.count, *part.shape)
