"""SVG background: woven cotton, a stamped border, sprigs, and the sea in the west."""

from collections.abc import Iterator

from tradewinds.drawing import label, moved, shape, sheet, use
from tradewinds.games.bombay.picture.map import Area
from tradewinds.games.bombay.picture.pieces import CLOTH, INDIGO, SAFFRON, SEA

WIDTH, HEIGHT, BORDER = 1000, 700, 20


def heading(x: float, y: float, content: str) -> str:
    """Draw a centred title."""
    return label(x, y, content, 17, "middle", serif=True)


def draw_cloth(room: Area) -> Iterator[str]:
    """Draw the background, with the map inside `room`."""
    half, inner_width, inner_height = BORDER / 2, WIDTH - 2 * BORDER, HEIGHT - 2 * BORDER
    yield f"<defs>{patterns()}</defs>"
    yield sheet(0, 0, WIDTH, HEIGHT, "#8F3328", corner=8)
    for turn, length, across in ((0, WIDTH, 1), (180, WIDTH, 1), (90, HEIGHT, 0), (270, HEIGHT, 0)):
        strip = f'<rect x="{-length / 2}" y="{-half}" width="{length}" height="{BORDER}" fill="url(#bombay-border)"/>'
        x = WIDTH / 2 if across else WIDTH - half if turn == 90 else half
        y = HEIGHT / 2 if not across else half if turn == 0 else HEIGHT - half
        yield f'<g transform="translate({x:g} {y:g}) rotate({turn})">{strip}</g>'
    for x in (half, WIDTH - half):
        for y in (half, HEIGHT - half):
            yield sheet(x - half, y - half, BORDER, BORDER, INDIGO, corner=0) + moved(
                x, y, use("bombay-star"), BORDER / 24
            )
    yield sheet(BORDER, BORDER, inner_width, inner_height, CLOTH, corner=0)
    yield sheet(BORDER, BORDER, inner_width, inner_height, "url(#bombay-woven)", corner=0)
    yield sheet(BORDER, BORDER, inner_width, inner_height, "url(#bombay-sprigged)", corner=0)
    sea = coast(Area(BORDER, BORDER, room.width, inner_height))
    yield shape(sea, SEA, INDIGO, 2) + shape(sea, "url(#bombay-waved)")
    yield moved(room.x + 26, room.y + room.height * 0.86, use("bombay-dhow"))
    yield (
        f'<rect x="{BORDER + 4}" y="{BORDER + 4}" width="{inner_width - 8}" height="{inner_height - 8}" fill="none" '
        f'stroke="{SAFFRON}" stroke-width="1.6" stroke-dasharray="1 5" stroke-linecap="round"/>'
    )


def patterns() -> str:
    """Define the patterns of weave, sprigs, waves and border."""
    stamp = moved(BORDER / 2, BORDER / 2, use("bombay-stamp"), BORDER / 24)
    return (
        pattern("woven", 6, 6, use("bombay-weave"))
        + pattern("sprigged", 92, 84, use("bombay-sprigs"))
        + pattern("waved", 22, 14, use("bombay-waves"))
        + pattern("border", BORDER, BORDER, stamp, -BORDER / 2)
    )


def pattern(name: str, width: float, height: float, content: str, y: float = 0) -> str:
    """Define an SVG pattern."""
    place = f'y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<pattern id="bombay-{name}" {place} patternUnits="userSpaceOnUse">{content}</pattern>'


def coast(room: Area) -> str:
    """Return the path of the sea along the western edge of the map, with evenly spaced bays."""
    bays = max(3, round(room.height / 90))
    bay = room.height / bays
    shore = "".join(
        f"c{-4 if number % 2 else 22} {bay * 0.3:.1f} {-22 if number % 2 else 4} {bay * 0.7:.1f} 0 {bay:.1f}"
        for number in range(bays)
    )
    return f"M{room.x} {room.y}h38{shore}H{room.x}Z"
