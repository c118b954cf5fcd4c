"""A club player of Bombay: plans its own next turns while the others stand still, with plain hand-written values."""

import sys
from types import ModuleType
from typing import Any

import numpy as np

from tradewinds.bots import Budget
from tradewinds.games.bombay.actions import PASS
from tradewinds.games.bombay.state import OVER
from tradewinds.kernel.compile import compiled, inlined, noinline
from tradewinds.kernel.dispatch import apply, is_over, legal, scores, to_act
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, fork, mix
from tradewinds.kernel.record import NONE, Record, backing_array, copy

CLIENT, PALACE = 1.8, 2.5
"""Rupees for a client, and for a palace, whose toll the others will pay."""

CITY_TOKENS = np.array([0.0, 1.2, 3.0, 5.5, 8.0])
"""Rupees for this many city tokens before the end (BY-6.2)."""

POINT = 0.45
"""Rupees that an action point could earn elsewhere."""

DOUBT = 0.85
"""Part of the value of a bale that is still to be sold or built with."""

HASTE = 0.15
"""Weight of the value after each earlier turn of a plan: what is gained early is safe."""

POSITIONS, LONGEST = 4096, 16
"""Limits of one turn: positions within it, and actions."""

ENDS, SLOTS = 1 << 15, 1 << 17
"""Maximum number of ends of all turns of one step, and entries of a hash table."""

Array = np.ndarray[Any, Any]

# Numba loads cached functions by the name of their module; that of a class in a file is not registered.
for _name in (__name__, "planner", "tests.bots.planner"):
    sys.modules.setdefault(_name, ModuleType(_name))


@inlined
def add_position(words: Array, index: int, table: Array) -> bool:
    """Add a position to a hash table; return False if an equal one is there."""
    key = np.uint64(0)
    for word in range(words.shape[1]):
        key = mix(key ^ words[index, word]) + key
    place = np.int64(key & np.uint64(len(table) - 1))
    while table[place] != NONE:
        same = True
        for word in range(words.shape[1]):
            if words[table[place], word] != words[index, word]:
                same = False
                break
        if same:
            return False
        place = (place + 1) & (len(table) - 1)
    table[place] = index
    return True


@noinline
def skip_others(box: Record, state: Record, seat: int, rng: Rng) -> None:
    """Let everybody else give up turns until the seat is to act again."""
    while not is_over(box, state) and to_act(box, state) != seat:
        apply(box, state, PASS, rng)


@inlined
def is_same_turn(state: Record, other: Record) -> bool:
    """Return whether two states belong to the same turn of the game."""
    same = state.turn == other.turn and state.round_number == other.round_number
    return bool(same and state.set_number == other.set_number and state.phase != OVER)


@inlined
def points_left(box: Record, state: Record) -> int:
    """Return the action points that the seat to act still has in the game."""
    rounds = (box.sets - state.set_number) * box.rounds + box.rounds - state.round_number
    return int(rounds * box.points + state.points)


@noinline
def bale_value(box: Record, state: Record, seat: int, colour: int, left: int) -> float:
    """Return the rupees that a bale will bring at the best place within reach."""
    best, here = 0.0, state.elephant[seat]
    for space in range(len(state.palace)):
        way = box.steps[here, space] + 1
        if way > left:
            continue
        city, value = box.city_at[space], 0.0
        if city != NONE:
            # BY-5.4: prices by place and colour, and a city token.
            for place in range(len(box.sale_rupees)):
                if state.demand[city, place] == colour:
                    value = box.sale_rupees[place] + box.bonus_rupees[colour]
                    value += CLIENT * (box.sale_clients[place] + box.bonus_clients[colour])
                    value += 1.5 * (state.city_tokens[seat, city] == 0 and state.city_left[city] > 0)
        elif state.post[space] == NONE and state.palace[space] == NONE and state.palaces[seat] < box.palaces:
            # BY-5.5: a palace, and what the token under it brings.
            value = PALACE + 1.2 * (state.token[space] != NONE)
        best = max(best, value - POINT * way)
    return best


@noinline
def judge(box: Record, state: Record, seat: int, points: Array) -> float:
    """Return the value of a position in rupees, by what the seat itself owns."""
    clients = state.clients[seat] + state.palace_clients[seat]
    if is_over(box, state):
        scores(box, state, points)
        return points[seat] + 0.3 * (clients + state.palaces[seat])  # type: ignore[no-any-return]
    cities = state.palace_cities[seat]
    for city in range(len(state.city_left)):
        cities += state.city_tokens[seat, city]
    value = state.rupees[seat] + CITY_TOKENS[min(cities, len(CITY_TOKENS) - 1)]
    value += CLIENT * clients + PALACE * state.palaces[seat]
    left = points_left(box, state)
    for colour in range(len(state.stock)):
        if state.bales[seat, colour] > 0:
            value += DOUBT * state.bales[seat, colour] * bale_value(box, state, seat, colour, left)
    return value  # type: ignore[no-any-return]


