"""Masks (BO-11), redeals, and what closed stores conceal."""

from tradewinds.games.borneo.state import ATTACK, CONTRACT, DEFEND, MERCHANTS, OVER, PAY, PLACES, RUNNING, SLOTS
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import HIDDEN, NONE, Record
from tradewinds.kernel.sets import EMPTY, any_of, lowest, only, without_lowest


@inlined
def mask(box: Record, state: Record, seat: int) -> None:
    """Hide what a seat may not know, in place."""
    if state.seat != seat:
        hide_decision(state)
    # BO-11.1: hands and draw pile; at the end all hands are revealed, and the rest is known (BO-12.16).
    if state.ending == RUNNING:
        for other in range(box.players):
            if other != seat:
                state.hand[other] = HIDDEN
        state.draw = HIDDEN


@inlined
def conceal(box: Record, state: Record, seat: int) -> None:
    """Hide the contents of the other players' closed stores, in place (BO-11.2, BO-12.13)."""
    # BO-12.13: when the game is over all stores are opened.
    if box.stores_closed and state.phase != OVER:
        for other in range(box.players):
            if other != seat:
                state.store[other] = HIDDEN
                state.port_store[other] = HIDDEN


@inlined
def hide_decision(state: Record) -> None:
    """Undo an unfinished decision of the seat to act in the mask of another seat (BO-12.14)."""
    seat = state.seat
    if state.phase == PAY:
        state.phase = CONTRACT
        state.contract = NONE
        state.pirate = NONE
        state.store[seat] |= state.paid
        state.port_store[seat] |= state.paid_ports
        state.paid = EMPTY
        state.paid_ports = EMPTY
    elif state.phase == ATTACK:
        state.phase = MERCHANTS
        state.company = NONE
        state.attacker = NONE
        state.defender = NONE
        state.hand[seat] |= state.attack
        state.attack = EMPTY
    elif state.phase == DEFEND:
        state.hand[seat] |= state.defence
        state.defence = EMPTY


@inlined
def redeal(box: Record, state: Record, seat: int, rng: Rng) -> None:
    """Fill the hidden values of a seat's mask with one possible world, in place."""
    if state.ending == RUNNING:
        redeal_hands(box, state, seat, rng)


@inlined
def unseen(box: Record, state: Record, seat: int) -> int:
    """Return the cards that a seat cannot see: those in other hands and in the draw pile."""
    seen = state.discard | state.stored | state.attack | state.defence
    if seat >= 0:
        seen |= state.hand[seat]
    for slot in range(SLOTS):
        for place in range(PLACES):
            if state.lying[slot, place] != NONE:
                seen |= only(state.lying[slot, place])
    return box.cards & ~seen


@inlined
def redeal_hands(box: Record, state: Record, seat: int, rng: Rng) -> None:
    """Deal the unseen cards to the other hands, matching the known shuffle of each card drawn (BO-12.18)."""
    rest = unseen(box, state, seat)
    for other in range(box.players):
        if other != seat:
            state.hand[other] = EMPTY
            fitting, shuffle = EMPTY, -1
            for place in range(state.hand_size[other]):
                if state.drawn[other, place] != shuffle:
                    shuffle = state.drawn[other, place]
                    fitting = of_shuffle(state, rest, shuffle)
                card = any_of(rng, fitting)
                fitting &= ~only(card)
                rest &= ~only(card)
                state.hand[other] |= only(card)
    state.draw = rest


@inlined
def of_shuffle(state: Record, cards: int, shuffle: int) -> int:
    """Return the cards of a set that belong to a shuffle."""
    found = EMPTY
    while cards != EMPTY:
        card = lowest(cards)
        if state.shuffle[card] == shuffle:
            found |= only(card)
        cards = without_lowest(cards)
    return found
