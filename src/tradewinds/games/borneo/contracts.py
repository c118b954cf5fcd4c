"""Contracts that a player may fulfil, and the cards that pay for them (BO-4, BO-9.2, BO-10)."""

from tradewinds.games.borneo.actions import DONE, FULFIL, PASS, PAY_WITH, PIRATES
from tradewinds.games.borneo.payment import holdings, payable, shortage, unpaid
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
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.record import NONE, Buffer, Record, add_if
from tradewinds.kernel.sets import EMPTY, highest, lowest, only, up_to, without_lowest


@inlined
def card_set(goods: int) -> int:
    """Return goods as a set of cargo cards; empty if they are a port."""
    return only(goods) if 0 <= goods < CARDS else EMPTY


@inlined
def port_set(goods: int) -> int:
    """Return goods as a set of ports; empty if they are a cargo card."""
    return only(goods - CARDS) if goods >= CARDS else EMPTY


@inlined
def spice_of(box: Record, goods: int) -> int:
    """Return the spice of goods, or NONE for a joker or no goods."""
    for spice in range(SPICES):
        cards = card_set(goods) & (box.single[spice] | box.double[spice])
        if cards != EMPTY or port_set(goods) & box.spice_ports[spice] != EMPTY:
            return spice
    return NONE


@inlined
def refuse_trade(box: Record, state: Record) -> int:
    """Check whether the seat to act may trade with the pirates."""
    if not box.blackbeard:
        return NO_PIRATES
    # BO-10.2: not in the last contract round, not while holding the ship.
    if state.ending != RUNNING:
        return NO_PIRATES_LAST
    return SHIP_IN_HAND if state.ship == state.seat else LEGAL


@noinline
def is_useful_to_pirates(box: Record, state: Record, kind: int, goods: int) -> bool:
    """Return whether a contract can be paid with these goods as the pirates' card."""
    spice = spice_of(box, goods)
    if spice == NONE:
        return False
    cards = state.store[state.seat] & ~card_set(goods)
    ports = state.port_store[state.seat] & ~port_set(goods)
    # BO-10.1, BO-12.8: the pirates' card counts as one of another spice.
    return payable(box, kind, EMPTY, EMPTY, cards, ports, spice)


@noinline
def payable_by_pirates(box: Record, state: Record, kind: int) -> bool:
    """Return whether a contract can be paid with any goods of the store as the pirates' card."""
    cards = state.store[state.seat]
    while cards != EMPTY:
        if is_useful_to_pirates(box, state, kind, lowest(cards)):
            return True
        cards = without_lowest(cards)
    ports = state.port_store[state.seat]
    while ports != EMPTY:
        if is_useful_to_pirates(box, state, kind, CARDS + lowest(ports)):
            return True
        ports = without_lowest(ports)
    return False


@inlined
def can_pay(box: Record, state: Record, kind: int, packed: int) -> bool:
    """Return whether the seat to act, whose store has these packed holdings, can pay for a contract."""
    missing = shortage(box, kind, packed)
    if missing <= 0:
        return True
    # The pirates replace one spice.
    return missing == 1 and refuse_trade(box, state) == LEGAL and payable_by_pirates(box, state, kind)


@inlined
def store_holdings(box: Record, state: Record) -> int:
    """Return the packed holdings that the seat to act can pay with."""
    # BO-4.1: cargo and port cards of the store, never the hand.
    return holdings(box, state.store[state.seat], state.port_store[state.seat])


@inlined
def refuse_kind(box: Record, state: Record, kind: int, packed: int) -> int:
    """Check whether the seat to act, with these packed holdings, can fulfil a kind of contract."""
    # BO-4.1: an open contract that the store pays for.
    if state.contracts[kind] == 0:
        return NO_CONTRACT_LEFT
    return LEGAL if can_pay(box, state, kind, packed) else CANNOT_PAY


@inlined
def can_fulfil_any(box: Record, state: Record) -> bool:
    """Return whether the seat to act can fulfil a contract."""
    packed = store_holdings(box, state)
    for kind in range(KINDS):
        if refuse_kind(box, state, kind, packed) == LEGAL:
            return True
    return False


@inlined
def refuse_contract(box: Record, state: Record, kind: int) -> int:
    """Check the choice of a contract."""
    if state.phase == PAY or state.phase == ATTACK:
        return FINISH_FIRST
    # BO-3.1: the first phase of a turn; BO-9.2: or the last round.
    if state.phase != CONTRACT:
        return CONTRACTS_FIRST
    return refuse_kind(box, state, kind, store_holdings(box, state))


