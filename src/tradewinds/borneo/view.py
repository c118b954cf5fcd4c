"""What a seat sees, by names: made from its mask only, for the terminal, the browser and programs alike."""

from functools import lru_cache
from typing import Any

import msgspec
import numpy as np

from tradewinds.borneo.flags import flags_of, visible
from tradewinds.borneo.scoring import scores
from tradewinds.borneo.state import (
    CARDS,
    COMPANY_NAMES,
    DEFEND,
    ENDING_NAMES,
    OVER,
    PHASE_NAMES,
    RANKS,
    REWARD,
    SLOT_NAMES,
    SPICE_NAMES,
    SPICES,
)
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import HIDDEN, NONE, Record, unpack
from tradewinds.kernel.sets import members


class CardView(msgspec.Struct, frozen=True):
    """A cargo card: its name in moves, its flags (three upper ones, a lower one) and how much of which spice it is."""

    name: str
    flags: list[str]
    spice: str
    count: int


class PortCardView(msgspec.Struct, frozen=True):
    """A port card; the spice of a joker is "joker"."""

    name: str
    spice: str
    limit: int
    monopoly: int


class PortView(msgspec.Struct, frozen=True):
    """A place for a port, with the cargo there in order and the flags that show; no port while it is shared out."""

    slot: str
    port: PortCardView | None
    cargo: list[CardView]
    flags: dict[str, int]


class CompanyView(msgspec.Struct, frozen=True):
    """A company and its merchants by rank, as the seats that own them; no number of spaces where a row has no end."""

    name: str
    merchants: list[int]
    spaces: int | None


class ContractView(msgspec.Struct, frozen=True):
    """A kind of contract: so many of each spice or so many alike, and how many of it lie open."""

    name: str
    each: int
    alike: int
    points: int
    left: int


class PaymentView(msgspec.Struct, frozen=True):
    """A contract that is being paid, and what was given so far."""

    contract: str
    goods: list[str]
    pirates: str | None


class ChallengeView(msgspec.Struct, frozen=True):
    """A challenge; ranks count from 1."""

    company: str
    attacker: int
    defender: int
    bonus: int
    attack: list[CardView]
    defence: list[CardView]


class ShareView(msgspec.Struct, frozen=True):
    """A share-out: the companies in the order in which their merchants choose, and whose turn it is."""

    slot: str
    order: list[str]
    company: str
    rank: int


class BorneoPlayerView(msgspec.Struct, frozen=True):
    """A player; what the seat may not know of him is null."""

    seat: int
    hand_size: int
    hand: list[CardView] | None
    store_size: int
    store: list[CardView] | None
    port_count: int
    ports: list[PortCardView] | None
    contracts: dict[str, int]
    points: int


class BorneoView(msgspec.Struct, frozen=True):
    """The whole table as one seat sees it."""

    phase: str
    ending: str
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
    """The view of the seat whose mask this is."""
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
        ports=[view_port(box, mask, state, slot) for slot in range(len(SLOT_NAMES))],
        port_pile=len(members(state.pile)),
        draw_pile=draw_size(state),
        discard_pile=view_cards(box, state.discard),
        contracts=view_contracts(box, rules, state),
        pirates=bool(rules.blackbeard),
        ship=None if state.ship == NONE else state.ship,
        payment=view_payment(box, state),
        challenge=view_challenge(box, state),
        share=view_share(state),
        players=view_players(box, mask, state),
    )


def draw_size(state: Any) -> int:
    """How many cards the draw pile has: all that are nowhere else."""
    shown = [state.discard, state.stored]
    # Cards that are chosen but not yet shown still count as the hand's.
    shown += [state.attack] if state.phase == DEFEND else [state.defence] if state.phase == REWARD else []
    lying = sum(card != NONE for cards in state.lying for card in cards)
    return int(CARDS - sum(state.hand_size) - lying - sum(len(members(cards)) for cards in shown))


