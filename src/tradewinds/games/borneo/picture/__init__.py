"""SVG rendering of Borneo: companies, ports and contracts on a sea chart."""

from tradewinds.games.borneo.picture.position import picture

__all__ = ["picture"]
