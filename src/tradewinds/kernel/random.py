"""A counter-based random generator: the n-th number of a stream depends on its key and n alone.

Nothing is hidden in a global or in a state: whoever holds the stream's record decides the chance. The rules take a
script in place of a stream: then chance does what is written there, and says what it was asked beyond that.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numba
import numpy as np
from numba.extending import overload

from tradewinds.kernel.compile import INLINE, compiled, inlined
from tradewinds.kernel.record import Record, blank, home, total

Rng: TypeAlias = Any

RNG = np.dtype((np.record, [("key", "u8"), ("counter", "u8")]))

SCRIPT_LINES = 120
"""More draws than any set-up or action makes."""

SCRIPT = np.dtype((np.record, [("given", "u2"), ("used", "u2"), ("choices", "u2"), ("lines", "u2", (SCRIPT_LINES,))]))

SCRIPT_TYPE: Any = numba.from_dtype(SCRIPT)

STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
LOW = np.uint64(0xFFFFFFFF)
SPAN = np.uint64(1 << 32)
ONE = np.uint64(1)
HALF = np.uint64(32)


def stream(key: int) -> Rng:
    """A stream at its beginning."""
    return np.array([(key & 0xFFFF_FFFF_FFFF_FFFF, 0)], RNG)[0]


@inlined
def mix(x: np.uint64) -> np.uint64:
    """Scramble 64 bits (the finaliser of SplitMix64)."""
    x = (x ^ (x >> np.uint64(30))) * MIX_1
    x = (x ^ (x >> np.uint64(27))) * MIX_2
    return x ^ (x >> np.uint64(31))


@inlined
def sub_key(key: np.uint64, index: int) -> np.uint64:
    """The key of the index-th stream that belongs to a key."""
    return mix(mix(key) + np.uint64(index) * STEP)


@inlined
def draw(rng: Rng) -> np.uint64:
    """The next 64 random bits."""
    rng.counter += ONE
    return mix(rng.key + rng.counter * STEP)


@compiled
def _draw(rngs: np.ndarray) -> np.uint64:
    return draw(rngs[0])


def fork(rng: Rng) -> Rng:
    """A stream of its own that begins where another one has come to; the next fork is another one."""
    return stream(int(_draw(home(rng))))


@inlined
def roll(rng: Rng, n: int) -> int:
    """A number from 0 to n - 1, every one exactly as likely (Lemire's method with rejection)."""
    bound = np.uint64(n)
    product = (draw(rng) >> HALF) * bound
    if product & LOW < bound:
        unfair = (SPAN - bound) % bound
        while product & LOW < unfair:
            product = (draw(rng) >> HALF) * bound
    return np.int64(product >> HALF)  # type: ignore[return-value]


@inlined
def look_up(script: Record, n: int) -> int:
    """The next line of a script; beyond its end 0, and the script keeps how many choices there were at first."""
    if n == 1:
        return 0
    if script.used < script.given:
        script.used += 1
        return np.int64(script.lines[script.used - 1])  # type: ignore[return-value]
    if script.choices == 0:
        script.choices = n
    return 0


def below(rng: Rng, n: int) -> int:
    """A number from 0 to n - 1: by chance, every one exactly as likely, or from a script."""
    return look_up(rng, n) if rng.dtype == SCRIPT else roll(rng, n)


@overload(below, jit_options=INLINE, strict=False)
def _compiled_below(rng: Any, n: Any) -> Any:  # noqa: ARG001
    return (lambda rng, n: look_up(rng, n)) if rng == SCRIPT_TYPE else (lambda rng, n: roll(rng, n))


def scripted(lines: Sequence[int]) -> Record:
    """A script with these lines."""
    if len(lines) > SCRIPT_LINES:
        raise ValueError(f"A script has at most {SCRIPT_LINES} lines, not {len(lines)}.")
    script = blank(SCRIPT)
    script.given = len(lines)
    script.lines[: len(lines)] = lines
    return script


@inlined
def shuffle(rng: Rng, items: np.ndarray) -> None:
    """Put the items in random order, in place."""
    for last in range(len(items) - 1, 0, -1):
        other = below(rng, last + 1)
        items[last], items[other] = items[other], items[last]


@inlined
def draw_one(rng: Rng, counts: np.ndarray) -> int:
    """Draw one thing out of a bag given by its counts, take it out, and say which kind it was."""
    drawn = below(rng, total(counts))
    # Count the kinds that lie wholly before the one drawn; a loop that stops there would be mispredicted.
    kind, before = 0, 0
    for count in counts:
        before += count
        kind += drawn >= before
    counts[kind] -= 1
    return kind
