"""SVG background: a sea chart with rhumb lines, a compass rose, coasts in the corners and a graduated frame."""

from collections.abc import Iterator
from math import cos, pi, sin

from tradewinds.drawing import disc, moved, shape, sheet
from tradewinds.games.borneo.picture.pieces import BILL, CHART_INK, GILT, LAND, LINE, SEA

WIDTH, HEIGHT = 1000, 700
FAR = 1400


def rays(x: float, y: float, count: int) -> str:
    """Draw lines from a point in all directions."""
    turns = (2 * pi * number / count for number in range(count))
    return "".join(f"M{x:g} {y:g}l{cos(turn) * FAR:.0f} {sin(turn) * FAR:.0f}" for turn in turns)


def draw_chart() -> Iterator[str]:
    """Draw the background."""
    yield sheet(0, 0, WIDTH, HEIGHT, SEA, corner=10)
    yield '<clipPath id="borneo-chart"><rect width="1000" height="700" rx="10"/></clipPath>'
    rhumbs = rays(392, 300, 32) + rays(0, HEIGHT, 16) + rays(WIDTH, 0, 16)
    lines = shape(rhumbs, "none", LINE, 0.5, 'opacity=".4"')
    swell = "".join(
        f"M{number * 0.618 % 1 * WIDTH:.0f} {(number * 0.381 + 0.1) % 1 * HEIGHT:.0f}q5-5 10 0t10 0"
        for number in range(16)
    )
    west = "M0-96C18-92 24-74 42-70C58-66 54-44 74-40C92-36 88-14 112 0H0Z"
    east = "M0-120C-22-112-16-90-38-82C-58-74-52-46-80-40C-104-34-98-12-128 0H0Z"
    coasts = moved(0, HEIGHT, shape(west, LAND, LINE)) + moved(WIDTH, HEIGHT, shape(east, LAND, LINE))
    waves = shape(swell, "none", LINE, 1, 'opacity=".5"')
    yield f'<g clip-path="url(#borneo-chart)">{lines}{waves}{coasts}</g>'
    yield moved(392, 300, rose(), 2.2, 'opacity=".26"')
    yield sheet(3.5, 3.5, WIDTH - 7, HEIGHT - 7, "none", LINE, 0.8, 7)
    yield (
        f'<rect x="1.8" y="1.8" width="{WIDTH - 3.6}" height="{HEIGHT - 3.6}" rx="8.5" fill="none" '
        f'stroke="{CHART_INK}" stroke-width="2.4" stroke-dasharray="18 18" opacity=".55"/>'
    )


def rose() -> str:
    """Draw a compass rose of sixteen points around the origin, 100 wide."""

    def turned(content: str, count: int, first: float = 0) -> str:
        return "".join(f'<g transform="rotate({first + 360 * n / count:g})">{content}</g>' for n in range(count))

    light = shape("M0-41V0L-6.5-7.5Z", BILL, CHART_INK, 0.5)
    return (
        disc(0, 0, 33, "none", LINE, 0.9)
        + disc(0, 0, 30.5, "none", LINE, 0.5)
        + turned(shape("M0-24L1.8-6H-1.8Z", LINE), 8, 22.5)
        + turned(
            shape("M0-31V-4L5-7Z", "#2C6AB0", CHART_INK, 0.4) + shape("M0-31V-4L-5-7Z", BILL, CHART_INK, 0.5), 4, 45
        )
        + turned(shape("M0-41V0L6.5-7.5Z", "#C4453B", CHART_INK, 0.5) + light, 4)
        + disc(0, 0, 3.2, GILT, CHART_INK, 0.6)
    )
