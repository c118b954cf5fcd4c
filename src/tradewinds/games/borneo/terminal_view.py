"""Terminal rendering of a view: companies, ports, contracts and players."""

from collections import Counter

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tradewinds.games.borneo.view import BorneoPlayerView, BorneoView, CardView, PortView
from tradewinds.i18n import Words

STYLES = {"red": "bold white on red", "yellow": "bold black on yellow", "green": "bold white on green"}
STYLES["blue"] = "bold white on blue"
SPICES = {"pepper": "", "cinnamon": "dark_orange", "cloves": "magenta", "nutmeg": "yellow", "joker": "bold"}


def draw(view: BorneoView, words: Words) -> RenderableType:
    """Render the whole view."""
    parts: list[RenderableType] = [
        Text(headline(view, words), "bold"),
        Columns([draw_companies(view, words), draw_contracts(view, words)], padding=(0, 4)),
        draw_ports(view, words),
        draw_players(view, words),
        Text(table_text(words, "piles", draw=view.draw_pile, discard=len(view.discard_pile), ports=view.port_pile)),
    ]
    if view.pirates and view.ship is None:
        parts.append(Text(table_text(words, "bay")))
    if view.ending == "running":
        parts += [draw_holdings(player, words) for player in view.players if player.hand is not None]
    parts += [Text(line, "bold") for line in decision_lines(view, words)]
    parts.append(Text(table_text(words, "legend"), "dim"))
    return Group(*parts)


def table_text(words: Words, key: str, **values: object) -> str:
    """Return a text of the terminal view."""
    return words.text(f"borneo.table.{key}", **values)


def headline(view: BorneoView, words: Words) -> str:
    """Return a sentence that says whose turn it is."""
    if view.to_act is None:
        return table_text(words, "over")
    if view.phase == "place":
        return table_text(words, "setup", seat=view.to_act)
    return table_text(words, "turn" if view.ending == "running" else "last", seat=view.to_act, turn=view.turn)


def draw_companies(view: BorneoView, words: Words) -> Table:
    """Draw the companies' rows of merchants, with a column for each rank."""
    ranks = max(4, *(company.spaces or len(company.merchants) for company in view.companies))
    table = Table(
        table_text(words, "companies"), *(str(rank + 1) for rank in range(ranks)), box=None, padding=(0, 1, 0, 0)
    )
    for company in view.companies:
        name = Text(f" {words.text('borneo.word.company', company=company.name)} ", STYLES[company.name])
        free = "·" if company.spaces is None else "–"
        cells = [words.text("borneo.story.name", seat=seat) for seat in company.merchants]
        spaces = ranks if company.spaces is None else company.spaces
        cells += [free if rank < spaces else "" for rank in range(len(cells), ranks)]
        table.add_row(name, *map(Text, cells))
    return table


def draw_contracts(view: BorneoView, words: Words) -> Table:
    table = Table(
        table_text(words, "contract"),
        table_text(words, "points"),
        table_text(words, "left"),
        box=None,
        padding=(0, 1, 0, 0),
    )
    for contract in view.contracts:
        key = "each" if contract.each else "alike"
        asks = words.text(f"borneo.contract.{key}", n=contract.each or contract.alike)
        table.add_row(asks, str(contract.points), str(contract.left), style="" if contract.left else "dim")
    return table


def draw_ports(view: BorneoView, words: Words) -> Table:
    titles = ("ports", "spice", "limit", "monopoly", "flags", "cargo")
    table = Table(*(table_text(words, title) for title in titles), box=None, padding=(0, 2, 0, 0))
    for port in view.ports:
        slot = words.find(f"borneo.names.slot.{port.slot}")
        cards = draw_cards(port.cargo, words)
        if port.port is None:
            sharing = view.share is not None and view.share.slot == port.slot
            table.add_row(f"{slot}: {table_text(words, 'shared_out')}" if sharing else slot, "", "", "", "", cards)
            continue
        limit = f"{len(port.cargo)}/{port.port.limit}"
        spice = words.text("borneo.word.spice", spice=port.port.spice)
        table.add_row(f"{slot}: {port.port.name}", spice, limit, str(port.port.monopoly), draw_flags(port), cards)
    return table


