"""SVG building blocks shared by all pictures: colours, seat badges, shapes, and symbols from files."""

import re
from html import escape
from pathlib import Path

INK, SOFT, PALE, PAPER = "#2A2622", "#8A7650", "#D9CDB2", "#F6EFDF"

PLAYERS = ("#23283A", "#7F8BA3", "#F1E6C8", "#7C4A29", "#D2688A")
ON_PLAYERS = ("#FFFAF0", "#14171F", "#2A2622", "#FFFAF0", "#2A1018")
"""Text colours on the players' colours."""

SHOWN = (800, 560)
"""Display size of a position or box in pixels."""

SERIF = "Georgia, 'Times New Roman', serif"


class Picture(str):
    """SVG text that notebooks display as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Symbols:
    """The SVG symbols of a game and of the seats, coloured for the light theme; the web pages use the same files."""

    def __init__(self, file: Path) -> None:
        content = "".join(path.read_text(encoding="utf-8") for path in (Path(__file__).with_name("seats.svg"), file))
        light = re.sub(r"var\(--[\w-]+,(#\w+)\)", r"\1", content)
        self._symbols = {name: whole for whole, name in re.findall(r'(<symbol id="([\w-]+)".*?</symbol>)', light, re.S)}

    def definitions(self, content: str) -> str:
        """Return a `defs` element with the symbols that the content references, directly or through other symbols."""
        found: set[str] = set()
        open_names = set(re.findall(r'href="#([\w-]+)"', content))
        while open_names:
            found |= open_names
            inner = "".join(self._symbols[name] for name in open_names)
            open_names = set(re.findall(r'href="#([\w-]+)"', inner)) - found
        return f"<defs>{''.join(whole for name, whole in self._symbols.items() if name in found)}</defs>"


def use(name: str, more: str = "") -> str:
    """Return a reference to a symbol."""
    return f'<use href="#{name}"{f" {more}" if more else ""}/>'


def use_at(name: str, x: float, y: float, width: float, height: float | None = None, more: str = "") -> str:
    """Return a reference to a symbol with a view box, fitted into a rectangle; `height` defaults to `width`."""
    place = f'x="{x:.4g}" y="{y:.4g}" width="{width:.4g}" height="{width if height is None else height:.4g}"'
    return use(name, f"{place} {more}".rstrip())


def open_picture(width: float, height: float, shown: tuple[int, int] | None = None) -> str:
    """Return the opening tag and the background; `shown` is the display size in pixels."""
    pixels = f' width="{shown[0]}" height="{shown[1]}"' if shown else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"{pixels} font-family="sans-serif" '
        f'font-size="11" fill="{INK}"><rect width="100%" height="100%" fill="{PAPER}"/>'
    )


def text(x: float, y: float, content: str, size: float = 11, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}">{escape(content)}</text>'


def label(
    x: float,
    y: float,
    content: str,
    size: float,
    anchor: str = "start",
    *,
    fill: str = INK,
    serif: bool = False,
    halo: str | None = None,
) -> str:
    """Return bold text; the halo keeps it legible on any background."""
    family = f' font-family="{SERIF}"' if serif else ""
    place = f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}" font-weight="700"{family}'
    words = f"{escape(content)}</text>"
    below = f'{place} fill="none" stroke="{halo}" stroke-width="4" stroke-linejoin="round">{words}' if halo else ""
    return f'{below}{place} fill="{fill}">{words}'


def shape(d: str, fill: str = "none", edge: str | None = None, width: float = 1, more: str = "") -> str:
    """Return a path, filled, stroked or both."""
    line = f' stroke="{edge}" stroke-width="{width:g}" stroke-linejoin="round" stroke-linecap="round"' if edge else ""
    return f'<path d="{d}" fill="{fill}"{line}{f" {more}" if more else ""}/>'


def disc(x: float, y: float, radius: float, fill: str, edge: str | None = None, width: float = 1) -> str:
    line = f' stroke="{edge}" stroke-width="{width:g}"' if edge else ""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{fill}"{line}/>'


def sheet(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    edge: str | None = None,
    thickness: float = 1,
    corner: float = 4,
) -> str:
    """Return a rectangle with rounded corners."""
    line = f' stroke="{edge}" stroke-width="{thickness:g}"' if edge else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{corner:g}" fill="{fill}"{line}/>'
    )


def hline(x1: float, x2: float, y: float, colour: str, thickness: float = 1) -> str:
    return f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="{thickness}"/>'


def vline(x: float, y1: float, y2: float, colour: str, thickness: float = 1) -> str:
    return f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y1}" y2="{y2}" stroke="{colour}" stroke-width="{thickness}"/>'


def moved(x: float, y: float, content: str, scale: float = 1, more: str = "") -> str:
    """Return content translated and scaled."""
    size = "" if scale == 1 else f" scale({scale:.3g})"
    return f'<g transform="translate({x:.1f} {y:.1f}){size}"{f" {more}" if more else ""}>{content}</g>'


def seal(seat: int, x: float, y: float, size: float, initial: str | None = None) -> str:
    """Return a seat's symbol centred on a point, with the seat's number or an initial on it."""
    mark = label(16, 21.5, str(seat + 1) if initial is None else initial, 16, "middle", fill=ON_PLAYERS[seat])
    badge = use_at(f"seat-{seat}", 0, 0, 32, more=f'fill="{PLAYERS[seat]}" stroke="{INK}"')
    return moved(x - size / 2, y - size / 2, badge + mark, size / 32)


def shorten(name: str, most: int) -> str:
    """Truncate a name with an ellipsis."""
    return name if len(name) <= most else name[: most - 1] + "…"
