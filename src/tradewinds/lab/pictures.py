"""SVG pictures of positions, arenas and reviews, for environments, notebooks and documents."""

from collections.abc import Sequence

from tradewinds.analysis import review_picture as review_graph
from tradewinds.analysis.review import Review
from tradewinds.drawing import Picture
from tradewinds.i18n import load_words
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import Record
from tradewinds.lab import arena_chart
from tradewinds.lab.arena import ArenaResult
from tradewinds.match import Match, Position


def position_picture(box: Box, masked: Record, language: str = "en", seats: Sequence[str] = ()) -> Picture:
    """Draw a masked state at 800 × 560 pixels; a state that is not masked is drawn with all hidden information."""
    return Picture(Position(box, masked, tuple(seats)).picture(load_words(language)))


def arena_picture(result: ArenaResult) -> Picture:
    """Draw the bots' win shares and ratings with their intervals."""
    return Picture(arena_chart.picture(result))


def review_picture(review: Review, match: Match, language: str = "en", most: int = 5) -> Picture:
    """Draw every seat's win share over the game, with the most costly decisions marked."""
    return Picture(review_graph.picture(review, match, load_words(language), most))
