"""The games of an arena as records, which `tradewinds replay` shows."""

from collections.abc import Sequence
from pathlib import Path

from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.game import Box
from tradewinds.lab.arena import ArenaResult
from tradewinds.lab.arena_game import PlayedGame
from tradewinds.match import Match
from tradewinds.match.record import record_text


def require_empty(folder: Path) -> None:
    """Create a folder; raise a Problem if that is impossible or if it holds anything."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        used = any(folder.iterdir())
    except OSError as error:
        raise Problem(Phrase("arena.folder", {"folder": folder, "reason": error.strerror})) from error
    if used:
        raise Problem(Phrase("arena.folder_used", {"folder": folder}))


def save_records(box: Box, result: ArenaResult, folder: Path) -> None:
    """Write every game into a file named after its deal and rotation, both numbered from 1."""
    digits = len(str(result.deals))
    for match, games in (("arena", result.played), ("mirror", result.mirrored)):
        for game in games:
            file = folder / f"{match}-{game.deal + 1:0{digits}}-{game.rotation + 1}.txt"
            file.write_text(record_text(replay(box, game)), encoding="utf-8")


def replay(box: Box, game: PlayedGame) -> Match:
    """Return the match of a played game."""
    match = Match(box, seat_names(game.bots), game.seed)
    for action in game.actions:
        match.play(action)
    return match


def seat_names(bots: Sequence[str]) -> list[str]:
    """Return distinct names that a record can hold: the end of each bot's name, and the number of its seat."""
    legible = ["".join(c if c.isprintable() and c not in "|;" else "_" for c in bot) for bot in bots]
    return [f"{name[-37:]} {seat}" for seat, name in enumerate(legible, 1)]
