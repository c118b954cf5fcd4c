"""SVG overview of a box: companies with their spaces, ports, contracts and the deck of cargo cards."""

from collections.abc import Iterator

from tradewinds.drawing import label, moved, sheet, use_at
from tradewinds.games.borneo.picture.pieces import (
    BILL,
    BILL_EDGE,
    COMPANIES,
    PIRATES,
    SEA,
    SPICES,
    card,
    contract,
    port_card,
)
from tradewinds.games.borneo.view import ContractView, card_views, port_card_views
from tradewinds.i18n import Words
from tradewinds.kernel.game import Box

LEFT, WIDE = 20, 960


def box_sheet(box: Box, words: Words) -> Iterator[str]:
    """Render the overview."""
    rules, data = box.numbers, box.data
    yield sheet(LEFT, 16, WIDE, 58, BILL, BILL_EDGE, 1, 8)
    yield label(LEFT + 16, 53, data.title, 26, serif=True)
    for place, company in enumerate(COMPANIES):
        yield use_at(f"borneo-shield-{company}", LEFT + WIDE - 164 + place * 38, 28, 33.6)
    numbers = {"players": box.players, "merchants": rules.merchants, "deal": rules.deal, "limit": rules.hand_limit}
    yield label(LEFT + 4, 98, words.text("borneo.picture.course", **numbers), 15, halo=SEA)
    yield from draw_ports(box, words, 124)
    yield from draw_contracts(box, words, 330)
    yield from draw_deck(box, words, 440)


def heading(x: float, y: float, content: str) -> str:
    """Draw a title."""
    return label(x, y, content, 18, serif=True, halo=SEA)


def draw_ports(box: Box, words: Words, y: float) -> Iterator[str]:
    """Draw the port cards of this box by limit and spice, four per row."""
    order = (*SPICES, "joker")
    used = [port for number, port in enumerate(port_card_views(box)) if box.numbers.ports >> number & 1]
    used.sort(key=lambda port: (port.limit, order.index(port.spice)))
    yield heading(LEFT + 4, y + 8, words.text("borneo.table.ports"))
    for place, port in enumerate(used):
        yield moved(LEFT + place % 4 * 242, y + 20 + place // 4 * 45, port_card(port, 234, 40))


def draw_contracts(box: Box, words: Words, y: float) -> Iterator[str]:
    """Draw the contracts with the number of each."""
    rules = box.numbers
    yield heading(LEFT + 4, y + 12, words.text("borneo.table.contracts"))
    for kind, name in enumerate(box.labels["kind"]):
        left = rules.contracts[kind]
        drawn = ContractView(name, rules.each[kind], rules.alike[kind], rules.contract_points[kind], left)
        yield moved(LEFT + kind * 124, y + 22, contract(drawn), 1.15)
    if rules.blackbeard:
        yield moved(LEFT + WIDE - 190, y + 2, PIRATES, 0.58)
        yield label(LEFT + WIDE - 84, y + 66, f"−{rules.ship_points}", 30, serif=True, halo=SEA)


def draw_deck(box: Box, words: Words, y: float) -> Iterator[str]:
    """Draw all cargo cards, with a row for each spice."""
    yield heading(LEFT + 4, y + 12, words.text("borneo.table.cargo"))
    for row, spice in enumerate(SPICES):
        top = y + 22 + row * 56
        cards = [view for view in card_views(box) if view.spice == spice]
        yield use_at(f"borneo-disc-{spice}", LEFT, top + 8, 28)
        step = (WIDE - 36) / max(15, len(cards))
        yield from (moved(LEFT + 36 + n * step, top, card(view), (step - 2) / 132) for n, view in enumerate(cards))
