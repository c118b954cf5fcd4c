"""SVG pieces, each around its own origin: bales, elephants, palaces, posts, tokens, cities and hills.

Every colour has a second mark: a print on silk, a hem and a number on a seat's pieces.
"""

from collections.abc import Sequence

from tradewinds.drawing import INK, ON_PLAYERS, PLAYERS, disc, label, moved, shape, sheet

CLOTH, WEAVE, FIELD, PRINT = "#F5EAD3", "#EADCBF", "#FBF4E3", "#D9C39A"
INDIGO, MADDER, SAFFRON, STITCH, SEA = "#2B4270", "#A03A2C", "#D8932A", "#45598A", "#CDD6E0"
GOLD, GOLD_EDGE, TOKEN = "#E7AB3F", "#5D3A06", "#FDF3D9"

AWNING = (
    "M-15-17H15L21 0C21 3.4 16 4.6 14 1.6C12.4 5 8.6 5 7 1.6C5.4 5 1.6 5 0 1.6C-1.6 5-5.4 5-7 1.6"
    "C-8.6 5-12.4 5-14 1.6C-16 4.6-21 3.4-21 0Z"
)

SILK = {
    "yellow": ("#E8B722", "#6B3D00", 2.5, "M4 4h0M10 4h0M16 4h0M7 7.2h0M13 7.2h0M4 10.4h0M10 10.4h0M16 10.4h0"),
    "violet": ("#7749A6", "#EADCF7", 1.7, "M1.6 8L7 1.5M3 12.5L12 1.5M8.5 12.5L17 2M13.5 12.5L18.6 6.5"),
    "orange": (
        "#DE722B",
        "#4F1C00",
        1.6,
        "M1.8 6.6L5 3L8.3 6.6L11.6 3L15 6.6L18.2 3M1.8 11.6L5 8L8.3 11.6L11.6 8L15 11.6L18.2 8",
    ),
    "blue": (
        "#2D72B4",
        "#E3EFFB",
        1.4,
        "M1.6 4.4q2.1-2.6 4.2 0t4.2 0t4.2 0t4.2 0M1.6 7.6q2.1-2.6 4.2 0t4.2 0t4.2 0t4.2 0"
        "M1.6 10.8q2.1-2.6 4.2 0t4.2 0t4.2 0t4.2 0",
    ),
}
"""Dye, ink of the print, stroke width and strokes in a box of 20 × 14."""

HEMS = (
    "M0 3.5L3.7 0L7.3 3.5L11 0L14.7 3.5L18.3 0L22 3.5L18.3 7L14.7 3.5L11 7L7.3 3.5L3.7 7Z",
    "M1.5 0V7M5.3 0V7M9.1 0V7M12.9 0V7M16.7 0V7M20.5 0V7",
    "M3.5 .8V6.2M.8 3.5H6.2M11 .8V6.2M8.3 3.5H13.7M18.5 .8V6.2M15.8 3.5H21.2M1.6 1.6L5.4 5.4M5.4 1.6L1.6 5.4"
    "M9.1 1.6L12.9 5.4M12.9 1.6L9.1 5.4M16.6 1.6L20.4 5.4M20.4 1.6L16.6 5.4",
    "M0 6H3.7V1H7.3V6H11V1H14.7V6H18.3V1H22",
    "M1 1L6 6M6 1L1 6M8.5 1L13.5 6M13.5 1L8.5 6M16 1L21 6M21 1L16 6",
)
"""The hem of each seat's blanket in a box of 22 × 7: lattice, stripes, blossoms, steps, crosses."""

