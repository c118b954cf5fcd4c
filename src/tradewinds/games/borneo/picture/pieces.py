"""SVG pieces: marks of companies and spices, cargo cards, port cards, contracts and goods.

Every colour has a second mark: cross, sun, chevron and waves for companies, their shapes for spices.
"""

from tradewinds.drawing import disc, label, moved, shape, sheet, shorten
from tradewinds.games.borneo.view import CardView, ContractView, PortCardView

SEA, LAND, LINE, CHART_INK = "#EADFC4", "#D9C59A", "#8A7550", "#3B3128"
BILL, BILL_EDGE, INK, SOFT, GILT = "#FBF3DE", "#B49C6B", "#2A2622", "#5F5344", "#A9791F"

COMPANIES = {
    "red": ("#C4453B", "#9C3028", "#FFF6E6"),
    "yellow": ("#E2B13C", "#D4A02C", "#3A2606"),
    "green": ("#3B8B57", "#2B6E43", "#FFF6E6"),
    "blue": ("#2C6AB0", "#22558F", "#FFF6E6"),
}
"""Colours of a company: its flag, its painted board, and the text on both."""

BANDS = {"pepper": "#4A4754", "cinnamon": "#8F5424", "cloves": "#7A3646", "nutmeg": "#6F6140"}
SPICES = ("pepper", "cinnamon", "cloves", "nutmeg")

FLAG = "M1 1h22v22l-11-3.2L1 23Z"
SHIELD = "M2 1.5h20v11c0 5.5-4 8.5-10 10.5C6 21 2 18 2 12.5Z"


def company_mark(company: str) -> str:
    """Draw cross, sun, chevron or waves in a box of 24."""
    ink = COMPANIES[company][2]
    if company == "red":
        return shape("M9.6 3.5h4.8v5.1h5.1v4.8h-5.1v5.1H9.6v-5.1H4.5V8.6h5.1Z", ink)
    if company == "yellow":
        rays = (
            "M12 2.6v2.6M12 16.8v2.6M3.6 11h2.6M17.8 11h2.6M6.1 5.1l1.8 1.8M16.1 15.1l1.8 1.8"
            "M17.9 5.1l-1.8 1.8M7.9 15.1l-1.8 1.8"
        )
        return disc(12, 11, 3.9, ink) + shape(rays, "none", ink, 2.2)
    if company == "green":
        return shape("M3.5 13.6L12 4.8l8.5 8.8v4.8L12 9.9l-8.5 8.5Z", ink)
    wave = "q2.15-3 4.3 0t4.3 0 4.3 0 4.3 0"
    return shape(f"M3.4 6.4{wave}M3.4 11.2{wave}M3.4 16{wave}", "none", ink, 2.2)


SPICE_MARKS = {
    "pepper": '<g fill="#2E2C34" stroke="#FBF3DE" stroke-width=".7"><circle cx="7.4" cy="15.6" r="4.6"/>'
    '<circle cx="16.8" cy="15.8" r="4.5"/><circle cx="12" cy="8" r="4.8"/><circle cx="12.1" cy="18.4" r="3.4"/></g>'
    + shape("M9.7 6.8q1.3-1.7 3.2-1.3M4.9 14.6q1-1.7 2.7-1.5M14.7 14.5q1-1.5 2.6-1.4", "none", "#A9A4B4", 0.9),
    "cinnamon": shape(
        "M3.3 16.2L14.6 3.6a2.3 2.3 0 0 1 3.4 3L6.7 19.3a2.3 2.3 0 0 1-3.4-3.1Z"
        "M7.3 19.7L18.6 7a2.3 2.3 0 0 1 3.3 3.1L10.7 22.8a2.3 2.3 0 0 1-3.4-3.1Z",
        "#A8602F",
        "#5D2F10",
        0.9,
    )
    + shape("M15.4 4.9q1.2-.7 1.7.3t-.8 1.4M19.3 8.3q1.2-.7 1.7.3t-.8 1.4", "none", "#F6DCB8")
    + shape("M8.2 10.5l8.3 7.3M9.5 9l8.3 7.3", "none", "#F3E0B0"),
    "cloves": shape(
        "M10.6 22.8L9.7 12.9q-1.5-1.5-.5-3.2h5.6q1 1.7-.5 3.2l-.9 9.9q-1.4 1-2.8 0Z"
        "M10.4 10.3Q5.6 10.6 3.6 6.4q4.6-.6 7.2 2.2ZM13.6 10.3q4.8.3 6.8-3.9-4.6-.6-7.2 2.2Z"
        "M11.4 9.7Q6.9 6.7 8.6 2q3.7 2 3.7 7.2ZM12.6 9.7q4.5-3 2.8-7.7-3.7 2-3.7 7.2Z",
        "#73303F",
        "#43131F",
        0.7,
    )
    + disc(12, 8.3, 2.3, "#A8596B", "#43131F", 0.7),
    "nutmeg": shape(
        "M12 1.8c5.6 0 8.9 4.7 8.9 10.4S17.2 22.4 12 22.4 3.1 17.9 3.1 12.2 6.4 1.8 12 1.8Z", "#8A7650", "#4B3D22", 0.9
    )
    + shape(
        "M12 4.3c4.2 0 6.5 3.6 6.5 7.9s-2.6 7.9-6.5 7.9-6.5-3.5-6.5-7.9 2.3-7.9 6.5-7.9Z", "#E8D7AD", "#4B3D22", 0.6
    )
    + shape(
        "M12 5.2q-1.6 3.6.3 6.5t-.6 7.4M8.3 7.6q2.4 1.3 1.7 4.2M15.9 8q-2.7.9-2.2 3.6M7.3 13.9q2.7-.6 3.3 2.6"
        "M16.9 14.2q-2.9-.7-3.3 2.6",
        "none",
        "#6D4B24",
        1.3,
    ),
    "joker": shape("M2.8 11V8.4a4.6 4.6 0 0 1 4.6-4.6h9.2a4.6 4.6 0 0 1 4.6 4.6V11Z", "#8A5A2B", "#3F2509", 0.9)
    + shape("M2.8 11h18.4v9.2H2.8Z", "#8A5A2B", "#3F2509", 0.9)
    + shape("M6.4 4v16.2M17.6 4v16.2", "none", "#3F2509")
    + shape("M10 9.2h4v4.4l-2 1.3-2-1.3Z", "#E9BC4F", "#3F2509", 0.7),
}
"""Drawn in a box of 24."""


