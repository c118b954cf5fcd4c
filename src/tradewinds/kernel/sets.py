"""Sets of up to 62 things in one integer: which cards are in a hand, which ports are left.

A set is a signed 64-bit number whose bits stand for its members, so that asking for all red cards of a hand is one
operation. A negative number is no set: HIDDEN stands for one that a seat may not know.
"""

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.extending import intrinsic, overload

from tradewinds.kernel.compile import INLINE, inlined
from tradewinds.kernel.random import Rng, below

EMPTY = 0


@intrinsic
def _population(_context: Any, number: Any) -> Any:  # noqa: ARG001
    """The processor's own count of bits."""
    signature = numba.int64(numba.int64)
    return signature, lambda context, builder, signature, arguments: builder.ctpop(arguments[0])  # noqa: ARG005


@intrinsic
def _trailing_zeros(_context: Any, number: Any) -> Any:  # noqa: ARG001
    """The processor's own search for the lowest bit."""
    signature = numba.int64(numba.int64)
    defined = ir.Constant(ir.IntType(1), 0)
    return signature, lambda context, builder, signature, arguments: builder.cttz(arguments[0], defined)  # noqa: ARG005


@intrinsic
def _leading_zeros(_context: Any, number: Any) -> Any:  # noqa: ARG001
    """The processor's own search for the highest bit."""
    signature = numba.int64(numba.int64)
    defined = ir.Constant(ir.IntType(1), 0)
    return signature, lambda context, builder, signature, arguments: builder.ctlz(arguments[0], defined)  # noqa: ARG005


def size(items: int) -> int:
    """How many members a set has."""
    return int(items).bit_count()


def lowest(items: int) -> int:
    """The first member of a set that is not empty."""
    return (int(items) & -int(items)).bit_length() - 1


def highest(items: int) -> int:
    """The last member of a set; NONE of the empty one."""
    return int(items).bit_length() - 1


@overload(size, jit_options=INLINE, strict=False)
def _compiled_size(items: Any) -> Any:  # noqa: ARG001
    return lambda items: _population(np.int64(items))  # type: ignore[call-arg]


@overload(lowest, jit_options=INLINE, strict=False)
def _compiled_lowest(items: Any) -> Any:  # noqa: ARG001
    return lambda items: _trailing_zeros(np.int64(items))  # type: ignore[call-arg]


@overload(highest, jit_options=INLINE, strict=False)
def _compiled_highest(items: Any) -> Any:  # noqa: ARG001
    return lambda items: 63 - _leading_zeros(np.int64(items))  # type: ignore[call-arg]


@inlined
def only(item: int) -> int:
    """The set of one thing."""
    return np.int64(1) << np.int64(item)  # type: ignore[return-value]


@inlined
def up_to(item: int) -> int:
    """The set of a thing and all before it; nothing if the thing is NONE."""
    return (np.int64(1) << np.int64(item + 1)) - np.int64(1)  # type: ignore[return-value]


@inlined
def has(items: int, item: int) -> bool:
    """Whether a thing is in a set."""
    return (items >> np.int64(item)) & 1 != 0


@inlined
def without_lowest(items: int) -> int:
    """A set without its first member."""
    return items & (items - 1)


@inlined
def nth(items: int, n: int) -> int:
    """The n-th member of a set, counted from 0: a search by halves."""
    rest, place, width = items, 0, 32
    while width > 0:
        below_here = size(rest & up_to(width - 1))
        beyond = n >= below_here
        n -= below_here * beyond
        place += width * beyond
        rest >>= width * beyond
        width //= 2
    return place


@inlined
def any_of(rng: Rng, items: int) -> int:
    """A member of a set that is not empty, each as likely as every other."""
    return nth(items, below(rng, size(items)))


def members(items: int) -> list[int]:
    """The members of a set in order, for callers in Python."""
    rest, found = int(items), []
    if rest < 0:
        raise ValueError("This is no set: it is hidden.")
    while rest:
        first = rest & -rest
        found.append(first.bit_length() - 1)
        rest ^= first
    return found
