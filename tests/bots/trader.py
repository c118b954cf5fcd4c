"""A club player of Borneo: compares whole decisions by playing on for a round with plain rules and values."""

import sys
from collections.abc import Iterator, Sequence
from itertools import combinations
from types import ModuleType
from typing import Any

import numpy as np

from tradewinds.bots import Budget
from tradewinds.games.borneo.actions import (
    CHALLENGE,
    COMMIT,
    DONE,
    PAIRS,
    PASS,
    TAKE,
    THROW,
)
from tradewinds.games.borneo.cheapest_payment import cheapest_payment
from tradewinds.games.borneo.state import (
    ATTACK,
    CARGO,
    COMPANIES,
    CONTRACT,
    DEFEND,
    DISCARD,
    EVICTED,
    KINDS,
    PACKED,
    PAY,
    PLACE,
    PLACES,
    RANKS,
    REWARD,
    RUNNING,
    SHARE,
    SLOTS,
    SPICES,
)
from tradewinds.kernel.compile import compiled, noinline
from tradewinds.kernel.dispatch import apply, is_over, legal, redeal, scores
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, fork, stream
from tradewinds.kernel.record import NONE, Record, backing_array, copy
from tradewinds.kernel.sets import lowest, members, only, size, without_lowest

CARD = 1.9
"""Points for a card that a share-out is expected to bring: its own, and some of a contract's."""

SPENT = 0.85
"""Points that a contract costs for each spice: some cards are a "2"."""

LATER = 0.9
"""Part of the share-outs at ports not yet revealed that the present ranks will decide."""

RIVALS = 0.5
"""Weight of the mean of the others' values beside one's own."""

HELD, FLAG = 0.15, 0.06
"""Points for a card in hand, and for each flag on it per card that its company brings."""

MASK, WORLD, NOW, TRIAL = range(4)
"""States of a search: the mask, a world that fits it, the present state in it, and one to try an action with."""

Array = np.ndarray[Any, Any]

# Numba loads cached functions by the name of their module; that of a class in a file is not registered.
for _name in (__name__, "trader", "tests.bots.trader"):
    sys.modules.setdefault(_name, ModuleType(_name))


@noinline
def step(box: Record, state: Record, action: int, rng: Rng) -> None:
    """Apply an action."""
    apply(box, state, action, rng)


@noinline
def flags(packed: int, company: int) -> int:
    """Return the count of a company from packed counts."""
    return (np.int64(packed) >> np.int64(PACKED * company)) & 255  # type: ignore[return-value]


@noinline
def lacking(box: Record, kind: int, have: Array, rest: Array) -> int:
    """Return how many spices a contract lacks, and write what would be left after it. The last entry counts jokers."""
    missing, best = 0, 0
    for spice in range(SPICES):
        if have[spice] > have[best]:
            best = spice
    for spice in range(SPICES):
        # BO-1.4: so many of each spice, or so many of one.
        need = box.each[kind] if box.alike[kind] == 0 else box.alike[kind] * (spice == best)
        missing += max(0, need - have[spice])
        rest[spice] = max(0, have[spice] - need)
    rest[SPICES] = max(0, have[SPICES] - missing)
    return int(max(0, missing - have[SPICES]))


@noinline
def chance(missing: int, reach: float) -> float:
    """Return the probability of a contract that lacks so many spices, with so many cards to come."""
    ratio = missing / (0.5 * reach + 0.4)
    return 0.95 / (1.0 + ratio * ratio * ratio)


@noinline
def store_value(box: Record, state: Record, cards: int, ports: int, reach: float, room: Array) -> float:
    """Return the points that the best two contracts will bring beyond those of the cards spent."""
    have, rest, best = room[0], room[1], 0.0
    for spice in range(SPICES):
        # BO-4.2: a "2" counts as two, a joker as any spice.
        have[spice] = size(cards & box.single[spice]) + size(ports & box.spice_ports[spice])
        have[spice] += 2 * size(cards & box.double[spice])
    have[SPICES] = size(ports & box.jokers)
    for first in range(KINDS):
        if state.contracts[first] == 0:
            continue
        missing = lacking(box, first, have, rest)
        gain = contract_gain(box, first) * chance(missing, reach)
        best = max(best, gain)
        for second in range(KINDS):
            if state.contracts[second] > (second == first):
                more = missing + lacking(box, second, rest, room[2])
                best = max(best, gain + contract_gain(box, second) * chance(more, reach - missing))
    return best


