"""Positions and boxes of Bombay as pictures: a printed cloth with the map, the elephants and the markets on it."""

from tradewinds.games.bombay.picture.position import picture

__all__ = ["picture"]
