"""Playing levels, from shallow searches with the heuristic to deep ones with the network."""

from dataclasses import dataclass

from tradewinds.bots import Budget
from tradewinds.bots.search import SearchOptions


@dataclass(frozen=True)
class Level:
    """A level's budget and search options, and whether it uses the game's network."""

    budget: Budget
    options: SearchOptions
    learned: bool = False


HEURISTIC_ONLY = SearchOptions(horizon=0)
"""Search options that evaluate every new node with the heuristic instead of rollouts."""

LEVELS = {
    "novice": Level(Budget(2, 0.2), HEURISTIC_ONLY),
    "casual": Level(Budget(4, 0.3), HEURISTIC_ONLY),
    "skilled": Level(Budget(20, 0.5), HEURISTIC_ONLY),
    "expert": Level(Budget(40, 1.0), SearchOptions(), learned=True),
    "master": Level(Budget(5000, 5.0), SearchOptions(), learned=True),
}
"""Levels by name, weakest first.

The lowest three search few nodes and evaluate them with the heuristic: they overlook things but make no random moves.
The time limits are meant for slow machines; a tenth of them is usually enough.
"""
