"""Bitsets of up to 62 elements in a signed 64-bit integer, for example the cards in a hand.

Negative numbers are not sets: HIDDEN stands for a set that a seat may not know.
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
    """LLVM's ctpop."""
    signature = numba.int64(numba.int64)
    return signature, lambda context, builder, signature, arguments: builder.ctpop(arguments[0])  # noqa: ARG005


@intrinsic
def _trailing_zeros(_context: Any, number: Any) -> Any:  # noqa: ARG001
    """LLVM's cttz."""
    signature = numba.int64(numba.int64)
    defined = ir.Constant(ir.IntType(1), 0)
    return signature, lambda context, builder, signature, arguments: builder.cttz(arguments[0], defined)  # noqa: ARG005


@intrinsic
def _leading_zeros(_context: Any, number: Any) -> Any:  # noqa: ARG001
    """LLVM's ctlz."""
    signature = numba.int64(numba.int64)
    defined = ir.Constant(ir.IntType(1), 0)
    return signature, lambda context, builder, signature, arguments: builder.ctlz(arguments[0], defined)  # noqa: ARG005


def size(items: int) -> int:
    """Return the number of members."""
    return int(items).bit_count()


def lowest(items: int) -> int:
    """Return the lowest member of a non-empty set."""
    return (int(items) & -int(items)).bit_length() - 1


def highest(items: int) -> int:
    """Return the highest member; NONE for the empty set."""
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
    """Return the set with a single member."""
    return np.int64(1) << np.int64(item)  # type: ignore[return-value]


@inlined
def up_to(item: int) -> int:
    """Return the set of all elements up to and including the item; empty for NONE."""
    return (np.int64(1) << np.int64(item + 1)) - np.int64(1)  # type: ignore[return-value]


@inlined
def has(items: int, item: int) -> bool:
    """Return whether an item is a member."""
    return (items >> np.int64(item)) & 1 != 0


@inlined
def without_lowest(items: int) -> int:
    """Return the set without its lowest member."""
    return items & (items - 1)


@inlined
def nth(items: int, n: int) -> int:
    """Return the n-th member, counted from 0, by binary search."""
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
    """Return a uniformly random member of a non-empty set."""
    return nth(items, below(rng, size(items)))


def members(items: int) -> list[int]:
    """Return the members in ascending order; not callable from compiled code."""
    rest, found = int(items), []
    if rest < 0:
        raise ValueError("This is no set: it is hidden.")
    while rest:
        first = rest & -rest
        found.append(first.bit_length() - 1)
        rest ^= first
    return found
