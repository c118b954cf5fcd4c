"""A match in progress: moves, refusals, undo, records, positions and the committed seed, without I/O."""

from tradewinds.match.choices import Choice
from tradewinds.match.errors import AmbiguousMove, IllegalMove, InvalidMove, MoveError, TextError
from tradewinds.match.match import Match
from tradewinds.match.position_view import Position
from tradewinds.match.record import GameRecord, match_from_record, verify

__all__ = [
    "AmbiguousMove",
    "Choice",
    "GameRecord",
    "IllegalMove",
    "InvalidMove",
    "Match",
    "MoveError",
    "Position",
    "TextError",
    "match_from_record",
    "verify",
]
