"""OpenSpiel games: importing this package registers `tradewinds_bombay` and `tradewinds_borneo`."""

from tradewinds.i18n import Phrase, Problem

try:
    import pyspiel  # noqa: F401
except ImportError as error:
    raise Problem(Phrase("extra.missing", {"package": "OpenSpiel", "extra": "openspiel"})) from error

from tradewinds.lab.spiel.game import SpielGame, register
from tradewinds.lab.spiel.state import SpielState

__all__ = ["SpielGame", "SpielState"]

register()
