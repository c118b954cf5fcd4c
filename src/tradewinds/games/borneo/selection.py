"""Several cards chosen at once, in any order: what they would do together. From the seat's own mask.

The rules name cards one by one in their order (BO-12.20), and they alone say whether a selection is legal: it is
carried out on a copy of the mask. Here it is only put into that order and told.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from tradewinds.games.borneo.actions import COMMIT, DONE, FULFIL, PAY_WITH, PIRATES
from tradewinds.games.borneo.cheapest import cheapest_payment, kinds_of_goods, missing, things_of
from tradewinds.games.borneo.describe import count_flags, phrase, tell_goods, tell_kind
from tradewinds.games.borneo.refusals import LEGAL, REFUSALS
from tradewinds.games.borneo.state import ATTACK, CARDS, COMPANY_NAMES, CONTRACT, DEFEND, PAY, SPICE_NAMES, SPICES
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box, Selection
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import NONE, Record, copy, unpack
from tradewinds.kernel.sets import highest, members, size


def select(box: Box, mask: Record, chosen: Sequence[int], suggest: bool) -> Selection | None:
    """What some chosen actions would do, or those suggested instead; None where one action is the whole decision."""
    if mask.phase == CONTRACT:
        return select_contract(box, mask, chosen, suggest)
    if mask.phase == PAY:
        return select_payment(box, mask, [], chosen, suggest)
    if mask.phase == ATTACK or mask.phase == DEFEND:
        return select_cards(box, mask, chosen)
    return None


def follow(box: Box, mask: Record, actions: Iterable[int]) -> tuple[Record, int]:
    """Carry out actions on a copy of a mask until one is refused, with the reason; LEGAL if none is."""
    state, rules, rng = copy(mask), box.game.rules, stream(0)
    for action in actions:
        if code := int(rules.refuse(box.record, state, action)):
            return state, code
        rules.apply(box.record, state, action, rng)
    return state, LEGAL


def ending(box: Box, mask: Record, order: list[int]) -> tuple[list[int], int]:
    """The chosen actions and the one that ends the choice, if all are legal; else why not."""
    state, code = follow(box, mask, order)
    code = code or int(box.game.rules.refuse(box.record, state, DONE))
    return ([], code) if code else ([*order, DONE], LEGAL)


def refusal(code: int) -> Phrase:
    """Why the rules are against it."""
    return phrase(f"refusal.{REFUSALS[code].key}")


def select_contract(box: Box, mask: Record, chosen: Sequence[int], suggest: bool) -> Selection:
    """A contract together with its payment."""
    refuse = box.game.rules.refuse
    heads = [action for action in range(FULFIL, PIRATES) if not refuse(box.record, mask, action)]
    wanted = [action for action in chosen if FULFIL <= action < PIRATES]
    if not wanted:
        return Selection(heads, [], [], [], [], [])
    state, code = follow(box, mask, wanted[-1:])
    if code:
        return Selection(heads, [], [], [], [], [refusal(code)])
    found = select_payment(box, state, wanted[-1:], chosen, suggest)
    return Selection(heads, found.options, found.chosen, found.suggestion, found.play, found.sentences, found.label)


def select_payment(box: Box, mask: Record, head: list[int], chosen: Sequence[int], suggest: bool) -> Selection:
    """Things of the store for a contract that is chosen, besides those that are given already."""
    state = unpack(mask)
    suggestion = cheapest_payment(box, mask)
    order = list(suggestion) if suggest else sort_payment(chosen)
    play, code = ending(box, mask, order)
    options = [PAY_WITH + goods for goods in things_of(state.store[state.seat], state.port_store[state.seat])]
    given = things_of(state.paid, state.paid_ports)
    if not given:
        # BO-10.1, BO-12.20: the pirates' card comes before the others.
        legal = (PIRATES + option - PAY_WITH for option in options)
        options += [action for action in legal if not box.game.rules.refuse(box.record, mask, action)]
    elif last := [goods for goods in given if goods != state.pirate]:
        # BO-12.20: of a payment that was begun card by card, only what comes later can follow.
        options = [option for option in options if option - PAY_WITH > last[-1]]
    sentences = tell_payment(box, state, order, code)
    return Selection(
        [], sorted(options), [*head, *order], [*head, *suggestion], [*head, *play] if play else [], sentences,
        phrase("selection.pay"),
    )  # fmt: skip


def sort_payment(chosen: Sequence[int]) -> list[int]:
    """What is given, in the order of the rules. A thing has one use and the pirates get one card: the latest choice."""
    pirate, paid = NONE, set()
    for action in chosen:
        if PIRATES <= action < PAY_WITH:
            pirate = action - PIRATES
            paid.discard(pirate)
        elif PAY_WITH <= action < COMMIT:
            paid.add(action - PAY_WITH)
            pirate = NONE if action - PAY_WITH == pirate else pirate
    return [*([] if pirate == NONE else [PIRATES + pirate]), *(PAY_WITH + goods for goods in sorted(paid))]


def tell_payment(box: Box, state: Any, order: list[int], code: int) -> list[Phrase]:
    """What a payment brings and costs, what it lacks, or which card is too many."""
    kind = state.contract
    pirate = next((action - PIRATES for action in order if action < PAY_WITH), state.pirate)
    given = [goods for goods in things_of(state.paid, state.paid_ports) if goods != pirate]
    more = [action - PAY_WITH for action in order if action >= PAY_WITH]
    if not code:
        return tell_paid(box, kind, [*given, *more], pirate)
    lacking = missing(box, kind, [*given, *more], pirate)
    lines = [tell_missing(box, kind, [*given, *more], lacking)] if lacking else []
    for goods in more:
        # BO-4.3: what is missing would not be more without it.
        if missing(box, kind, [*given, *(other for other in more if other != goods)], pirate) == lacking:
            return [*lines, phrase("selection.superfluous", goods=tell_goods(box, goods))]
    return lines or [refusal(code)]


def tell_paid(box: Box, kind: int, goods: list[int], pirate: int) -> list[Phrase]:
    """What a complete payment brings and costs."""
    # BO-9.3: every card and every port in the store counts 1 point.
    cost = len(goods) + (pirate != NONE)
    lines = [
        phrase("selection.pays", contract=tell_kind(box, kind), points=box.numbers.contract_points[kind], cost=cost)
    ]
    each, alike = box.numbers.each[kind], box.numbers.alike[kind]
    # BO-4.2: no change is given.
    if over := sum(max(0, amount - (each or alike)) for amount in amounts(box, goods)):
        lines.append(phrase("selection.over", n=over))
    if pirate != NONE:
        lines.append(phrase("selection.ship", goods=tell_goods(box, pirate), cost=box.numbers.ship_points))
    return lines


def amounts(box: Box, goods: Sequence[int]) -> list[int]:
    """How much there is of each spice, jokers aside."""
    have = [0] * SPICES
    for spice, count in (kinds_of_goods(box)[item] for item in goods):
        if spice != NONE:
            have[spice] += count
    return have


def tell_missing(box: Box, kind: int, goods: list[int], lacking: int) -> Phrase:
    """What is still needed; where a joker or the pirates' card may stand for several spices, which they are."""
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
    """Cards of the hand for an attack or a defence, besides those that are played already."""
    state = unpack(mask)
    order = sorted({action for action in chosen if action >= COMMIT})
    play, code = ending(box, mask, order)
    played = state.attack if state.phase == ATTACK else state.defence
    # BO-12.4: cards with a flag of the company; BO-12.20: after those that were played already.
    able = members(state.hand[state.seat] & box.numbers.showing[state.company])
    options = [COMMIT + card for card in able if card > highest(played)]
    cards = played | sum(1 << action - COMMIT for action in order if action - COMMIT < CARDS)
    tell = tell_attack if state.phase == ATTACK else tell_defence
    sentences, label = tell(box, state, cards)
    if code and (order or state.phase == DEFEND):
        sentences = [refusal(code)]
    return Selection([], options, order, [], play, sentences, label)