@lru_cache(maxsize=4096)
def view_card(box: Box, card: int) -> CardView:
    """One cargo card."""
    rules, bit = box.numbers, 1 << card
    spice = next(spice for spice in range(SPICES) if (rules.single[spice] | rules.double[spice]) & bit)
    return CardView(
        name=box.labels["card"][card],
        flags=[COMPANY_NAMES[company] for company in rules.flag[card]],
        spice=SPICE_NAMES[spice],
        count=2 if rules.double[spice] & bit else 1,
    )


def view_cards(box: Box, cards: int) -> list[CardView]:
    """A set of cargo cards."""
    return [view_card(box, card) for card in members(cards)]


def view_port_card(box: Box, port: int) -> PortCardView:
    """One port card."""
    printed = box.data.ports.cards[port]
    return PortCardView(printed.name, printed.spice, printed.limit, printed.monopoly)


def view_port(box: Box, mask: Record, state: Any, slot: int) -> PortView:
    """One place for a port."""
    lying, port = [card for card in state.lying[slot] if card != NONE], state.port[slot]
    packed = int(visible(box.record, mask, slot, len(lying))) if port != NONE else 0
    return PortView(
        slot=SLOT_NAMES[slot],
        port=None if port == NONE else view_port_card(box, port),
        cargo=[view_card(box, card) for card in lying],
        flags={name: int(flags_of(packed, company)) for company, name in enumerate(COMPANY_NAMES)},
    )


def view_contracts(box: Box, rules: Any, state: Any) -> list[ContractView]:
    """The contracts by kind."""
    return [
        ContractView(name, rules.each[kind], rules.alike[kind], rules.contract_points[kind], state.contracts[kind])
        for kind, name in enumerate(box.labels["kind"])
    ]


def view_payment(box: Box, state: Any) -> PaymentView | None:
    """The contract that is being paid."""
    if state.contract == NONE:
        return None
    goods = [*members(state.paid), *(CARDS + port for port in members(state.paid_ports))]
    pirates = None if state.pirate == NONE else box.labels["goods"][state.pirate]
    return PaymentView(box.labels["kind"][state.contract], [box.labels["goods"][item] for item in goods], pirates)


def view_challenge(box: Box, state: Any) -> ChallengeView | None:
    """The challenge that is being fought."""
    if state.company == NONE:
        return None
    return ChallengeView(
        company=COMPANY_NAMES[state.company],
        attacker=state.attacker + 1,
        defender=state.defender + 1,
        bonus=state.attacker - state.defender - 1,
        attack=view_cards(box, state.attack),
        defence=view_cards(box, state.defence),
    )


def view_share(state: Any) -> ShareView | None:
    """The share-out that is going on."""
    if state.share == NONE:
        return None
    order = [COMPANY_NAMES[company] for company in state.order if company != NONE]
    return ShareView(SLOT_NAMES[state.share], order, order[state.share_turn], state.share_rank + 1)


def view_players(box: Box, mask: Record, state: Any) -> list[BorneoPlayerView]:
    """All players, as far as the mask tells."""
    points = np.zeros(box.players, np.int32)
    scores(box.record, mask, points)
    return [
        BorneoPlayerView(
            seat=seat,
            hand_size=state.hand_size[seat],
            hand=None if state.hand[seat] == HIDDEN else view_cards(box, state.hand[seat]),
            store_size=state.store_size[seat],
            store=None if state.store[seat] == HIDDEN else view_cards(box, state.store[seat]),
            port_count=state.port_store_size[seat],
            ports=None
            if state.port_store[seat] == HIDDEN
            else [view_port_card(box, port) for port in members(state.port_store[seat])],
            contracts={
                name: state.fulfilled[seat][kind]
                for kind, name in enumerate(box.labels["kind"])
                if state.fulfilled[seat][kind]
            },
            points=int(points[seat]),
        )
        for seat in range(box.players)
    ]
