"""The payment that costs the fewest points: a search through the rules' own actions (BO-4, BO-9.3)."""

from collections.abc import Sequence
from heapq import heappop, heappush

import numpy as np

from tradewinds.games.borneo.actions import DONE, PAY_WITH, PIRATES
from tradewinds.games.borneo.payment import holdings, shortage
from tradewinds.games.borneo.state import CARDS, SPICE_NAMES, SPICES
from tradewinds.kernel.game import Box, once_per_box
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import NONE, Record, content, copy
from tradewinds.kernel.sets import members, size

POINT, JOKER = 10_000, 100
"""What a point weighs in the search, and a joker, which is kept if other things do; then come the fewest spices."""
KEPT = 256
"""So many payments are kept with a box."""


def things_of(cards: int, ports: int) -> list[int]:
    """The things of a store, in the order of the rules."""
    return [*members(cards), *(CARDS + port for port in members(ports))]


@once_per_box
def kinds_of_goods(box: Box) -> list[tuple[int, int]]:
    """For each thing that can be in a store its spice, NONE of a joker, and how much of it it is."""
    numbers, kinds = box.numbers, []
    for card in range(CARDS):
        spice = next(s for s in range(SPICES) if (numbers.single[s] | numbers.double[s]) >> card & 1)
        kinds.append((spice, 1 + (numbers.double[spice] >> card & 1)))
    for port in box.data.ports.cards:
        kinds.append((SPICE_NAMES.index(port.spice) if port.spice in SPICE_NAMES else NONE, 1))
    return kinds


def missing(box: Box, kind: int, goods: Sequence[int], pirate: int) -> int:
    """How many spices a contract still lacks if these things are given, and the pirates got one."""
    cards = sum(1 << item for item in goods if item < CARDS)
    ports = sum(1 << item - CARDS for item in goods if item >= CARDS)
    lacking: int = shortage(box.numbers, kind, holdings(box.numbers, cards, ports))
    return max(0, lacking - (pirate != NONE))


@once_per_box
def kept_payments(_box: Box) -> dict[bytes, tuple[int, ...]]:
    """The payments that were searched last, by the mask."""
    return {}


def cheapest_payment(box: Box, mask: Record) -> tuple[int, ...]:
    """The payment that costs the fewest points, from what is given already; empty if it is complete."""
    kept, key = kept_payments(box), content(mask)
    if key not in kept:
        if len(kept) >= KEPT:
            kept.clear()
        kept[key] = search(box, mask)
    return kept[key]


def search(box: Box, mask: Record) -> tuple[int, ...]:
    """A* from what is given to a complete payment. Of things that are alike the first leaves open all others."""
    rules, kinds = box.game.rules, kinds_of_goods(box)
    room, rng = np.zeros(box.game.actions + 1, np.int16), stream(0)
    given = [goods for goods in things_of(mask.paid, mask.paid_ports) if goods != mask.pirate]
    queue: list[tuple[int, int, tuple[int, ...], Record]] = [(0, 0, (), mask)]
    seen: set[tuple[object, ...]] = set()
    while queue:
        _, _, path, state = heappop(queue)
        legal = room[: rules.legal(box.record, state, room)].tolist()
        if DONE in legal:
            return path
        tried = set()
        for action in legal:
            pirates = action < PAY_WITH
            kind = pirates, *kinds[action - (PIRATES if pirates else PAY_WITH)]
            if kind in tried:
                continue
            tried.add(kind)
            longer = (*path, action)
            if (alike := key_of(kinds, longer)) in seen:
                continue
            seen.add(alike)
            after = copy(state)
            rules.apply(box.record, after, action, rng)
            heappush(queue, (cost(box, after, given, longer), -len(longer), longer, after))
    return ()


def key_of(kinds: list[tuple[int, int]], path: tuple[int, ...]) -> tuple[object, ...]:
    """What two ways have in common that lead equally far."""
    pirates = tuple(kinds[action - PIRATES] for action in path if action < PAY_WITH)
    return pirates, path[-1], *sorted(kinds[action - PAY_WITH] for action in path if action >= PAY_WITH)


def cost(box: Box, state: Record, given: list[int], path: tuple[int, ...]) -> int:
    """What a payment that has come so far will cost at the least."""
    kinds, numbers = kinds_of_goods(box), box.numbers
    more = [action - PAY_WITH for action in path if action >= PAY_WITH]
    spent = sum(JOKER + 1 if kinds[goods][0] == NONE else kinds[goods][1] for goods in more)
    # BO-9.3: each thing counts 1 point in the store; BO-10.3: the ship costs its holder some.
    points = len(path) + (numbers.ship_points if path[0] < PAY_WITH else 0)
    lacking = missing(box, int(state.contract), [*given, *more], int(state.pirate))
    # BO-4.2: a "2" counts as two.
    twos = sum(size(int(state.store[state.seat]) & cards) for cards in numbers.double)
    twos = min(twos, (lacking + 1) // 2)
    return POINT * (points + twos + max(0, lacking - 2 * twos)) + spent + lacking
