"""Statistics of played games: which components came into play, through which seat, and where points came from."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.record import NONE

Numbers = npt.NDArray[Any]


@dataclass(frozen=True)
class Trajectories:
    """Complete games, with one row for every position; the terminal position of a game has the action NONE."""

    states: Numbers
    row_actions: Numbers
    row_seats: Numbers
    row_counts: Numbers
    points: Numbers
    """By game and seat, like `wins`."""
    wins: Numbers

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.points)

    @cached_property
    def decision_rows(self) -> Numbers:
        """Rows of non-terminal positions."""
        return np.flatnonzero(self.row_actions != NONE)

    @cached_property
    def terminal_rows(self) -> Numbers:
        """Rows of terminal positions."""
        return np.flatnonzero(self.row_actions == NONE)

    @cached_property
    def lengths(self) -> Numbers:
        """Number of decisions of each game."""
        return np.diff(self.terminal_rows, prepend=-1) - 1

    @cached_property
    def game(self) -> Numbers:
        """Index of the game, by decision."""
        return np.repeat(np.arange(self.games), self.lengths)

    @cached_property
    def progress(self) -> Numbers:
        """Elapsed fraction of the game from 0 to 1, by decision."""
        begin = np.concatenate(([0], self.terminal_rows[:-1] + 1))
        return (self.decision_rows - begin[self.game]) / self.lengths[self.game]

    @cached_property
    def action(self) -> Numbers:
        """Chosen action, by decision."""
        return self.row_actions[self.decision_rows].astype(np.int64)

    @cached_property
    def seat(self) -> Numbers:
        """Acting seat, by decision."""
        return self.row_seats[self.decision_rows].astype(np.int64)

    @cached_property
    def counts(self) -> Numbers:
        """Number of legal actions, by decision."""
        return self.row_counts[self.decision_rows].astype(np.int64)

    def before(self, field: str) -> Numbers:
        """Return a field of the position before each decision."""
        return widen(self.states[field][self.decision_rows])

    def after(self, field: str) -> Numbers:
        """Return a field of the position after each decision."""
        return widen(self.states[field][self.decision_rows + 1])

    def end(self, field: str) -> Numbers:
        """Return a field of each game's terminal position."""
        return widen(self.states[field][self.terminal_rows])

    @property
    def final_states(self) -> Numbers:
        """Terminal position of each game."""
        return self.states[self.terminal_rows]


def widen(values: Numbers) -> Numbers:
    """Convert small integers to 64 bits, so that sums do not overflow."""
    return values.astype(np.int64)


class EventCounter(NamedTuple):
    """Events of one kind: for every decision, the index of the label it is counted under, or NONE."""

    labels: Sequence[str]
    which: Numbers
    supply: Numbers | None = None
    """For limited components: the number available of each label."""


class Sources(NamedTuple):
    """Points by game, seat and source."""

    labels: Sequence[str]
    points: Numbers


def only_where(happened: Numbers, which: Numbers) -> Numbers:
    """Return `which` where the event happened, else NONE."""
    return np.where(happened, which, NONE)