def draw_flags(port: PortView) -> Text:
    """Draw the number of visible flags of each company."""
    text = Text()
    for flags in port.flags:
        text.append(f" {flags.count} ", STYLES[flags.company]).append(" ")
    return text


def draw_cards(cards: list[CardView], words: Words) -> Text:
    text = Text()
    for number, card in enumerate(cards):
        text.append("  " if number else "").append_text(draw_card(card, words))
    return text


def draw_card(card: CardView, words: Words) -> Text:
    text = Text()
    for place, company in enumerate(card.flags):
        text.append("/" if place == len(card.flags) - 1 else "").append(company[0], STYLES[company])
    spice = words.text("borneo.word.spice", spice=card.spice)
    return text.append(f" {spice}" + ("×2" if card.count == 2 else ""), SPICES[card.spice])


def draw_players(view: BorneoView, words: Words) -> Table:
    titles = ("player", "hand", "store", "ports", "contracts", "points")
    table = Table(*(table_text(words, title) for title in titles), box=None, padding=(0, 2, 0, 0))
    for player in view.players:
        name = words.text("borneo.story.name", seat=player.seat)
        mark = "* " if player.seat == view.turn else "  "
        ship = f" ({table_text(words, 'ship')})" if view.ship == player.seat else ""
        fulfilled = [contract_points_text(view, kind, count) for kind, count in player.contracts.items()]
        table.add_row(
            Text(f"{mark}{name}{ship}"),
            str(player.hand_size),
            draw_store(player, words),
            draw_port_store(player, words),
            ", ".join(fulfilled) or "–",
            str(player.score.total),
            style="bold" if player.seat == view.to_act else "",
        )
    return table


def contract_points_text(view: BorneoView, kind: str, count: int) -> str:
    """Return the points of the fulfilled contracts of a kind."""
    points = next(contract.points for contract in view.contracts if contract.name == kind)
    return f"{count}×{points}" if count > 1 else str(points)


def draw_store(player: BorneoPlayerView, words: Words) -> Text:
    """Draw the amounts by spice; for a closed store only the number of cards."""
    if player.store is None:
        return Text(f"{player.store_size} ?")
    amounts: Counter[str] = Counter()
    for card in player.store:
        amounts[card.spice] += card.count
    named = [f"{count} {words.text('borneo.word.spice', spice=spice)}" for spice, count in sorted(amounts.items())]
    return Text(", ".join(named) or "–")


def draw_port_store(player: BorneoPlayerView, words: Words) -> Text:
    if player.ports is None:
        return Text(f"{player.port_count} ?")
    named = [f"{port.name} ({words.text('borneo.word.spice', spice=port.spice)})" for port in player.ports]
    return Text(", ".join(named) or "–")


def draw_holdings(player: BorneoPlayerView, words: Words) -> RenderableType:
    """Draw the viewer's own hand and store."""
    hand = Text(f"{table_text(words, 'your_hand')}: ").append_text(draw_cards(player.hand or [], words))
    store = Text(f"{table_text(words, 'your_store')}: ").append_text(draw_cards(player.store or [], words))
    return hand if not player.store else Group(hand, store)


def decision_lines(view: BorneoView, words: Words) -> list[str]:
    """Describe the payment, challenge or share-out in progress."""
    nothing = table_text(words, "none")
    lines = []
    if payment := view.payment:
        kind = next(contract for contract in view.contracts if contract.name == payment.contract)
        asks = words.text(f"borneo.contract.{'each' if kind.each else 'alike'}", n=kind.each or kind.alike)
        lines.append(table_text(words, "payment", contract=asks, goods=", ".join(payment.goods) or nothing))
    if fight := view.challenge:
        values = {"company": fight.company, "attacker": fight.attacker, "defender": fight.defender}
        cards = {"attack": fight.attack, "defence": fight.defence}
        played = {side: draw_cards(shown, words).plain or nothing for side, shown in cards.items()}
        lines.append(table_text(words, "challenge", bonus=fight.bonus, **values, **played))
    if share := view.share:
        order = ", ".join(words.text("borneo.word.company", company=company) for company in share.order)
        lines.append(table_text(words, "order", order=order, company=share.company, rank=share.rank))
    return lines
