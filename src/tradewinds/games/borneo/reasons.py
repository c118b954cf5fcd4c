"""Features of a line of play; hints and reviews explain a move by comparing the features of two lines.

Values are in points on the scale of the heuristic. Drawn cards are not considered.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from tradewinds.games.borneo.actions import COMMIT, DONE, FULFIL, LAY, PIRATES, TAKE, THROW, TRANSFER
from tradewinds.games.borneo.challenge import defender_bonus, strength_to_hold
from tradewinds.games.borneo.describe import contract_phrase, count_flags, phrase
from tradewinds.games.borneo.flags import cards_at
from tradewinds.games.borneo.heuristic import CARD, FLAG, HELD, PLACE
from tradewinds.games.borneo.payment import holdings, shortage
from tradewinds.games.borneo.prospects import (
    CARDS_PER_PORT,
    RANK,
    cards_ahead,
    cost,
    fulfil_probability,
    share_outs_ahead,
)
from tradewinds.games.borneo.state import ATTACK, COMPANIES, COMPANY_NAMES, KINDS, RUNNING, SLOTS
from tradewinds.games.borneo.visible_flags import flags_shown, preview_lays
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.game_types import Feature
from tradewinds.kernel.record import NONE, Record, unpack


def line_features(box: Box, masks: Sequence[Record], actions: Sequence[int], seat: int) -> list[Feature]:
    """Return everything that a line gains or costs a seat."""
    states = [unpack(masked) for masked in masks]
    found = [*points_features(box, masks, actions, seat), *contract_features(box, states, seat)]
    if states[0].ending == RUNNING:
        found += rank_features(states[0], states[-1], seat)
        found += flag_features(box, states, actions, seat)
        found += attack_features(box, states, actions, seat)
        for masked, state, action in zip(masks, states, actions, strict=False):
            if LAY <= action < TRANSFER:
                found += cargo_features(box, masked, state, action, seat)
    return found


def points_features(box: Box, masks: Sequence[Record], actions: Sequence[int], seat: int) -> Iterator[Feature]:
    """Yield the points scored by the line: cargo, ports, contracts and the pirate ship."""
    before, after = (box.results(masked)[0][seat] for masked in (masks[0], masks[-1]))
    kinds = [action - FULFIL for action in actions if FULFIL <= action < PIRATES]
    gain = after - before
    if kinds and int(masks[-1].fulfilled[seat].sum()) > int(masks[0].fulfilled[seat].sum()):
        yield Feature("points", gain, phrase("reason.contract", contract=contract_phrase(box, kinds[0]), n=gain))
    elif gain:
        yield Feature("points", gain, phrase("reason.gains" if gain > 0 else "reason.loses", n=abs(gain)))


def best_contract(box: Box, state: Any, seat: int) -> tuple[float, int, int] | None:
    """Return the value, shortage and kind of a player's best contract."""
    rules, found = box.numbers, []
    packed = holdings(rules, state.store[seat], state.port_store[seat])
    for kind in range(KINDS):
        if state.contracts[kind] > 0:
            missing = max(0, shortage(rules, kind, packed))
            net = rules.contract_points[kind] - 0.8 * cost(rules, kind)
            found.append((float(net * fulfil_probability(missing, cards_ahead(rules, state))), missing, kind))
    return max(found, default=None)


def contract_features(box: Box, states: list[Any], seat: int) -> Iterator[Feature]:
    """Yield the progress of the store towards the best contract."""
    before, after = (best_contract(box, state, seat) for state in (states[0], states[-1]))
    if before and after and after[0] > before[0]:
        _, missing, kind = after
        key = "reason.ready" if missing == 0 else "reason.missing"
        yield Feature("contract", after[0] - before[0], phrase(key, n=missing, contract=contract_phrase(box, kind)))


def company_share(row: list[int], seat: int) -> float:
    """Return a player's share of a company by the ranks of its merchants, from 0 to 1."""
    owners = [owner for owner in row if owner != NONE]
    total = float(sum(RANK[: len(owners)]))
    return float(sum(RANK[rank] for rank, owner in enumerate(owners) if owner == seat)) / total if owners else 0.0


def strength(row: list[int], seat: int) -> float:
    """Return a player's share relative to a row of five, so that an additional merchant always counts."""
    return float(sum(RANK[rank] for rank, owner in enumerate(row) if owner == seat) / sum(RANK[:5]))


def rank_in(row: list[int], seat: int) -> int | None:
    """Return a player's best rank in a company, counted from 1."""
    return row.index(seat) + 1 if seat in row else None


def rank_features(before: Any, after: Any, seat: int) -> Iterator[Feature]:
    """Yield the ranks gained and lost in each company."""
    for company, name in enumerate(COMPANY_NAMES):
        had, has = rank_in(before.row[company], seat), rank_in(after.row[company], seat)
        gain = row_value(before) * (strength(after.row[company], seat) - strength(before.row[company], seat))
        if gain > 0 and has:
            key = "reason.stronger" if has == had else "reason.first" if has == 1 else "reason.rank"
            yield Feature(f"rank {name}", gain, phrase(key, company=name, rank=has))
        elif gain < 0 and had:
            key = "reason.rank_lost" if has != had else "reason.weaker"
            yield Feature(f"rank {name}", gain, phrase(key, company=name, rank=had))


