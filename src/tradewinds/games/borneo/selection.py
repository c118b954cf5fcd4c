"""Decisions made by selecting several cards in any order, from the mask of the seat to act.

The rules take cards one by one in ascending order (BO-12.20). A selection is sorted into that order and tried out on
a copy of the mask, so that the rules alone decide whether it is legal.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from tradewinds.games.borneo.actions import COMMIT, DONE, FULFIL, PAY_WITH, PIRATES
from tradewinds.games.borneo.challenge import defence_strength, defender_bonus, strength_to_hold
from tradewinds.games.borneo.cheapest_payment import cheapest_payment, goods_in, goods_sets, missing
from tradewinds.games.borneo.contracts import last_paid
from tradewinds.games.borneo.describe import contract_phrase, count_flags, goods_phrase, phrase
from tradewinds.games.borneo.merchants import commit_limit, fitting_cards
from tradewinds.games.borneo.payment import spice_amount
from tradewinds.games.borneo.refusals import LEGAL, REFUSALS
from tradewinds.games.borneo.scoring import goods_points
from tradewinds.games.borneo.state import ATTACK, CARDS, COMPANY_NAMES, CONTRACT, DEFEND, PAY, SPICE_NAMES, SPICES
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.game_types import Selection
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import NONE, Record, copy, unpack
from tradewinds.kernel.sets import EMPTY, members, size


def select(box: Box, mask: Record, chosen: Sequence[int], suggest: bool) -> Selection | None:
    """Evaluate selected actions, or a suggested selection; None if a single action is the whole decision."""
    if mask.phase == CONTRACT:
        return select_contract(box, mask, chosen, suggest)
    if mask.phase == PAY:
        return select_payment(box, mask, [], chosen, suggest)
    if mask.phase == ATTACK or mask.phase == DEFEND:
        return select_cards(box, mask, chosen)
    return None


def try_actions(box: Box, mask: Record, actions: Iterable[int]) -> tuple[Record, int]:
    """Apply actions to a copy of a mask until one is refused; return the state and the refusal code."""
    state, rules, rng = copy(mask), box.game.rules, stream(0)
    for action in actions:
        if code := int(rules.refuse(box.record, state, action)):
            return state, code
        rules.apply(box.record, state, action, rng)
    return state, LEGAL


def complete(box: Box, mask: Record, order: list[int]) -> tuple[list[int], int]:
    """Return the selected actions followed by DONE if all are legal, else no actions and the refusal code."""
    state, code = try_actions(box, mask, order)
    code = code or int(box.game.rules.refuse(box.record, state, DONE))
    return ([], code) if code else ([*order, DONE], LEGAL)


def refusal(code: int) -> Phrase:
    """Return the message of a refusal code."""
    return phrase(f"refusal.{REFUSALS[code].key}")


def select_contract(box: Box, mask: Record, chosen: Sequence[int], suggest: bool) -> Selection:
    """Evaluate a contract together with its payment."""
    refuse = box.game.rules.refuse
    heads = [action for action in range(FULFIL, PIRATES) if not refuse(box.record, mask, action)]
    wanted = [action for action in chosen if FULFIL <= action < PIRATES]
    if not wanted:
        return Selection(heads, [], [], [], [], [])
    state, code = try_actions(box, mask, wanted[-1:])
    if code:
        return Selection(heads, [], [], [], [], [refusal(code)])
    found = select_payment(box, state, wanted[-1:], chosen, suggest)
    return Selection(heads, found.options, found.chosen, found.suggestion, found.play, found.sentences, found.label)


def select_payment(box: Box, mask: Record, head: list[int], chosen: Sequence[int], suggest: bool) -> Selection:
    """Evaluate goods selected for the chosen contract, in addition to those already paid."""
    state = unpack(mask)
    suggestion = cheapest_payment(box, mask)
    order = list(suggestion) if suggest else sort_payment(chosen)
    play, code = complete(box, mask, order)
    store = goods_in(state.store[state.seat], state.port_store[state.seat])
    # BO-12.20: a payment begun card by card continues in ascending order.
    options = [PAY_WITH + goods for goods in store if goods > last_paid(state)]
    if not (state.paid or state.paid_ports):
        # BO-10.1, BO-12.20: the pirates' card comes before the others.
        legal = (PIRATES + option - PAY_WITH for option in options)
        options += [action for action in legal if not box.game.rules.refuse(box.record, mask, action)]
    sentences = payment_sentences(box, state, order, code)
    return Selection(
        [], sorted(options), [*head, *order], [*head, *suggestion], [*head, *play] if play else [], sentences,
        phrase("selection.pay"),
    )  # fmt: skip


def sort_payment(chosen: Sequence[int]) -> list[int]:
    """Sort a payment into the order of the rules; goods keep the last use selected, the pirates the last card."""
    pirate, paid = NONE, set()
    for action in chosen:
        if PIRATES <= action < PAY_WITH:
            pirate = action - PIRATES
            paid.discard(pirate)
        elif PAY_WITH <= action < COMMIT:
            paid.add(action - PAY_WITH)
            pirate = NONE if action - PAY_WITH == pirate else pirate
    return [*([] if pirate == NONE else [PIRATES + pirate]), *(PAY_WITH + goods for goods in sorted(paid))]


def payment_sentences(box: Box, state: Any, order: list[int], code: int) -> list[Phrase]:
    """Describe a payment: its reward and cost, its shortage, or a superfluous card."""
    kind = state.contract
    pirate = next((action - PIRATES for action in order if action < PAY_WITH), state.pirate)
    given = [goods for goods in goods_in(state.paid, state.paid_ports) if goods != pirate]
    more = [action - PAY_WITH for action in order if action >= PAY_WITH]
    if not code:
        return paid_sentences(box, kind, [*given, *more], pirate)
    lacking = missing(box, kind, [*given, *more], pirate)
    lines = [missing_phrase(box, kind, [*given, *more], lacking)] if lacking else []
    for goods in more:
        # BO-4.3: superfluous if the shortage is the same without it.
        if missing(box, kind, [*given, *(other for other in more if other != goods)], pirate) == lacking:
            return [*lines, phrase("selection.superfluous", goods=goods_phrase(box, goods))]
    return lines or [refusal(code)]


def paid_sentences(box: Box, kind: int, goods: list[int], pirate: int) -> list[Phrase]:
    """Describe the reward and cost of a complete payment."""
    cost = goods_points(len(goods) + (pirate != NONE))
    lines = [
        phrase(
            "selection.pays", contract=contract_phrase(box, kind), points=box.numbers.contract_points[kind], cost=cost
        )
    ]
    each, alike = box.numbers.each[kind], box.numbers.alike[kind]
    # BO-4.2: no change is given.
    if over := sum(max(0, amount - (each or alike)) for amount in amounts(box, goods)):
        lines.append(phrase("selection.over", n=over))
    if pirate != NONE:
        lines.append(phrase("selection.ship", goods=goods_phrase(box, pirate), cost=box.numbers.ship_points))
    return lines


def amounts(box: Box, goods: Sequence[int]) -> list[int]:
    """Return the amount of each spice, without jokers."""
    return [spice_amount(box.numbers, *goods_sets(goods), spice) for spice in range(SPICES)]


def missing_phrase(box: Box, kind: int, goods: list[int], lacking: int) -> Phrase:
    """Describe the shortage; if a joker or the pirates' card may stand for several spices, name them."""
    have, each = amounts(box, goods), box.numbers.each[kind]
    if not each:
        best = max(range(SPICES), key=lambda spice: have[spice])
        if not have[best]:
            return phrase("selection.missing_alike", n=lacking)
        return phrase("selection.missing", goods=[phrase("word.amount", n=lacking, spice=SPICE_NAMES[best])])
    gaps = [(max(0, each - amount), SPICE_NAMES[spice]) for spice, amount in enumerate(have) if amount < each]
    if sum(gap for gap, _ in gaps) == lacking:
        return phrase("selection.missing", goods=[phrase("word.amount", n=n, spice=spice) for n, spice in gaps])
    return phrase("selection.missing_of", n=lacking, spices=[phrase("word.spice", spice=spice) for _, spice in gaps])


