"""Which contracts a player may fulfil, and with which cards (BO-4, BO-9.2, BO-10)."""

from tradewinds.games.borneo.actions import DONE, FULFIL, PASS, PAY_WITH, PIRATES
from tradewinds.games.borneo.payment import holdings, payable, shortage
from tradewinds.games.borneo.refusals import (
    CANNOT_PAY,
    CONTRACTS_FIRST,
    FINISH_FIRST,
    JOKER_TO_PIRATES,
    LEGAL,
    NO_CONTRACT_LEFT,
    NO_PIRATES,
    NO_PIRATES_LAST,
    NO_USE,
    NO_USE_TO_PIRATES,
    NOT_IN_STORE,
    NOTHING_TO_PAY,
    OUT_OF_ORDER,
    PIRATES_FIRST,
    PIRATES_ONCE,
    SHIP_IN_HAND,
)
from tradewinds.games.borneo.state import ATTACK, CARDS, CONTRACT, KINDS, PAY, RUNNING, SPICES
from tradewinds.kernel.compile import apart, inlined
from tradewinds.kernel.record import NONE, Buffer, Record, add_if
from tradewinds.kernel.sets import EMPTY, highest, lowest, only, up_to, without_lowest


@inlined
def cards_of(goods: int) -> int:
    """The set of one thing of a store, if it is a cargo card."""
    return only(goods) if 0 <= goods < CARDS else EMPTY


@inlined
def ports_of(goods: int) -> int:
    """The set of one thing of a store, if it is a port."""
    return only(goods - CARDS) if goods >= CARDS else EMPTY


@inlined
def spice_of(box: Record, goods: int) -> int:
    """The spice of a thing of a store, NONE for a joker or for nothing."""
    for spice in range(SPICES):
        cards = cards_of(goods) & (box.single[spice] | box.double[spice])
        if cards != EMPTY or ports_of(goods) & box.spice_ports[spice] != EMPTY:
            return spice
    return NONE


@inlined
def refuse_trade(box: Record, state: Record) -> int:
    """Whether the acting player may trade with the pirates at all."""
    if not box.blackbeard:
        return NO_PIRATES
    # BO-10.2: not in the last contract round, not while he holds the ship.
    if state.ending != RUNNING:
        return NO_PIRATES_LAST
    return SHIP_IN_HAND if state.ship == state.seat else LEGAL


@apart
def of_use_to_pirates(box: Record, state: Record, kind: int, goods: int) -> bool:
    """Whether a contract can be paid with this thing of the store as the pirates' card."""
    spice = spice_of(box, goods)
    if spice == NONE:
        return False
    cards = state.store[state.seat] & ~cards_of(goods)
    ports = state.port_store[state.seat] & ~ports_of(goods)
    # BO-10.1, BO-12.8: it counts as one of another spice.
    return payable(box, kind, EMPTY, EMPTY, cards, ports, spice)


@apart
def payable_by_pirates(box: Record, state: Record, kind: int) -> bool:
    """Whether some thing of the store pays for a contract with the pirates' help."""
    cards = state.store[state.seat]
    while cards != EMPTY:
        if of_use_to_pirates(box, state, kind, lowest(cards)):
            return True
        cards = without_lowest(cards)
    ports = state.port_store[state.seat]
    while ports != EMPTY:
        if of_use_to_pirates(box, state, kind, CARDS + lowest(ports)):
            return True
        ports = without_lowest(ports)
    return False


@inlined
def can_pay(box: Record, state: Record, kind: int, packed: int) -> bool:
    """Whether the acting player's store, whose holdings are given, pays for a contract."""
    missing = shortage(box, kind, packed)
    if missing <= 0:
        return True
    # The pirates replace one spice.
    return missing == 1 and refuse_trade(box, state) == LEGAL and payable_by_pirates(box, state, kind)


@inlined
def store_holdings(box: Record, state: Record) -> int:
    """What the acting player can pay with."""
    # BO-4.1: cargo and port cards of the store, never the hand.
    return holdings(box, state.store[state.seat], state.port_store[state.seat])


@inlined
def can_fulfil_any(box: Record, state: Record) -> bool:
    """Whether the acting player can fulfil some contract."""
    packed = store_holdings(box, state)
    for kind in range(KINDS):
        if state.contracts[kind] > 0 and can_pay(box, state, kind, packed):
            return True
    return False


@inlined
def refuse_contract(box: Record, state: Record, kind: int) -> int:
    """A contract is chosen to be fulfilled."""
    if state.phase == PAY or state.phase == ATTACK:
        return FINISH_FIRST
    # BO-3.1: the first phase of a turn; BO-9.2: or the last round.
    if state.phase != CONTRACT:
        return CONTRACTS_FIRST
    if state.contracts[kind] == 0:
        return NO_CONTRACT_LEFT
    return LEGAL if can_pay(box, state, kind, store_holdings(box, state)) else CANNOT_PAY


@inlined
def in_store(state: Record, goods: int) -> bool:
    """Whether a thing is in the acting player's store."""
    cards, ports = state.store[state.seat], state.port_store[state.seat]
    return (cards & cards_of(goods)) | (ports & ports_of(goods)) != EMPTY