@inlined
def in_store(state: Record, goods: int) -> bool:
    """Return whether goods are in the store of the seat to act."""
    cards, ports = state.store[state.seat], state.port_store[state.seat]
    return (cards & card_set(goods)) | (ports & port_set(goods)) != EMPTY


@noinline
def refuse_pirates(box: Record, state: Record, goods: int) -> int:
    """Check goods offered to the pirates in place of a required spice."""
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
    return LEGAL if is_useful_to_pirates(box, state, state.contract, goods) else NO_USE_TO_PIRATES


@inlined
def last_paid(state: Record) -> int:
    """Return the goods paid last, not counting the pirates' card."""
    ports = state.paid_ports & ~port_set(state.pirate)
    if ports != EMPTY:
        return CARDS + highest(ports)
    return highest(state.paid & ~card_set(state.pirate))


@noinline
def is_useful(box: Record, state: Record, goods: int) -> bool:
    """Return whether a payment that continues with these goods can be completed with goods of higher number."""
    paid = (state.paid & ~card_set(state.pirate)) | card_set(goods)
    ports = (state.paid_ports & ~port_set(state.pirate)) | port_set(goods)
    left = state.store[state.seat] & ~up_to(goods) if goods < CARDS else EMPTY
    left_ports = state.port_store[state.seat] & ~up_to(max(NONE, goods - CARDS))
    return payable(box, state.contract, paid, ports, left, left_ports, spice_of(box, state.pirate))


@noinline
def is_paid(box: Record, state: Record) -> bool:
    """Return whether the payment is complete. Since every card was useful, none is superfluous."""
    cards, ports = state.paid & ~card_set(state.pirate), state.paid_ports & ~port_set(state.pirate)
    return unpaid(box, state.contract, cards, ports, state.pirate) <= 0


@noinline
def refuse_pay(box: Record, state: Record, goods: int) -> int:
    """Check goods offered as payment."""
    if state.phase != PAY:
        return NOTHING_TO_PAY
    if not in_store(state, goods):
        return NOT_IN_STORE
    # BO-12.20: in ascending order.
    if goods < last_paid(state):
        return OUT_OF_ORDER
    # BO-4.3, BO-12.9: no superfluous card.
    return LEGAL if is_useful(box, state, goods) else NO_USE


@inlined
def legal_contracts(box: Record, state: Record, out: Buffer) -> int:
    """Write PASS and the contracts that can be paid."""
    out[0] = PASS
    count, packed = 1, store_holdings(box, state)
    for kind in range(KINDS):
        count = add_if(refuse_kind(box, state, kind, packed) == LEGAL, FULFIL + kind, out, count)
    return count


@noinline
def legal_payments(box: Record, state: Record, out: Buffer) -> int:
    """Write the goods that may be paid next, or DONE if the payment is complete."""
    if is_paid(box, state):
        out[0] = DONE
        return 1
    count = 0
    if state.paid == EMPTY and state.paid_ports == EMPTY and refuse_trade(box, state) == LEGAL:
        count = list_pirates(box, state, out)
    return list_payments(box, state, out, count)


@noinline
def list_pirates(box: Record, state: Record, out: Buffer) -> int:
    """Write all goods in the store that may be offered to the pirates."""
    cards, ports, count = state.store[state.seat], state.port_store[state.seat], 0
    while cards != EMPTY:
        goods = lowest(cards)
        count = add_if(is_useful_to_pirates(box, state, state.contract, goods), PIRATES + goods, out, count)
        cards = without_lowest(cards)
    while ports != EMPTY:
        goods = CARDS + lowest(ports)
        count = add_if(is_useful_to_pirates(box, state, state.contract, goods), PIRATES + goods, out, count)
        ports = without_lowest(ports)
    return count


@inlined
def list_payments(box: Record, state: Record, out: Buffer, count: int) -> int:
    """Append all goods in the store after the last paid for which `is_useful` holds, without repeating its work."""
    kind, last, pirates = state.contract, last_paid(state), spice_of(box, state.pirate)
    paid, paid_ports = state.paid & ~card_set(state.pirate), state.paid_ports & ~port_set(state.pirate)
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
