"""A running game: play, refuse, undo, record, position and the fair seed. No input or output here."""

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
