"""What an action did, told by comparing positions: from a seat's masks before and after.

A payment or a challenge is told when it is complete, so that all hear the same (BO-12.14).
"""

from typing import Any

from tradewinds.games.borneo.actions import DONE, LAY, PASS, PLACE_AT, SWAP, TAKE, THROW, TRANSFER, name_action
from tradewinds.games.borneo.describe import (
    count_flags,
    phrase,
    tell_card,
    tell_cards,
    tell_companies,
    tell_goods,
    tell_kind,
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
from tradewinds.games.borneo.visible_flags import look_ahead
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import HIDDEN, NONE, Record, unpack
from tradewinds.kernel.sets import members


def opening(box: Box, mask: Record) -> list[Phrase]:
    """How the game begins."""
    state = unpack(mask)
    return [phrase("story.begin", seat=state.start, ports=[box.labels["port"][port] for port in state.port])]


def story(box: Box, mask_before: Record, action: int, mask_after: Record) -> list[Phrase]:
    """What an action did, event by event."""
    before, after = unpack(mask_before), unpack(mask_after)
    if LAY <= action < TRANSFER:
        lines = tell_cargo(box, mask_before, before, action - LAY, after)
        lines += tell_drawing(box, before, (action - LAY) // SLOTS, after)
    else:
        lines = tell_action(box, before, action, after)
        if action >= TRANSFER or before.phase == SHARE:
            lines += tell_drawing(box, before, NONE, after)
    if before.ending == RUNNING and after.ending != RUNNING:
        lines.append(phrase(f"story.ends_{ENDING_NAMES[after.ending]}"))
    if after.phase == OVER:
        lines += game_ends(box, mask_after)
    return lines


def tell_action(box: Box, before: Any, action: int, after: Any) -> list[Phrase]:
    """An action that lays no cargo, and its immediate consequences."""
    seat = before.seat
    if action >= TRANSFER:
        verb, company, _, *target = name_action(box, action)
        return [phrase("story.transfer", seat=seat, company=company, target=target[0])] if verb == "transfer" else []
    if action >= THROW:
        return [phrase("story.discard", seat=seat, card=tell_card(box, action - THROW))]
    if action >= TAKE:
        return tell_taking(box, before, action - TAKE, after)
    if action == DONE:
        return tell_done(box, before, after)
    if action == SWAP:
        return [phrase("story.swap", seat=seat, company=COMPANY_NAMES[before.company], rank=before.attacker + 1)]
    if action == PASS:
        return tell_pass(before)
    if action < PLACE_AT + len(COMPANY_NAMES):
        key = "story.go" if before.phase == EVICTED else "story.place"
        return [phrase(key, seat=seat, company=COMPANY_NAMES[action - PLACE_AT])]
    return []


def tell_pass(before: Any) -> list[Phrase]:
    """What somebody did without, where that is worth a word."""
    if before.phase == REWARD:
        return [phrase("story.no_reward", seat=before.seat)]
    if before.phase == CONTRACT and before.ending != RUNNING:
        return [phrase("story.no_contract", seat=before.seat)]
    return []


def tell_done(box: Box, before: Any, after: Any) -> list[Phrase]:
    """A contract was fulfilled, an attack begun or a defence played."""
    if before.phase == DEFEND:
        return tell_defence(box, before, after)
    if after.phase == DEFEND:
        return [
            phrase(
                "story.attack",
                seat=before.seat,
                owner=after.seat,
                company=COMPANY_NAMES[after.company],
                attacker=after.attacker + 1,
                defender=after.defender + 1,
                cards=tell_cards(box, after.attack),
                n=count_flags(box, after.attack, after.company),
            )
        ]
    return tell_contract(box, before, after)


def tell_contract(box: Box, before: Any, after: Any) -> list[Phrase]:
    """A contract, what paid for it, and the pirates."""
    seat = before.seat
    kind = grown(before.fulfilled[seat], after.fulfilled[seat])
    goods = members(after.discard & ~before.discard)
    goods += [CARDS + port for port in members(after.gone & ~before.gone)]
    lines = [
        phrase(
            "story.contract",
            seat=seat,
            contract=tell_kind(box, kind),
            points=box.numbers.contract_points[kind],
            goods=[tell_goods(box, item) for item in goods],
        )
    ]
    if after.ship != before.ship:
        lines.append(phrase("story.ship", seat=seat))
    return lines


def tell_defence(box: Box, before: Any, after: Any) -> list[Phrase]:
    """The defender's cards and what came of the challenge."""
    company, bonus = before.company, before.attacker - before.defender - 1
    played = after.defence | (after.discard & ~before.discard & ~before.attack)
    defence = count_flags(box, played, company) + bonus
    values = {"seat": before.seat, "n": defence, "bonus": bonus, "company": COMPANY_NAMES[company]}
    lines = [
        phrase("story.defence", cards=tell_cards(box, played), **values) if played else phrase("story.yield", **values)
    ]
    if defence > count_flags(box, before.attack, company):
        lines.append(phrase("story.repelled", seat=before.turn, owner=before.seat))
    else:
        rank = before.defender + 1
        lines.append(phrase("story.succeeds", seat=before.turn, company=COMPANY_NAMES[company], rank=rank))
    return lines


def tell_cargo(box: Box, mask_before: Record, before: Any, lay: int, after: Any) -> list[Phrase]:
    """A card was laid at a port, and may have led to a share-out."""
    card, slot = divmod(lay, SLOTS)
    port = box.labels["port"][before.port[slot]]
    lines = [phrase("story.lay", seat=before.seat, card=tell_card(box, card), port=port)]
    if after.share_outs == before.share_outs:
        return lines
    (ahead,) = look_ahead(box, mask_before, [lay])
    if ahead.monopolist != NONE:
        lines.append(phrase("story.monopoly", company=COMPANY_NAMES[ahead.monopolist], port=port))
    else:
        lines.append(phrase("story.share", port=port, order=tell_companies(ahead.order)))
    owner = grown(before.port_store_size, after.port_store_size)
    lines.append(phrase("story.port", seat=owner, port=port))
    if after.phase != SHARE and after.stored == before.stored:
        lines.append(phrase("story.nobody"))
    return lines + tell_share_end(box, before, slot, NONE, after)


def grown(before: list[int], after: list[int]) -> int:
    """Which of some numbers has become larger."""
    return next(place for place, (old, now) in enumerate(zip(before, after, strict=True)) if now > old)


def tell_taking(box: Box, before: Any, card: int, after: Any) -> list[Phrase]:
    """A card went into a store, from a port or as a reward."""
    key = "story.keep" if before.phase == REWARD else "story.take"
    lines = [phrase(key, seat=before.seat, card=tell_card(box, card))]
    return lines + tell_share_end(box, before, before.share, card, after) if before.phase == SHARE else lines


def tell_share_end(box: Box, before: Any, slot: int, taken: int, after: Any) -> list[Phrase]:
    """The last card of a share-out, which goes by itself, and the port that is revealed."""
    lines: list[Phrase] = []
    if after.phase == SHARE:
        return lines
    gained = [after.store_size[seat] - before.store_size[seat] for seat in range(box.players)]
    if taken != NONE:
        gained[before.seat] -= 1
    for card in members(after.stored & ~before.stored):
        if card != taken:
            lines.append(phrase("story.take", seat=gained.index(1), card=tell_card(box, card)))
    # If the game has ended since, the port is already gone.
    revealed = [after.port[slot]] if after.port[slot] != NONE else members(after.gone & before.pile)
    lines += [phrase("story.reveal", port=box.labels["port"][port]) for port in revealed]
    return lines


def tell_drawing(box: Box, before: Any, laid: int, after: Any) -> list[Phrase]:
    """The draw pile was made anew, and what the seat itself has drawn, be it the very card that was laid."""
    lines = []
    if after.shuffles > before.shuffles:
        lines.append(phrase("story.shuffle"))
    seat = before.turn
    drawn = after.ending == RUNNING and (after.phase == DISCARD or after.turn != before.turn)
    if drawn and after.hand[seat] != HIDDEN:
        kept = [card for card in members(before.hand[seat]) if card != laid]
        drawn_cards = [card for card in members(after.hand[seat]) if card not in kept]
        lines.append(phrase("story.draw", seat=seat, cards=[tell_card(box, card) for card in drawn_cards]))
    return lines


def game_ends(box: Box, state: Record) -> list[Phrase]:
    """The points and who has won."""
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
