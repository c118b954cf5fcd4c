"""How sure advice is, in words that a person can rely on; hints and reviews use the same measures.

"Clearly better" asks for two things: that chance does not explain the difference, and that it is large enough to matter
to a person. Where the win is decided anyway, expected points are compared in its place.
"""

from collections.abc import Sequence
from math import hypot
from typing import Literal, Protocol

Certainty = Literal["only", "clear", "slight", "close"]
"""There is no other action; clearly better; slightly better; about equal."""

Decided = Literal["won", "lost"]

CLEAR, SLIGHT = 0.05, 0.01
"""A difference in the chance to win must be at least so large to be called clear, or to be mentioned at all."""

CLEAR_POINTS, SLIGHT_POINTS = 1.5, 0.5
"""The same in points, where the win is decided."""

SURE, NEARLY = 0.97, 0.95
"""The win is decided if every option promises more than this, or almost this and differences are within the noise."""


class Weighed(Protocol):
    """A chance to win with its 95 % margin."""

    @property
    def share(self) -> float:
        """The share of the win."""

    @property
    def margin(self) -> float:
        """Its 95 % margin."""


def grade(difference: float, margin: float, clear: float, slight: float) -> Certainty:
    """A word for how far the first option is ahead."""
    if difference <= max(margin, slight):
        return "close"
    # A difference that is shown as 5 % counts as 5 %.
    return "clear" if round(difference, 3) >= clear else "slight"


def compare_wins(first: Weighed, second: Weighed) -> Certainty:
    """How much better the first option is than the second, by the chance to win."""
    return grade(first.share - second.share, hypot(first.margin, second.margin), CLEAR, SLIGHT)


def compare_points(lead: float, margin: float) -> Certainty:
    """The same by points."""
    return grade(lead, margin, CLEAR_POINTS, SLIGHT_POINTS)


def decided(options: Sequence[Weighed]) -> Decided | None:
    """Whether the win no longer depends on which of some options is taken."""
    best, worst = max(options, key=lambda o: o.share), min(options, key=lambda o: o.share)
    alike = best.share - worst.share <= hypot(best.margin, worst.margin)
    if worst.share > SURE or (alike and worst.share > NEARLY):
        return "won"
    if best.share < 1 - SURE or (alike and best.share < 1 - NEARLY):
        return "lost"
    return None
