"""Playing levels, weakest to strongest, for games searched by actions and for games searched by whole turns."""

from dataclasses import dataclass

from tradewinds.bots import Budget
from tradewinds.bots.search import SearchOptions
from tradewinds.bots.turn_search import TurnOptions


@dataclass(frozen=True)
class TurnLevel:
    """A level's budget and options in games that are searched by whole turns, always with the network."""

    budget: Budget
    options: TurnOptions


@dataclass(frozen=True)
class Level:
    """A level's budget and search options, whether it uses the game's network, and how it searches turns."""

    budget: Budget
    options: SearchOptions
    turns: TurnLevel
    learned: bool = False


def one_turn(temperature: float) -> TurnLevel:
    """Look one turn ahead and draw among all turns by their values."""
    return TurnLevel(Budget(1), TurnOptions(width=1024, temperature=temperature))


def several_turns(playouts: int, seconds: float) -> TurnLevel:
    """Search a tree of turns and play the best one."""
    return TurnLevel(Budget(playouts, seconds), TurnOptions())


HEURISTIC_ONLY = SearchOptions(horizon=0)
"""Search options that evaluate every new node with the heuristic instead of rollouts."""

LEVELS = {
    "novice": Level(Budget(2, 0.2), HEURISTIC_ONLY, one_turn(0.055)),
    "casual": Level(Budget(4, 0.3), HEURISTIC_ONLY, one_turn(0.024)),
    "skilled": Level(Budget(20, 0.5), HEURISTIC_ONLY, one_turn(0.003)),
    "expert": Level(Budget(40, 1.0), SearchOptions(), several_turns(128, 1.0), learned=True),
    "master": Level(Budget(5000, 5.0), SearchOptions(), several_turns(2000, 2.0), learned=True),
}
"""Levels by name, weakest first.

The lowest three search few nodes and evaluate them with the heuristic: they overlook things but make no random moves.
Where whole turns are searched, they look one turn ahead with the network, and weaker means a warmer choice among turns.
The time limits are meant for slow machines; a tenth of them is usually enough.
"""
