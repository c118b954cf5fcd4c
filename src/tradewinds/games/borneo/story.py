"""The story of played actions, from a seat's masks before and after.

A payment or a challenge is described when it is complete, so that all seats get the same sentences (BO-12.14).
"""

from typing import Any

from tradewinds.games.borneo.actions import DONE, LAY, PASS, PLACE_AT, SWAP, TAKE, THROW, TRANSFER, name_action
from tradewinds.games.borneo.challenge import defence_strength, defender_bonus, strength_to_hold
from tradewinds.games.borneo.describe import (
    card_phrase,
    card_set_phrases,
    company_phrases,
    contract_phrase,
    count_flags,
    goods_phrase,
    phrase,
)
from tradewinds.games.borneo.scoring import PARTS, score_parts
from tradewinds.games.borneo.state import (
    CARDS,
    COMPANY_NAMES,
    CONTRACT,
    DEFEND,
    DISCARD,
    ENDING_NAMES,
    EVICTED,
    OVER,
    REWARD,
    RUNNING,
    SHARE,
    SLOTS,
)
from tradewinds.games.borneo.visible_flags import preview_lays
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import HIDDEN, NONE, Record, unpack
from tradewinds.kernel.sets import members


def opening(box: Box, mask: Record) -> list[Phrase]:
    """Describe the set-up."""
    state = unpack(mask)
    return [phrase("story.begin", seat=state.start, ports=[box.labels["port"][port] for port in state.port])]


