"""What a game can tell of many played games: which of its parts came into play, by whom, and where points came from."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.record import NONE

if TYPE_CHECKING:
    from tradewinds.kernel.game import Box

Numbers = npt.NDArray[Any]


@dataclass(frozen=True)
class Chronicle:
    """Some games from set-up to the end, one row of `kept` for every position; the last of a game has no action."""

    kept: Numbers
    kept_actions: Numbers
    kept_seats: Numbers
    kept_counts: Numbers
    points: Numbers
    """By game and seat, as are the shares of the win."""
    wins: Numbers

    @property
    def games(self) -> int:
        """How many games these are."""
        return len(self.points)

    @cached_property
    def at(self) -> Numbers:
        """The rows at which something was decided."""
        return np.flatnonzero(self.kept_actions != NONE)

    @cached_property
    def last(self) -> Numbers:
        """The rows at which games were over."""
        return np.flatnonzero(self.kept_actions == NONE)

    @cached_property
    def lengths(self) -> Numbers:
        """How many decisions each game had."""
        return np.diff(self.last, prepend=-1) - 1

    @cached_property
    def game(self) -> Numbers:
        """Of every decision: which game it belongs to."""
        return np.repeat(np.arange(self.games), self.lengths)

    @cached_property
    def moment(self) -> Numbers:
        """Of every decision: which part of its game was over, from 0 to 1."""
        begin = np.concatenate(([0], self.last[:-1] + 1))
        return (self.at - begin[self.game]) / self.lengths[self.game]

    @cached_property
    def action(self) -> Numbers:
        """Of every decision: the action."""
        return self.kept_actions[self.at].astype(np.int64)

    @cached_property
    def seat(self) -> Numbers:
        """Of every decision: who decided."""
        return self.kept_seats[self.at].astype(np.int64)

    @cached_property
    def counts(self) -> Numbers:
        """Of every decision: from how many actions there was to choose."""
        return self.kept_counts[self.at].astype(np.int64)

    def before(self, field: str) -> Numbers:
        """A field of the position in which each decision was made."""
        return wide(self.kept[field][self.at])

    def after(self, field: str) -> Numbers:
        """A field of the position that each decision led to."""
        return wide(self.kept[field][self.at + 1])

    def end(self, field: str) -> Numbers:
        """A field of each game's last position."""
        return wide(self.kept[field][self.last])

    @property
    def ends(self) -> Numbers:
        """Each game's last position."""
        return self.kept[self.last]


def wide(values: Numbers) -> Numbers:
    """Small integers as such that can be added."""
    return values.astype(np.int64)


class Happening(NamedTuple):
    """Something that decisions brought about: of every decision, which of the things it happened to, else NONE."""

    labels: Sequence[str]
    which: Numbers
    supply: Numbers | None = None
    """Of what is limited: how many there are of each thing."""


class Sources(NamedTuple):
    """Where points came from: by game, seat and source."""

    labels: Sequence[str]
    points: Numbers


@dataclass(frozen=True)
class Ledger:
    """A game's own accounts of played games; what it does not have is None."""

    components: "Callable[[Box, Chronicle], Mapping[str, Happening]] | None" = None
    contracts: "Callable[[Box, Chronicle], Happening] | None" = None
    sources: "Callable[[Box, Chronicle], Sources] | None" = None


NO_LEDGER = Ledger()


def only_where(happened: Numbers, which: Numbers) -> Numbers:
    """Which thing it happened to, NONE where it did not happen."""
    return np.where(happened, which, NONE)
