"""SVG of a position, or an overview of the box."""

from collections.abc import Iterator, Sequence
from itertools import chain

from tradewinds.drawing import SHOWN, disc, label, moved, open_picture, seal, shape, sheet, shorten, use_at
from tradewinds.games.borneo.picture.box import box_sheet
from tradewinds.games.borneo.picture.chart import HEIGHT, WIDTH, draw_chart
from tradewinds.games.borneo.picture.pieces import (
    BACK,
    BILL,
    BILL_EDGE,
    CHART_INK,
    COMPANIES,
    LINE,
    PIRATES,
    PORT_BACK,
    SEA,
    SYMBOLS,
    card,
    contract,
    flag,
    port_card,
)
from tradewinds.games.borneo.picture.seats import draw_seats
from tradewinds.games.borneo.terminal_view import headline
from tradewinds.games.borneo.view import BorneoView, CardView, CompanyView, PortView, ShareView
from tradewinds.i18n import Words
from tradewinds.kernel.game import Box

LEFT, RIGHT, COLUMN = 16, 984, 776
PORTS_TOP, PORTS_HIGH, PORT_WIDE, PORT_STEP = 112, 312, 240, 253
BAR = 434
CARD_WIDE, CARD_HIGH = 132, 88
CHOSEN = "#FFE9A8"
DISCARDS = use_at("borneo-discards", -2, -2, 70, 49)


def picture(box: Box, view: BorneoView | None, words: Words) -> str:
    """Render a view; without one, an overview of the box."""
    parts = box_sheet(box, words) if view is None else draw_table(view, words)
    content = "\n".join([*draw_chart(), *parts])
    return "\n".join([open_picture(WIDTH, HEIGHT, SHOWN), SYMBOLS.definitions(content), content, "</svg>\n"])


def draw_table(view: BorneoView, words: Words) -> Iterator[str]:
    """Render the whole view."""
    return chain(
        (part for place, company in enumerate(view.companies) for part in draw_company(view, company, place, words)),
        (part for place, port in enumerate(view.ports) for part in draw_port(view, port, LEFT + 4 + place * PORT_STEP)),
        draw_contracts(view),
        draw_piles(view),
        draw_bar(view, words),
        draw_seats(view, words),
    )


def draw_company(view: BorneoView, company: CompanyView, place: int, words: Words) -> Iterator[str]:
    """Draw a company's board: its mark, its name and its merchants by rank."""
    x, y, width, height = LEFT + place * 243.3, 16, 238, 86
    cloth, board, ink = COMPANIES[company.name]
    yield sheet(x, y, width, height, board, "#2A2622", 1, 7)
    yield sheet(x + 2, y + 2, width - 4, height - 4, "none", cloth, 2, 6)
    yield use_at(f"borneo-shield-{company.name}", x + 9, y + 7, 31.2)
    name = words.text("borneo.word.company", company=company.name)
    yield label(x + 50, y + 29, name[:1].upper() + name[1:], 19, fill=ink, serif=True)
    places = max(company.spaces or 6, len(company.merchants))
    step = min(36.0, (width - 16) / places)
    size = min(32.0, step - 2)
    marked = highlighted_ranks(view, company.name)
    for rank in range(1, places + 1):
        at, middle = x + 8 + (rank - 0.5) * step, y + 62
        if rank > len(company.merchants):
            yield (
                f'<circle cx="{at:.1f}" cy="{middle}" r="{size / 2 - 1:.1f}" fill="none" stroke="{ink}" '
                f'stroke-dasharray="2.4 2.4" opacity="{0.75 if company.spaces else 0.35}"/>'
            )
            if company.spaces:
                yield label(at, middle + 5, str(rank), 14, "middle", fill=ink)
            continue
        yield disc(
            at, middle, size / 2 + 0.6, CHOSEN if rank in marked else BILL, *((CHOSEN, 4) if rank in marked else ())
        )
        yield seal(company.merchants[rank - 1], at, middle, size * 0.82)


def highlighted_ranks(view: BorneoView, company: str) -> set[int]:
    """Return the ranks of a company to highlight: those in the current challenge, or the next in the share-out."""
    if view.challenge and view.challenge.company == company:
        return {view.challenge.attacker} | ({view.challenge.defender} if view.phase != "evicted" else set())
    return {view.share.rank} if view.share and view.share.company == company else set()


