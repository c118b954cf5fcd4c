"""What a line of play brings a seat, feature by feature, so that two lines can be compared in a sentence.

Worths are in points, by the same rules of thumb as `estimate`. Nothing here looks at what was drawn.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from tradewinds.games.borneo.actions import COMMIT, DONE, FULFIL, LAY, PIRATES, TAKE, THROW, TRANSFER
from tradewinds.games.borneo.describe import count_flags, phrase, tell_kind
from tradewinds.games.borneo.heuristic import CARD, FLAG, HELD, PLACE
from tradewinds.games.borneo.payment import holdings, shortage
from tradewinds.games.borneo.prospects import CARDS_A_PORT, RANK, cards_ahead, cost, readiness, share_outs_ahead
from tradewinds.games.borneo.state import ATTACK, COMPANIES, COMPANY_NAMES, KINDS, RUNNING, SLOTS
from tradewinds.games.borneo.visible_flags import flags_shown, look_ahead
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box, Feature
from tradewinds.kernel.record import NONE, Record, unpack


def features(box: Box, masks: Sequence[Record], actions: Sequence[int], seat: int) -> list[Feature]:
    """Everything that a line brings or costs."""
    states = [unpack(masked) for masked in masks]
    found = [*tell_points(box, masks, actions, seat), *tell_contracts(box, states, seat)]
    if states[0].ending == RUNNING:
        found += tell_ranks(states[0], states[-1], seat)
        found += tell_flags(box, states, actions, seat)
        found += tell_attack(box, states, actions, seat)
        for masked, state, action in zip(masks, states, actions, strict=False):
            if LAY <= action < TRANSFER:
                found += tell_cargo(box, masked, state, action, seat)
    return found


def tell_points(box: Box, masks: Sequence[Record], actions: Sequence[int], seat: int) -> Iterator[Feature]:
    """Points that count already: cargo, ports, contracts and the pirate ship."""
    before, after = (box.results(masked)[0][seat] for masked in (masks[0], masks[-1]))
    kinds = [action - FULFIL for action in actions if FULFIL <= action < PIRATES]
    gain = after - before
    if kinds and int(masks[-1].fulfilled[seat].sum()) > int(masks[0].fulfilled[seat].sum()):
        yield Feature("points", gain, phrase("reason.contract", contract=tell_kind(box, kinds[0]), n=gain))
    elif gain:
        yield Feature("points", gain, phrase("reason.gains" if gain > 0 else "reason.loses", n=abs(gain)))


def best_contract(box: Box, state: Any, seat: int) -> tuple[float, int, int] | None:
    """The contract that promises a player most: its worth, how much is missing, and its kind."""
    rules, found = box.numbers, []
    packed = holdings(rules, state.store[seat], state.port_store[seat])
    for kind in range(KINDS):
        if state.contracts[kind] > 0:
            missing = max(0, shortage(rules, kind, packed))
            net = rules.contract_points[kind] - 0.8 * cost(rules, kind)
            found.append((float(net * readiness(missing, cards_ahead(rules, state))), missing, kind))
    return max(found, default=None)


def tell_contracts(box: Box, states: list[Any], seat: int) -> Iterator[Feature]:
    """How near the best contract is, as far as the store tells."""
    before, after = (best_contract(box, state, seat) for state in (states[0], states[-1]))
    if before and after and after[0] > before[0]:
        _, missing, kind = after
        key = "reason.ready" if missing == 0 else "reason.missing"
        yield Feature("contract", after[0] - before[0], phrase(key, n=missing, contract=tell_kind(box, kind)))


def part_of(row: list[int], seat: int) -> float:
    """A player's part of a company, by the ranks of the merchants: from 0 to 1."""
    owners = [owner for owner in row if owner != NONE]
    everybody = float(sum(RANK[: len(owners)]))
    return float(sum(RANK[rank] for rank, owner in enumerate(owners) if owner == seat)) / everybody if owners else 0.0


def strength(row: list[int], seat: int) -> float:
    """The same, but measured by a row of five, so that another merchant always counts."""
    return float(sum(RANK[rank] for rank, owner in enumerate(row) if owner == seat) / sum(RANK[:5]))


def rank_in(row: list[int], seat: int) -> int | None:
    """A player's best rank in a company, counted from 1."""
    return row.index(seat) + 1 if seat in row else None


def tell_ranks(before: Any, after: Any, seat: int) -> Iterator[Feature]:
    """The merchants' places in the rows."""
    for company, name in enumerate(COMPANY_NAMES):
        had, has = rank_in(before.row[company], seat), rank_in(after.row[company], seat)
        gain = row_worth(before) * (strength(after.row[company], seat) - strength(before.row[company], seat))
        if gain > 0 and has:
            key = "reason.stronger" if has == had else "reason.first" if has == 1 else "reason.rank"
            yield Feature(f"rank {name}", gain, phrase(key, company=name, rank=has))
        elif gain < 0 and had:
            key = "reason.rank_lost" if has != had else "reason.weaker"
            yield Feature(f"rank {name}", gain, phrase(key, company=name, rank=had))


