"""What an action is and what it will bring, for the one who may choose it: from the seat's own mask."""

from tradewinds.borneo.actions import (
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
from tradewinds.borneo.flags import flags_of, flags_on, visible
from tradewinds.borneo.rows import length
from tradewinds.borneo.share import cards_at, monopolist, rank_companies
from tradewinds.borneo.state import (
    ATTACK,
    CARDS,
    COMPANIES,
    COMPANY_NAMES,
    CONTRACT,
    EVICTED,
    PAY,
    RANKS,
    REWARD,
    SLOTS,
)
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import NONE, Record, copy
from tradewinds.kernel.sets import members
from tradewinds.words import Phrase


def phrase(key: str, **values: object) -> Phrase:
    """A phrase of this game."""
    return Phrase(f"borneo.{key}", values)


def tell_card(box: Box, card: int) -> Phrase:
    """A cargo card in a sentence: its flags and its spice."""
    name = box.labels["card"][card]
    flags, _, spice = name.partition("-")
    double = any(int(cards) >> card & 1 for cards in box.record.double)
    return phrase("card.double" if double else "card.single", flags=flags, spice=spice.split(".")[0].removesuffix("2"))


def tell_cards(box: Box, cards: int) -> list[Phrase]:
    """Several cargo cards."""
    return [tell_card(box, card) for card in members(cards)]


def tell_goods(box: Box, goods: int) -> Phrase:
    """A thing of a store: a cargo card or a port."""
    if goods < CARDS:
        return tell_card(box, goods)
    port = box.data.ports.cards[goods - CARDS]
    return phrase("card.port", port=port.name, spice=port.spice)


def tell_kind(box: Box, kind: int) -> Phrase:
    """What a kind of contract asks for."""
    printed = box.data.contracts.kinds[kind]
    return phrase("contract.each" if printed.each else "contract.alike", n=printed.each or printed.alike)


def describe(box: Box, state: Record, action: int) -> Phrase:
    """What an action is and what it will bring."""
    if action >= CHALLENGE:
        return describe_challenge(state, action)
    if action >= TRANSFER:
        merchant, target = divmod(action - TRANSFER, COMPANIES)
        company, rank = divmod(merchant, RANKS)
        return phrase(
            "action.transfer",
            company=COMPANY_NAMES[company],
            rank=rank + 1,
            target=COMPANY_NAMES[target],
            place=int(length(state, target)) + 1,
        )
    if action >= LAY:
        return describe_cargo(box, state, *divmod(action - LAY, SLOTS))
    if action >= THROW:
        return phrase("action.discard", card=tell_card(box, action - THROW))
    if action >= TAKE:
        key = "action.keep" if state.phase == REWARD else "action.take"
        return phrase(key, card=tell_card(box, action - TAKE))
    if action >= COMMIT:
        card = action - COMMIT
        flags = int(flags_on(box.record, 1 << card, state.company))
        return phrase("action.commit", card=tell_card(box, card), n=flags, company=COMPANY_NAMES[state.company])
    return describe_simple(box, state, action)


def describe_simple(box: Box, state: Record, action: int) -> Phrase:
    """Contracts, places for merchants, and what ends or declines something."""
    if action >= PAY_WITH:
        return phrase("action.pay", goods=tell_goods(box, action - PAY_WITH))
    if action >= PIRATES:
        return phrase("action.pirates", goods=tell_goods(box, action - PIRATES))
    if action >= FULFIL:
        kind = action - FULFIL
        return phrase("action.contract", contract=tell_kind(box, kind), points=int(box.record.contract_points[kind]))
    if action >= PLACE_AT:
        company = action - PLACE_AT
        key = "action.go" if state.phase == EVICTED else "action.place"
        return phrase(key, company=COMPANY_NAMES[company], place=int(length(state, company)) + 1)
    if action == SWAP:
        return phrase("action.swap", company=COMPANY_NAMES[state.company], rank=int(state.attacker) + 1)
    if action == DONE:
        return describe_done(box, state)
    key = {CONTRACT: "no_contract", REWARD: "no_reward"}.get(int(state.phase), "no_merchants")
    return phrase(f"action.{key}")


def describe_done(box: Box, state: Record) -> Phrase:
    """The end of a payment, an attack or a defence."""
    if state.phase == PAY:
        return phrase("action.paid", contract=tell_kind(box, int(state.contract)))
    company = COMPANY_NAMES[state.company]
    bonus = int(state.attacker) - int(state.defender) - 1
    attack = int(flags_on(box.record, int(state.attack), state.company))
    if state.phase == ATTACK:
        return phrase("action.attack", n=attack, company=company, bonus=bonus)
    defence = int(flags_on(box.record, int(state.defence), state.company)) + bonus
    return phrase("action.hold" if defence > attack else "action.yield", n=defence, attack=attack)


def describe_challenge(state: Record, action: int) -> Phrase:
    """A challenge: who against whom, and the defender's bonus."""
    company, ranks = divmod(action - CHALLENGE, PAIRS)
    attacker, defender = int(ATTACKERS[ranks]), int(DEFENDERS[ranks])
    return phrase(
        "action.challenge",
        company=COMPANY_NAMES[company],
        owner=int(state.row[company, defender]),
        attacker=attacker + 1,
        defender=defender + 1,
        bonus=attacker - defender - 1,
    )


def describe_cargo(box: Box, state: Record, card: int, slot: int) -> Phrase:
    """A card at a port, and what it leads to."""
    after = copy(state)
    count = int(cards_at(state, slot)) + 1
    after.lying[slot, count - 1] = card
    port = int(state.port[slot])
    values = {"card": tell_card(box, card), "port": box.labels["port"][port]}
    company = int(monopolist(box.record, after, slot, count))
    if company != NONE:
        return phrase("action.lay_monopoly", company=COMPANY_NAMES[company], **values)
    if count == box.record.limit[port]:
        rank_companies(box.record, after, slot, count)
        order = [phrase("word.company", company=COMPANY_NAMES[other]) for other in after.order if other != NONE]
        return phrase("action.lay_share", order=order, **values)
    packed = int(visible(box.record, after, slot, count))
    flags = [
        phrase("word.flags", company=name, n=int(flags_of(packed, number)))
        for number, name in enumerate(COMPANY_NAMES)
        if flags_of(packed, number)
    ]
    return phrase("action.lay", flags=flags, **values)
