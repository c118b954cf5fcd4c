"""Actions that bots never consider, because another legal one is better whatever happens. All of them are legal."""

from tradewinds.games.borneo.actions import COMMIT, DONE, PASS, PAY_WITH, PIRATES
from tradewinds.games.borneo.challenge import defence_strength, defender_bonus, strength_to_hold
from tradewinds.games.borneo.contracts import last_paid
from tradewinds.games.borneo.flags import flags_of, flags_on
from tradewinds.games.borneo.merchants import commit_limit, committable
from tradewinds.games.borneo.state import ATTACK, CARDS, DEFEND, PAY, REWARD, SPICES
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.record import Record
from tradewinds.kernel.sets import EMPTY, has, lowest, only, size, up_to, without_lowest


@inlined
def dominated(box: Record, state: Record, action: int) -> bool:
    """Return whether another legal action is better: in a payment, an attack, a defence or the choice of its reward."""
    if state.phase == PAY:
        return dominated_payment(box, state, action)
    if state.phase == ATTACK:
        return action >= COMMIT and state.attack != EMPTY and is_surplus(box, state, action - COMMIT)
    if state.phase == DEFEND:
        return dominated_defence(box, state, action)
    # BO-6.6: a card in the store is worth a point and a spice.
    return state.phase == REWARD and action == PASS


@inlined
def dominated_payment(box: Record, state: Record, action: int) -> bool:
    """Return whether a payment could use a lower card of the same spice and amount instead (BO-12.20)."""
    goods = action - PAY_WITH if action >= PAY_WITH else action - PIRATES
    if not PIRATES <= action < COMMIT or goods >= CARDS:
        return False
    lower = state.store[state.seat] & ~up_to(last_paid(state)) & up_to(goods - 1)
    for spice in range(SPICES):
        for alike in (box.single[spice], box.double[spice]):
            if has(alike, goods):
                return bool(lower & alike != EMPTY)
    return False


@noinline
def is_surplus(box: Record, state: Record, card: int) -> bool:
    """Return whether no defence can hold against the attack as it is, or against this card alone."""
    return cannot_fail(box, state, state.attack) or cannot_fail(box, state, only(card))


@inlined
def cannot_fail(box: Record, state: Record, attack: int) -> bool:
    """Return whether an attack wins against any cards."""
    cards, most = box.showing[state.company], 0
    while cards != EMPTY:
        most = max(most, flags_of(box.all_shown[lowest(cards)], state.company))
        cards = without_lowest(cards)
    # BO-6.3: the defender plays at most as many cards.
    strongest = defender_bonus(state.attacker, state.defender) + most * size(attack)
    return strongest < strength_to_hold(flags_on(box, attack, state.company))


@noinline
def dominated_defence(box: Record, state: Record, action: int) -> bool:
    """Return whether a defence would lose although cards were played: none would do as well."""
    hold = strength_to_hold(flags_on(box, state.attack, state.company))
    if action >= COMMIT:
        return strongest_defence(box, state, action - COMMIT) < hold
    if action != DONE or state.defence == EMPTY or defence_strength(box, state, state.defence) >= hold:
        return False
    cards = committable(box, state)
    while cards != EMPTY:
        if strongest_defence(box, state, lowest(cards)) >= hold:
            return True
        cards = without_lowest(cards)
    return False


@inlined
def strongest_defence(box: Record, state: Record, card: int) -> int:
    """Return the largest strength that a defence can reach with this card and later ones."""
    strength = defence_strength(box, state, state.defence | only(card))
    left = committable(box, state) & ~up_to(card)
    for _ in range(commit_limit(state) - 1):
        best, most, cards = EMPTY, 0, left
        while cards != EMPTY:
            flags = flags_of(box.all_shown[lowest(cards)], state.company)
            if flags > most:
                best, most = only(lowest(cards)), flags
            cards = without_lowest(cards)
        strength += most
        left &= ~best
    return strength