def definitions() -> str:
    """Define the symbols that a picture references."""
    signs = {
        company: shape(FLAG, cloth, INK, 0.5) + company_mark(company) for company, (cloth, *_) in COMPANIES.items()
    }
    signs |= SPICE_MARKS
    named = (f'<g id="borneo-{name}">{drawn}</g>' for name, drawn in signs.items())
    return f"<defs>{''.join(named)}</defs>"


def sign(name: str, x: float, y: float, size: float) -> str:
    """Draw the mark of a company (as a flag) or of a spice in a square from its upper left corner."""
    return f'<use href="#borneo-{name}" transform="translate({x:.1f} {y:.1f}) scale({size / 24:.3f})"/>'


def spice_disc(spice: str, x: float, y: float, size: float) -> str:
    """Draw the mark of a spice on a paper disc."""
    half = size / 2
    return disc(x + half, y + half, half * 0.95, BILL, BILL_EDGE) + sign(
        spice, x + size * 0.1, y + size * 0.1, size * 0.8
    )


def card(view: CardView) -> str:
    """Draw a cargo card, 132 × 88: spice and three flags in the upper row, the fourth flag below."""
    parts = [
        sheet(0.6, 0.6, 130.8, 86.8, BILL, corner=5),
        shape("M.6 5.6A5 5 0 0 1 5.6.6H36V87.4H5.6A5 5 0 0 1 .6 82.4Z", BANDS[view.spice]),
        shape("M41 43.5H127M42 56h42M42 64h46M42 72h30", "none", BILL_EDGE, 0.8, 'opacity=".75"'),
        spice_disc(view.spice, 3, 5, 31),
    ]
    if view.count == 2:
        parts.append(disc(29, 30.5, 10, BILL, INK, 1.2) + label(29, 36.8, "2", 18, "middle", serif=True))
    parts += [sign(flag, 39.5 + 30.6 * place, 6, 29.5) for place, flag in enumerate(view.flags[:3])]
    parts.append(sign(view.flags[3], 100.7, 51, 29.5))
    parts.append(sheet(0.6, 0.6, 130.8, 86.8, "none", BILL_EDGE, 1.2, 5))
    return "".join(parts)


def back(port: bool = False) -> str:
    """Draw the back of a cargo card or port card, 66 × 44."""
    star = "M33 6l3 13 13 3-13 3-3 13-3-13-13-3 13-3Z"
    anchor = "M33 13v18M27 18h12M22 25q2 8 11 8t11-8M33 13a3 3 0 1 1 .1 0"
    ground, edge = ("#6B4A2E", "#38230F") if port else ("#27465F", "#14283A")
    return (
        sheet(0.6, 0.6, 64.8, 42.8, ground, edge, 1.2, 3.5)
        + sheet(4, 4, 58, 36, "none", "#B9A983", 0.8, 2)
        + (shape(anchor, "none", "#E9D9AE", 2) if port else shape(star, "#E9D9AE"))
    )


