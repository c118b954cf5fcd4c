"""A seat's view: its mask with names instead of indices, for the terminal, the browser and the engine protocol."""

from typing import Any

import msgspec

from tradewinds.games.borneo.challenge import defender_bonus, strength_to_hold
from tradewinds.games.borneo.describe import count_flags, kinds_of_goods
from tradewinds.games.borneo.flags import cards_at
from tradewinds.games.borneo.payment import spice_amount
from tradewinds.games.borneo.scoring import PARTS, score_parts
from tradewinds.games.borneo.state import (
    ATTACK,
    CARDS,
    COMPANY_NAMES,
    DEFEND,
    ENDING_NAMES,
    JOKER,
    OVER,
    PHASE_NAMES,
    RANKS,
    REWARD,
    SLOT_NAMES,
    SLOTS,
    SPICE_NAMES,
    Company,
    Ending,
    Phase,
    PortSpice,
    Slot,
    Spice,
)
from tradewinds.games.borneo.visible_flags import flags_shown
from tradewinds.kernel.game import Box, once_per_box
from tradewinds.kernel.record import HIDDEN, NONE, Record, content, unpack
from tradewinds.kernel.score import Score, add_up
from tradewinds.kernel.sets import members, size


class CardView(msgspec.Struct, frozen=True):
    """A cargo card: its name in move notation, its flags (three upper, one lower), its spice and the amount of it."""

    name: str
    flags: list[Company]
    spice: Spice
    count: int


class PortCardView(msgspec.Struct, frozen=True):
    """A port card; the spice of a joker is "joker"."""

    name: str
    spice: PortSpice
    limit: int
    monopoly: int


class FlagsView(msgspec.Struct, frozen=True):
    """The visible flags of a company at a port."""

    company: Company
    count: int


class PortView(msgspec.Struct, frozen=True):
    """A port slot with its cargo; `port` is null during its share-out.

    `flags` lists the companies with visible flags, in the order in which they would choose unless one has a monopoly.
    """

    slot: Slot
    port: PortCardView | None
    cargo: list[CardView]
    flags: list[FlagsView]


class CompanyView(msgspec.Struct, frozen=True):
    """A company and the seats that own its merchants, by rank; `spaces` is null if the row is unlimited."""

    name: Company
    merchants: list[int]
    spaces: int | None


class ContractView(msgspec.Struct, frozen=True):
    """A kind of contract: `each` of every spice or `alike` of one spice, and how many are left."""

    name: str
    each: int
    alike: int
    points: int
    left: int


class PaymentView(msgspec.Struct, frozen=True):
    """A contract being paid, and the goods paid so far, including the pirates' card."""

    contract: str
    cards: list[CardView]
    ports: list[PortCardView]
    pirates: str | None

    @property
    def goods(self) -> list[str]:
        """The names of the goods paid so far."""
        return [*(card.name for card in self.cards), *(port.name for port in self.ports)]


class ChallengeView(msgspec.Struct, frozen=True):
    """A challenge: the ranks of both merchants, counted from 1, and the seats of their owners.

    `need` is the number of flags, including the bonus, that the defender needs to hold the rank; null except during
    the defence.
    """

    company: Company
    attacker: int
    defender: int
    attacking: int
    defending: int
    bonus: int
    attack: list[CardView]
    defence: list[CardView]
    need: int | None


class ShareView(msgspec.Struct, frozen=True):
    """A share-out: the companies in the order in which their merchants choose, and the merchant that is next."""

    slot: Slot
    order: list[Company]
    company: Company
    rank: int


class SpiceView(msgspec.Struct, frozen=True):
    """An amount of a spice, or of jokers."""

    spice: PortSpice
    count: int


class BorneoPlayerView(msgspec.Struct, frozen=True):
    """A player; fields that the seat may not know are null.

    `spices` holds the amounts in the store, including ports; jokers are listed only if there are any.
    """

    seat: int
    hand_size: int
    hand: list[CardView] | None
    store_size: int
    store: list[CardView] | None
    port_count: int
    ports: list[PortCardView] | None
    spices: list[SpiceView] | None
    contracts: dict[str, int]
    score: Score


