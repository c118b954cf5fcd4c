"""SVG helpers for charts: lines, points, and panels with an axis."""

from collections.abc import Iterator

from tradewinds.drawing import INK, PALE, PAPER, PLAYERS, SOFT, open_picture, shorten, text

__all__ = [
    "COLOURS", "INK", "PALE", "PAPER", "PLAYERS", "SOFT", "dot", "draw_axis", "hline", "open_picture", "round_up",
    "shorten", "text", "vline",
]  # fmt: skip

COLOURS = ("#C4453B", "#E2B13C", "#3B8B57", "#2C6AB0", "#7749A6")


def hline(x1: float, x2: float, y: float, colour: str, thickness: float = 1) -> str:
    return f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="{thickness}"/>'


def vline(x: float, y1: float, y2: float, colour: str, thickness: float = 1) -> str:
    return f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y1}" y2="{y2}" stroke="{colour}" stroke-width="{thickness}"/>'


def dot(x: float, y: float, colour: str, radius: float = 3.5, rim: str | None = None) -> str:
    """Draw a point; the rim separates overlapping points."""
    edge = f' stroke="{rim}" stroke-width="0.6"' if rim else ""
    return f'<circle cx="{x:.1f}" cy="{y}" r="{radius}" fill="{colour}"{edge}/>'


def draw_axis(x: float, y: float, width: float, height: float, name: str, top: float, unit: str = "") -> Iterator[str]:
    """Draw a panel's title and a scale from 0 to `top` with grid lines."""
    yield text(x, y - 22, name, size=12)
    for mark in (0, top / 2, top):
        at = x + width * mark / top
        yield vline(at, y - 4, y + height, PALE)
        yield text(at, y - 8, f"{mark:g}{unit}", size=9, anchor="middle")


def round_up(value: float) -> float:
    """Return the next larger axis limit."""
    for step in (1, 2, 4, 6, 8, 10, 20, 30, 40, 60, 80, 100, 150, 200, 300, 400, 600, 800, 1000):
        if step >= value:
            return float(step)
    return float(value)