def story(box: Box, mask_before: Record, action: int, mask_after: Record) -> list[Phrase]:
    """Describe the effects of an action in order."""
    before, after = unpack(mask_before), unpack(mask_after)
    if LAY <= action < TRANSFER:
        lines = cargo_sentences(box, mask_before, before, action - LAY, after)
        lines += draw_sentences(box, before, (action - LAY) // SLOTS, after)
    else:
        lines = action_sentences(box, before, action, after)
        if action >= TRANSFER or before.phase == SHARE:
            lines += draw_sentences(box, before, NONE, after)
    if before.ending == RUNNING and after.ending != RUNNING:
        lines.append(phrase(f"story.ends_{ENDING_NAMES[after.ending]}"))
    if after.phase == OVER:
        lines += game_end_sentences(box, mask_after)
    return lines


def action_sentences(box: Box, before: Any, action: int, after: Any) -> list[Phrase]:
    """Describe an action that lays no cargo, and its immediate effects."""
    seat = before.seat
    if action >= TRANSFER:
        verb, company, _, *target = name_action(box, action)
        return [phrase("story.transfer", seat=seat, company=company, target=target[0])] if verb == "transfer" else []
    if action >= THROW:
        return [phrase("story.discard", seat=seat, card=card_phrase(box, action - THROW))]
    if action >= TAKE:
        return take_sentences(box, before, action - TAKE, after)
    if action == DONE:
        return done_sentences(box, before, after)
    if action == SWAP:
        return [phrase("story.swap", seat=seat, company=COMPANY_NAMES[before.company], rank=before.attacker + 1)]
    if action == PASS:
        return pass_sentences(before)
    if action < PLACE_AT + len(COMPANY_NAMES):
        key = "story.go" if before.phase == EVICTED else "story.place"
        return [phrase(key, seat=seat, company=COMPANY_NAMES[action - PLACE_AT])]
    return []


def pass_sentences(before: Any) -> list[Phrase]:
    """Describe a declined reward or a declined last contract."""
    if before.phase == REWARD:
        return [phrase("story.no_reward", seat=before.seat)]
    if before.phase == CONTRACT and before.ending != RUNNING:
        return [phrase("story.no_contract", seat=before.seat)]
    return []


def done_sentences(box: Box, before: Any, after: Any) -> list[Phrase]:
    """Describe a fulfilled contract, an attack or a defence."""
    if before.phase == DEFEND:
        return defence_sentences(box, before, after)
    if after.phase == DEFEND:
        return [
            phrase(
                "story.attack",
                seat=before.seat,
                owner=after.seat,
                company=COMPANY_NAMES[after.company],
                attacker=after.attacker + 1,
                defender=after.defender + 1,
                cards=card_set_phrases(box, after.attack),
                n=count_flags(box, after.attack, after.company),
            )
        ]
    return contract_sentences(box, before, after)


def contract_sentences(box: Box, before: Any, after: Any) -> list[Phrase]:
    """Describe a contract, its payment and the pirates."""
    seat = before.seat
    kind = index_of_increase(before.fulfilled[seat], after.fulfilled[seat])
    goods = members(after.discard & ~before.discard)
    goods += [CARDS + port for port in members(after.gone & ~before.gone)]
    lines = [
        phrase(
            "story.contract",
            seat=seat,
            contract=contract_phrase(box, kind),
            points=box.numbers.contract_points[kind],
            goods=[goods_phrase(box, item) for item in goods],
        )
    ]
    if after.ship != before.ship:
        lines.append(phrase("story.ship", seat=seat))
    return lines


def defence_sentences(box: Box, before: Any, after: Any) -> list[Phrase]:
    """Describe the defender's cards and the outcome of the challenge."""
    company, bonus = before.company, defender_bonus(before.attacker, before.defender)
    played = after.defence | (after.discard & ~before.discard & ~before.attack)
    defence = int(defence_strength(box.numbers, before, played))
    values = {"seat": before.seat, "n": defence, "bonus": bonus, "company": COMPANY_NAMES[company]}
    lines = [
        phrase("story.defence", cards=card_set_phrases(box, played), **values)
        if played
        else phrase("story.yield", **values)
    ]
    if defence >= strength_to_hold(count_flags(box, before.attack, company)):
        lines.append(phrase("story.repelled", seat=before.turn, owner=before.seat))
    else:
        rank = before.defender + 1
        lines.append(phrase("story.succeeds", seat=before.turn, company=COMPANY_NAMES[company], rank=rank))
    return lines


def cargo_sentences(box: Box, mask_before: Record, before: Any, lay: int, after: Any) -> list[Phrase]:
    """Describe a card laid at a port and the share-out that it triggers."""
    card, slot = divmod(lay, SLOTS)
    port = box.labels["port"][before.port[slot]]
    lines = [phrase("story.lay", seat=before.seat, card=card_phrase(box, card), port=port)]
    if after.share_outs == before.share_outs:
        return lines
    (ahead,) = preview_lays(box, mask_before, [lay])
    if ahead.monopolist != NONE:
        lines.append(phrase("story.monopoly", company=COMPANY_NAMES[ahead.monopolist], port=port))
    else:
        lines.append(phrase("story.share", port=port, order=company_phrases(ahead.order)))
    owner = index_of_increase(before.port_store_size, after.port_store_size)
    lines.append(phrase("story.port", seat=owner, port=port))
    if after.phase != SHARE and after.stored == before.stored:
        lines.append(phrase("story.nobody"))
    return lines + share_end_sentences(box, before, slot, NONE, after)


def index_of_increase(before: list[int], after: list[int]) -> int:
    """Return the index of the number that has increased."""
    return next(place for place, (old, now) in enumerate(zip(before, after, strict=True)) if now > old)


def take_sentences(box: Box, before: Any, card: int, after: Any) -> list[Phrase]:
    """Describe a card that goes into a store, from a port or as a reward."""
    key = "story.keep" if before.phase == REWARD else "story.take"
    lines = [phrase(key, seat=before.seat, card=card_phrase(box, card))]
    return lines + share_end_sentences(box, before, before.share, card, after) if before.phase == SHARE else lines


def share_end_sentences(box: Box, before: Any, slot: int, taken: int, after: Any) -> list[Phrase]:
    """Describe the last card of a share-out, which is dealt without a decision, and the revealed port."""
    lines: list[Phrase] = []
    if after.phase == SHARE:
        return lines
    gained = [after.store_size[seat] - before.store_size[seat] for seat in range(box.players)]
    if taken != NONE:
        gained[before.seat] -= 1
    for card in members(after.stored & ~before.stored):
        if card != taken:
            lines.append(phrase("story.take", seat=gained.index(1), card=card_phrase(box, card)))
    # If the game ended with this action, the port has already been discarded.
    revealed = [after.port[slot]] if after.port[slot] != NONE else members(after.gone & before.pile)
    lines += [phrase("story.reveal", port=box.labels["port"][port]) for port in revealed]
    return lines


def draw_sentences(box: Box, before: Any, laid: int, after: Any) -> list[Phrase]:
    """Describe a reshuffle and the cards that the seat has drawn, which may include the card just laid."""
    lines = []
    if after.shuffles > before.shuffles:
        lines.append(phrase("story.shuffle"))
    seat = before.turn
    drawn = after.ending == RUNNING and (after.phase == DISCARD or after.turn != before.turn)
    if drawn and after.hand[seat] != HIDDEN:
        kept = [card for card in members(before.hand[seat]) if card != laid]
        drawn_cards = [card for card in members(after.hand[seat]) if card not in kept]
        lines.append(phrase("story.draw", seat=seat, cards=[card_phrase(box, card) for card in drawn_cards]))
    return lines


def game_end_sentences(box: Box, state: Record) -> list[Phrase]:
    """Describe scores and winners."""
    points, shares = box.results(state)
    lines = [phrase("story.over")]
    for seat in range(box.players):
        values = dict(zip(PARTS, map(int, score_parts(box.record, state, seat)), strict=True))
        values["ship"] *= -1
        key = "story.result_ship" if values["ship"] else "story.result"
        lines.append(phrase(key, seat=seat, points=points[seat], **values))
    best = [phrase("story.name", seat=seat) for seat in range(box.players) if shares[seat] > 0]
    lines.append(phrase("story.wins" if len(best) == 1 else "story.shared", names=best))
    return lines
