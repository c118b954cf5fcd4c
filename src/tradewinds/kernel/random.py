"""A counter-based random number generator: the n-th number of a stream depends only on its key and n.

There is no global generator: callers pass the record of a stream. The rules also accept a script in place of a stream.
A script supplies given outcomes and records the number of choices at the first draw beyond them.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numba
import numpy as np
from numba.extending import overload

from tradewinds.kernel.compile import INLINE, compiled, inlined
from tradewinds.kernel.record import Record, backing_array, blank, total

Rng: TypeAlias = Any

RNG = np.dtype((np.record, [("key", "u8"), ("counter", "u8")]))

SCRIPT_LINES = 120
"""An upper bound on the draws in a set-up or an action."""

SCRIPT = np.dtype((np.record, [("given", "u2"), ("used", "u2"), ("choices", "u2"), ("lines", "u2", (SCRIPT_LINES,))]))

SCRIPT_TYPE: Any = numba.from_dtype(SCRIPT)

GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
LOW = np.uint64(0xFFFFFFFF)
SPAN = np.uint64(1 << 32)
ONE = np.uint64(1)
HALF = np.uint64(32)


def stream(key: int) -> Rng:
    """Return a new stream with this key."""
    return np.array([(key & 0xFFFF_FFFF_FFFF_FFFF, 0)], RNG)[0]


@inlined
def mix(x: np.uint64) -> np.uint64:
    """Mix 64 bits (the finaliser of SplitMix64)."""
    x = (x ^ (x >> np.uint64(30))) * MIX_1
    x = (x ^ (x >> np.uint64(27))) * MIX_2
    return x ^ (x >> np.uint64(31))


@inlined
def sub_key(key: np.uint64, index: int) -> np.uint64:
    """Return the key of the index-th substream of a key."""
    return mix(mix(key) + np.uint64(index) * GOLDEN_GAMMA)


@inlined
def draw(rng: Rng) -> np.uint64:
    """Return the next 64 random bits."""
    rng.counter += ONE
    return mix(rng.key + rng.counter * GOLDEN_GAMMA)


@compiled
def _draw(rngs: np.ndarray) -> np.uint64:
    return draw(rngs[0])


def fork(rng: Rng) -> Rng:
    """Return a new stream keyed by the next number of a stream; successive forks differ."""
    return stream(int(_draw(backing_array(rng))))


@inlined
def uniform_below(rng: Rng, n: int) -> int:
    """Return an unbiased integer from 0 to n - 1 (Lemire's method with rejection)."""
    bound = np.uint64(n)
    product = (draw(rng) >> HALF) * bound
    if product & LOW < bound:
        threshold = (SPAN - bound) % bound
        while product & LOW < threshold:
            product = (draw(rng) >> HALF) * bound
    return np.int64(product >> HALF)  # type: ignore[return-value]


@inlined
def next_scripted(script: Record, n: int) -> int:
    """Return the next outcome of a script; past its end, return 0 and record the number of choices the first time."""
    if n == 1:
        return 0
    if script.used < script.given:
        script.used += 1
        return np.int64(script.lines[script.used - 1])  # type: ignore[return-value]
    if script.choices == 0:
        script.choices = n
    return 0


def below(rng: Rng, n: int) -> int:
    """Return an integer from 0 to n - 1, uniformly at random or from a script."""
    return next_scripted(rng, n) if rng.dtype == SCRIPT else uniform_below(rng, n)


@overload(below, jit_options=INLINE, strict=False)
def _compiled_below(rng: Any, n: Any) -> Any:  # noqa: ARG001
    return (lambda rng, n: next_scripted(rng, n)) if rng == SCRIPT_TYPE else (lambda rng, n: uniform_below(rng, n))


def scripted(lines: Sequence[int]) -> Record:
    """Return a script with these outcomes."""
    if len(lines) > SCRIPT_LINES:
        raise ValueError(f"A script has at most {SCRIPT_LINES} lines, not {len(lines)}.")
    script = blank(SCRIPT)
    script.given = len(lines)
    script.lines[: len(lines)] = lines
    return script


@inlined
def shuffle(rng: Rng, items: np.ndarray) -> None:
    """Shuffle the items in place (Fisher-Yates)."""
    for last in range(len(items) - 1, 0, -1):
        other = below(rng, last + 1)
        items[last], items[other] = items[other], items[last]


@inlined
def draw_one(rng: Rng, counts: np.ndarray) -> int:
    """Draw one item without replacement from a multiset given by its counts; return its kind."""
    drawn = below(rng, total(counts))
    # Counts all kinds before the drawn item; a loop that stops there would be mispredicted.
    kind, before = 0, 0
    for count in counts:
        before += count
        kind += drawn >= before
    counts[kind] -= 1
    return kind
