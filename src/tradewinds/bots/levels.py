"""The levels: from a beginner who looks a few steps ahead to a master who searches with a learned eye."""

from dataclasses import dataclass

from tradewinds.bots import Budget
from tradewinds.bots.search import Style


@dataclass(frozen=True)
class Level:
    """One level: how much it thinks, how it searches, and whether it judges with the game's network."""

    budget: Budget
    style: Style
    learned: bool = False


GLANCE = Style(horizon=0)
"""Every position is judged at once, by the rules of thumb."""

LEVELS = {
    "novice": Level(Budget(2, 0.2), GLANCE),
    "casual": Level(Budget(4, 0.3), GLANCE),
    "skilled": Level(Budget(20, 0.5), GLANCE),
    "expert": Level(Budget(40, 1.0), Style(), learned=True),
    "master": Level(Budget(5000, 5.0), Style(), learned=True),
}
"""Weakest first. The lower three look at a few of their possibilities and take what looks best by the rules of thumb:
they overlook things, but they do nothing without a reason. The seconds are what a decision may take at most on a slow
machine; seldom is a tenth of it needed."""
