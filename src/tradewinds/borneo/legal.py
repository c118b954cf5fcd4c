"""What may be done now. Each `refuse_…` function is the one place where its rule stands."""

from tradewinds.borneo.actions import (
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
    pair,
)
from tradewinds.borneo.contracts import (
    is_paid,
    legal_contracts,
    legal_payments,
    refuse_contract,
    refuse_pay,
    refuse_pirates,
)
from tradewinds.borneo.refusals import (
    BEHIND_OWN,
    CANNOT_PASS,
    CARGO_LATER,
    CARGO_OBLIGATORY,
    COMMIT_ONE,
    DEFENDER_KEEPS_ONE,
    FINISH_FIRST,
    GAME_OVER,
    KEEP_ONE,
    LEGAL,
    MERCHANTS_LATER,
    NO_CHALLENGE,
    NO_FLAG,
    NO_FLAG_IN_HAND,
    NO_ROOM_FOR_EVICTED,
    NO_SUCH_ACTION,
    NOBODY_EVICTED,
    NOT_IN_ATTACKING_HAND,
    NOT_IN_DEFENDING_HAND,
    NOT_IN_FULL_HAND,
    NOT_IN_HAND,
    NOT_OFFERED,
    NOT_PAID_YET,
    NOT_PLACING,
    NOT_PLAYED,
    NOT_YOUR_ATTACKER,
    NOT_YOUR_MERCHANT,
    NOTHING_TO_DISCARD,
    NOTHING_TO_FINISH,
    NOTHING_TO_TAKE,
    OUT_OF_ORDER,
    OWN_DEFENDER,
    ROW_FULL,
    SAME_COMPANY,
    SAME_ROW,
    SINGLE_CARD,
    TARGET_FULL,
    TOO_MANY_CARDS,
)
from tradewinds.borneo.rows import has_room, length
from tradewinds.borneo.state import (
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
    PLACES,
    RANKS,
    REWARD,
    SHARE,
    SLOTS,
)
from tradewinds.kernel.compile import apart, inlined
from tradewinds.kernel.record import NONE, Buffer, Record, add_if
from tradewinds.kernel.sets import EMPTY, has, highest, lowest, only, size, up_to, without_lowest


@inlined
def refuse_place(box: Record, state: Record, company: int) -> int:
    """A merchant goes to the end of a row, in set-up or when he was evicted."""
    if state.phase == EVICTED:
        # BO-6.5: the end of another company's row.
        if company == state.company:
            return SAME_COMPANY
        return LEGAL if has_room(box, state, company) else NO_ROOM_FOR_EVICTED
    if state.phase != PLACE:
        return NOT_PLACING
    if not has_room(box, state, company):
        return ROW_FULL
    # BO-2.4: card-2007, not directly behind one's own merchant.
    last = length(state, company) - 1
    return BEHIND_OWN if box.apart and last >= 0 and state.row[company, last] == state.seat else LEGAL


@inlined
def refuse_transfer(box: Record, state: Record, company: int, rank: int, target: int) -> int:
    """A merchant of one's own moves to the end of another company's row."""
    if state.phase != MERCHANTS:
        return MERCHANTS_LATER
    if state.row[company, rank] != state.seat:
        return NOT_YOUR_MERCHANT
    # BO-12.19: another company; BO-5.1: with a free space.
    if target == company:
        return SAME_ROW
    return LEGAL if has_room(box, state, target) else TARGET_FULL


@inlined
def can_attack(box: Record, state: Record, company: int) -> int:
    """Whether the hand allows a challenge in a company, whoever fights."""
    # BO-6.2: one card at least shows the flag, and one is kept.
    if size(state.hand[state.seat]) < 2:
        return SINGLE_CARD
    return LEGAL if state.hand[state.seat] & box.showing[company] != EMPTY else NO_FLAG_IN_HAND


@inlined
def refuse_challenge(box: Record, state: Record, company: int, attacker: int, defender: int) -> int:
    """A merchant of one's own attacks another player's merchant further up in the same company."""
    if state.phase != MERCHANTS:
        return MERCHANTS_LATER
    # BO-6.1, BO-12.3: adjacent or not.
    if state.row[company, attacker] != state.seat:
        return NOT_YOUR_ATTACKER
    if state.row[company, defender] == state.seat:
        return OWN_DEFENDER
    return can_attack(box, state, company)


@inlined
def committable(box: Record, state: Record) -> int:
    """The cards that the one who fights may still play, as a set."""
    hand, played, most = state.hand[state.seat], state.attack, size(state.hand[state.seat]) - 1
    if state.phase == DEFEND:
        # BO-6.3: at most as many cards as the attacker.
        played, most = state.defence, min(most, size(state.attack) - size(state.defence))
    if most <= 0:
        return EMPTY
    # BO-12.4: at least one flag of the company; BO-12.20: in ascending order.
    return hand & box.showing[state.company] & ~up_to(highest(played))


@inlined
def refuse_commit(box: Record, state: Record, card: int) -> int:
    """A card is played in a challenge."""
    if state.phase != ATTACK and state.phase != DEFEND:
        return NO_CHALLENGE
    if has(committable(box, state), card):
        return LEGAL
    hand = state.hand[state.seat]
    played = state.attack if state.phase == ATTACK else state.defence
    if not has(hand, card):
        return NOT_IN_ATTACKING_HAND if state.phase == ATTACK else NOT_IN_DEFENDING_HAND
    if not has(box.showing[state.company], card):
        return NO_FLAG
    if state.phase == DEFEND and size(state.defence) == size(state.attack):
        return TOO_MANY_CARDS
    # BO-6.2, BO-6.3: both keep at least one card.
    if size(hand) == 1:
        return KEEP_ONE if state.phase == ATTACK else DEFENDER_KEEPS_ONE
    return OUT_OF_ORDER if card < highest(played) else NO_SUCH_ACTION


