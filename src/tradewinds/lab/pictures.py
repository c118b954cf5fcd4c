"""Pictures for environments, notebooks and documents: of positions, surveys, arenas and reviews. All are SVG text."""

from collections.abc import Sequence

from tradewinds.analysis import review_picture as review_graph
from tradewinds.analysis.review import Review
from tradewinds.drawing import Picture
from tradewinds.i18n import load_words
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import Record
from tradewinds.lab import arena_report, report
from tradewinds.lab.arena import ArenaResult
from tradewinds.lab.survey import BoxSurvey
from tradewinds.match import Match, Position


def position_picture(box: Box, masked: Record, language: str = "en", seats: Sequence[str] = ()) -> Picture:
    """What a mask shows, as a picture of 800 × 560 pixels; a full state is drawn with everything that is hidden."""
    return Picture(Position(box, masked, tuple(seats)).picture(load_words(language)))


def survey_picture(surveys: list[BoxSurvey], title: str) -> Picture:
    """How the games of some boxes went: length, points and what each seat won."""
    return Picture(report.picture(surveys, title))


def arena_picture(result: ArenaResult) -> Picture:
    """Shares of the win and ratings of bots, with their intervals."""
    return Picture(arena_report.picture(result))


def review_picture(review: Review, match: Match, language: str = "en", most: int = 5) -> Picture:
    """Everybody's share of the win over a game, with the most costly decisions marked."""
    return Picture(review_graph.picture(review, match, load_words(language), most))