def port_card(port: PortCardView, width: float, height: float = 46) -> str:
    """Draw a port card as a cartouche: spice, name, limit of cards and flags for a monopoly."""
    scale = height / 46
    wide = width / scale
    name = shorten(port.name, 12)
    size = 20 if len(name) < 9 else 17.5
    limit = shape("M2 6h11v8H2Z", BILL, SOFT, 1.6) + shape("M5 6V3h11v8h-3", "none", SOFT, 1.6)
    monopoly = shape("M4 2v15", "none", SOFT, 1.6) + shape("M4 2.5h11l-3 4 3 4H4Z", SOFT, SOFT, 1.6)
    return moved(
        0,
        0,
        sheet(0.5, 0.5, wide - 1, 45, BILL, BILL_EDGE, 1, 22.5)
        + sheet(3, 3, wide - 6, 40, "none", BILL_EDGE, 0.8, 20)
        + spice_disc(port.spice, 5, 5, 36)
        + label(47, 29.5, name, size, serif=True)
        + moved(wide - 83, 14, limit)
        + label(wide - 64, 30.5, str(port.limit), 22, serif=True)
        + moved(wide - 47, 14, monopoly)
        + label(wide - 28, 30.5, str(port.monopoly), 22, serif=True),
        scale,
    )


WAX = (
    "M22 5.5q4 2.5 8 1.5 1.5 4 5.5 5.5-.5 4.5 2 8-2.5 3.5-2 8-4 1.5-5.5 5.5-4-1-8 1.5-4-2.5-8-1.5-1.5-4-5.5-5.5"
    ".5-4.5-2-8 2.5-3.5 2-8 4-1.5 5.5-5.5 4 1 8-1.5Z"
)


def contract_seal(points: int, x: float, y: float, size: float, spent: bool = False) -> str:
    """Draw the seal of a contract with its points."""
    colours = ("#6F6352", "#4D4437") if spent else ("#8F2A24", "#5D1611")
    drawn = moved(-22, -20.5, shape(WAX, *colours, 0.8)) + label(
        0, 7, str(points), 20, "middle", fill="#FFF6E6", serif=True
    )
    return moved(x, y, drawn, size / 36)


def contract(view: ContractView) -> str:
    """Draw a kind of contract, 96 × 60: points, requirement, and how many are left."""
    parts = [
        sheet(1 + 2.5 * n, 1 + 2 * n, 89, 54.5, BILL, BILL_EDGE) for n in reversed(range(min(3, max(1, view.left))))
    ]
    parts.append(contract_seal(view.points, 22, 28, 36, spent=view.left == 0))
    parts.append(label(57, 25, f"{view.each or view.alike}×", 17, "end", serif=True))
    if view.each:
        parts += [sign(spice, 58 + n % 2 * 16, 4 + n // 2 * 16, 15) for n, spice in enumerate(SPICES)]
    else:
        parts += [disc(68 + 5 * n, 19, 7.5, "#E2D1A4", SOFT) for n in range(3)]
        parts.append(shape("M74.8 17h6.4M74.8 21h6.4", "none", INK, 1.6))
    parts += [sheet(47 + n * 10, 43, 7.5, 7.5, SOFT, corner=1.5) for n in range(view.left)]
    return "".join(parts)


def port_goods(spice: str) -> str:
    """Draw a port in a store, 30 × 34: its spice and an anchor."""
    return (
        shape("M5 .8h20l4.2 4.2v24L25 33.2H5L.8 29V5Z", BILL, BILL_EDGE, 1.2)
        + sign(spice, 5, 2, 20)
        + shape("M15 23.5v7.5M12 25.5h6M9.5 28q1.5 3.5 5.5 3.5t5.5-3.5", "none", INK, 1.5)
    )


PIRATES = (
    shape("M40 108V34M82 106V12M118 104V36M132 104L157 82", "none", "#5D3D22", 2.4)
    + shape(
        "M22 40Q40 46 57 40Q64 58 55 74Q38 80 21 74Q29 58 22 40Z"
        "M58 20Q82 26 105 20Q111 34 104 46Q82 52 59 46Q66 34 58 20Z"
        "M53 50Q82 57 110 50Q118 70 108 90Q81 97 54 90Q63 70 53 50ZM104 42Q119 46 133 42Q139 54 133 66Q118 70 104 66"
        "Q110 54 104 42ZM106 69Q121 73 137 69Q143 80 136 91Q121 95 105 91Q112 80 106 69Z",
        "#2C2A2E",
        "#0F0E10",
    )
    + disc(84, 66, 9, "#F1E6C8")
    + shape("M79 72h10v6h-10Z", "#F1E6C8")
    + shape("M68 76l32 10M100 76l-32 10", "none", "#F1E6C8", 2.6)
    + shape("M80 65.5h2.6v3h-2.6ZM85.4 65.5H88v3h-2.6Z", "#2C2A2E")
    + shape(
        "M10 84L34 88L38 103Q80 108 122 103L146 94Q150 112 138 128Q130 138 118 139H46Q30 138 24 126Q14 106 10 84Z",
        "#5B4433",
        "#3B2412",
        1.2,
    )
    + shape("M18 109Q80 124 144 111M23 122Q80 134 139 124", "none", "#33210F", 1.2)
    + shape("M4 136q10-9 20 0t20 0 20 0 20 0 20 0 20 0 20 0 12-3", "none", "#2C6AB0", 1.8)
)
"""The pirate ship, 160 × 150."""