COIN = disc(0, 0, 10.4, GOLD, GOLD_EDGE) + shape(
    "M-4.4-5.6H4.8M-4.4-2.2H4.8M-4.4-5.6C1.6-5.6 2.6-3.6 2.2-1.6C1.8.8-.6 1.4-4 1.2L2.4 6.4", "none", GOLD_EDGE, 1.7
)
DRAWN = {
    "rupee": COIN,
    "rupees": moved(-4, 3.4, COIN, 0.72) + moved(4, -3.4, COIN, 0.72),
    "client": shape("M-8.4 10.4C-8.4 3.4-4.6 1.4 0 1.4S8.4 3.4 8.4 10.4Z", MADDER, "#43140D", 0.9)
    + disc(0, -2.6, 5, "#B9794C", "#43240D", 0.8)
    + shape("M-6.4-3.4C-7.4-8.6-3.6-11.2 0-11.2S7.4-8.6 6.4-3.4C2.6-6-2.6-6-6.4-3.4Z", GOLD, GOLD_EDGE)
    + disc(0, -7.4, 1.5, INDIGO),
    "city": shape(
        "M-10.6 9.6V-2.4L-8.6-6.4L-6.6-2.4V1H-5.4C-5.4-5-2-6.4 0-10.6C2-6.4 5.4-5 5.4 1H6.6V-2.4L8.6-6.4L10.6-2.4V9.6Z",
        INDIGO,
        "#14203A",
        0.9,
    )
    + shape("M-2.6 9.6V5.4C-2.6 3.4-1 2.4 0 1.4C1 2.4 2.6 3.4 2.6 5.4V9.6Z", "#FBE9BD"),
    "bale": sheet(-9.6, -7, 19.2, 14, "#F0DCAE", INK, 1.2, 3)
    + shape("M-3.4-7V7M3.4-7V7M-9.6 0H9.6", "none", MADDER, 1.5),
    "palace": shape(
        "M-11 10V-1.6l1.8-3l1.8 3V1.4H-5.8C-5.8-4.6-2.4-6 0-10.4C2.4-6 5.8-4.6 5.8 1.4H7.4V-1.6l1.8-3l1.8 3V10Z",
        MADDER,
        "#43140D",
        0.9,
    )
    + shape("M-2.6 10V6.4C-2.6 4.6-1 3.6 0 2.8C1 3.6 2.6 4.6 2.6 6.4V10Z", "#FBE9BD"),
    "action": shape(
        "M0-10.4C2.6-7 3.4-4.4 3-2.2C5.4-3.6 7.6-3.6 10-2.8C8.6 3.4 5 7.6 0 9.4C-5 7.6-8.6 3.4-10-2.8"
        "C-7.6-3.6-5.4-3.6-3-2.2C-3.4-4.4-2.6-7 0-10.4Z",
        GOLD,
        GOLD_EDGE,
    )
    + shape("M-3-2.2C-3 2.4-1.4 6 0 9.4C1.4 6 3 2.4 3-2.2", "none", GOLD_EDGE, 0.9),
}
"""Icons of costs and gains, about 22 × 22."""

SIGNS = {name: f'<use href="#bombay-{name}"/>' for name in DRAWN}
"""References to these icons, valid after `definitions`."""

HILL = shape(
    "M-28 19C-24 4-16-3-11-3C-6-15 0-21 3-21C9-21 13-8 16-3C22-3 26 8 28 19Z", "#B5683A", "#43240D", 1.4
) + shape(
    "M-22 16C-19 6-14 2-11 2M-12 16C-9-4-2-14 3-15C8-14 12 2 14 16M-4 16C-3 2 0-8 3-8C6-8 8 4 8 16"
    "M18 3C21 6 22 11 22.6 16",
    "none",
    "#F5D9A4",
    1.8,
    'stroke-dasharray="4 2.6"',
)
PETAL = "M0-30.5C4.4-27.6 4.6-24.6 3.4-22.6H-3.4C-4.6-24.6-4.4-27.6 0-30.5Z"
CITY = (
    "".join(shape(PETAL, MADDER, more=f'transform="rotate({22.5 * n})"') for n in range(16))
    + disc(0, 0, 24.6, TOKEN, INK, 1.2)
    + shape(
        "M-17.4 12V-1l2.6-5l2.6 5V2H-8.6C-8.6-8-3.4-10.6 0-17.4C3.4-10.6 8.6-8 8.6 2H12.2V-1l2.6-5l2.6 5V12Z",
        INDIGO,
        "#14203A",
    )
    + shape(
        "M-3.6 12V6.6C-3.6 3.6-1.4 2.4 0 .6C1.4 2.4 3.6 3.6 3.6 6.6V12Z"
        "M-11.4 12V8q1.6-3 3.2 0V12ZM8.2 12V8q1.6-3 3.2 0V12Z",
        "#F3CD7D",
    )
)
BLOSSOM = shape(
    "M0-3C-5-8-3-13 0-14C3-13 5-8 0-3ZM0 3C5 8 3 13 0 14C-3 13-5 8 0 3ZM3 0C8-5 13-3 14 0C13 3 8 5 3 0Z"
    "M-3 0C-8 5-13 3-14 0C-13-3-8-5-3 0Z",
    PRINT,
)
GROUND = f'<circle r="22" fill="{FIELD}" stroke="{INDIGO}" stroke-width="1.8" stroke-dasharray="5 3.4"/>'


POST_SITE = GROUND + moved(0, 1, shape("M-16 3V17H16V3", "none", SAFFRON, 1.6) + shape(AWNING, WEAVE, SAFFRON, 1.6))
"""An empty site of a trading post."""

TOKEN_SITE = (
    disc(0, 0, 19, TOKEN, INDIGO, 1.6)
    + f'<circle r="14.5" fill="none" stroke="{MADDER}" stroke-width="1.6" stroke-dasharray="1 3.1"/>'
    + shape("M0-7L7 0L0 7L-7 0Z", PRINT)
)
"""An empty site of a palace token."""


def definitions() -> str:
    """Define the symbols that a picture references."""
    bales = {
        colour: sheet(0, 0, 20, 14, dye, INK, 0.9, 3) + shape(print_, "none", ink, width)
        for colour, (dye, ink, width, print_) in SILK.items()
    }
    named = (f'<g id="bombay-{name}">{drawn}</g>' for name, drawn in (DRAWN | bales).items())
    return f"<defs>{''.join(named)}</defs>"


