"""Rendering of positions for environments: as text, as ANSI text, or as SVG."""

import warnings
from io import StringIO

from rich.console import Console

from tradewinds.i18n import Phrase, Problem, load_words
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import Record
from tradewinds.lab.pictures import position_picture

RENDER_MODES = ("human", "ansi", "svg")

WIDTH = 100
"""Columns of rendered text."""


def agent_names(players: int) -> list[str]:
    return [f"seat_{number}" for number in range(1, players + 1)]


def check_render_mode(mode: str | None) -> str | None:
    """Return the render mode, or raise a Problem if it is unknown."""
    if mode is not None and mode not in RENDER_MODES:
        raise Problem(Phrase("zoo.render_mode", {"mode": repr(mode), "known": ", ".join(RENDER_MODES)}))
    return mode


def render(box: Box, masked: Record, mode: str | None, language: str) -> str | None:
    """Render a masked state: print it, or return ANSI text or SVG."""
    if mode is None:
        known = ", ".join(RENDER_MODES)
        warnings.warn(load_words("en").text("zoo.no_render_mode", known=known), stacklevel=2)
        return None
    if mode == "svg":
        return position_picture(box, masked, language, agent_names(box.players))
    if mode == "human":
        draw_text(box, masked, language, Console())
        return None
    console = Console(file=StringIO(), width=WIDTH, force_terminal=True, color_system="256")
    return draw_text(box, masked, language, console)


def draw_text(box: Box, masked: Record, language: str, console: Console) -> str | None:
    words = load_words(language).with_seats(agent_names(box.players))
    console.print(box.game.draw(box.game.view(box, masked), words))
    return console.file.getvalue() if isinstance(console.file, StringIO) else None
