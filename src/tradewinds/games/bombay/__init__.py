"""Bombay: elephants, silk, markets and palaces for 2 to 5 players."""

from tradewinds.games.bombay.game import GAME

__all__ = ["GAME"]
