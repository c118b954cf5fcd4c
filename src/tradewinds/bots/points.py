"""Expected points by rollouts that start with a given action (kernel/outcomes.py)."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tradewinds.bots import Budget
from tradewinds.bots.network import network_of
from tradewinds.kernel.game import Box
from tradewinds.kernel.lookahead import MASKED, make_search_context
from tradewinds.kernel.outcomes import rollout_actions
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import Record, backing_array

WORLDS = 24
"""Rollouts per action, each in its own sampled world."""

MIN_WORLDS, PLAYOUTS_PER_WORLD = 4, 16
"""Smaller playout budgets get one rollout per sixteen playouts, but at least four."""

MARGIN = 2.1
"""Standard errors in a 95 % margin (Student's t for about twenty games)."""


@dataclass(frozen=True)
class PointsEstimate:
    """Final points in the rollouts of one action. All actions are tried in the same worlds."""

    action: int
    seat: int
    points: npt.NDArray[np.float64]
    """One row per world, one column per seat."""

    @property
    def mean(self) -> float:
        """The seat's mean points."""
        return float(self.points[:, self.seat].mean())

    @property
    def margin(self) -> float:
        """The 95 % margin of the mean."""
        return margin_of(self.points[:, self.seat])

    @property
    def rival(self) -> float:
        """Mean points of the best other seat."""
        return max(float(self.points[:, seat].mean()) for seat in range(self.points.shape[1]) if seat != self.seat)

    def lead(self, other: "PointsEstimate") -> tuple[float, float]:
        """Return the mean lead in points over another action and its 95 % margin, paired by world."""
        apart = self.points[:, self.seat] - other.points[:, self.seat]
        return float(apart.mean()), margin_of(apart)


def margin_of(values: npt.NDArray[np.float64]) -> float:
    """Return the 95 % margin of the mean."""
    return MARGIN * float(values.std(ddof=1)) / float(np.sqrt(len(values)))


def worlds_for(budget: Budget) -> int:
    """Return the number of rollouts for a budget."""
    if budget.playouts is None:
        return WORLDS
    return min(WORLDS, max(MIN_WORLDS, budget.playouts // PLAYOUTS_PER_WORLD))


def estimate_points(
    box: Box, masked: Record, seat: int, actions: list[int], worlds: int, rng: Rng
) -> list[PointsEstimate]:
    """Estimate the points of legal actions by rollouts from a mask, using the same worlds for each action."""
    network = network_of(box.game)
    context = make_search_context(box, network)
    context.states[MASKED] = masked
    points = np.zeros((worlds, len(actions), box.players), np.int32)
    rollout_actions(
        backing_array(box.record),
        context,
        seat,
        network.evaluator,
        np.array(actions, np.int64),
        backing_array(rng),
        points,
    )
    return [PointsEstimate(action, seat, points[:, place].astype(np.float64)) for place, action in enumerate(actions)]
