"""Pieces composed of the symbols in `pieces.svg`, each around its own origin.

Colour is never the only cue: each silk has a printed pattern, and each seat's pieces have a hem and a number.
"""

from collections.abc import Sequence
from pathlib import Path

from tradewinds.drawing import ON_PLAYERS, PLAYERS, Symbols, disc, label, moved, shape, use

SYMBOLS = Symbols(Path(__file__).with_name("pieces.svg"))

CLOTH, WEAVE, FIELD, PRINT = "#F5EAD3", "#EADCBF", "#FBF4E3", "#D9C39A"
INDIGO, MADDER, SAFFRON, STITCH, SEA = "#2B4270", "#A03A2C", "#D8932A", "#45598A", "#CDD6E0"
GOLD, TOKEN = "#E7AB3F", "#FDF3D9"

COIN = use("bombay-coin")
GROUND = use("bombay-ground")

POST_SITE = GROUND + moved(
    0,
    1,
    shape("M-16 3V17H16V3", "none", SAFFRON, 1.6) + use("bombay-awning", f'fill="{WEAVE}" stroke="{SAFFRON}"'),
)
"""An empty site for a trading post."""

TOKEN_SITE = (
    disc(0, 0, 19, TOKEN, INDIGO, 1.6)
    + f'<circle r="14.5" fill="none" stroke="{MADDER}" stroke-width="1.6" stroke-dasharray="1 3.1"/>'
    + shape("M0-7L7 0L0 7L-7 0Z", PRINT)
)
"""An empty site for a palace token."""


def sign(name: str, x: float, y: float, scale: float = 1, more: str = "") -> str:
    """Draw the icon of a cost or gain, about 22 × 22."""
    return moved(x, y, use(f"bombay-sign-{name}"), scale, more)


def sign_on_disc(name: str, x: float, y: float, scale: float = 1) -> str:
    """Draw an icon on a light disc of radius 12."""
    return moved(x, y, use("bombay-disc") + sign(name, 0, 0, 0.84), scale)


def bale(colour: str) -> str:
    """Draw a bale of silk in a box of 20 × 14 from the origin."""
    return use(f"bombay-bale-{colour}")


def token(name: str) -> str:
    """Draw a palace token with its icon."""
    return use("bombay-token") + sign(name, 0, 0, 1.05)


def post(colour: str, closed: bool) -> str:
    """Draw a trading post with an awning in its silk colour; bars cross a closed one."""
    stall = use("bombay-stall-closed" if closed else "bombay-stall")
    return stall + use(f"bombay-awning-{colour}") + (use("bombay-bars") if closed else "")


def palace(seat: int) -> str:
    """Draw a palace in its owner's colour, with hem and number."""
    return (
        use("bombay-palace", f'fill="{PLAYERS[seat]}"')
        + label(0, 5.4, str(seat + 1), 14, "middle", fill=ON_PLAYERS[seat])
        + use(f"bombay-hem-{seat}", f'color="{ON_PLAYERS[seat]}" transform="translate(-14.5 9) scale(1.32 1)"')
    )


def elephant(seat: int, bales: Sequence[str]) -> str:
    """Draw an elephant with blanket and two baskets: 64 wide, feet on y = 50, bales up to y = -9."""
    fill, on_fill = PLAYERS[seat], ON_PLAYERS[seat]
    parts = [
        use("bombay-elephant", f'fill="{fill}"'),
        use(f"bombay-hem-{seat}", f'color="{on_fill}" x="17" y="25.6"'),
        use("bombay-elephant-head", f'fill="{fill}"'),
    ]
    for place, x in enumerate((14.5, 28)):
        if place < len(bales):
            parts.append(use(f"bombay-bale-{bales[place]}", f'transform="translate({x - 1.2} -8.4) scale(.68 .98)"'))
        parts.append(use("bombay-basket", f'x="{x}"'))
    parts.append(label(28, 23.8, str(seat + 1), 12, "middle", fill=on_fill))
    return "".join(parts)