def attack_features(box: Box, states: list[Any], actions: Sequence[int], seat: int) -> Iterator[Feature]:
    """Yield each completed attack with its possible gain and the flags that the defender needs (BO-6.4)."""
    for state, action in zip(states, actions, strict=False):
        if state.phase == ATTACK and action == DONE:
            attack = count_flags(box, state.attack, state.company)
            needed = max(1, strength_to_hold(attack) - defender_bonus(state.attacker, state.defender))
            row = state.row[state.company]
            values = {"owner": row[state.defender], "rank": state.defender + 1, "n": needed}
            won = [seat if rank == state.defender else owner for rank, owner in enumerate(row)]
            value = 0.5 * row_value(state) * (strength(won, seat) - strength(row, seat))
            sentence = phrase("reason.attacks", company=COMPANY_NAMES[state.company], **values)
            yield Feature("attack", value + 0.15 * needed, sentence)


def row_value(state: Any) -> float:
    """Return the value in points of all ranks in one row for the rest of the game."""
    return PLACE * share_outs_ahead(state) * CARDS_PER_PORT / COMPANIES


def flag_features(box: Box, states: list[Any], actions: Sequence[int], seat: int) -> Iterator[Feature]:
    """Yield the cost of cards committed to challenges, and of the flags on discarded cards."""
    cards = [action - THROW for action in actions if THROW <= action < LAY]
    played = [action - COMMIT for action in actions if COMMIT <= action < TAKE]
    if played:
        yield Feature("hand", -HELD * len(played), phrase("reason.plays", n=len(played)))
    for company, name in enumerate(COMPANY_NAMES):
        rank, part = rank_in(states[0].row[company], seat), company_share(states[0].row[company], seat)
        flags = sum(count_flags(box, 1 << card, company) for card in cards)
        if flags and rank:
            # Discards differ in nothing else, so even a small value is reported.
            value = -flags * max(FLAG, part)
            yield Feature(f"flags {name}", value, phrase("reason.throws", n=flags, company=name, rank=rank))


def cargo_features(box: Box, masked: Record, state: Any, action: int, seat: int) -> Iterator[Feature]:
    """Yield the effect of a card laid at a port: the share-out that it triggers or brings closer."""
    card, slot = divmod(action - LAY, SLOTS)
    ahead = preview_lays(box, masked, [action - LAY])[0]
    port = box.labels["port"][state.port[slot]]
    count = cards_at(state, slot) + 1
    if ahead.order:
        yield from share_out_features(ahead.takers, port, seat)
        return
    flags, shown = ahead.flags, flags_shown(box, masked)[slot]
    gain = cargo_share(state, dict(enumerate(flags)), seat) * count - cargo_share(state, shown, seat) * (count - 1)
    ripe = count / box.numbers.limit[state.port[slot]]
    value = CARD * gain * (0.3 + ripe)
    own = [
        (count_flags(box, 1 << card, company) * company_share(state.row[company], seat), company)
        for company in range(4)
    ]
    most, company = max(own)
    if most > 0 and value > 0:
        values = {"port": port, "company": COMPANY_NAMES[company], "n": flags[company]}
        yield Feature("cargo", value, phrase("reason.cargo", rank=rank_in(state.row[company], seat), **values))
        return
    leader = max(range(COMPANIES), key=lambda number: flags[number])
    owner = state.row[leader][0]
    if owner not in (NONE, seat):
        values = {"port": port, "company": COMPANY_NAMES[leader], "owner": owner}
        yield Feature("cargo", min(value, -0.1 * flags[leader]), phrase("reason.cargo_other", **values))


def cargo_share(state: Any, flags: dict[int, int], seat: int) -> float:
    """Estimate a player's share of a port's cargo from the visible flags, weighted by their square."""
    total = sum(n * n for n in flags.values())
    return sum(n * n * company_share(state.row[c], seat) for c, n in flags.items()) / total if total else 0.0


def share_out_features(taking: list[int], port: str, seat: int) -> Iterator[Feature]:
    """Yield the cards that the seat, and the player who gets most of them, take in a share-out."""
    mine, count = taking.count(seat), len(taking)
    most = max(set(taking), key=lambda one: (taking.count(one), -taking.index(one)), default=NONE)
    if mine:
        key = "reason.share_first" if taking[0] == seat else "reason.share"
        yield Feature("share", CARD * mine, phrase(key, n=mine, count=count, port=port))
    if most not in (NONE, seat):
        sentence: Phrase = phrase("reason.share_other", owner=most, n=taking.count(most), count=count, port=port)
        yield Feature("share_other", -0.5 * CARD * taking.count(most), sentence)
