"""Borneo: spices, companies, challenges and monopolies for 3 to 5 players."""

from tradewinds.games.borneo.game import GAME

__all__ = ["GAME"]
