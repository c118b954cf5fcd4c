"""Legal actions. Each rule is implemented by exactly one `refuse_…` function."""

from tradewinds.games.borneo.actions import (
    ACTIONS,
    ATTACKERS,
    CHALLENGE,
    COMMIT,
    DEFENDERS,
    DONE,
    FULFIL,
    LAY,
    PAIRS,
    PASS,
    PAY_WITH,
    PIRATES,
    PLACE_AT,
    SWAP,
    TAKE,
    THROW,
    TRANSFER,
)
from tradewinds.games.borneo.contracts import (
    is_paid,
    legal_contracts,
    legal_payments,
    refuse_contract,
    refuse_pay,
    refuse_pirates,
)
from tradewinds.games.borneo.flags import cargo_at
from tradewinds.games.borneo.merchants import (
    committable,
    legal_merchants,
    legal_places,
    refuse_challenge,
    refuse_commit,
    refuse_place,
    refuse_transfer,
)
from tradewinds.games.borneo.refusals import (
    CANNOT_PASS,
    CARGO_LATER,
    CARGO_OBLIGATORY,
    COMMIT_ONE,
    FINISH_FIRST,
    GAME_OVER,
    LEGAL,
    NO_SUCH_ACTION,
    NOBODY_EVICTED,
    NOT_IN_FULL_HAND,
    NOT_IN_HAND,
    NOT_OFFERED,
    NOT_PAID_YET,
    NOT_PLAYED,
    NOTHING_TO_DISCARD,
    NOTHING_TO_FINISH,
    NOTHING_TO_TAKE,
)
from tradewinds.games.borneo.state import (
    ATTACK,
    CARGO,
    COMPANIES,
    CONTRACT,
    DEFEND,
    DISCARD,
    EVICTED,
    MERCHANTS,
    OVER,
    PAY,
    PLACE,
    RANKS,
    REWARD,
    SHARE,
    SLOTS,
)
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.record import Buffer, Record, add_if
from tradewinds.kernel.sets import EMPTY, has, lowest, without_lowest


@inlined
def refuse_done(box: Record, state: Record) -> int:
    """Check the DONE action, which completes a payment, an attack or a defence."""
    if state.phase == PAY:
        return LEGAL if is_paid(box, state) else NOT_PAID_YET
    if state.phase == ATTACK:
        # BO-6.2: one or more cards.
        return LEGAL if state.attack != EMPTY else COMMIT_ONE
    # BO-6.3: the defender need not play any cards.
    return LEGAL if state.phase == DEFEND else NOTHING_TO_FINISH


@inlined
def refuse_pass(state: Record) -> int:
    """Check the PASS action, which declines an optional decision."""
    # BO-3.1, BO-3.2, BO-6.6, BO-9.2.
    if state.phase == CONTRACT or state.phase == MERCHANTS or state.phase == REWARD:
        return LEGAL
    # BO-3.3: cargo is obligatory.
    return CARGO_OBLIGATORY if state.phase == CARGO else CANNOT_PASS


@inlined
def refuse_take(state: Record, card: int) -> int:
    """Check a card taken in a share-out or as a defender's reward."""
    if state.phase == SHARE:
        # BO-7.3, BO-7.4: one of the cargo cards at the port.
        return LEGAL if has(cargo_at(state, state.share), card) else NOT_OFFERED
    if state.phase == REWARD:
        # BO-6.6: one of the cards just played.
        return LEGAL if has(state.defence, card) else NOT_PLAYED
    return NOTHING_TO_TAKE


@inlined
def refuse_lay(state: Record, card: int) -> int:
    """Check a card laid at a port."""
    if state.phase != CARGO:
        return CARGO_LATER
    # BO-7.1: a card of one's own hand, at any of the face-up ports.
    return LEGAL if has(state.hand[state.seat], card) else NOT_IN_HAND


@inlined
def refuse_discard(state: Record, card: int) -> int:
    """Check a card discarded from a hand above the limit."""
    if state.phase != DISCARD:
        return NOTHING_TO_DISCARD
    # BO-8.1: the player's choice.
    return LEGAL if has(state.hand[state.seat], card) else NOT_IN_FULL_HAND


