"""What an action is and what it will bring, for the one who may choose it: from the seat's own mask."""

from collections.abc import Sequence
from typing import Any

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
from tradewinds.games.borneo.flags import flags_on
from tradewinds.games.borneo.state import (
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
from tradewinds.games.borneo.visible_flags import Outlook, look_ahead
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box, once_per_box
from tradewinds.kernel.record import NONE, Record, unpack
from tradewinds.kernel.sets import members


def phrase(key: str, **values: object) -> Phrase:
    """A phrase of this game."""
    return Phrase(f"borneo.{key}", values)


@once_per_box
def card_phrases(box: Box) -> list[Phrase]:
    """The cargo cards in a sentence: their flags and their spice."""
    phrases = []
    for card, name in enumerate(box.labels["card"]):
        flags, _, spice = name.partition("-")
        key = "card.double" if any(cards >> card & 1 for cards in box.numbers.double) else "card.single"
        phrases.append(phrase(key, flags=flags, spice=spice.split(".")[0].removesuffix("2")))
    return phrases


def tell_card(box: Box, card: int) -> Phrase:
    """A cargo card in a sentence."""
    return card_phrases(box)[card]


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


def describe(box: Box, mask: Record, actions: Sequence[int]) -> list[Phrase]:
    """What some actions are and what they will bring."""
    state, lays = unpack(mask), [action - LAY for action in actions if LAY <= action < TRANSFER]
    cargo = dict(zip(lays, look_ahead(box, mask, lays), strict=True)) if lays else {}
    return [
        describe_cargo(box, state, action - LAY, cargo[action - LAY])
        if LAY <= action < TRANSFER
        else describe_action(box, state, action)
        for action in actions
    ]


def describe_action(box: Box, state: Any, action: int) -> Phrase:
    """One action that lays no cargo."""
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
            place=next_place(state, target),
        )
    if action >= THROW:
        return phrase("action.discard", card=tell_card(box, action - THROW))
    if action >= TAKE:
        key = "action.keep" if state.phase == REWARD else "action.take"
        return phrase(key, card=tell_card(box, action - TAKE))
    if action >= COMMIT:
        card = action - COMMIT
        flags = count_flags(box, 1 << card, state.company)
        return phrase("action.commit", card=tell_card(box, card), n=flags, company=COMPANY_NAMES[state.company])
    return describe_simple(box, state, action)


def count_flags(box: Box, cards: int, company: int) -> int:
    """How many flags of a company some cards show."""
    return int(flags_on(box.numbers, cards, company))


def next_place(state: Any, company: int) -> int:
    """The rank that a merchant gets who joins a company, counted from 1."""
    row: list[int] = state.row[company]
    return row.index(NONE) + 1 if NONE in row else RANKS + 1


def describe_simple(box: Box, state: Any, action: int) -> Phrase:
    """Contracts, places for merchants, and what ends or declines something."""
    if action >= PAY_WITH:
        return phrase("action.pay", goods=tell_goods(box, action - PAY_WITH))
    if action >= PIRATES:
        return phrase("action.pirates", goods=tell_goods(box, action - PIRATES))
    if action >= FULFIL:
        kind = action - FULFIL
        return phrase("action.contract", contract=tell_kind(box, kind), points=box.numbers.contract_points[kind])
    if action >= PLACE_AT:
        company = action - PLACE_AT
        key = "action.go" if state.phase == EVICTED else "action.place"
        return phrase(key, company=COMPANY_NAMES[company], place=next_place(state, company))
    if action == SWAP:
        return phrase("action.swap", company=COMPANY_NAMES[state.company], rank=state.attacker + 1)
    if action == DONE:
        return describe_done(box, state)
    key = {CONTRACT: "no_contract", REWARD: "no_reward"}.get(state.phase, "no_merchants")
    return phrase(f"action.{key}")


def describe_done(box: Box, state: Any) -> Phrase:
    """The end of a payment, an attack or a defence."""
    if state.phase == PAY:
        return phrase("action.paid", contract=tell_kind(box, state.contract))
    bonus = state.attacker - state.defender - 1
    attack = count_flags(box, state.attack, state.company)
    if state.phase == ATTACK:
        return phrase("action.attack", n=attack, company=COMPANY_NAMES[state.company], bonus=bonus)
    defence = count_flags(box, state.defence, state.company) + bonus
    return phrase("action.hold" if defence > attack else "action.yield", n=defence, attack=attack)


def describe_challenge(state: Any, action: int) -> Phrase:
    """A challenge: who against whom, and the defender's bonus."""
    company, ranks = divmod(action - CHALLENGE, PAIRS)
    attacker, defender = int(ATTACKERS[ranks]), int(DEFENDERS[ranks])
    return phrase(
        "action.challenge",
        company=COMPANY_NAMES[company],
        owner=state.row[company][defender],
        attacker=attacker + 1,
        defender=defender + 1,
        bonus=attacker - defender - 1,
    )


def describe_cargo(box: Box, state: Any, lay: int, ahead: Outlook) -> Phrase:
    """A card at a port, and what it leads to."""
    card, slot = divmod(lay, SLOTS)
    values = {"card": tell_card(box, card), "port": box.labels["port"][state.port[slot]]}
    if ahead.monopolist != NONE:
        return phrase("action.lay_monopoly", company=COMPANY_NAMES[ahead.monopolist], **values)
    if ahead.order:
        return phrase("action.lay_share", order=tell_companies(ahead.order), **values)
    flags = [
        phrase("word.flags", company=name, n=count)
        for name, count in zip(COMPANY_NAMES, ahead.flags, strict=True)
        if count
    ]
    return phrase("action.lay", flags=flags, **values)


def tell_companies(companies: list[int]) -> list[Phrase]:
    """Several companies."""
    return [phrase("word.company", company=COMPANY_NAMES[company]) for company in companies]
