"""Sets of things in one integer, compiled and plain."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tradewinds.kernel import sets
from tradewinds.kernel.compile import compiled
from tradewinds.kernel.random import RNG, stream
from tradewinds.kernel.record import backing_array

LARGEST = 62
items = st.sets(st.integers(0, LARGEST - 1))


@compiled
def measure(number: int, out: np.ndarray) -> None:
    """Return what compiled code finds in a set."""
    out[0], out[1], out[2] = sets.size(number), sets.lowest(number), sets.highest(number)
    for place in range(sets.size(number)):
        out[3 + place] = sets.nth(number, place)


@compiled
def draw(number: int, rngs: np.ndarray) -> int:
    """Return a random member."""
    return sets.any_of(rngs[0], number)


@given(items.filter(bool))
def test_members_are_found(chosen: set[int]) -> None:
    number: Any = np.int64(sum(1 << item for item in chosen))
    out = np.zeros(3 + LARGEST, np.int64)
    measure(number, out)
    assert out[:3].tolist() == [len(chosen), min(chosen), max(chosen)]
    assert out[3 : 3 + len(chosen)].tolist() == sorted(chosen) == sets.members(int(number))
    assert (sets.size(int(number)), sets.lowest(int(number)), sets.highest(int(number))) == tuple(out[:3])
    assert [int(sets.nth(number, place)) for place in range(len(chosen))] == sorted(chosen)
    assert int(draw(number, np.zeros(1, RNG))) in chosen


@given(items, st.integers(0, LARGEST - 1))
def test_parts_of_sets(chosen: set[int], item: int) -> None:
    number: Any = np.int64(sum(1 << member for member in chosen))
    assert bool(sets.has(number, item)) == (item in chosen)
    assert sets.members(number & sets.up_to(item)) == sorted(member for member in chosen if member <= item)
    assert sets.members(sets.only(item)) == [item]
    if chosen:
        assert sets.members(sets.without_lowest(number)) == sorted(chosen)[1:]


def test_the_empty_set_has_no_last_member() -> None:
    assert sets.highest(sets.EMPTY) == -1
    assert int(sets.up_to(-1)) == 0


def test_every_member_is_as_likely() -> None:
    number: Any = np.int64(0b1011 | 1 << 61)
    rng = stream(5)
    counts = dict.fromkeys(sets.members(int(number)), 0)
    for _ in range(4000):
        counts[int(draw(number, backing_array(rng)))] += 1
    assert all(900 < count < 1100 for count in counts.values())
