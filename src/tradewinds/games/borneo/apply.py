"""What an action does, and how phases and turns follow each other (BO-3)."""

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
from tradewinds.games.borneo.challenge import evicted_leaves, finish_attack, finish_defence, reward
from tradewinds.games.borneo.contracts import cards_of, ports_of
from tradewinds.games.borneo.rows import join, leave, snake
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
from tradewinds.games.borneo.turn_order import go_on, release
from tradewinds.kernel.compile import apart, inlined
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.sets import EMPTY, only, size


@inlined
def apply(box: Record, state: Record, action: int, rng: Rng) -> None:
    """Carry out a legal action, in place."""
    if action >= LAY:
        apply_move(box, state, action)
    elif action >= THROW:
        # BO-8.1: discard down to the limit.
        release(state, state.seat, action - THROW)
        state.discard |= only(action - THROW)
        state.phase = TURN_OVER
    elif action >= TAKE:
        if state.phase == REWARD:
            reward(state, action - TAKE)
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
        # BO-6.5: the evicted merchant stays on the attacker's old place.
        begin_cargo(state)
    elif action == DONE:
        finish(box, state)
    else:
        leave_it(state)
    go_on(box, state, rng)


@inlined
def apply_move(box: Record, state: Record, action: int) -> None:
    """Lay cargo, transfer a merchant or begin a challenge."""
    if action >= CHALLENGE:
        ranks = (action - CHALLENGE) % PAIRS
        state.company = (action - CHALLENGE) // PAIRS
        state.attacker = ATTACKERS[ranks]
        state.defender = DEFENDERS[ranks]
        state.phase = ATTACK
    elif action >= TRANSFER:
        merchant = (action - TRANSFER) // COMPANIES
        # BO-5.1: to the end of another row; those behind him move up.
        leave(state, merchant // RANKS, merchant % RANKS)
        join(state, (action - TRANSFER) % COMPANIES, state.seat)
        state.phase = CARGO
    else:
        lay(box, state, (action - LAY) // SLOTS, (action - LAY) % SLOTS)


@apart
def place(box: Record, state: Record, company: int) -> None:
    """A merchant joins a row: in set-up, or after he was evicted."""
    if state.phase == EVICTED:
        evicted_leaves(state, company)
        begin_cargo(state)
        return
    join(state, company, state.seat)
    state.placed += 1
    if state.placed == box.players * box.merchants:
        # BO-2.4: the start player has the first turn.
        state.phase = TURN_BEGINS
    else:
        state.seat = snake(box, state.start, state.placed)


@apart
def apply_payment(state: Record, action: int) -> None:
    """Choose a contract, or give something for it."""
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
        state.store[state.seat] &= ~cards_of(goods)
        state.paid |= cards_of(goods)
    else:
        state.port_store[state.seat] &= ~ports_of(goods)
        state.paid_ports |= ports_of(goods)


@apart
def commit(state: Record, card: int) -> None:
    """Play a card in a challenge; others see it when all are chosen (BO-12.14)."""
    state.hand[state.seat] &= ~only(card)
    if state.phase == ATTACK:
        state.attack |= only(card)
    else:
        state.defence |= only(card)


@inlined
def finish(box: Record, state: Record) -> None:
    """All cards are chosen: of a payment, an attack or a defence."""
    if state.phase == PAY:
        fulfil(state)
        end_contract(state)
    elif state.phase == ATTACK:
        finish_attack(state)
    else:
        finish_defence(box, state)
        if state.phase == DEFEND:
            begin_cargo(state)


@apart
def fulfil(state: Record) -> None:
    """A contract is paid and taken."""
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
        # BO-10.1: he takes the ship, from the bay or from its holder.
        state.ship = seat
        state.pirate = NONE


@inlined
def leave_it(state: Record) -> None:
    """Do without what is optional: a contract, a move of the merchants, a reward."""
    if state.phase == CONTRACT:
        end_contract(state)
    elif state.phase == REWARD:
        end_reward(state)
    else:
        begin_cargo(state)


@inlined
def end_contract(state: Record) -> None:
    """After the contract phase come the merchants; in the last round, the next player's contract."""
    state.phase = MERCHANTS if state.ending == RUNNING else NEXT_LAST


@inlined
def end_reward(state: Record) -> None:
    """What the defender does not keep is discarded (BO-6.7)."""
    state.discard |= state.defence
    state.defence = EMPTY
    begin_cargo(state)


@inlined
def begin_cargo(state: Record) -> None:
    """The merchants' phase is over: the player whose turn it is lays cargo."""
    state.company = NONE
    state.attacker = NONE
    state.defender = NONE
    state.seat = state.turn
    state.phase = CARGO
