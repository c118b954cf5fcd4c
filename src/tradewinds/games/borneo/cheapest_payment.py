"""Search over legal actions for the payment that costs the fewest points (BO-4, BO-9.3)."""

from collections.abc import Sequence
from heapq import heappop, heappush

import numpy as np

from tradewinds.games.borneo.actions import DONE, PAY_WITH, PIRATES
from tradewinds.games.borneo.describe import kinds_of_goods
from tradewinds.games.borneo.payment import unpaid
from tradewinds.games.borneo.scoring import goods_points
from tradewinds.games.borneo.state import CARDS
from tradewinds.kernel.game import Box, once_per_box
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import NONE, Record, content, copy
from tradewinds.kernel.sets import members, size

POINT, JOKER = 10_000, 100
"""Search costs of a point and of a joker, which is spent last; ties are broken by the fewest spices."""
CACHE_SIZE = 256
"""Maximum number of cached payments per box."""


def goods_in(cards: int, ports: int) -> list[int]:
    """Return the goods of a store in the order of the rules."""
    return [*members(cards), *(CARDS + port for port in members(ports))]


def goods_sets(goods: Sequence[int]) -> tuple[int, int]:
    """Return goods as a set of cargo cards and a set of ports."""
    return sum(1 << item for item in goods if item < CARDS), sum(1 << item - CARDS for item in goods if item >= CARDS)


def missing(box: Box, kind: int, goods: Sequence[int], pirate: int) -> int:
    """Return how many spices a payment of these goods and the pirates' card lacks for a contract."""
    return max(0, int(unpaid(box.numbers, kind, *goods_sets(goods), pirate)))


@once_per_box
def payment_cache(_box: Box) -> dict[bytes, tuple[int, ...]]:
    """Return the cache of payments by mask."""
    return {}


def cheapest_payment(box: Box, mask: Record) -> tuple[int, ...]:
    """Return the actions that complete a payment at the lowest cost in points; empty if it is complete."""
    cache, key = payment_cache(box), content(mask)
    if key not in cache:
        if len(cache) >= CACHE_SIZE:
            cache.clear()
        cache[key] = search(box, mask)
    return cache[key]


def search(box: Box, mask: Record) -> tuple[int, ...]:
    """Run A* from the current payment to a complete one. Among equal goods only the first is expanded."""
    rules, kinds = box.game.rules, kinds_of_goods(box)
    room, rng = np.zeros(box.game.actions + 1, np.int16), stream(0)
    given = [goods for goods in goods_in(mask.paid, mask.paid_ports) if goods != mask.pirate]
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
    """Return the transposition key of a path: paths with equal goods share it."""
    pirates = tuple(kinds[action - PIRATES] for action in path if action < PAY_WITH)
    return pirates, path[-1], *sorted(kinds[action - PAY_WITH] for action in path if action >= PAY_WITH)


def cost(box: Box, state: Record, given: list[int], path: tuple[int, ...]) -> int:
    """Return a lower bound on the cost of completing a payment."""
    kinds, numbers = kinds_of_goods(box), box.numbers
    more = [action - PAY_WITH for action in path if action >= PAY_WITH]
    spent = sum(JOKER + 1 if kinds[goods][0] == NONE else kinds[goods][1] for goods in more)
    # BO-10.3: the ship costs its holder points.
    points = goods_points(len(path)) + (numbers.ship_points if path[0] < PAY_WITH else 0)
    lacking = missing(box, int(state.contract), [*given, *more], int(state.pirate))
    # BO-4.2: a "2" counts as two.
    twos = sum(size(int(state.store[state.seat]) & cards) for cards in numbers.double)
    twos = min(twos, (lacking + 1) // 2)
    return POINT * (points + twos + max(0, lacking - 2 * twos)) + spent + lacking