def tell_attack(box: Box, state: Any, cards: int) -> tuple[list[Phrase], Phrase]:
    """What an attack with these cards meets."""
    flags, bonus = count_flags(box, cards, state.company), state.attacker - state.defender - 1
    owner, company = state.row[state.company][state.defender], COMPANY_NAMES[state.company]
    if not cards:
        told = phrase("selection.attack_none", company=company, owner=owner, bonus=bonus, rank=state.defender + 1)
        return [told], phrase("selection.attack")
    # BO-6.5: as many are enough. The defender may play no card, but never has fewer than the bonus (BO-6.4).
    key = "selection.attacks" if flags >= bonus else "selection.attacks_in_vain"
    values = {"n": flags, "owner": owner, "bonus": bonus, "cards": size(cards)}
    return [phrase(key, **values)], phrase("selection.attack_with", n=flags)


def tell_defence(box: Box, state: Any, cards: int) -> tuple[list[Phrase], Phrase]:
    """What a defence with these cards comes to."""
    flags, bonus = count_flags(box, cards, state.company), state.attacker - state.defender - 1
    # BO-6.5, BO-6.6: the place is kept with more flags than the attacker has.
    need = count_flags(box, state.attack, state.company) + 1
    holds = flags + bonus >= need
    most, best = strongest_defence(box, state)
    if most and not (cards or holds):
        told = [phrase("selection.defend_none", cards=most, bonus=bonus, need=need)]
        weak = [phrase("selection.too_weak")] if best + bonus < need else []
        return [*told, *weak], phrase("selection.no_defence")
    key = "selection.holds" if holds else "selection.yields"
    told = [phrase(key, n=flags, bonus=bonus, sum=flags + bonus, need=need)]
    if cards:
        return told, phrase("selection.defend_with", n=flags)
    return told, phrase("selection.no_card" if holds else "selection.no_defence")


def strongest_defence(box: Box, state: Any) -> tuple[int, int]:
    """How many cards the defender may play, and how many flags of the company they show at most."""
    hand = state.hand[state.seat]
    flags = [count_flags(box, 1 << card, state.company) for card in members(hand & box.numbers.showing[state.company])]
    # BO-6.3: no more cards than the attacker, and one is kept; BO-12.4: only those with a flag of the company.
    most = min(size(state.attack), size(hand) - 1, len(flags))
    return most, sum(sorted(flags, reverse=True)[:most])
