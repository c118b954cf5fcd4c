"""How a position is shown by environments for learners: as text with or without colours, or as a picture."""

import warnings
from io import StringIO

from rich.console import Console

from tradewinds.i18n import Phrase, Problem, load_words
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import Record
from tradewinds.lab.pictures import position_picture

RENDER_MODES = ("human", "ansi", "svg")

WIDTH = 100
"""Columns of a text that is not shown at once."""


def seat_names(players: int) -> list[str]:
    """What the seats are called by environments."""
    return [f"seat_{number}" for number in range(1, players + 1)]


def check_mode(mode: str | None) -> str | None:
    """The mode itself, if there is such a one."""
    if mode is not None and mode not in RENDER_MODES:
        raise Problem(Phrase("zoo.render_mode", {"mode": mode, "known": ", ".join(RENDER_MODES)}))
    return mode


def render(box: Box, masked: Record, mode: str | None, language: str) -> str | None:
    """What a seat may know of a position: printed, as text with the terminal's colours, or as a picture."""
    if mode is None:
        known = ", ".join(RENDER_MODES)
        warnings.warn(load_words("en").text("zoo.no_render_mode", known=known), stacklevel=2)
        return None
    if mode == "svg":
        return position_picture(box, masked, language, seat_names(box.players))
    if mode == "human":
        draw_text(box, masked, language, Console())
        return None
    console = Console(file=StringIO(), width=WIDTH, force_terminal=True, color_system="256")
    return draw_text(box, masked, language, console)


def draw_text(box: Box, masked: Record, language: str, console: Console) -> str | None:
    """The table as the terminal shows it."""
    words = load_words(language).with_seats(seat_names(box.players))
    console.print(box.game.draw(box.game.view(box, masked), words))
    return console.file.getvalue() if isinstance(console.file, StringIO) else None
