"""SVG rows of the players: hand, store, ports, contracts and points."""

from collections import Counter
from collections.abc import Iterator

from tradewinds.drawing import label, moved, seal, sheet, shorten
from tradewinds.games.borneo.picture.pieces import (
    BACK,
    BILL,
    BILL_EDGE,
    PIRATES,
    PORT_BACK,
    SEA,
    SOFT,
    SPICES,
    card,
    contract_seal,
    port_goods,
    spice_mark,
)
from tradewinds.games.borneo.view import BorneoPlayerView, BorneoView
from tradewinds.i18n import Words

LEFT, WIDE, TOP, BOTTOM = 16, 968, 474, 688
NAME, HAND, STORE, PORTS, CONTRACTS, POINTS = 10, 196, 520, 704, 794, 958
"""Left edges of the columns; points are right-aligned."""


def draw_seats(view: BorneoView, words: Words) -> Iterator[str]:
    """Draw a row for each player under the column titles."""
    titles = {"hand": HAND, "store": STORE, "ports": PORTS, "contracts": CONTRACTS}
    for key, x in titles.items():
        yield label(LEFT + x, TOP + 12, words.text(f"borneo.table.{key}"), 13, fill=SOFT, halo=SEA)
    yield label(LEFT + POINTS, TOP + 12, words.text("borneo.table.points"), 13, "end", fill=SOFT, halo=SEA)
    step = min(64.0, (BOTTOM - TOP - 18) / len(view.players))
    for player in view.players:
        yield moved(LEFT, TOP + 18 + player.seat * step, "".join(draw_seat(player, view, words, step - 4)))


def draw_seat(player: BorneoPlayerView, view: BorneoView, words: Words, height: float) -> Iterator[str]:
    """Draw a player in a row of this height."""
    acting = player.seat == view.to_act
    middle = height / 2
    yield sheet(0, 0, WIDE, height, BILL, "#C47A06" if acting else BILL_EDGE, 3 if acting else 1, 6)
    yield seal(player.seat, 24, middle, min(30, height - 8))
    yield label(46, middle + 6, shorten(seat_name(player.seat, words), 12), 17, serif=True)
    if view.ship == player.seat:
        yield moved(154, middle - 16, PIRATES, 0.21)
    yield draw_hand(player, height)
    yield draw_store(player, height)
    yield draw_ports(player, height)
    points = {kind.name: kind.points for kind in view.contracts}
    done = [points[kind] for kind, count in player.contracts.items() for _ in range(count)]
    step = min(32.0, 112 / max(1, len(done) - 1))
    yield "".join(contract_seal(worth, CONTRACTS + 16 + place * step, middle, 29) for place, worth in enumerate(done))
    yield label(POINTS, middle + 9, str(player.score.total), 26, "end", serif=True)


def draw_hand(player: BorneoPlayerView, height: float) -> str:
    """Draw the cards of a hand; if it is hidden, only their backs and number."""
    high = height - 7
    if player.hand is None:
        backs = [moved(HAND + place * 17, 3.5, BACK, high / 44) for place in range(player.hand_size)]
        after = HAND + (player.hand_size - 1) * 17 + high * 1.5 + 10
        return "".join([*backs, label(after if backs else HAND, height / 2 + 7, str(player.hand_size), 19, serif=True)])
    step = min(high * 1.5 + 4, (STORE - HAND - 8 - high * 1.5) / max(1, len(player.hand) - 1))
    return "".join(moved(HAND + place * step, 3.5, card(held), high / 88) for place, held in enumerate(player.hand))


def draw_store(player: BorneoPlayerView, height: float) -> str:
    """Draw the amounts in a store by spice; if it is closed, only the number of cards."""
    if player.store is None:
        closed = moved(STORE, 3.5, BACK, (height - 7) / 44)
        return closed + label(STORE + (height - 7) * 1.5 + 8, height / 2 + 7, str(player.store_size), 19, serif=True)
    amounts: Counter[str] = Counter()
    for stored in player.store:
        amounts[stored.spice] += stored.count
    parts = []
    for place, spice in enumerate(SPICES):
        x = STORE + place * 44
        amount = spice_mark(spice, x, height / 2 - 12, 24) + label(
            x + 26, height / 2 + 7, str(amounts[spice]), 18, serif=True
        )
        parts.append(amount if amounts[spice] else f'<g opacity=".35">{amount}</g>')
    return "".join(parts)


def draw_ports(player: BorneoPlayerView, height: float) -> str:
    """Draw the ports in a store; if it is closed, only their number."""
    high = min(34.0, height - 6)
    y = (height - high) / 2
    if player.ports is None:
        if not player.port_count:
            return ""
        closed = moved(PORTS, 3.5, PORT_BACK, (height - 7) / 44)
        return closed + label(PORTS + (height - 7) * 1.5 + 6, height / 2 + 7, str(player.port_count), 19, serif=True)
    step = min(high * 0.94, (CONTRACTS - PORTS - 6 - high) / max(1, len(player.ports) - 1))
    return "".join(
        moved(PORTS + place * step, y, port_goods(port.spice), high / 34) for place, port in enumerate(player.ports)
    )


def seat_name(seat: int, words: Words) -> str:
    """Return the player's name, or the colour of an unnamed seat."""
    name = words.text("borneo.story.name", seat=seat)
    return str(words.find("borneo.seats.names")[seat]) if name == str(seat + 1) else name
