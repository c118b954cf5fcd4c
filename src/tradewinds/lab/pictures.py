"""Pictures of positions for environments, notebooks and documents, all by the drawing of the game itself."""

from collections.abc import Sequence

from tradewinds.kernel.game import Box
from tradewinds.kernel.record import Record
from tradewinds.match.seen import Position
from tradewinds.words import load_words


def position_picture(box: Box, masked: Record, language: str = "en", seats: Sequence[str] = ()) -> str:
    """What a mask shows, as SVG of 800 × 560 pixels; a full state is drawn with everything that is hidden."""
    return Position(box, masked, tuple(seats)).picture(load_words(language))