@inlined
def refuse_done(box: Record, state: Record) -> int:
    """A payment or the cards of a challenge are complete."""
    if state.phase == PAY:
        return LEGAL if is_paid(box, state) else NOT_PAID_YET
    if state.phase == ATTACK:
        # BO-6.2: one or more cards.
        return LEGAL if state.attack != EMPTY else COMMIT_ONE
    # BO-6.3: the defender need not play any.
    return LEGAL if state.phase == DEFEND else NOTHING_TO_FINISH


@inlined
def refuse_pass(state: Record) -> int:
    """What is optional may be left."""
    # BO-3.1, BO-3.2, BO-6.6, BO-9.2.
    if state.phase == CONTRACT or state.phase == MERCHANTS or state.phase == REWARD:
        return LEGAL
    # BO-3.3: cargo is obligatory.
    return CARGO_OBLIGATORY if state.phase == CARGO else CANNOT_PASS


@inlined
def offered(state: Record) -> int:
    """The cards to choose from at a share-out, as a set."""
    cards = EMPTY
    for place in range(PLACES):
        card = state.lying[state.share, place]
        if card != NONE:
            cards |= only(card)
    return cards


@inlined
def refuse_take(state: Record, card: int) -> int:
    """A card is taken into the store: at a share-out, or as the reward of a defender."""
    if state.phase == SHARE:
        # BO-7.3, BO-7.4: one of the cargo cards at the port.
        return LEGAL if has(offered(state), card) else NOT_OFFERED
    if state.phase == REWARD:
        # BO-6.6: one of the cards he has just played.
        return LEGAL if has(state.defence, card) else NOT_PLAYED
    return NOTHING_TO_TAKE


@inlined
def refuse_lay(state: Record, card: int) -> int:
    """A card of the hand is laid at a port."""
    if state.phase != CARGO:
        return CARGO_LATER
    # BO-7.1: a card of one's own hand; any of the face-up ports will do.
    return LEGAL if has(state.hand[state.seat], card) else NOT_IN_HAND


@inlined
def refuse_throw(state: Record, card: int) -> int:
    """A card of a hand that is too full is discarded."""
    if state.phase != DISCARD:
        return NOTHING_TO_DISCARD
    # BO-8.1: own choice.
    return LEGAL if has(state.hand[state.seat], card) else NOT_IN_FULL_HAND


@inlined
def refuse(box: Record, state: Record, action: int) -> int:
    """Why this action is not legal now; LEGAL if it is."""
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
    """The same for actions with cards of the hand and with merchants."""
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
        return refuse_throw(state, action - THROW)
    if action >= TAKE:
        return refuse_take(state, action - TAKE)
    return refuse_commit(box, state, action - COMMIT)


@inlined
def legal(box: Record, state: Record, out: Buffer) -> int:
    """Write the legal actions into `out`, ascending; return how many there are."""
    phase = state.phase
    if phase == CARGO:
        return legal_cargo(state, out)
    if phase == SHARE:
        return list_cards(offered(state), TAKE, out, 0)
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
    """Add an action for every card of a set."""
    while cards != EMPTY:
        out[count] = verb + lowest(cards)
        cards = without_lowest(cards)
        count += 1
    return count


@inlined
def legal_cargo(state: Record, out: Buffer) -> int:
    """Every card of the hand can go to every port."""
    cards, count = state.hand[state.seat], 0
    while cards != EMPTY:
        first = LAY + lowest(cards) * SLOTS
        for slot in range(SLOTS):
            out[count] = first + slot
            count += 1
        cards = without_lowest(cards)
    return count


@apart
def legal_places(box: Record, state: Record, out: Buffer) -> int:
    """The rows that a merchant may join, or the place of the attacker who evicted him."""
    count = add_if(state.phase == EVICTED, SWAP, out, 0)
    for company in range(COMPANIES):
        count = add_if(refuse_place(box, state, company) == LEGAL, PLACE_AT + company, out, count)
    return count


@apart
def legal_merchants(box: Record, state: Record, out: Buffer) -> int:
    """Transfers, then challenges."""
    out[0] = PASS
    count, seat = 1, state.seat
    for company in range(COMPANIES):
        rank = 0
        while rank < RANKS and state.row[company, rank] != NONE:
            if state.row[company, rank] == seat:
                first = TRANSFER + (company * RANKS + rank) * COMPANIES
                for target in range(COMPANIES):
                    allowed = target != company and has_room(box, state, target)
                    count = add_if(allowed, first + target, out, count)
            rank += 1
    for company in range(COMPANIES):
        if can_attack(box, state, company) != LEGAL:
            continue
        rank = 0
        while rank < RANKS and state.row[company, rank] != NONE:
            if state.row[company, rank] == seat:
                first = CHALLENGE + company * PAIRS + pair(rank, 0)
                for defender in range(rank):
                    count = add_if(state.row[company, defender] != seat, first + defender, out, count)
            rank += 1
    return count


@inlined
def to_act(box: Record, state: Record) -> int:  # noqa: ARG001
    """The seat that must decide: not always the one whose turn it is."""
    return state.seat


@inlined
def is_over(box: Record, state: Record) -> bool:  # noqa: ARG001
    """Whether the last contract round is over."""
    return state.phase == OVER
