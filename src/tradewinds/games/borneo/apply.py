"""State transitions: the effect of an action and the order of phases within a turn (BO-3)."""

from tradewinds.games.borneo.actions import (
    ATTACKERS,
    CHALLENGE,
    COMMIT,
    DEFENDERS,
    DONE,
    FULFIL,
    LAY,
    PAIRS,
    PAY_WITH,
    PIRATES,
    PLACE_AT,
    SWAP,
    TAKE,
    THROW,
    TRANSFER,
)
from tradewinds.games.borneo.challenge import finish_attack, finish_defence, keep_reward, relocate_evicted
from tradewinds.games.borneo.company_rows import join, leave, snake
from tradewinds.games.borneo.contracts import card_set, port_set
from tradewinds.games.borneo.share_out import lay, take
from tradewinds.games.borneo.state import (
    ATTACK,
    CARDS,
    CARGO,
    COMPANIES,
    CONTRACT,
    DEFEND,
    EVICTED,
    MERCHANTS,
    NEXT_LAST,
    PAY,
    RANKS,
    REWARD,
    RUNNING,
    SLOTS,
    TURN_BEGINS,
    TURN_OVER,
)
from tradewinds.games.borneo.turn_order import advance, remove_from_hand
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.sets import EMPTY, only, size


@inlined
def apply(box: Record, state: Record, action: int, rng: Rng) -> None:
    """Apply a legal action in place."""
    if action >= LAY:
        apply_move(box, state, action)
    elif action >= THROW:
        # BO-8.1: discard down to the limit.
        remove_from_hand(state, state.seat, action - THROW)
        state.discard |= only(action - THROW)
        state.phase = TURN_OVER
    elif action >= TAKE:
        if state.phase == REWARD:
            keep_reward(state, action - TAKE)
            end_reward(state)
        else:
            take(state, action - TAKE)
    elif action >= COMMIT:
        commit(state, action - COMMIT)
    elif action >= FULFIL:
        apply_payment(state, action)
    elif action >= PLACE_AT:
        place(box, state, action - PLACE_AT)
    elif action == SWAP:
        # BO-6.5: the evicted merchant stays at the attacker's old place.
        begin_cargo(state)
    elif action == DONE:
        finish(box, state)
    else:
        decline(state)
    advance(box, state, rng)


@inlined
def apply_move(box: Record, state: Record, action: int) -> None:
    """Lay cargo, transfer a merchant or start a challenge."""
    if action >= CHALLENGE:
        ranks = (action - CHALLENGE) % PAIRS
        state.company = (action - CHALLENGE) // PAIRS
        state.attacker = ATTACKERS[ranks]
        state.defender = DEFENDERS[ranks]
        state.phase = ATTACK
    elif action >= TRANSFER:
        merchant = (action - TRANSFER) // COMPANIES
        # BO-5.1: to the end of another row; the merchants behind move up.
        leave(state, merchant // RANKS, merchant % RANKS)
        join(state, (action - TRANSFER) % COMPANIES, state.seat)
        state.phase = CARGO
    else:
        lay(box, state, (action - LAY) // SLOTS, (action - LAY) % SLOTS)


@noinline
def place(box: Record, state: Record, company: int) -> None:
    """Add a merchant to a row, during set-up or after an eviction."""
    if state.phase == EVICTED:
        relocate_evicted(state, company)
        begin_cargo(state)
        return
    join(state, company, state.seat)
    state.placed += 1
    if state.placed == box.players * box.merchants:
        # BO-2.4: the start player has the first turn.
        state.phase = TURN_BEGINS
    else:
        state.seat = snake(box, state.start, state.placed)


@noinline
def apply_payment(state: Record, action: int) -> None:
    """Choose a contract, or add a card or port to its payment."""
    if action < PIRATES:
        state.contract = action - FULFIL
        state.phase = PAY
        return
    goods = action - PIRATES
    if action >= PAY_WITH:
        goods = action - PAY_WITH
    else:
        state.pirate = goods
    if goods < CARDS:
        state.store[state.seat] &= ~card_set(goods)
        state.paid |= card_set(goods)
    else:
        state.port_store[state.seat] &= ~port_set(goods)
        state.paid_ports |= port_set(goods)


@noinline
def commit(state: Record, card: int) -> None:
    """Commit a card to a challenge; it stays hidden until the choice is complete (BO-12.14)."""
    state.hand[state.seat] &= ~only(card)
    if state.phase == ATTACK:
        state.attack |= only(card)
    else:
        state.defence |= only(card)


@inlined
def finish(box: Record, state: Record) -> None:
    """Complete a payment, an attack or a defence."""
    if state.phase == PAY:
        fulfil(state)
        end_contract(state)
    elif state.phase == ATTACK:
        finish_attack(state)
    else:
        finish_defence(box, state)
        if state.phase == DEFEND:
            begin_cargo(state)


@noinline
def fulfil(state: Record) -> None:
    """Pay for a contract and take it."""
    seat = state.seat
    # BO-4.4: cargo cards go to the discard pile, ports leave the game.
    state.discard |= state.paid
    state.stored &= ~state.paid
    state.store_size[seat] -= size(state.paid)
    state.gone |= state.paid_ports
    state.port_store_size[seat] -= size(state.paid_ports)
    state.paid = EMPTY
    state.paid_ports = EMPTY
    state.contracts[state.contract] -= 1
    state.fulfilled[seat, state.contract] += 1
    state.contract = NONE
    if state.pirate != NONE:
        # BO-10.1: the player takes the ship, from the bay or from its holder.
        state.ship = seat
        state.pirate = NONE


@inlined
def decline(state: Record) -> None:
    """Decline an optional decision: a contract, a merchant action or a reward."""
    if state.phase == CONTRACT:
        end_contract(state)
    elif state.phase == REWARD:
        end_reward(state)
    else:
        begin_cargo(state)


@inlined
def end_contract(state: Record) -> None:
    """Continue with the merchant phase or, in the last contract round, with the next player."""
    state.phase = MERCHANTS if state.ending == RUNNING else NEXT_LAST


@inlined
def end_reward(state: Record) -> None:
    """Discard the defender's remaining cards (BO-6.7) and start the cargo phase."""
    state.discard |= state.defence
    state.defence = EMPTY
    begin_cargo(state)


@inlined
def begin_cargo(state: Record) -> None:
    """End the merchant phase; the player whose turn it is lays cargo."""
    state.company = NONE
    state.attacker = NONE
    state.defender = NONE
    state.seat = state.turn
    state.phase = CARGO


@inlined
def is_settled(box: Record, state: Record) -> bool:  # noqa: ARG001
    """Return whether no payment, attack or defence is being composed."""
    composing = state.phase == PAY or state.phase == ATTACK or (state.phase == DEFEND and state.defence != EMPTY)
    return not composing
