"""Matplotlib helpers for the lab: style, values with intervals, and output as SVG or PNG."""

from collections.abc import Callable, Sequence
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any

from tradewinds.drawing import INK, PALE, PAPER
from tradewinds.i18n import Phrase, Problem

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#C4453B", "#E2B13C", "#3B8B57", "#2C6AB0", "#7749A6")

STYLE = {
    "axes.axisbelow": True,
    "axes.facecolor": PAPER,
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.spines.bottom": False,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "figure.constrained_layout.h_pad": 0.1,
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.w_pad": 0.16,
    "figure.facecolor": PAPER,
    "font.size": 9,
    "grid.color": PALE,
    "lines.markersize": 6,
    "svg.fonttype": "none",
    # Makes the output reproducible.
    "svg.hashsalt": "tradewinds",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": INK,
    "xtick.major.size": 0,
    "ytick.color": INK,
    "ytick.major.size": 0,
}


def import_matplotlib() -> Any:
    """Import the optional dependency matplotlib, or raise a Problem."""
    try:
        return import_module("matplotlib")
    except ImportError as error:
        raise Problem(Phrase("extra.missing", {"package": "matplotlib", "extra": "lab"})) from error


def render(draw: Callable[["Figure"], None], width: float, height: float, kind: str = "svg") -> bytes:
    """Draw on a figure of this size in pixels; return it as SVG, or as PNG at twice the size."""
    with import_matplotlib().rc_context(STYLE):
        figure = import_module("matplotlib.figure").Figure((width / 72, height / 72))
        draw(figure)
        out = BytesIO()
        undated = dict.fromkeys(("Creator", "Date", "Format", "Type")) if kind == "svg" else None
        figure.savefig(out, format=kind, dpi=144, metadata=undated)
    return out.getvalue()


def render_svg(draw: Callable[["Figure"], None], width: float, height: float) -> str:
    """Draw on a figure of this size in pixels; return the SVG element."""
    content = render(draw, width, height).decode()
    return content[content.index("<svg") :]


def draw_intervals(
    axes: "Axes", rows: Sequence[float], found: Sequence[tuple[float, float, float]], colours: Sequence[str]
) -> None:
    """Draw values with their intervals, given as (value, low, high), one per row."""
    for row, (value, low, high), colour in zip(rows, found, colours, strict=True):
        axes.hlines(row, low, high, colour, linewidth=3, clip_on=False)
        axes.plot(value, row, "o", color=colour, markeredgecolor=INK, markeredgewidth=0.6, clip_on=False)


def name_rows(axes: "Axes", names: Sequence[str]) -> None:
    """Label the rows from top to bottom, without grid lines."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(visible=False, axis="y")
    axes.xaxis.tick_top()


def write_beside(axes: "Axes", row: float, content: str) -> None:
    """Write text to the right of a row."""
    right = axes.get_yaxis_transform()
    axes.annotate(content, (1, row), (10, 0), xycoords=right, textcoords="offset points", va="center")