CACHE_SIZE = 64
"""Maximum number of cached views per box."""


class BorneoView(msgspec.Struct, frozen=True):
    """The game state as one seat sees it."""

    phase: Phase
    ending: Ending
    start: int
    turn: int
    turns: int
    to_act: int | None
    companies: list[CompanyView]
    ports: list[PortView]
    port_pile: int
    draw_pile: int
    discard_pile: list[CardView]
    contracts: list[ContractView]
    pirates: bool
    ship: int | None
    payment: PaymentView | None
    challenge: ChallengeView | None
    share: ShareView | None
    players: list[BorneoPlayerView]


def view(box: Box, mask: Record) -> BorneoView:
    """Build a seat's view from its mask. Views that differ only in hands share a cache entry."""
    data, (start, end), cache = content(mask), hand_span(box), view_cache(box)
    rest, state = data[:start] + data[end:], unpack(mask)
    if rest not in cache:
        if len(cache) >= CACHE_SIZE:
            cache.clear()
        cache[rest] = state.hand, build_view(box, mask)
    hands, found = cache[rest]
    if state.hand == hands:
        return found
    players = [
        player if hand == hands[seat] else msgspec.structs.replace(player, hand=view_hidden(box, hand))
        for seat, (hand, player) in enumerate(zip(state.hand, found.players, strict=False))
    ]
    return msgspec.structs.replace(found, players=players)


@once_per_box
def hand_span(box: Box) -> tuple[int, int]:
    """Return the byte range of the hands in a state."""
    kind, start = box.game.state_type.fields["hand"][:2]  # type: ignore[index]
    return start, start + kind.itemsize


@once_per_box
def view_cache(_box: Box) -> dict[bytes, tuple[list[int], BorneoView]]:
    """Return the cache of views and the hands they show, keyed by the bytes of the mask without hands."""
    return {}


def build_view(box: Box, mask: Record) -> BorneoView:
    state, rules = unpack(mask), box.numbers
    spaces = None if rules.row_spaces == RANKS else rules.row_spaces
    return BorneoView(
        phase=PHASE_NAMES[state.phase],
        ending=ENDING_NAMES[state.ending],
        start=state.start,
        turn=state.turn,
        turns=state.turns,
        to_act=None if state.phase == OVER else state.seat,
        companies=[
            CompanyView(name, [seat for seat in row if seat != NONE], spaces)
            for name, row in zip(COMPANY_NAMES, state.row, strict=True)
        ],
        ports=view_ports(box, mask, state),
        port_pile=size(state.pile),
        draw_pile=draw_size(state),
        discard_pile=view_cards(box, state.discard),
        contracts=view_contracts(box, rules, state),
        pirates=bool(rules.blackbeard),
        ship=None if state.ship == NONE else state.ship,
        payment=view_payment(box, state),
        challenge=view_challenge(box, state),
        share=view_share(state),
        players=[view_player(box, state, seat) for seat in range(box.players)],
    )


def draw_size(state: Any) -> int:
    """Return the size of the draw pile: all cards that are nowhere else."""
    shown = [state.discard, state.stored]
    # Committed cards still count as part of the hand until they are revealed.
    shown += [state.attack] if state.phase == DEFEND else [state.defence] if state.phase == REWARD else []
    lying = sum(cards_at(state, slot) for slot in range(SLOTS))
    return int(CARDS - sum(state.hand_size) - lying - sum(map(size, shown)))


@once_per_box
def card_views(box: Box) -> list[CardView]:
    return [view_card(box, card) for card in range(CARDS)]


def view_card(box: Box, card: int) -> CardView:
    spice, count = kinds_of_goods(box)[card]
    flags = [COMPANY_NAMES[company] for company in box.numbers.flag[card]]
    return CardView(box.labels["card"][card], flags, SPICE_NAMES[spice], count)


def view_cards(box: Box, cards: int) -> list[CardView]:
    views = card_views(box)
    return [views[card] for card in members(cards)]


@once_per_box
def port_card_views(box: Box) -> list[PortCardView]:
    return [PortCardView(port.name, port.spice, port.limit, port.monopoly) for port in box.data.ports.cards]


