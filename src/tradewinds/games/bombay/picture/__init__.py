"""SVG rendering of Bombay: a printed cloth with map, elephants and markets."""

from tradewinds.games.bombay.picture.position import picture

__all__ = ["picture"]