def tell_attack(box: Box, states: list[Any], actions: Sequence[int], seat: int) -> Iterator[Feature]:
    """An attack whose cards are chosen: what it may win, and how many flags the defender needs to hold (BO-6.4)."""
    for state, action in zip(states, actions, strict=False):
        if state.phase == ATTACK and action == DONE:
            attack = count_flags(box, state.attack, state.company)
            needed = max(1, attack + 1 - (state.attacker - state.defender - 1))
            row = state.row[state.company]
            values = {"owner": row[state.defender], "rank": state.defender + 1, "n": needed}
            won = [seat if rank == state.defender else owner for rank, owner in enumerate(row)]
            worth = 0.5 * row_worth(state) * (strength(won, seat) - strength(row, seat))
            told = phrase("reason.attacks", company=COMPANY_NAMES[state.company], **values)
            yield Feature("attack", worth + 0.15 * needed, told)


def row_worth(state: Any) -> float:
    """What all places in one row may bring until the end."""
    return PLACE * share_outs_ahead(state) * CARDS_A_PORT / COMPANIES


def tell_flags(box: Box, states: list[Any], actions: Sequence[int], seat: int) -> Iterator[Feature]:
    """Cards that leave the hand without going to a port: how many, and whose flags they show."""
    cards = [action - THROW for action in actions if THROW <= action < LAY]
    played = [action - COMMIT for action in actions if COMMIT <= action < TAKE]
    if played:
        yield Feature("hand", -HELD * len(played), phrase("reason.plays", n=len(played)))
    for company, name in enumerate(COMPANY_NAMES):
        rank, part = rank_in(states[0].row[company], seat), part_of(states[0].row[company], seat)
        flags = sum(count_flags(box, 1 << card, company) for card in cards)
        if flags and rank:
            # Among discards nothing else differs, so that even a small worth is told.
            worth = -flags * max(FLAG, part)
            yield Feature(f"flags {name}", worth, phrase("reason.throws", n=flags, company=name, rank=rank))


def tell_cargo(box: Box, masked: Record, state: Any, action: int, seat: int) -> Iterator[Feature]:
    """A card at a port: who will share its cargo, or who comes nearer to it."""
    card, slot = divmod(action - LAY, SLOTS)
    ahead = look_ahead(box, masked, [action - LAY])[0]
    port = box.labels["port"][state.port[slot]]
    count = sum(lying != NONE for lying in state.lying[slot]) + 1
    order = [ahead.monopolist] if ahead.monopolist != NONE else ahead.order
    if order:
        yield from tell_share(state, order, count, port, seat)
        return
    flags, shown = ahead.flags, flags_shown(box, masked)[slot]
    gain = claim(state, flags, seat) * count - claim(state, shown, seat) * (count - 1)
    ripe = count / box.numbers.limit[state.port[slot]]
    worth = CARD * gain * (0.3 + ripe)
    own = [(count_flags(box, 1 << card, company) * part_of(state.row[company], seat), company) for company in range(4)]
    most, company = max(own)
    if most > 0 and worth > 0:
        values = {"port": port, "company": COMPANY_NAMES[company], "n": flags[company]}
        yield Feature("cargo", worth, phrase("reason.cargo", rank=rank_in(state.row[company], seat), **values))
        return
    leader = max(range(COMPANIES), key=lambda number: flags[number])
    owner = state.row[leader][0]
    if owner not in (NONE, seat):
        values = {"port": port, "company": COMPANY_NAMES[leader], "owner": owner}
        yield Feature("cargo", min(worth, -0.1 * flags[leader]), phrase("reason.cargo_other", **values))


def claim(state: Any, flags: list[int], seat: int) -> float:
    """The part of a port's cargo that a player may expect, as the flags lie: a lead counts more than in proportion."""
    everybody = sum(n * n for n in flags)
    return sum(n * n * part_of(state.row[c], seat) for c, n in enumerate(flags)) / everybody if everybody else 0.0


def choosers(state: Any, order: list[int], count: int) -> list[int]:
    """Who takes the cards of a port, one after the other (BO-7.4)."""
    depth = max((sum(owner != NONE for owner in state.row[company]) for company in order), default=0)
    turn = [state.row[c][rank] for rank in range(depth) for c in order if state.row[c][rank] != NONE]
    return [turn[place % len(turn)] for place in range(count)] if turn else []


def tell_share(state: Any, order: list[int], count: int, port: str, seat: int) -> Iterator[Feature]:
    """A share-out: how many of the cards one gets, and who gets most."""
    taking = choosers(state, order, count)
    mine = taking.count(seat)
    most = max(set(taking), key=lambda one: (taking.count(one), -taking.index(one)), default=NONE)
    if mine:
        key = "reason.share_first" if taking[0] == seat else "reason.share"
        yield Feature("share", CARD * mine, phrase(key, n=mine, count=count, port=port))
    if most not in (NONE, seat):
        told: Phrase = phrase("reason.share_other", owner=most, n=taking.count(most), count=count, port=port)
        yield Feature("share_other", -0.5 * CARD * taking.count(most), told)
