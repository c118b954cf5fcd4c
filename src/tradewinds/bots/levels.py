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


LEVELS = {
    "novice": Level(Budget(20, 0.2), Style(horizon=2)),
    "casual": Level(Budget(100, 0.3), Style(horizon=8)),
    "skilled": Level(Budget(800, 0.6), Style()),
    "expert": Level(Budget(1500, 2.0), Style(), learned=True),
    "master": Level(Budget(12_000, 5.0), Style(), learned=True),
}
"""Weakest first. The seconds are what a decision may take at most on a slow machine; seldom is so much needed."""
