import numpy as np
import pytest

from tradewinds.kernel.compile import compiled
from tradewinds.kernel.random import RNG, Rng, below, draw, draw_one, scripted, shuffle, stream, sub_key
from tradewinds.kernel.record import backing_array


@compiled
def draws(rng: Rng, out: np.ndarray) -> None:
    for index in range(len(out)):
        out[index] = draw(rng)


@compiled
def rolls(rng: Rng, n: int, out: np.ndarray) -> None:
    for index in range(len(out)):
        out[index] = below(rng, n)


@compiled
def one_of(scripts: np.ndarray, n: int) -> int:
    return below(scripts[0], n)


@compiled
def shuffled(rng: Rng, items: np.ndarray) -> None:
    shuffle(rng, items)


@compiled
def drawn(rng: Rng, bag: np.ndarray) -> int:
    return draw_one(rng, bag)


def test_it_is_splitmix64() -> None:
    """The reference output of SplitMix64 for the seed 1234567."""
    out = np.zeros(3, np.uint64)
    draws(stream(1234567), out)
    assert out.tolist() == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_a_stream_is_its_key_and_counter() -> None:
    out, tail = np.zeros(10, np.uint64), np.zeros(4, np.uint64)
    draws(stream(42), out)
    rng = stream(42)
    rng.counter = 6
    draws(rng, tail)
    assert tail.tolist() == out[6:].tolist()
    assert rng.counter == 10


def test_below_is_even_and_in_range() -> None:
    for n in (1, 2, 3, 7, 24):
        out = np.zeros(60_000, np.int64)
        rolls(stream(n), n, out)
        counts = np.bincount(out, minlength=n)
        assert len(counts) == n
        # Chi-square with a bound that a fair generator passes but for one in a billion.
        assert ((counts - 60_000 / n) ** 2).sum() / (60_000 / n) < n + 9 * np.sqrt(2 * n) + 20


def test_huge_bounds_need_rejection() -> None:
    n = 3 << 30
    out = np.zeros(20_000, np.int64)
    rolls(stream(5), n, out)
    assert 0 <= out.min() <= out.max() < n
    # Without rejection one third of the range would come twice as often.
    assert abs(np.mean(out % 3 == 0) - 1 / 3) < 0.02


def test_shuffle_reaches_every_order() -> None:
    seen = set()
    rng = stream(9)
    for _ in range(300):
        items = np.arange(4, dtype=np.int8)
        shuffled(rng, items)
        assert sorted(items.tolist()) == [0, 1, 2, 3]
        seen.add(tuple(items.tolist()))
    assert len(seen) == 24


def test_draw_one_empties_a_bag() -> None:
    bag = np.array([2, 0, 3], np.int8)
    rng = stream(3)
    kinds = [drawn(rng, bag) for _ in range(5)]
    assert sorted(kinds) == [0, 0, 2, 2, 2]
    assert bag.sum() == 0


def test_streams_of_one_key_differ() -> None:
    with np.errstate(over="ignore"):
        keys = {int(sub_key(np.uint64(1), index)) for index in range(1000)}
    assert len(keys) == 1000
    assert RNG.itemsize == 16


def test_a_script_decides_what_chance_does() -> None:
    """Compiled and in plain Python alike; a draw from one thing alone is no draw."""
    for roll in (one_of, one_of.py_func if hasattr(one_of, "py_func") else one_of):
        script = scripted([4, 2])
        assert [int(roll(backing_array(script), n)) for n in (6, 1, 3, 1, 9, 7)] == [4, 0, 2, 0, 0, 0]
        assert (script.used, script.choices) == (2, 9), "what it was asked first beyond its end is kept"


def test_a_script_has_an_end() -> None:
    with pytest.raises(ValueError, match="at most 120 lines, not 121"):
        scripted([0] * 121)
