"""Many games of one box at once: every step is one call, and arrays tell of all games without copying anything."""

from typing import Any

import numpy as np
import numpy.typing as npt

from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.game import Box
from tradewinds.kernel.observation import Numbers, Slice, make_mask, make_sights, sight_of
from tradewinds.kernel.random import RNG, sub_key
from tradewinds.kernel.record import blank, home
from tradewinds.kernel.vector import ALL_LEGAL, Fleet, any_actions, launch, sail
from tradewinds.match.match import refusal

WORD = 0xFFFF_FFFF_FFFF_FFFF

CHOICES = WORD
"""Which stream of a seed chooses the actions of `any_actions`: no game has this number."""


class IllegalActions(Problem):
    """Actions of which one is not legal; nothing was done. `rule` names the rule that forbids it."""

    def __init__(self, row: int, action: int, rule: str, reason: Phrase) -> None:
        super().__init__(Phrase("fleet.illegal", {"row": row, "action": action, "rule": rule}), reason)
        self.row = row
        self.action = action
        self.rule = rule


def make_fleet(box: Box, count: int) -> Fleet:
    """Room for so many games of a box."""
    if count < 1:
        raise Problem(Phrase("fleet.count", {"count": count}))
    game = box.game
    masks, words = make_mask(box)
    return Fleet(
        states=np.zeros(count, game.state_type),
        rngs=np.zeros(count, RNG),
        numbers=np.zeros(count, np.int64),
        seats=np.zeros(count, np.int8),
        sights=make_sights(box, count),
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
        plan=sight_of(box).plan,
    )


def to_seed(seed: int) -> np.uint64:
    """A seed as the kernel takes it."""
    return np.uint64(seed & WORD)


def read_only(array: np.ndarray[Any, Any]) -> Any:
    """The same memory, safe from being written to by mistake."""
    view = array.view()
    view.flags.writeable = False
    return view


def check_actions(actions: npt.ArrayLike, count: int) -> npt.NDArray[np.int64]:
    """One whole number for every game."""
    found = np.asarray(actions)
    if found.shape != (count,) or found.dtype.kind not in "iu":
        raise Problem(Phrase("fleet.actions", {"count": count, "shape": str(found.shape), "type": str(found.dtype)}))
    return found.astype(np.int64, copy=False)


def refused(box: Box, fleet: Fleet, row: int, action: int) -> IllegalActions:
    """Why the action of a row is not legal, by the mask of the seat that decides there."""
    masked = blank(box.game.state_type)
    home(masked)[0] = fleet.states[row]
    box.game.rules.mask(box.record, masked, int(fleet.seats[row]))
    found = refusal(box, masked, action)
    if found is None:
        raise AssertionError(f"Action {action} in row {row} is legal and was refused.")
    return IllegalActions(row, action, found.rule, found.phrases[0])


class Tables:
    """Many games of one box, one in each row. A game that ends is followed by another one in the same step.

    The arrays always tell of the present: `seats` who decides, `sights` what that seat sees (see `slices`), `legal` a
    one for each of its legal actions; `over` in which rows the last step ended a game, and `rewards` what that game
    brought each seat: its share of the win less an equal share. They are the same memory at every step: copy what
    is to be kept.
    """

    def __init__(self, box: Box, count: int, seed: int = 0) -> None:
        self.box = box
        self.count = count
        self._boxes = home(box.record)
        self._fleet = fleet = make_fleet(box, count)
        self._chooser = np.zeros(1, RNG)
        self._actions = np.zeros(count, np.int64)
        self.seats: npt.NDArray[np.int8] = read_only(fleet.seats)
        self.sights: npt.NDArray[np.int8] = read_only(fleet.sights.numbers)
        self.legal: npt.NDArray[np.int8] = read_only(fleet.legal)
        self.rewards: npt.NDArray[np.float32] = read_only(fleet.rewards)
        self.over: npt.NDArray[np.bool_] = read_only(fleet.over)
        self.numbers: npt.NDArray[np.int64] = read_only(fleet.numbers)
        """Which game of the seed each row has come to."""
        self.states: np.ndarray[Any, Any] = read_only(fleet.states)
        """The positions themselves, secrets included: for statistics, not for players."""
        self.reset(seed)

    @property
    def slices(self) -> tuple[Slice, ...]:
        """The named parts of what a seat sees."""
        return sight_of(self.box).slices

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew: from a seed, or from the one before."""
        if seed is not None:
            self._seed = to_seed(seed)
        with np.errstate(over="ignore"):
            self._chooser["key"] = sub_key(self._seed, CHOICES)
        self._chooser["counter"] = 0
        launch(self._boxes, self._fleet, self._seed)

    def step(self, actions: npt.ArrayLike) -> None:
        """One action in every game. If one of them is not legal nothing is done at all."""
        wanted = check_actions(actions, self.count)
        row = sail(self._boxes, self._fleet, self._seed, wanted)
        if row != ALL_LEGAL:
            raise refused(self.box, self._fleet, row, int(wanted[row]))

    def any_actions(self) -> npt.NDArray[np.int64]:
        """A legal action for every game, each as likely as every other; the next call overwrites them."""
        any_actions(self._fleet.choices, self._fleet.counts, self._chooser, self._actions)
        return self._actions


def sight_in(tables: Tables, name: str) -> Numbers:
    """A named part of what is seen in all games, in its shape, without copying."""
    part = next(part for part in tables.slices if part.name == name)
    return tables.sights[:, part.start : part.end].reshape(tables.count, *part.shape)
