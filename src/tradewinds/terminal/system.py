"""Saving to a file and discarding keyboard input."""

import sys
from contextlib import suppress
from pathlib import Path

from tradewinds.i18n import Phrase, Problem
from tradewinds.match import Match
from tradewinds.match.record import record_text


def save_record(match: Match, file: Path) -> None:
    """Write a record with its seed atomically, so that the game can be resumed."""
    beside = Path(f"{file}.part")
    try:
        beside.write_text(record_text(match, reveal=True), encoding="utf-8")
        beside.replace(file)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        reason = getattr(error, "strerror", None) or str(error)
        raise Problem(Phrase("play.cannot_write", {"file": file, "reason": reason})) from error


def flush_input() -> None:
    """Discard typed-ahead input, so that it does not dismiss the handover screen."""
    with suppress(ImportError, OSError, ValueError):
        import termios

        if sys.stdin.isatty():
            termios.tcflush(sys.stdin, termios.TCIFLUSH)
