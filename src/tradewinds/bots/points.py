"""Expected points: what everybody has at the end of trial games that go on with an action (kernel/outcomes.py)."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tradewinds.bots import Budget
from tradewinds.bots.network import network_of
from tradewinds.kernel.evaluation import ESTIMATE, LEARNED
from tradewinds.kernel.game import Box
from tradewinds.kernel.lookahead import MASKED, make_thinker
from tradewinds.kernel.outcomes import try_actions
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import Record, home

WORLDS = 24
"""So many trial games for each action, each in a world of its own."""

FEWEST, PLAYOUTS_A_WORLD = 4, 100
"""Whoever wants few playouts gets fewer trial games: one for each hundred, but at least four."""

MARGIN = 2.1
"""So many standard errors to each side hold 95 % of what chance does (Student's t for about twenty games)."""


@dataclass(frozen=True)
class Trial:
    """Everybody's points at the end of each trial game of an action, in the same worlds as those of other actions."""

    action: int
    seat: int
    points: npt.NDArray[np.float64]
    """One row for each world, one column for each seat."""

    @property
    def mean(self) -> float:
        """The seat's own points, on average."""
        return float(self.points[:, self.seat].mean())

    @property
    def margin(self) -> float:
        """The 95 % margin of the mean."""
        return margin_of(self.points[:, self.seat])

    @property
    def rival(self) -> float:
        """The points of the best other seat, on average."""
        return max(float(self.points[:, seat].mean()) for seat in range(self.points.shape[1]) if seat != self.seat)

    def lead(self, other: "Trial") -> tuple[float, float]:
        """How many more points than another action brings the seat, and the 95 % margin: compared world by world."""
        apart = self.points[:, self.seat] - other.points[:, self.seat]
        return float(apart.mean()), margin_of(apart)


def margin_of(values: npt.NDArray[np.float64]) -> float:
    """The 95 % margin of the mean of some values."""
    return MARGIN * float(values.std(ddof=1)) / float(np.sqrt(len(values)))


def worlds_for(budget: Budget) -> int:
    """How many trial games belong to a budget."""
    if budget.playouts is None:
        return WORLDS
    return min(WORLDS, max(FEWEST, budget.playouts // PLAYOUTS_A_WORLD))


def try_out(box: Box, masked: Record, seat: int, actions: list[int], worlds: int, rng: Rng) -> list[Trial]:
    """Play trial games with each of some legal actions, from what the seat may know."""
    network = network_of(box.game)
    thinker = make_thinker(box, network)
    thinker.states[MASKED] = masked
    points = np.zeros((worlds, len(actions), box.players), np.int32)
    how = LEARNED if network.inputs else ESTIMATE
    try_actions(home(box.record), thinker, seat, how, np.array(actions, np.int64), home(rng), points)
    return [Trial(action, seat, points[:, place].astype(np.float64)) for place, action in enumerate(actions)]