@noinline
def contract_gain(box: Record, kind: int) -> float:
    """Return the points of a contract beyond those of its cards."""
    return box.contract_points[kind] - SPENT * (SPICES * box.each[kind] + box.alike[kind])  # type: ignore[no-any-return]


@noinline
def monopoly_cards(state: Record, company: int, seat: int, cards: int) -> int:
    """Return how many of the cards a seat gets when a company shares them out alone."""
    count, rank = 0, 0
    for _ in range(cards):
        # BO-7.3: in rank order, starting again with the first.
        if rank == RANKS or state.row[company, rank] == NONE:
            rank = 0
        count += state.row[company, rank] == seat
        rank += 1
    return count


@noinline
def usual_cards(state: Record, company: int, seat: int) -> float:
    """Return the cards that a seat's merchants in a company bring in a share-out, on average."""
    value = monopoly_cards(state, company, seat, 4) / (2 * COMPANIES)
    for rank in range(3):
        if state.row[company, rank] == seat:
            value += (0.45, 0.12, 0.02)[rank]
    return value


@noinline
def port_cards(box: Record, state: Record, slot: int, seat: int, usual: float) -> float:
    """Return the cards that a seat may expect from an open port."""
    count, packed, port = 0, 0, state.port[slot]
    while count < PLACES and state.lying[slot, count] != NONE:
        card, count = state.lying[slot, count], count + 1
        last = count == PLACES or state.lying[slot, count] == NONE
        # BO-7.1: of all but the last card only the upper three flags.
        packed += box.all_shown[card] if last else box.upper_shown[card]
    lead, left = 0, box.limit[port] - count
    for company in range(COMPANIES):
        if flags(packed, company) > flags(packed, lead):
            lead = company
    need = box.monopoly[port] - flags(packed, lead)
    alone = 1.0 / (1.0 + np.exp(1.5 * (need - 1.2 * left)))
    value = alone * monopoly_cards(state, lead, seat, min(box.limit[port], count + (need + 1) // 2))
    taken, rank = 0, 0
    while taken < box.limit[port] and rank < RANKS:
        # BO-7.4: the first merchants in the order of flags, then the second ones.
        for place in range(COMPANIES):
            for company in range(COMPANIES):
                ahead = 0
                for other in range(COMPANIES):
                    more = flags(packed, other) - flags(packed, company)
                    ahead += more > 0 or (more == 0 and other < company)
                shown = ahead == place and flags(packed, company) > 0
                if shown and state.row[company, rank] != NONE and taken < box.limit[port]:
                    taken += 1
                    value += (1.0 - alone) * (state.row[company, rank] == seat)
        rank += 1
    known = count / box.limit[port]
    return known * value + (1.0 - known) * usual  # type: ignore[no-any-return]


@noinline
def judge(box: Record, state: Record, seat: int, points: Array, room: Array) -> float:
    """Return a seat's expected points; `points` holds the present scores."""
    usual, cards, value, outs = 0.0, 0.0, float(points[seat]), size(state.pile) + 1
    if state.ending != RUNNING:
        return value
    hand, packed = state.hand[seat], 0
    while hand != 0:
        packed += box.all_shown[lowest(hand)]
        hand = without_lowest(hand)
        value += HELD
    for company in range(COMPANIES):
        bring = usual_cards(state, company, seat)
        usual += bring
        value += FLAG * bring * flags(packed, company)
    for slot in range(SLOTS):
        if state.port[slot] != NONE:
            cards += port_cards(box, state, slot, seat, usual) * min(1.0, outs / SLOTS)
    cards += LATER * usual * max(0, outs - SLOTS)
    reach = cards + outs / box.players
    return value + CARD * cards + store_value(box, state, state.store[seat], state.port_store[seat], reach, room)


@noinline
def utility(box: Record, state: Record, seat: int, points: Array, room: Array) -> float:
    """Return a seat's expected points less those of the others."""
    scores(box, state, points)
    mine, others = 0.0, 0.0
    for other in range(box.players):
        value = judge(box, state, other, points, room)
        if other == seat:
            mine = value
        else:
            others += value
    return mine - RIVALS * others / (box.players - 1)  # type: ignore[no-any-return]


@noinline
def best_take(box: Record, state: Record, cards: int, room: Array) -> int:
    """Return the card that the seat to act can use best in its store."""
    best, most, seat = NONE, -1.0, state.seat
    reach = 0.8 * (size(state.pile) + 1)
    while cards != 0:
        card = lowest(cards)
        value = store_value(box, state, state.store[seat] | only(card), state.port_store[seat], reach, room)
        if value > most:
            best, most = card, value
        cards = without_lowest(cards)
    return best


@noinline
def defend(box: Record, state: Record, rng: Rng) -> None:
    """Play the strongest cards until the place is held, or none if they do not suffice."""
    need, hand, seat = state.defender - state.attacker + 2, state.hand[state.seat], state.seat
    cards, played = state.attack, 0
    while cards != 0:
        need += flags(box.all_shown[lowest(cards)], state.company)
        cards = without_lowest(cards)
    # BO-6.3: at most as many cards as the attacker, and one is kept.
    for _ in range(min(size(state.attack), size(hand) - 1)):
        best, most = NONE, 0
        cards = hand & ~played
        while cards != 0:
            if flags(box.all_shown[lowest(cards)], state.company) > most:
                best, most = lowest(cards), flags(box.all_shown[lowest(cards)], state.company)
            cards = without_lowest(cards)
        if best == NONE or need <= 0:
            break
        played |= only(best)
        need -= most
    while need <= 0 and played != 0:
        step(box, state, COMMIT + lowest(played), rng)
        played = without_lowest(played)
    if state.phase == DEFEND and state.seat == seat:
        step(box, state, DONE, rng)


@noinline
def worst_card(box: Record, state: Record) -> int:
    """Return the card in hand with the fewest flags of companies in which the seat to act has merchants."""
    worst, least, cards = NONE, 1e9, state.hand[state.seat]
    while cards != 0:
        value, card = 0.0, lowest(cards)
        for company in range(COMPANIES):
            value += flags(box.all_shown[card], company) * usual_cards(state, company, state.seat)
        if value < least:
            worst, least = card, value
        cards = without_lowest(cards)
    return worst


@noinline
def settle(box: Record, state: Record, buffer: Array, room: Array, rng: Rng) -> None:
    """Play a decision that needs no look ahead: a payment, a choice of cards, a defence."""
    count = legal(box, state, buffer)
    if state.phase == DEFEND:
        defend(box, state, rng)
    elif state.phase == SHARE or state.phase == REWARD:
        cards = state.defence if state.phase == REWARD else 0
        for index in range(count if state.phase == SHARE else 0):
            cards |= only(buffer[index] - TAKE)
        step(box, state, TAKE + best_take(box, state, cards, room), rng)
    elif state.phase == DISCARD:
        step(box, state, THROW + worst_card(box, state), rng)
    else:
        step(box, state, DONE if buffer[count - 1] == DONE else buffer[0], rng)


@noinline
def act(box: Record, states: Array, buffers: Array, points: Array, room: Array, rng: Rng) -> None:
    """Play one decision in states[NOW] by plain rules: the best at once for the seat to act."""
    state, buffer, counter = states[NOW], buffers[0], rng.counter
    phase, seat = state.phase, state.seat
    if phase != CONTRACT and phase != CARGO and phase != PLACE and phase != EVICTED:
        settle(box, state, buffer, room, rng)
        return
    best, most = NONE, -1e9
    for index in range(legal(box, state, buffer)):
        trial = states[TRIAL]
        states[TRIAL] = state
        rng.counter = counter
        step(box, trial, buffer[index], rng)
        while trial.phase == PAY or trial.phase == SHARE:
            settle(box, trial, buffers[1], room, rng)
        scores(box, trial, points)
        value = judge(box, trial, seat, points, room)
        if value > most:
            best, most = buffer[index], value
    rng.counter = counter
    step(box, state, best, rng)


@compiled
def assess(
    boxes: Array,
    states: Array,
    seat: int,
    decisions: Array,
    values: Array,
    worlds: int,
    turns: int,
    buffers: tuple[Array, Array, Array],
    rngs: Array,
) -> None:
    """Add to the value of each decision what it is worth so many turns later, in several worlds that fit the mask."""
    box, rng, now = boxes[0], rngs[0], states[NOW]
    for _ in range(worlds):
        states[WORLD] = states[MASK]
        redeal(box, states[WORLD], seat, rng)
        counter = rng.counter
        for index in range(len(decisions)):
            states[NOW] = states[WORLD]
            rng.counter = counter
            for action in decisions[index]:
                if action != NONE:
                    step(box, now, action, rng)
            while not is_over(box, now) and now.turns < states[WORLD].turns + turns:
                act(box, states, buffers[0], buffers[1], buffers[2], rng)
            values[index] += utility(box, now, seat, buffers[1], buffers[2])
        rng.counter = counter + np.uint64(1000)


class Trader:
    """Plays the whole decision with the best expectation after one round: a contract, a challenge, a cargo card."""

    worlds = 12
    """Worlds in which the better decisions are tried."""
    first_worlds = 3
    """Worlds in which all decisions are tried, only to the end of the turn."""
    kept = 8
    """Decisions that are tried for a whole round."""

    def __init__(self) -> None:
        self.plan: list[tuple[bytes, int]] = []

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:  # noqa: ARG002
        """Return the next action of a decision; decide anew when it is complete."""
        if not self.plan or self.plan[0][0] != masked.tobytes():
            found = list(decisions(box, masked, seat))
            best = found[0] if len(found) == 1 else self.best(box, masked, seat, found, fork(rng))
            self.plan = plan_of(box, masked, best, fork(rng))
        return self.plan.pop(0)[1]

    def best(self, box: Box, masked: Record, seat: int, found: list[list[int]], rng: Rng) -> list[int]:
        """Return the best decision."""
        if len(found) > self.kept:
            values = self.values(box, masked, seat, found, self.first_worlds, 1, rng)
            found = [found[index] for index in np.argsort(-values, kind="stable")[: self.kept]]
        return found[int(np.argmax(self.values(box, masked, seat, found, self.worlds, box.players, rng)))]

    def values(
        self, box: Box, masked: Record, seat: int, found: list[list[int]], worlds: int, turns: int, rng: Rng
    ) -> Array:
        """Return the values of decisions after some turns, summed over worlds."""
        states = np.zeros(TRIAL + 1, box.game.state_type)
        states[MASK] = masked
        listed = np.full((len(found), max(map(len, found))), NONE, np.int16)
        for row, decision in zip(listed, found, strict=True):
            row[: len(decision)] = decision
        values = np.zeros(len(found))
        buffers = (
            np.zeros((2, box.game.actions + 1), np.int16),
            np.zeros(box.players, np.int32),
            np.zeros((3, SPICES + 1), np.int64),
        )
        numbers = backing_array(box.record)
        assess(numbers, states, seat, listed, values, worlds, turns, buffers, backing_array(rng))
        return values


def plan_of(box: Box, masked: Record, decision: Sequence[int], rng: Rng) -> list[tuple[bytes, int]]:
    """Return the actions of a decision, each with the mask in which it is played."""
    world, plan = copy(masked), []
    for action in decision:
        plan.append((world.tobytes(), action))
        if len(plan) < len(decision):
            box.game.rules.apply(box.record, world, action, rng)
    return plan


def decisions(box: Box, masked: Record, seat: int) -> Iterator[list[int]]:
    """Yield the whole decisions that the seat may take."""
    hand, numbers, phase = members(int(masked.hand[seat])), box.numbers, masked.phase
    for action in box.legal_actions(masked):
        if phase == CONTRACT and action != PASS:
            after = copy(masked)
            box.game.rules.apply(box.record, after, action, stream(0))
            yield [action, *cheapest_payment(box, after), DONE]
        elif phase == PAY and action != DONE:
            yield [*cheapest_payment(box, masked), DONE]
            return
        elif action >= CHALLENGE:
            company = (action - CHALLENGE) // PAIRS
            fitting = sorted(
                (card for card in hand if numbers.showing[company] >> card & 1),
                key=lambda card: -flags(numbers.all_shown[card], company),
            )
            # BO-6.2: one card is kept.
            for count in range(1, min(len(fitting), len(hand) - 1) + 1):
                yield [action, *(COMMIT + card for card in sorted(fitting[:count])), DONE]
        elif phase == DEFEND and action == DONE:
            yield [DONE]
            fitting = [card for card in hand if numbers.showing[int(masked.company)] >> card & 1]
            for count in range(1, min(len(fitting), len(hand) - 1, size(masked.attack)) + 1):
                for cards in combinations(fitting, count):
                    yield [*(COMMIT + card for card in cards), DONE]
        elif phase != DEFEND and phase != ATTACK:
            yield [action]
    if phase == ATTACK:
        yield [box.legal_actions(masked)[0]]
