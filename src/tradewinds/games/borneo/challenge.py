"""A challenge for a better rank in a company (BO-6)."""

from tradewinds.games.borneo.flags import flags_on
from tradewinds.games.borneo.rows import join, leave, room_elsewhere
from tradewinds.games.borneo.state import DEFEND, EVICTED, REWARD
from tradewinds.games.borneo.turn_order import forget, store_card
from tradewinds.kernel.compile import apart, inlined
from tradewinds.kernel.record import Record
from tradewinds.kernel.sets import EMPTY, lowest, only, without_lowest


@apart
def finish_attack(state: Record) -> None:
    """The attacker has chosen his cards; the defender answers."""
    forget_all(state, state.seat, state.attack)
    state.seat = state.row[state.company, state.defender]
    state.phase = DEFEND


@inlined
def forget_all(state: Record, seat: int, cards: int) -> None:
    """Cards have left a hand for all to see."""
    while cards != EMPTY:
        forget(state, seat, lowest(cards))
        cards = without_lowest(cards)


@apart
def finish_defence(box: Record, state: Record) -> None:
    """Compare flags. The phase stays DEFEND if nobody has anything to decide."""
    forget_all(state, state.seat, state.defence)
    attack = flags_on(box, state.attack, state.company)
    # BO-6.4: one for every merchant between the two, whoever owns him (BO-12.3).
    bonus = state.attacker - state.defender - 1
    defence = flags_on(box, state.defence, state.company) + bonus
    # BO-6.7: all played cards are discarded, but for the reward.
    state.discard |= state.attack
    state.attack = EMPTY
    if attack >= defence:
        state.discard |= state.defence
        state.defence = EMPTY
        # BO-6.5: the attacker takes the place, and until his owner decides the evicted merchant has the old one.
        state.row[state.company, state.defender] = state.turn
        state.row[state.company, state.attacker] = state.seat
        # BO-12.15: who has nowhere else to go is not asked.
        if room_elsewhere(box, state, state.company):
            state.phase = EVICTED
    elif state.defence != EMPTY:
        # BO-6.6; BO-12.11: with no card played there is nothing to keep.
        state.phase = REWARD


@inlined
def evicted_leaves(state: Record, company: int) -> None:
    """The evicted merchant goes to the end of another row, and the gap closes (BO-6.5, BO-12.7)."""
    leave(state, state.company, state.attacker)
    join(state, company, state.seat)


@inlined
def reward(state: Record, card: int) -> None:
    """The successful defender keeps one of his cards (BO-6.6)."""
    store_card(state, state.seat, card)
    state.defence &= ~only(card)
