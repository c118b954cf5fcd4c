"""Legal actions with merchants: placement, transfers, challenges and the cards for them (BO-2.4, BO-5, BO-6)."""

from tradewinds.games.borneo.actions import CHALLENGE, PAIRS, PASS, PLACE_AT, SWAP, TRANSFER, pair
from tradewinds.games.borneo.company_rows import has_room, length
from tradewinds.games.borneo.refusals import (
    BEHIND_OWN,
    DEFENDER_KEEPS_ONE,
    KEEP_ONE,
    LEGAL,
    MERCHANTS_LATER,
    NO_CHALLENGE,
    NO_FLAG,
    NO_FLAG_IN_HAND,
    NO_ROOM_FOR_EVICTED,
    NOT_IN_ATTACKING_HAND,
    NOT_IN_DEFENDING_HAND,
    NOT_PLACING,
    NOT_YOUR_ATTACKER,
    NOT_YOUR_MERCHANT,
    OUT_OF_ORDER,
    OWN_DEFENDER,
    ROW_FULL,
    SAME_COMPANY,
    SAME_ROW,
    SINGLE_CARD,
    TARGET_FULL,
    TOO_MANY_CARDS,
)
from tradewinds.games.borneo.state import ATTACK, COMPANIES, DEFEND, EVICTED, MERCHANTS, PLACE, RANKS
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.record import NONE, Buffer, Record, add_if
from tradewinds.kernel.sets import EMPTY, has, highest, size, up_to


@inlined
def refuse_place(box: Record, state: Record, company: int) -> int:
    """Check a merchant placed at the end of a row, during set-up or after an eviction."""
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
def refuse_target(box: Record, state: Record, company: int, target: int) -> int:
    """Check the row that a merchant of a company is transferred to."""
    # BO-12.19: another company; BO-5.1: with a free space.
    if target == company:
        return SAME_ROW
    return LEGAL if has_room(box, state, target) else TARGET_FULL


@inlined
def refuse_transfer(box: Record, state: Record, company: int, rank: int, target: int) -> int:
    """Check a transfer of one's own merchant to the end of another row."""
    if state.phase != MERCHANTS:
        return MERCHANTS_LATER
    if state.row[company, rank] != state.seat:
        return NOT_YOUR_MERCHANT
    return refuse_target(box, state, company, target)


@inlined
def can_attack(box: Record, state: Record, company: int) -> int:
    """Check whether the hand allows a challenge in a company, regardless of ranks."""
    # BO-6.2: at least one card shows the flag, and one is kept.
    if size(state.hand[state.seat]) < 2:
        return SINGLE_CARD
    return LEGAL if state.hand[state.seat] & box.showing[company] != EMPTY else NO_FLAG_IN_HAND


@inlined
def refuse_challenge(box: Record, state: Record, company: int, attacker: int, defender: int) -> int:
    """Check a challenge by one's own merchant against another player's merchant further ahead in the row."""
    if state.phase != MERCHANTS:
        return MERCHANTS_LATER
    # BO-6.1, BO-12.3: adjacent or not.
    if state.row[company, attacker] != state.seat:
        return NOT_YOUR_ATTACKER
    if state.row[company, defender] == state.seat:
        return OWN_DEFENDER
    return can_attack(box, state, company)


@inlined
def commit_limit(state: Record) -> int:
    """Return how many more cards the seat to act may commit to the challenge."""
    # BO-6.2, BO-6.3: both keep at least one card; the defender plays at most as many as the attacker.
    most = size(state.hand[state.seat]) - 1
    return min(most, size(state.attack) - size(state.defence)) if state.phase == DEFEND else most


@inlined
def fitting_cards(box: Record, state: Record) -> int:
    """Return the set of cards that fit the challenge, regardless of how many may be committed."""
    played = state.defence if state.phase == DEFEND else state.attack
    # BO-12.4: at least one flag of the company; BO-12.20: in ascending order.
    return state.hand[state.seat] & box.showing[state.company] & ~up_to(highest(played))


@inlined
def committable(box: Record, state: Record) -> int:
    """Return the set of cards that may be committed to the challenge next."""
    return fitting_cards(box, state) if commit_limit(state) > 0 else EMPTY


@inlined
def refuse_commit(box: Record, state: Record, card: int) -> int:
    """Check a card committed to a challenge."""
    if state.phase != ATTACK and state.phase != DEFEND:
        return NO_CHALLENGE
    if has(committable(box, state), card):
        return LEGAL
    hand = state.hand[state.seat]
    if not has(hand, card):
        return NOT_IN_ATTACKING_HAND if state.phase == ATTACK else NOT_IN_DEFENDING_HAND
    if not has(box.showing[state.company], card):
        return NO_FLAG
    if state.phase == DEFEND and size(state.defence) == size(state.attack):
        return TOO_MANY_CARDS
    # BO-6.2, BO-6.3: both keep at least one card.
    if size(hand) == 1:
        return KEEP_ONE if state.phase == ATTACK else DEFENDER_KEEPS_ONE
    return OUT_OF_ORDER


@noinline
def legal_places(box: Record, state: Record, out: Buffer) -> int:
    """Write the rows that a merchant may join, and SWAP after an eviction."""
    count = add_if(state.phase == EVICTED, SWAP, out, 0)
    for company in range(COMPANIES):
        count = add_if(refuse_place(box, state, company) == LEGAL, PLACE_AT + company, out, count)
    return count


@noinline
def legal_merchants(box: Record, state: Record, out: Buffer) -> int:
    """Write PASS, transfers and challenges."""
    out[0] = PASS
    count, seat = 1, state.seat
    for company in range(COMPANIES):
        rank = 0
        while rank < RANKS and state.row[company, rank] != NONE:
            if state.row[company, rank] == seat:
                first = TRANSFER + (company * RANKS + rank) * COMPANIES
                for target in range(COMPANIES):
                    count = add_if(refuse_target(box, state, company, target) == LEGAL, first + target, out, count)
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