def draw_port(view: BorneoView, port: PortView, x: float) -> Iterator[str]:
    """Draw a port slot: its cartouche, the overlapping cargo and the visible flags."""
    if port.port:
        yield moved(x, PORTS_TOP, port_card(port.port, PORT_WIDE))
    elif view.share and view.share.slot == port.slot:
        yield moved(x, PORTS_TOP, draw_order(view.share, view.to_act))
    top, room = PORTS_TOP + 54, PORTS_HIGH - 54
    places = port.port.limit if port.port else max(1, len(port.cargo))
    step = min(42.0, (room - CARD_HIGH) / max(1, places - 1, len(port.cargo) - 1))
    for place in range(len(port.cargo), places):
        high = CARD_HIGH if place == places - 1 else step
        yield (
            f'<rect x="{x:.1f}" y="{top + place * step:.1f}" width="{CARD_WIDE}" height="{high:.1f}" rx="5" '
            f'fill="{BILL}" fill-opacity=".35" stroke="{LINE}" stroke-dasharray="4 3"/>'
        )
    for place, lying in enumerate(port.cargo):
        yield moved(x, top + place * step, card(lying))
    for row, flags in enumerate(port.flags):
        y = top + 2 + row * 36
        yield flag(flags.company, x + CARD_WIDE + 8, y, 28)
        yield label(x + CARD_WIDE + 48, y + 23, str(flags.count), 24, "middle", serif=True, halo=SEA)
        pip_room = min(7.0, 40 / max(1, port.port.monopoly)) if port.port else 0
        for pip in range(port.port.monopoly if port.port else 0):
            filled = CHART_INK if pip < flags.count else "none"
            yield sheet(x + CARD_WIDE + 62 + pip * pip_room, y + 9, pip_room - 1.6, 10, filled, LINE, 0.9, 1)


def draw_order(share: ShareView, chooser: int | None) -> str:
    """Draw a share-out in its port slot: the companies in order and the merchant that is next."""
    parts = [sheet(0.5, 0.5, PORT_WIDE - 1, 45, BILL, "#C47A06", 2, 22.5)]
    for place, company in enumerate(share.order):
        x = 18 + place * 36
        if company == share.company:
            parts.append(sheet(x - 4, 5, 36, 36, "none", CHART_INK, 2, 6))
        parts.append(f'<g opacity="{1 if company == share.company else 0.55}">{flag(company, x, 9, 28)}</g>')
    if chooser is not None:
        parts.append(seal(chooser, 182, 23, 28) + label(202, 31, f"{share.rank}.", 22, serif=True))
    return "".join(parts)


def draw_contracts(view: BorneoView) -> Iterator[str]:
    """Draw the open contracts, two per row, and the pirate ship beside the last one."""
    for place, kind in enumerate(view.contracts):
        yield moved(COLUMN + 4 + place % 2 * 103, PORTS_TOP + place // 2 * 66, contract(kind))
    if view.pirates:
        yield moved(COLUMN + 124, PORTS_TOP + 128, PIRATES, 0.44)
        if view.ship is not None:
            yield seal(view.ship, COLUMN + 192, PORTS_TOP + 182, 26)


def draw_piles(view: BorneoView) -> Iterator[str]:
    """Draw the draw pile, the port pile and the discard pile."""
    y = PORTS_TOP + 212
    piles = ((BACK, view.draw_pile), (PORT_BACK, view.port_pile), (DISCARDS, len(view.discard_pile)))
    for place, (drawn, count) in enumerate(piles):
        x = COLUMN + 4 + place * 70
        yield moved(x, y, drawn, 0.94)
        yield label(x + 31, y + 66, str(count), 20, "middle", serif=True, halo=SEA)


def draw_bar(view: BorneoView, words: Words) -> Iterator[str]:
    """Draw the status bar: the seat to act, and the cards or goods of the pending decision."""
    yield sheet(LEFT, BAR, RIGHT - LEFT, 34, BILL, BILL_EDGE, 1, 6)
    yield shape(f"M{LEFT + 2.5} {BAR + 3}V{BAR + 31}", "none", "#C47A06", 5)
    yield label(LEFT + 16, BAR + 23, headline(view, words), 17, serif=True)
    if fight := view.challenge:
        values = {"company": fight.company, "attacker": fight.attacker, "defender": fight.defender}
        sentence = words.text("borneo.picture.challenge", bonus=fight.bonus, **values)
        yield from draw_cards(fight.attack, fight.defence)
    elif payment := view.payment:
        kind = next(found for found in view.contracts if found.name == payment.contract)
        asks = words.text(f"borneo.contract.{'each' if kind.each else 'alike'}", n=kind.each or kind.alike)
        goods = ", ".join(payment.goods) or words.text("borneo.table.none")
        sentence = words.text("borneo.table.payment", contract=asks, goods=goods)
    else:
        sentence = ""
    yield label(LEFT + 340, BAR + 22.5, shorten(sentence, 56 if fight else 84), 14.5)


def draw_cards(attack: Sequence[CardView], defence: Sequence[CardView]) -> Iterator[str]:
    """Draw the cards of a challenge at the end of the bar, attack before defence."""
    shown = [*attack, None, *defence] if defence else [*attack]
    step = min(42.0, 220 / max(1, len(shown)))
    for place, played in enumerate(shown):
        x = RIGHT - 8 - (len(shown) - place) * step
        yield (
            label(x + step / 2, BAR + 23, ":", 20, "middle", serif=True)
            if played is None
            else moved(x, BAR + 4, card(played), 0.3)
        )