@compiled
def expand(
    boxes: Array,
    starts: Array,
    seat: int,
    turn: tuple[Array, Array, Array],
    links: tuple[Array, Array],
    ends: tuple[Array, Array, Array],
    found: tuple[Array, Array, Array],
    buffers: tuple[Array, Array],
    rngs: Array,
) -> int:
    """Write the ends of all turns that begin at `starts`, after the others have stood still; return their number.

    Equal positions are merged, and all turns meet the same chance.
    """
    box, rng, counter, count = boxes[0], rngs[0], rngs[0].counter, 0
    states, words, table = turn
    parents, actions = links
    end_states, end_words, end_table = ends
    origins, paths, values = found
    end_table[:] = NONE
    for origin in range(len(starts)):
        table[:] = NONE
        states[0] = starts[origin]
        parents[0] = NONE
        size, index = 1, 0
        while index < size and count < ENDS:
            choices = legal(box, states[index], buffers[0])
            for choice in range(choices):
                if size == POSITIONS or count == ENDS:
                    break
                state = states[size]
                states[size] = states[index]
                rng.counter = counter
                apply(box, state, buffers[0][choice], rng)
                parents[size], actions[size] = index, buffers[0][choice]
                if is_same_turn(state, states[index]):
                    size += add_position(words, size, table)
                    continue
                skip_others(box, state, seat, rng)
                end_states[count] = states[size]
                if add_position(end_words, count, end_table):
                    origins[count] = origin
                    values[count] = judge(box, end_states[count], seat, buffers[1])
                    write_path(parents, actions, size, paths[count])
                    count += 1
            index += 1
    rng.counter = counter
    return count


@inlined
def write_path(parents: Array, actions: Array, last: int, path: Array) -> None:
    """Write the actions that lead to a position of a turn."""
    length, index = 0, last
    while index > 0:
        length += 1
        index = parents[index]
    path[:] = NONE
    index = last
    for place in range(length - 1, -1, -1):
        path[min(place, LONGEST - 1)] = actions[index]
        index = parents[index]


class Planner:
    """Plays the first turn of the best plan for its next turns, found by a beam search."""

    turns = 4
    """Own turns in a plan."""
    width = 60
    """Positions kept after each turn of the plan."""
    samples = 3
    """Refills of the markets that a plan across the end of a set is tried with."""

    def __init__(self) -> None:
        self.plan: list[tuple[bytes, int]] = []
        self.type: Any = None

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:  # noqa: ARG002
        """Return the next action of the turn; make a new plan at its beginning."""
        if not self.plan or self.plan[0][0] != masked.tobytes():
            chance = fork(rng)
            world = copy(masked)
            for action in self.best_turn(box, masked, seat, chance):
                self.plan.append((world.tobytes(), action))
                box.game.rules.apply(box.record, world, action, chance)
        return self.plan.pop(0)[1]

    def best_turn(self, box: Box, masked: Record, seat: int, rng: Rng) -> list[int]:
        """Return the actions of the turn with the best plans, on average over several refills."""
        self.plan = []
        self.allocate(box)
        numbers = box.numbers
        crosses = int(masked.round_number) + self.turns > numbers.rounds and int(masked.set_number) < numbers.sets
        totals: dict[tuple[int, ...], float] = {}
        for _ in range(self.samples if crosses else 1):
            values = self.plan_values(box, masked, seat, fork(rng))
            worst = min(values.values())
            for path in values.keys() | totals.keys():
                totals[path] = totals.get(path, 0.0) + values.get(path, worst)
        best = max(totals, key=lambda path: (totals[path], path))
        return [action for action in best if action != NONE]

    def plan_values(self, box: Box, masked: Record, seat: int, rng: Rng) -> dict[tuple[int, ...], float]:
        """Return the values of the best plans by their first turns, as far as these are still in the beam."""
        starts = np.zeros(1, self.type)
        starts[0] = masked
        firsts: list[tuple[int, ...]] = []
        gains, heads = np.zeros(1), np.zeros(1, np.int64)
        rules, numbers = box.game.rules, backing_array(box.record)
        for number in range(self.turns):
            count = expand(numbers, starts, seat, *self.arrays, backing_array(rng))
            rng.counter += np.uint64(64)
            origins, paths, values = (array[:count] for array in self.arrays[3])
            plans = gains[origins] + values
            order = np.argsort(-plans, kind="stable")[: self.width if number else max(self.width, 200)]
            if not number:
                firsts = [tuple(path) for path in paths[order].tolist()]
                heads = np.arange(len(order))
            else:
                heads = heads[origins[order]]
            best = plans[order]
            gains = gains[origins[order]] + HASTE * values[order]
            starts = self.arrays[2][0][order]
            if rules.is_over(box.record, copy(starts[0])):
                break
        found: dict[tuple[int, ...], float] = {}
        for head, value in zip(heads.tolist(), best.tolist(), strict=True):
            found.setdefault(firsts[head], value)
        return found

    def allocate(self, box: Box) -> None:
        """Allocate the arrays of the search, once per type of state."""
        if self.type == box.game.state_type:
            return
        self.type = box.game.state_type
        states, ends = np.zeros(POSITIONS, self.type), np.zeros(ENDS, self.type)
        self.arrays = (
            (states, states.view(np.uint64).reshape(POSITIONS, -1), np.zeros(4 * POSITIONS, np.int32)),
            (np.zeros(POSITIONS, np.int32), np.zeros(POSITIONS, np.int16)),
            (ends, ends.view(np.uint64).reshape(ENDS, -1), np.zeros(SLOTS, np.int32)),
            (np.zeros(ENDS, np.int32), np.zeros((ENDS, LONGEST), np.int16), np.zeros(ENDS)),
            (np.zeros(box.game.actions + 1, np.int16), np.zeros(5, np.int32)),
        )
