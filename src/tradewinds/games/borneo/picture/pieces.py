"""Pieces composed of the symbols in `pieces.svg`: cargo cards, port cards, contracts and goods.

Colour is never the only cue: companies have a cross, a sun, a chevron or waves, and spices differ in shape.
"""

from pathlib import Path

from tradewinds.drawing import Symbols, disc, label, moved, sheet, shorten, use_at
from tradewinds.games.borneo.view import CardView, ContractView, PortCardView

SYMBOLS = Symbols(Path(__file__).with_name("pieces.svg"))

SEA, LINE, CHART_INK = "#EADFC4", "#8A7550", "#3B3128"
BILL, BILL_EDGE, INK, SOFT = "#FBF3DE", "#B49C6B", "#2A2622", "#5F5344"

COMPANIES = {
    "red": ("#C4453B", "#9C3028", "#FFF6E6"),
    "yellow": ("#E2B13C", "#D4A02C", "#3A2606"),
    "green": ("#3B8B57", "#2B6E43", "#FFF6E6"),
    "blue": ("#2C6AB0", "#22558F", "#FFF6E6"),
}
"""Colours of a company: its flag, its painted board, and the text on both."""

SPICES = ("pepper", "cinnamon", "cloves", "nutmeg")

BACK = use_at("borneo-card-back", 0, 0, 66, 44)
PORT_BACK = use_at("borneo-port-back", 0, 0, 66, 44)
"""Backs of cargo cards and port cards, 66 × 44."""

PIRATES = use_at("borneo-pirates", 0, 0, 160, 150)
"""The pirate ship, 160 × 150."""


def flag(company: str, x: float, y: float, size: float) -> str:
    """Draw the flag of a company in a square from its upper left corner."""
    return use_at(f"borneo-flag-{company}", x, y, size)


def spice_mark(spice: str, x: float, y: float, size: float) -> str:
    """Draw the mark of a spice in a square from its upper left corner."""
    return use_at(f"borneo-{spice}", x, y, size)


def card(view: CardView) -> str:
    """Draw a cargo card, 132 × 88: spice and three flags in the upper row, the fourth flag below."""
    parts = [use_at(f"borneo-card-{view.spice}", 0, 0, 132, 88), use_at(f"borneo-disc-{view.spice}", 3, 5, 31)]
    if view.count == 2:
        parts.append(disc(29, 30.5, 10, BILL, INK, 1.2) + label(29, 36.8, "2", 18, "middle", serif=True))
    parts += [flag(company, 39.5 + 30.6 * place, 6, 29.5) for place, company in enumerate(view.flags[:3])]
    parts.append(flag(view.flags[3], 100.7, 51, 29.5))
    return "".join(parts)


def port_card(port: PortCardView, width: float, height: float = 46) -> str:
    """Draw a port card as a cartouche: spice, name, limit of cards and flags for a monopoly."""
    scale = height / 46
    wide = width / scale
    name = shorten(port.name, 12)
    size = 20 if len(name) < 9 else 17.5
    soft = f'color="{SOFT}"'
    return moved(
        0,
        0,
        sheet(0.5, 0.5, wide - 1, 45, BILL, BILL_EDGE, 1, 22.5)
        + sheet(3, 3, wide - 6, 40, "none", BILL_EDGE, 0.8, 20)
        + use_at(f"borneo-disc-{port.spice}", 5, 5, 36)
        + label(47, 29.5, name, size, serif=True)
        + use_at("borneo-limit", wide - 83, 14, 18, more=soft)
        + label(wide - 64, 30.5, str(port.limit), 22, serif=True)
        + use_at("borneo-monopoly", wide - 47, 14, 18, more=soft)
        + label(wide - 28, 30.5, str(port.monopoly), 22, serif=True),
        scale,
    )


def contract_seal(points: int, x: float, y: float, size: float, spent: bool = False) -> str:
    """Draw the seal of a contract with its points."""
    drawn = use_at("borneo-seal-spent" if spent else "borneo-seal", -18, -16.5, 36, 34)
    return moved(x, y, drawn + label(0, 7, str(points), 20, "middle", fill="#FFF6E6", serif=True), size / 36)


def contract(view: ContractView) -> str:
    """Draw a kind of contract, 96 × 60: points, requirement, and how many are left."""
    parts = [
        sheet(1 + 2.5 * n, 1 + 2 * n, 89, 54.5, BILL, BILL_EDGE) for n in reversed(range(min(3, max(1, view.left))))
    ]
    parts.append(contract_seal(view.points, 19.5, 28, 36, spent=view.left == 0))
    parts.append(label(57, 25, f"{view.each or view.alike}×", 17, "end", serif=True))
    if view.each:
        parts += [spice_mark(spice, 58 + n % 2 * 16, 4 + n // 2 * 16, 15) for n, spice in enumerate(SPICES)]
    else:
        parts.append(use_at("borneo-alike", 60, 11, 26, 16))
    parts += [sheet(47 + n * 10, 43, 7.5, 7.5, SOFT, corner=1.5) for n in range(view.left)]
    return "".join(parts)


def port_goods(spice: str) -> str:
    """Draw a port in a store, 30 × 34: its spice and an anchor."""
    return use_at("borneo-port", 0, 0, 30, 34) + spice_mark(spice, 5, 2, 20)