@inlined
def refuse(box: Record, state: Record, action: int) -> int:
    """Return why an action is illegal; LEGAL if it is legal."""
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if state.phase == OVER:
        return GAME_OVER
    if action >= COMMIT:
        return refuse_move(box, state, action)
    if action == PASS:
        return refuse_pass(state)
    if action == DONE:
        return refuse_done(box, state)
    if action == SWAP:
        return LEGAL if state.phase == EVICTED else NOBODY_EVICTED
    if action < FULFIL:
        return refuse_place(box, state, action - PLACE_AT)
    if action < PIRATES:
        return refuse_contract(box, state, action - FULFIL)
    if action < PAY_WITH:
        return refuse_pirates(box, state, action - PIRATES)
    return refuse_pay(box, state, action - PAY_WITH)


@inlined
def refuse_move(box: Record, state: Record, action: int) -> int:
    """Check actions from COMMIT on: those with cargo cards and merchants."""
    if action >= TRANSFER and (state.phase == PAY or state.phase == ATTACK):
        return FINISH_FIRST
    if action >= CHALLENGE:
        ranks = (action - CHALLENGE) % PAIRS
        return refuse_challenge(box, state, (action - CHALLENGE) // PAIRS, ATTACKERS[ranks], DEFENDERS[ranks])
    if action >= TRANSFER:
        merchant, target = (action - TRANSFER) // COMPANIES, (action - TRANSFER) % COMPANIES
        return refuse_transfer(box, state, merchant // RANKS, merchant % RANKS, target)
    if action >= LAY:
        return refuse_lay(state, (action - LAY) // SLOTS)
    if action >= THROW:
        return refuse_discard(state, action - THROW)
    if action >= TAKE:
        return refuse_take(state, action - TAKE)
    return refuse_commit(box, state, action - COMMIT)


@inlined
def legal(box: Record, state: Record, out: Buffer) -> int:
    """Write the legal actions into `out` in ascending order and return their number."""
    phase = state.phase
    if phase == CARGO:
        return legal_cargo(state, out)
    if phase == SHARE:
        return list_cards(cargo_at(state, state.share), TAKE, out, 0)
    if phase == MERCHANTS:
        return legal_merchants(box, state, out)
    if phase == DISCARD:
        return list_cards(state.hand[state.seat], THROW, out, 0)
    if phase == ATTACK or phase == DEFEND:
        count = add_if(refuse_done(box, state) == LEGAL, DONE, out, 0)
        return list_cards(committable(box, state), COMMIT, out, count)
    if phase == CONTRACT:
        return legal_contracts(box, state, out)
    if phase == PLACE or phase == EVICTED:
        return legal_places(box, state, out)
    if phase == REWARD:
        out[0] = PASS
        return list_cards(state.defence, TAKE, out, 1)
    return legal_payments(box, state, out) if phase == PAY else 0


@inlined
def list_cards(cards: int, verb: int, out: Buffer, count: int) -> int:
    """Append an action for every card of a set; return the new number of actions."""
    while cards != EMPTY:
        out[count] = verb + lowest(cards)
        cards = without_lowest(cards)
        count += 1
    return count


@inlined
def legal_cargo(state: Record, out: Buffer) -> int:
    """Write an action for every combination of a card in hand and a port."""
    cards, count = state.hand[state.seat], 0
    while cards != EMPTY:
        first = LAY + lowest(cards) * SLOTS
        for slot in range(SLOTS):
            out[count] = first + slot
            count += 1
        cards = without_lowest(cards)
    return count


@inlined
def to_act(box: Record, state: Record) -> int:  # noqa: ARG001
    """Return the seat to act, which is not always the one whose turn it is."""
    return state.seat


@inlined
def is_over(box: Record, state: Record) -> bool:  # noqa: ARG001
    """Return whether the last contract round is over."""
    return state.phase == OVER
