"""Thresholds for the certainty of advice, shared by hints and reviews.

"Clearly better" requires a difference that is both statistically significant and large enough to matter. Where the win
is decided, expected points are compared instead.
"""

from collections.abc import Sequence
from math import hypot
from typing import Literal, Protocol

Certainty = Literal["only", "clear", "slight", "close"]
"""How the best action compares with the next: the only one, clearly better, slightly better, or about equal."""

Decided = Literal["won", "lost"]

CLEAR, SLIGHT = 0.05, 0.01
"""Minimum differences in win share for "clear" and for "slight"."""

CLEAR_POINTS, SLIGHT_POINTS = 1.5, 0.5
"""The same in points, used where the win is decided."""

SURE, NEARLY = 0.97, 0.95
"""The win is decided if all win shares are above SURE (or below 1 - SURE); NEARLY suffices if they agree."""


class HasShare(Protocol):
    """A win share with its 95 % margin."""

    @property
    def share(self) -> float:
        """The win share."""

    @property
    def margin(self) -> float:
        """Its 95 % margin."""


def grade(difference: float, margin: float, clear: float, slight: float) -> Certainty:
    if difference <= max(margin, slight):
        return "close"
    # Round as displayed: what is shown as 5 % counts as 5 %.
    return "clear" if round(difference, 3) >= clear else "slight"


def compare_wins(first: HasShare, second: HasShare) -> Certainty:
    """Return how much better the first option is than the second, by win share."""
    return grade(first.share - second.share, hypot(first.margin, second.margin), CLEAR, SLIGHT)


def compare_points(lead: float, margin: float) -> Certainty:
    """Return how much better the first option is, by points."""
    return grade(lead, margin, CLEAR_POINTS, SLIGHT_POINTS)


def decided(options: Sequence[HasShare]) -> Decided | None:
    """Return "won" or "lost" if the win no longer depends on the choice between the options."""
    best, worst = max(options, key=lambda o: o.share), min(options, key=lambda o: o.share)
    alike = best.share - worst.share <= hypot(best.margin, worst.margin)
    if worst.share > SURE or (alike and worst.share > NEARLY):
        return "won"
    if best.share < 1 - SURE or (alike and best.share < 1 - NEARLY):
        return "lost"
    return None
