"""SVG background: woven cotton, a stamped border, sprigs, and the sea in the west."""

from collections.abc import Iterator

from tradewinds.drawing import label, moved, shape, sheet
from tradewinds.games.bombay.picture.map import Area
from tradewinds.games.bombay.picture.pieces import CLOTH, FIELD, INDIGO, MADDER, PRINT, SAFFRON, SEA, WEAVE

WIDTH, HEIGHT, BORDER = 1000, 700, 20
STAMP = (
    shape("M0-8.6C4.6-5 6.4-2 6.4 1.4A6.4 6.4 0 0 1-6.4 1.4C-6.4-2-4.6-5 0-8.6Z", "#F3DFB4")
    + f'<circle cy="1.4" r="2.6" fill="{INDIGO}"/>'
    + shape("M-12 6h0M12 6h0M-12-6h0M12-6h0", "none", "#E3A23B", 3)
)
STAR = shape("M0-9L3-3L9 0L3 3L0 9L-3 3L-9 0L-3-3Z", "#F3DFB4")


def heading(x: float, y: float, content: str) -> str:
    """Draw a centred title."""
    return label(x, y, content, 17, "middle", serif=True)


def draw_cloth(room: Area) -> Iterator[str]:
    """Draw the background, with the map inside `room`."""
    half, inner_width, inner_height = BORDER / 2, WIDTH - 2 * BORDER, HEIGHT - 2 * BORDER
    yield f"<defs>{patterns()}</defs>"
    yield sheet(0, 0, WIDTH, HEIGHT, "#8F3328", corner=8)
    for turn, length, across in ((0, WIDTH, 1), (180, WIDTH, 1), (90, HEIGHT, 0), (270, HEIGHT, 0)):
        strip = f'<rect x="{-length / 2}" y="{-half}" width="{length}" height="{BORDER}" fill="url(#bombay-stamps)"/>'
        x = WIDTH / 2 if across else WIDTH - half if turn == 90 else half
        y = HEIGHT / 2 if not across else half if turn == 0 else HEIGHT - half
        yield f'<g transform="translate({x:g} {y:g}) rotate({turn})">{strip}</g>'
    for x in (half, WIDTH - half):
        for y in (half, HEIGHT - half):
            yield sheet(x - half, y - half, BORDER, BORDER, INDIGO, corner=0) + moved(x, y, STAR, BORDER / 24)
    yield sheet(BORDER, BORDER, inner_width, inner_height, CLOTH, corner=0)
    yield sheet(BORDER, BORDER, inner_width, inner_height, "url(#bombay-weave)", corner=0)
    yield sheet(BORDER, BORDER, inner_width, inner_height, "url(#bombay-sprigs)", corner=0)
    sea = coast(Area(BORDER, BORDER, room.width, inner_height))
    yield shape(sea, SEA, INDIGO, 2) + shape(sea, "url(#bombay-waves)")
    yield moved(room.x + 26, room.y + room.height * 0.86, dhow())
    yield (
        f'<rect x="{BORDER + 4}" y="{BORDER + 4}" width="{inner_width - 8}" height="{inner_height - 8}" fill="none" '
        f'stroke="{SAFFRON}" stroke-width="1.6" stroke-dasharray="1 5" stroke-linecap="round"/>'
    )


def patterns() -> str:
    """Define the patterns of weave, sprigs, waves and border."""
    sprigs = (
        '<path d="M23 12C29 16 31 25 26 31C20 34 14 29 16 23C17 18 21 18 23 12Z"/>'
        '<path d="M69 54C75 58 77 67 72 73C66 76 60 71 62 65C63 60 67 60 69 54Z"/>'
        '<circle cx="23" cy="66" r="2.4"/><circle cx="69" cy="22" r="2.4"/>'
    )
    wave = shape("M0 5q5.5-6 11 0t11 0M-5.5 12q5.5-6 11 0t11 0t11 0", "none", INDIGO, 1.3, 'opacity=".4"')
    return "".join(
        [
            pattern("weave", 6, 6, shape("M0 1.5H3M3 4.5H6M1.5 3V6M4.5 0V3", "none", WEAVE, 1, 'opacity=".7"')),
            pattern("sprigs", 92, 84, f'<g fill="{PRINT}" opacity=".42">{sprigs}</g>'),
            pattern("waves", 22, 14, wave),
            pattern("stamps", BORDER, BORDER, moved(BORDER / 2, BORDER / 2, STAMP, BORDER / 24), x=0, y=-BORDER / 2),
        ]
    )


def pattern(name: str, width: float, height: float, content: str, x: float = 0, y: float = 0) -> str:
    """Define an SVG pattern."""
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<pattern id="bombay-{name}" {place} patternUnits="userSpaceOnUse">{content}</pattern>'


def coast(room: Area) -> str:
    """Draw the sea along the western edge of the map, with a coast of even bays."""
    bays = max(3, round(room.height / 90))
    bay = room.height / bays
    shore = "".join(
        f"c{-4 if number % 2 else 22} {bay * 0.3:.1f} {-22 if number % 2 else 4} {bay * 0.7:.1f} 0 {bay:.1f}"
        for number in range(bays)
    )
    return f"M{room.x} {room.y}h38{shore}H{room.x}Z"


def dhow() -> str:
    """Draw a dhow."""
    return shape("M-17 6H18C14 14 8 15 0 15S-14 14-17 6Z", MADDER, CLOTH, 1.4) + shape(
        "M-2 4V-20C10-16 15-6 15 3ZM-4 4V-12C-10-8-13-2-13 4Z", FIELD, MADDER, 1.4
    )