def bale(colour: str) -> str:
    """Draw a bale of silk in a box of 20 × 14 from the origin."""
    return f'<use href="#bombay-{colour}"/>'


def token(name: str, scale: float = 1) -> str:
    """Draw a palace token with its icon."""
    return moved(0, 0, disc(0, 0, 19, TOKEN, INK, 1.3) + moved(0, 0, SIGNS[name], 1.05), scale)


def post(colour: str, closed: bool) -> str:
    """Draw a trading post under an awning of its silk; a closed one has its shutters barred."""
    dye, ink, width, print_ = SILK[colour]
    inside = (
        shape("M-9.6 2V17M-3.2 2V17M3.2 2V17M9.6 2V17", "none", "#B98B54", 1.6)
        if closed
        else shape("M-13 9.6H13V17H-13Z", "#D9A965", INK)
    )
    print_on = shape(print_, "none", ink, width, 'transform="translate(-16.2 -16.4) scale(1.62 1.14)"')
    bars = "M-17 16L17 5M-17 5L17 16"
    barred = shape(bars, "none", INK, 5.4) + shape(bars, "none", "#F3DFB4", 3) if closed else ""
    return shape("M-16-2V17H16V-2Z", "#6B4526", INK, 1.2) + inside + shape(AWNING, dye, INK, 1.3) + print_on + barred


def palace(seat: int) -> str:
    """Draw a palace in its owner's colour, with hem and number."""
    wall = "M-19 18V-3l3-5l3 5V2H-10C-10-8-4-10 0-17C4-10 10-8 10 2H13V-3l3-5l3 5V18Z"
    return (
        shape(wall, PLAYERS[seat], INK, 1.4)
        + shape("M0-17V-20.5M-16-8v-2.5M16-8v-2.5", "none", SAFFRON, 2.4)
        + label(0, 5.4, str(seat + 1), 14, "middle", fill=ON_PLAYERS[seat])
        + shape(HEMS[seat], "none", ON_PLAYERS[seat], 1, 'transform="translate(-14.5 9) scale(1.32 1)"')
    )


HIDE, HIDE_LINE = "#97939D", "#2F2B33"
BODY = (
    "M9.4 26C9.2 16 17 12 27 12H39C43 7.4 51.5 7.6 55 13.5C57.6 17.6 57.6 22 57.8 26.4C58 32 58.6 37 61.2 40.4"
    "C63.4 43.4 60.4 46.4 57.4 43.6C53.6 40.2 52.8 34.6 51.6 30.6C50 32.6 48.4 33.4 46.6 33.6L47 50H38.4L37.6 38.6"
    "C32 40.4 27 40.4 22.4 38.4L21.6 50H12.6L12.8 36.6C10 34 9.4 30 9.4 26Z"
)


def elephant(seat: int, bales: Sequence[str]) -> str:
    """Draw an elephant with blanket and two baskets: 64 wide, feet on y = 50, bales up to y = -9."""
    dye, ink = PLAYERS[seat], ON_PLAYERS[seat]
    parts = [
        shape("M20 34V49.6H27.5V38M40 36V49.6H33.5V38", "#757179", HIDE_LINE, 1.1),
        shape("M9.6 24C6 26 6.6 31 5 35", "none", HIDE_LINE, 1.2),
        shape(BODY, HIDE, HIDE_LINE, 1.1),
        shape("M16 13C23 11.3 33 11.3 39.6 12.4V33.4C32 35.6 24 35.6 16 33.4Z", dye, INK),
        shape(HEMS[seat], "none", ink, 1.1, 'transform="translate(17 25.6)"'),
        shape(
            "M43 13.4C38.4 15 37.8 25.6 41.6 29.4C46 30.6 49.4 25 49.2 19C49 14.6 46 12.6 43 13.4Z",
            "#A7A3AD",
            HIDE_LINE,
            1.1,
        ),
        shape("M52.4 29.2C53.8 33 57.4 34.8 61 33.4C58.6 32.6 56.6 30.4 55.8 27.8Z", "#FFF7E4", HIDE_LINE, 0.7),
        shape("M44.6 9.6C47 7.8 51.4 8.2 53.8 11.6L50.6 14.4Z", dye, INK),
        disc(53.2, 19, 1.35, "#1C1A20"),
    ]
    for place, x in enumerate((14.5, 28)):
        if place < len(bales):
            parts.append(f'<g transform="translate({x - 1.2} -8.4) scale(.68 .98)">{bale(bales[place])}</g>')
        parts.append(shape(f"M{x - 0.6} 3.6h12.4l-1.4 9.2h-9.6Z", "#C99A5B", "#4A2F12", 0.9))
        parts.append(shape(f"M{x} 6.8h11.2M{x + 0.4} 9.8h10.4", "none", "#6F4A20", 0.8))
    parts.append(label(28, 23.8, str(seat + 1), 12, "middle", fill=ink))
    return "".join(parts)
