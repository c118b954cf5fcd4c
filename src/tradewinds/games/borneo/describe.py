"""Descriptions of legal actions and their effects, from the mask of the seat to act."""

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
from tradewinds.games.borneo.challenge import defence_strength, defender_bonus, strength_to_hold
from tradewinds.games.borneo.company_rows import length
from tradewinds.games.borneo.contracts import spice_of
from tradewinds.games.borneo.flags import flags_on
from tradewinds.games.borneo.state import (
    ATTACK,
    CARDS,
    COMPANIES,
    COMPANY_NAMES,
    CONTRACT,
    EVICTED,
    GOODS,
    PAY,
    RANKS,
    REWARD,
    SLOTS,
    SPICE_NAMES,
)
from tradewinds.games.borneo.visible_flags import LayOutcome, preview_lays
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box, once_per_box
from tradewinds.kernel.record import NONE, Record, unpack
from tradewinds.kernel.sets import members


def phrase(key: str, **values: object) -> Phrase:
    """Return a phrase of this game."""
    return Phrase(f"borneo.{key}", values)


@once_per_box
def kinds_of_goods(box: Box) -> list[tuple[int, int]]:
    """Return the spice (NONE for a joker) and the amount of all goods."""
    rules, kinds = box.numbers, []
    for goods in range(GOODS):
        spice = spice_of(rules, goods)
        kinds.append((spice, 2 if goods < CARDS and rules.double[spice] >> goods & 1 else 1))
    return kinds


@once_per_box
def card_phrases(box: Box) -> list[Phrase]:
    """Describe every cargo card by its flags and its spice."""
    phrases = []
    for name, (spice, amount) in zip(box.labels["card"], kinds_of_goods(box), strict=False):
        key = "card.double" if amount == 2 else "card.single"
        phrases.append(phrase(key, flags=name.partition("-")[0], spice=SPICE_NAMES[spice]))
    return phrases


def card_phrase(box: Box, card: int) -> Phrase:
    return card_phrases(box)[card]


def card_set_phrases(box: Box, cards: int) -> list[Phrase]:
    return [card_phrase(box, card) for card in members(cards)]


def goods_phrase(box: Box, goods: int) -> Phrase:
    """Describe goods: a cargo card or a port."""
    if goods < CARDS:
        return card_phrase(box, goods)
    port = box.data.ports.cards[goods - CARDS]
    return phrase("card.port", port=port.name, spice=port.spice)


def contract_phrase(box: Box, kind: int) -> Phrase:
    """Describe the requirement of a kind of contract."""
    printed = box.data.contracts.kinds[kind]
    return phrase("contract.each" if printed.each else "contract.alike", n=printed.each or printed.alike)


def describe(box: Box, mask: Record, actions: Sequence[int]) -> list[Phrase]:
    """Describe actions and their effects."""
    state, lays = unpack(mask), [action - LAY for action in actions if LAY <= action < TRANSFER]
    cargo = dict(zip(lays, preview_lays(box, mask, lays), strict=True)) if lays else {}
    return [
        describe_cargo(box, state, action - LAY, cargo[action - LAY])
        if LAY <= action < TRANSFER
        else describe_action(box, state, action)
        for action in actions
    ]


def describe_action(box: Box, state: Any, action: int) -> Phrase:
    """Describe an action that lays no cargo."""
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
        return phrase("action.discard", card=card_phrase(box, action - THROW))
    if action >= TAKE:
        key = "action.keep" if state.phase == REWARD else "action.take"
        return phrase(key, card=card_phrase(box, action - TAKE))
    if action >= COMMIT:
        card = action - COMMIT
        flags = count_flags(box, 1 << card, state.company)
        return phrase("action.commit", card=card_phrase(box, card), n=flags, company=COMPANY_NAMES[state.company])
    return describe_simple(box, state, action)


def count_flags(box: Box, cards: int, company: int) -> int:
    """Count the flags of a company on a set of cards."""
    return int(flags_on(box.numbers, cards, company))


def next_place(state: Any, company: int) -> int:
    """Return the rank that a merchant would get on joining a company, counted from 1."""
    return length(state, company) + 1


def describe_simple(box: Box, state: Any, action: int) -> Phrase:
    """Describe contracts, placements of merchants, and the actions PASS, SWAP and DONE."""
    if action >= PAY_WITH:
        return phrase("action.pay", goods=goods_phrase(box, action - PAY_WITH))
    if action >= PIRATES:
        return phrase("action.pirates", goods=goods_phrase(box, action - PIRATES))
    if action >= FULFIL:
        kind = action - FULFIL
        return phrase("action.contract", contract=contract_phrase(box, kind), points=box.numbers.contract_points[kind])
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
    """Describe the end of a payment, an attack or a defence."""
    if state.phase == PAY:
        return phrase("action.paid", contract=contract_phrase(box, state.contract))
    attack = count_flags(box, state.attack, state.company)
    if state.phase == ATTACK:
        bonus = defender_bonus(state.attacker, state.defender)
        return phrase("action.attack", n=attack, company=COMPANY_NAMES[state.company], bonus=bonus)
    defence = int(defence_strength(box.numbers, state, state.defence))
    key = "action.hold" if defence >= strength_to_hold(attack) else "action.yield"
    return phrase(key, n=defence, attack=attack)


def describe_challenge(state: Any, action: int) -> Phrase:
    """Describe a challenge with its ranks and the defender's bonus."""
    company, ranks = divmod(action - CHALLENGE, PAIRS)
    attacker, defender = int(ATTACKERS[ranks]), int(DEFENDERS[ranks])
    return phrase(
        "action.challenge",
        company=COMPANY_NAMES[company],
        owner=state.row[company][defender],
        attacker=attacker + 1,
        defender=defender + 1,
        bonus=defender_bonus(attacker, defender),
    )


def describe_cargo(box: Box, state: Any, lay: int, ahead: LayOutcome) -> Phrase:
    """Describe a card laid at a port and its outcome."""
    card, slot = divmod(lay, SLOTS)
    values = {"card": card_phrase(box, card), "port": box.labels["port"][state.port[slot]]}
    if ahead.monopolist != NONE:
        return phrase("action.lay_monopoly", company=COMPANY_NAMES[ahead.monopolist], **values)
    if ahead.order:
        return phrase("action.lay_share", order=company_phrases(ahead.order), **values)
    flags = [
        phrase("word.flags", company=name, n=count)
        for name, count in zip(COMPANY_NAMES, ahead.flags, strict=True)
        if count
    ]
    return phrase("action.lay", flags=flags, **values)


def company_phrases(companies: list[int]) -> list[Phrase]:
    return [phrase("word.company", company=COMPANY_NAMES[company]) for company in companies]
