"""Invariants of phase, seats and unfinished decisions.

Because they verify the rules, they may state a rule again, independently of `legal` and `apply`.
"""

from tradewinds.games.borneo.company_rows import room_elsewhere, snake
from tradewinds.games.borneo.contracts import (
    can_fulfil_any,
    can_pay,
    card_set,
    is_useful,
    is_useful_to_pirates,
    last_paid,
    port_set,
    refuse_trade,
    spice_of,
    store_holdings,
)
from tradewinds.games.borneo.refusals import LEGAL
from tradewinds.games.borneo.state import (
    ATTACK,
    CARDS_OUT,
    COMPANIES,
    CONTRACT,
    DEFEND,
    DISCARD,
    EVICTED,
    GOODS,
    KINDS,
    OVER,
    PAY,
    PLACE,
    RANKS,
    REWARD,
    RUNNING,
    SHARE,
    SLOTS,
)
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.sets import EMPTY, size


@inlined
def turn_order_valid(box: Record, state: Record) -> bool:
    """Check BO-2.4, BO-3 and BO-9: the right seat is to act, and hands and counters are in range."""
    if not (PLACE <= state.phase <= OVER and RUNNING <= state.ending <= CARDS_OUT):
        return False
    if not 0 <= state.monopolies <= state.share_outs:
        return False
    if state.ending != RUNNING:
        return last_round_valid(box, state)
    if state.phase == OVER or state.last_left != 0:
        return False
    for seat in range(box.players):
        # BO-8.1, BO-12.2: no hand exceeds the limit, and every player has a card.
        limit = box.hand_limit + (state.phase == DISCARD and seat == state.turn)
        lowest = 0 if state.phase == SHARE and seat == state.turn else 1
        if not lowest <= state.hand_size[seat] <= limit:
            return False
    if state.phase == PLACE:
        return state.turn == state.start and state.seat == snake(box, state.start, state.placed)
    if state.phase == DISCARD:
        return state.seat == state.turn and state.hand_size[state.seat] > box.hand_limit
    out_of_turn = state.phase == DEFEND or state.phase == EVICTED or state.phase == REWARD or state.phase == SHARE
    return out_of_turn or state.seat == state.turn


@inlined
def last_round_valid(box: Record, state: Record) -> bool:
    """Check BO-9.2: in the last contract round hands are empty and the seats act in order."""
    if state.phase != CONTRACT and state.phase != PAY and state.phase != OVER:
        return False
    for seat in range(box.players):
        if state.hand_size[seat] != 0:
            return False
    if not 0 <= state.last_left < box.players or (state.phase == OVER and state.last_left != 0):
        return False
    return state.seat == (state.turn - state.last_left) % box.players


@inlined
def decision_valid(box: Record, state: Record) -> bool:
    """Check that the pending decision is possible and no other has been started."""
    paying, fighting, sharing = state.phase == PAY, in_challenge(state), state.phase == SHARE
    if not paying and (state.contract != NONE or state.pirate != NONE):
        return False
    if not paying and (state.paid != EMPTY or state.paid_ports != EMPTY):
        return False
    if not fighting and (state.company != NONE or state.attacker != NONE or state.defender != NONE):
        return False
    if not sharing and (state.share != NONE or state.share_rank != 0 or state.share_turn != 0):
        return False
    for place in range(COMPANIES):
        if not sharing and state.order[place] != NONE:
            return False
    if state.phase == CONTRACT:
        return box.stores_closed != 0 or can_fulfil_any(box, state)
    if paying and not payment_valid(box, state):
        return False
    if fighting and not challenge_valid(box, state):
        return False
    if sharing and not share_out_valid(state):
        return False
    return fighting or (state.attack == EMPTY and state.defence == EMPTY)


@inlined
def in_challenge(state: Record) -> bool:
    """Return whether a challenge is in progress."""
    return state.phase == ATTACK or state.phase == DEFEND or state.phase == EVICTED or state.phase == REWARD


@inlined
def payment_valid(box: Record, state: Record) -> bool:
    """Check BO-4: the payment so far can be completed."""
    if not (0 <= state.contract < KINDS and NONE <= state.pirate < GOODS) or state.contracts[state.contract] == 0:
        return False
    if state.pirate != NONE and (refuse_trade(box, state) != LEGAL or not pirates_card_valid(box, state)):
        return False
    last = last_paid(state)
    if last != NONE:
        return is_useful(box, state, last)
    if state.pirate != NONE:
        return is_useful_to_pirates(box, state, state.contract, state.pirate)
    return can_pay(box, state, state.contract, store_holdings(box, state))


@inlined
def pirates_card_valid(box: Record, state: Record) -> bool:
    """Check BO-12.8: the pirates' card is part of the payment and not a joker."""
    given = (state.paid & card_set(state.pirate)) | (state.paid_ports & port_set(state.pirate)) != EMPTY
    return given and spice_of(box, state.pirate) != NONE


@inlined
def challenge_valid(box: Record, state: Record) -> bool:
    """Check BO-6: attacker and defender are at their ranks, and their cards show the company's flag."""
    company, attacker, defender = state.company, state.attacker, state.defender
    if not (0 <= company < COMPANIES and 0 <= defender < attacker < RANKS):
        return False
    if (state.attack | state.defence) & ~box.showing[company] != EMPTY:
        return False
    front, back = state.row[company, defender], state.row[company, attacker]
    if state.phase == EVICTED:
        evicted = front == state.turn and back == state.seat and state.seat != state.turn
        return evicted and state.attack | state.defence == EMPTY and room_elsewhere(box, state, company)
    if back != state.turn or front == state.turn or front == NONE:
        return False
    if state.phase == ATTACK:
        return state.seat == state.turn and state.defence == EMPTY and attack_valid(box, state)
    if state.seat != front:
        return False
    if state.phase == REWARD:
        return state.attack == EMPTY and state.defence != EMPTY
    return state.attack != EMPTY and size(state.defence) <= size(state.attack) and state.hand[state.seat] != EMPTY


@inlined
def attack_valid(box: Record, state: Record) -> bool:
    """Check BO-6.2: the attacker has a card to play and keeps one."""
    hand = state.hand[state.seat]
    if state.attack != EMPTY:
        return hand != EMPTY
    return size(hand) >= 2 and hand & box.showing[state.company] != EMPTY


@inlined
def share_out_valid(state: Record) -> bool:
    """Check BO-7: the owner of the next merchant in order is to act."""
    if not (0 <= state.share < SLOTS and 0 <= state.share_rank < RANKS and 0 <= state.share_turn < COMPANIES):
        return False
    for place in range(COMPANIES):
        if not NONE <= state.order[place] < COMPANIES:
            return False
        if state.order[place] != NONE and place > 0 and state.order[place - 1] == NONE:
            return False
        for other in range(place):
            if state.order[place] != NONE and state.order[place] == state.order[other]:
                return False
    company = state.order[state.share_turn]
    return company != NONE and state.row[company, state.share_rank] == state.seat