def view_port_cards(box: Box, ports: int) -> list[PortCardView]:
    views = port_card_views(box)
    return [views[port] for port in members(ports)]


def view_ports(box: Box, mask: Record, state: Any) -> list[PortView]:
    cards, ports = card_views(box), port_card_views(box)
    return [
        PortView(
            slot=name,
            port=None if port == NONE else ports[port],
            cargo=[cards[card] for card in lying if card != NONE],
            flags=[FlagsView(COMPANY_NAMES[company], count) for company, count in flags.items()],
        )
        for name, port, lying, flags in zip(SLOT_NAMES, state.port, state.lying, flags_shown(box, mask), strict=True)
    ]


def view_contracts(box: Box, rules: Any, state: Any) -> list[ContractView]:
    return [
        ContractView(name, rules.each[kind], rules.alike[kind], rules.contract_points[kind], state.contracts[kind])
        for kind, name in enumerate(box.labels["kind"])
    ]


def view_payment(box: Box, state: Any) -> PaymentView | None:
    if state.contract == NONE:
        return None
    pirates = None if state.pirate == NONE else box.labels["goods"][state.pirate]
    kind, ports = box.labels["kind"][state.contract], view_port_cards(box, state.paid_ports)
    return PaymentView(kind, view_cards(box, state.paid), ports, pirates)


def view_challenge(box: Box, state: Any) -> ChallengeView | None:
    if state.company == NONE:
        return None
    return ChallengeView(
        company=COMPANY_NAMES[state.company],
        attacker=state.attacker + 1,
        defender=state.defender + 1,
        attacking=state.turn,
        # The defending player acts in every later phase; an evicted merchant is no longer at the defender's rank.
        defending=state.row[state.company][state.defender] if state.phase == ATTACK else state.seat,
        bonus=defender_bonus(state.attacker, state.defender),
        attack=view_cards(box, state.attack),
        defence=view_cards(box, state.defence),
        need=strength_to_hold(count_flags(box, state.attack, state.company)) if state.phase == DEFEND else None,
    )


def view_share(state: Any) -> ShareView | None:
    if state.share == NONE:
        return None
    order = [COMPANY_NAMES[company] for company in state.order if company != NONE]
    return ShareView(SLOT_NAMES[state.share], order, order[state.share_turn], state.share_rank + 1)


def view_player(box: Box, state: Any, seat: int) -> BorneoPlayerView:
    ports = state.port_store[seat]
    return BorneoPlayerView(
        seat=seat,
        hand_size=state.hand_size[seat],
        hand=view_hidden(box, state.hand[seat]),
        store_size=state.store_size[seat],
        store=view_hidden(box, state.store[seat]),
        port_count=state.port_store_size[seat],
        ports=None if ports == HIDDEN else view_port_cards(box, ports),
        spices=view_spices(box, state.store[seat], ports),
        contracts={name: count for name, count in zip(box.labels["kind"], state.fulfilled[seat], strict=True) if count},
        score=view_score(box, state, seat),
    )


def view_spices(box: Box, cards: int, ports: int) -> list[SpiceView] | None:
    """Return the amounts of spices and jokers in a store, or None if it is hidden."""
    if cards == HIDDEN or ports == HIDDEN:
        return None
    rules = box.numbers
    amounts = [SpiceView(name, spice_amount(rules, cards, ports, spice)) for spice, name in enumerate(SPICE_NAMES)]
    jokers = size(ports & rules.jokers)
    return [*amounts, SpiceView(JOKER, jokers)] if jokers else amounts


def view_score(box: Box, state: Any, seat: int) -> Score:
    """Return a player's score as if the game ended now; it is known even for closed stores, whose size is public."""
    parts = zip(PARTS, score_parts(box.numbers, state, seat), strict=True)
    return add_up((name, points) for name, points in parts if name != "ship" or box.numbers.blackbeard)


def view_hidden(box: Box, cards: int) -> list[CardView] | None:
    """Return a set of cargo cards, or None if it is hidden."""
    return None if cards == HIDDEN else view_cards(box, cards)
