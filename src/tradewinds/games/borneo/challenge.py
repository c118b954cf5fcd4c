"""Challenges for a better rank in a company (BO-6)."""

from tradewinds.games.borneo.company_rows import join, leave, room_elsewhere
from tradewinds.games.borneo.flags import flags_on
from tradewinds.games.borneo.state import DEFEND, EVICTED, REWARD
from tradewinds.games.borneo.turn_order import store_card, untrack_card
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.record import Record
from tradewinds.kernel.sets import EMPTY, lowest, only, without_lowest


@inlined
def defender_bonus(attacker: int, defender: int) -> int:
    """Return the bonus of a defender against an attacker at these ranks."""
    # BO-6.4: one for every merchant between the two, of any player (BO-12.3).
    return attacker - defender - 1


@inlined
def defence_strength(box: Record, state: Record, cards: int) -> int:
    """Return the strength of a defence with these cards: their flags and the bonus."""
    return flags_on(box, cards, state.company) + defender_bonus(state.attacker, state.defender)


@inlined
def strength_to_hold(attack: int) -> int:
    """Return the strength that a defence needs against this many flags."""
    # BO-6.5, BO-6.6: a tie goes to the attacker.
    return attack + 1


@noinline
def finish_attack(state: Record) -> None:
    """Reveal the attack; the defender is next to act."""
    untrack_cards(state, state.seat, state.attack)
    state.seat = state.row[state.company, state.defender]
    state.phase = DEFEND


@inlined
def untrack_cards(state: Record, seat: int, cards: int) -> None:
    """Remove revealed cards from the bookkeeping of a hand."""
    while cards != EMPTY:
        untrack_card(state, seat, lowest(cards))
        cards = without_lowest(cards)


@noinline
def finish_defence(box: Record, state: Record) -> None:
    """Resolve the challenge. The phase stays DEFEND if no decision follows."""
    untrack_cards(state, state.seat, state.defence)
    attack = flags_on(box, state.attack, state.company)
    defence = defence_strength(box, state, state.defence)
    # BO-6.7: all played cards are discarded, except the reward.
    state.discard |= state.attack
    state.attack = EMPTY
    if defence < strength_to_hold(attack):
        state.discard |= state.defence
        state.defence = EMPTY
        # BO-6.5: the attacker takes the place; the evicted merchant has the attacker's old one until its owner decides.
        state.row[state.company, state.defender] = state.turn
        state.row[state.company, state.attacker] = state.seat
        # BO-12.15: without room in another row there is no decision.
        if room_elsewhere(box, state, state.company):
            state.phase = EVICTED
    elif state.defence != EMPTY:
        # BO-6.6; BO-12.11: with no card played there is nothing to keep.
        state.phase = REWARD


@inlined
def relocate_evicted(state: Record, company: int) -> None:
    """Move the evicted merchant to the end of another row and close the gap (BO-6.5, BO-12.7)."""
    leave(state, state.company, state.attacker)
    join(state, company, state.seat)


@inlined
def keep_reward(state: Record, card: int) -> None:
    """Store one of the successful defender's cards (BO-6.6)."""
    store_card(state, state.seat, card)
    state.defence &= ~only(card)