@apart
def refuse_pirates(box: Record, state: Record, goods: int) -> int:
    """A card goes to the pirates in place of a required spice."""
    if state.phase != PAY:
        return NOTHING_TO_PAY
    no_trade = refuse_trade(box, state)
    if no_trade != LEGAL:
        return no_trade
    # BO-12.8: one card per contract.
    if state.pirate != NONE:
        return PIRATES_ONCE
    # BO-12.20: before the other cards.
    if state.paid != EMPTY or state.paid_ports != EMPTY:
        return PIRATES_FIRST
    if not in_store(state, goods):
        return NOT_IN_STORE
    if spice_of(box, goods) == NONE:
        return JOKER_TO_PIRATES
    return LEGAL if of_use_to_pirates(box, state, state.contract, goods) else NO_USE_TO_PIRATES


@inlined
def last_paid(state: Record) -> int:
    """The last thing that was paid, not counting the pirates' card."""
    ports = state.paid_ports & ~ports_of(state.pirate)
    if ports != EMPTY:
        return CARDS + highest(ports)
    return highest(state.paid & ~cards_of(state.pirate))


@apart
def of_use(box: Record, state: Record, goods: int) -> bool:
    """Whether a payment that goes on with this thing can be completed with those after it."""
    paid = (state.paid & ~cards_of(state.pirate)) | cards_of(goods)
    ports = (state.paid_ports & ~ports_of(state.pirate)) | ports_of(goods)
    left = state.store[state.seat] & ~up_to(goods) if goods < CARDS else EMPTY
    left_ports = state.port_store[state.seat] & ~up_to(max(NONE, goods - CARDS))
    return payable(box, state.contract, paid, ports, left, left_ports, spice_of(box, state.pirate))


@apart
def is_paid(box: Record, state: Record) -> bool:
    """Whether the payment is complete: it suffices, and it has been of use card by card, so that none is too many."""
    cards, ports = state.paid & ~cards_of(state.pirate), state.paid_ports & ~ports_of(state.pirate)
    return shortage(box, state.contract, holdings(box, cards, ports)) <= int(state.pirate != NONE)


@apart
def refuse_pay(box: Record, state: Record, goods: int) -> int:
    """A card of the store is given for the contract."""
    if state.phase != PAY:
        return NOTHING_TO_PAY
    if not in_store(state, goods):
        return NOT_IN_STORE
    # BO-12.20: in ascending order.
    if goods < last_paid(state):
        return OUT_OF_ORDER
    # BO-4.3, BO-12.9: no card that the payment could do without.
    return LEGAL if of_use(box, state, goods) else NO_USE


@inlined
def legal_contracts(box: Record, state: Record, out: Buffer) -> int:
    """The contracts that can be paid; none need be."""
    out[0] = PASS
    count, packed = 1, store_holdings(box, state)
    for kind in range(KINDS):
        allowed = state.contracts[kind] > 0 and can_pay(box, state, kind, packed)
        count = add_if(allowed, FULFIL + kind, out, count)
    return count


@apart
def legal_payments(box: Record, state: Record, out: Buffer) -> int:
    """The cards that may be given next, or the end of the payment."""
    if is_paid(box, state):
        out[0] = DONE
        return 1
    count = 0
    if state.paid == EMPTY and state.paid_ports == EMPTY and refuse_trade(box, state) == LEGAL:
        count = list_pirates(box, state, out)
    return list_payments(box, state, out, count)


@apart
def list_pirates(box: Record, state: Record, out: Buffer) -> int:
    """Everything in the store that the pirates may get."""
    cards, ports, count = state.store[state.seat], state.port_store[state.seat], 0
    while cards != EMPTY:
        goods = lowest(cards)
        count = add_if(of_use_to_pirates(box, state, state.contract, goods), PIRATES + goods, out, count)
        cards = without_lowest(cards)
    while ports != EMPTY:
        goods = CARDS + lowest(ports)
        count = add_if(of_use_to_pirates(box, state, state.contract, goods), PIRATES + goods, out, count)
        ports = without_lowest(ports)
    return count


@inlined
def list_payments(box: Record, state: Record, out: Buffer, count: int) -> int:
    """Everything in the store after what was paid last that is of use."""
    kind, last, pirates = state.contract, last_paid(state), spice_of(box, state.pirate)
    paid, paid_ports = state.paid & ~cards_of(state.pirate), state.paid_ports & ~ports_of(state.pirate)
    cards = state.store[state.seat] & ~up_to(last) if last < CARDS else EMPTY
    ports = state.port_store[state.seat] & ~up_to(max(NONE, last - CARDS))
    while cards != EMPTY:
        card, cards = lowest(cards), without_lowest(cards)
        useful = payable(box, kind, paid | only(card), paid_ports, cards, ports, pirates)
        count = add_if(useful, PAY_WITH + card, out, count)
    while ports != EMPTY:
        port, ports = lowest(ports), without_lowest(ports)
        useful = payable(box, kind, paid, paid_ports | only(port), EMPTY, ports, pirates)
        count = add_if(useful, PAY_WITH + CARDS + port, out, count)
    return count
