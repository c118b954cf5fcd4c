"""SVG background: a sea chart with rhumb lines, a compass rose, coasts in the corners and a graduated frame."""

from collections.abc import Iterator
from math import cos, pi, sin

from tradewinds.drawing import moved, shape, sheet, use, use_at
from tradewinds.games.borneo.picture.pieces import CHART_INK, LINE, SEA

WIDTH, HEIGHT = 1000, 700
FAR = 1400


def rays(x: float, y: float, count: int) -> str:
    """Return the path of evenly spaced rays from a point."""
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
    coasts = moved(0, HEIGHT, use("borneo-coast-west")) + moved(WIDTH, HEIGHT, use("borneo-coast-east"))
    waves = shape(swell, "none", LINE, 1, 'opacity=".5"')
    yield f'<g clip-path="url(#borneo-chart)">{lines}{waves}{coasts}</g>'
    yield use_at("borneo-rose", 282, 190, 220, more='opacity=".26"')
    yield sheet(3.5, 3.5, WIDTH - 7, HEIGHT - 7, "none", LINE, 0.8, 7)
    yield (
        f'<rect x="1.8" y="1.8" width="{WIDTH - 3.6}" height="{HEIGHT - 3.6}" rx="8.5" fill="none" '
        f'stroke="{CHART_INK}" stroke-width="2.4" stroke-dasharray="18 18" opacity=".55"/>'
    )