def select_cards(box: Box, mask: Record, chosen: Sequence[int]) -> Selection:
    """Evaluate cards selected for an attack or a defence, in addition to those already committed."""
    state = unpack(mask)
    order = sorted({action for action in chosen if action >= COMMIT})
    play, code = complete(box, mask, order)
    played = state.attack if state.phase == ATTACK else state.defence
    options = [COMMIT + card for card in members(int(fitting_cards(box.numbers, state)))]
    cards = played | sum(1 << action - COMMIT for action in order if action - COMMIT < CARDS)
    describe = attack_sentences if state.phase == ATTACK else defence_sentences
    sentences, label = describe(box, state, cards)
    if code and (order or state.phase == DEFEND):
        sentences = [refusal(code)]
    return Selection([], options, order, [], play, sentences, label)


def attack_sentences(box: Box, state: Any, cards: int) -> tuple[list[Phrase], Phrase]:
    """Describe an attack with these cards."""
    flags, bonus = count_flags(box, cards, state.company), defender_bonus(state.attacker, state.defender)
    owner, company = state.row[state.company][state.defender], COMPANY_NAMES[state.company]
    if not cards:
        sentence = phrase("selection.attack_none", company=company, owner=owner, bonus=bonus, rank=state.defender + 1)
        return [sentence], phrase("selection.attack")
    # BO-6.3: the defender may play no card.
    in_vain = defence_strength(box.numbers, state, EMPTY) >= strength_to_hold(flags)
    key = "selection.attacks_in_vain" if in_vain else "selection.attacks"
    values = {"n": flags, "owner": owner, "bonus": bonus, "cards": size(cards)}
    return [phrase(key, **values)], phrase("selection.attack_with", n=flags)


def defence_sentences(box: Box, state: Any, cards: int) -> tuple[list[Phrase], Phrase]:
    """Describe a defence with these cards."""
    flags, bonus = count_flags(box, cards, state.company), defender_bonus(state.attacker, state.defender)
    need = strength_to_hold(count_flags(box, state.attack, state.company))
    strength = int(defence_strength(box.numbers, state, cards))
    holds = strength >= need
    most, best = strongest_defence(box, state)
    if most and not (cards or holds):
        sentences = [phrase("selection.defend_none", cards=most, bonus=bonus, need=need)]
        weak = [phrase("selection.too_weak")] if best + bonus < need else []
        return [*sentences, *weak], phrase("selection.no_defence")
    key = "selection.holds" if holds else "selection.yields"
    sentences = [phrase(key, n=flags, bonus=bonus, sum=strength, need=need)]
    if cards:
        return sentences, phrase("selection.defend_with", n=flags)
    return sentences, phrase("selection.no_card" if holds else "selection.no_defence")


def strongest_defence(box: Box, state: Any) -> tuple[int, int]:
    """Return how many cards the defender may play, and the most flags that they can show."""
    able = members(int(fitting_cards(box.numbers, state)))
    flags = [count_flags(box, 1 << card, state.company) for card in able]
    most = min(commit_limit(state), len(flags))
    return most, sum(sorted(flags, reverse=True)[:most])
