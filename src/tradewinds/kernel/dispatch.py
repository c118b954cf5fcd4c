"""Generic functions of all games, dispatched on the type of the state record.

Generic algorithms call only these functions. Compiled code resolves them at compile time, plain Python looks them up.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

from tradewinds.kernel.compile import INLINE, inlined
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import Buffer, Record


@inlined
def mask_nothing(box: Record, state: Record, seat: int) -> None:
    """Hide nothing: for games of perfect information."""


@inlined
def redeal_nothing(box: Record, state: Record, seat: int, rng: Rng) -> None:
    """Change nothing, because masks hide nothing."""


@inlined
def no_planned_features(box: Record, state: Record, seat: int, cache: object, out: npt.NDArray[np.float32]) -> None:
    """Write nothing: all features are cheap."""


@inlined
def never_dominated(box: Record, state: Record, action: int) -> bool:  # noqa: ARG001
    """Leave out no action."""
    return False


@inlined
def conceal_nothing(box: Record, state: Record, seat: int) -> None:
    """Conceal nothing: seats are shown everything they may know."""


@inlined
def always_settled(box: Record, state: Record) -> bool:  # noqa: ARG001
    """Treat every action as a turn of its own."""
    return True


class Rules(NamedTuple):
    """The rules of a game: its implementations of the generic functions below."""

    setup: Callable[[Record, Record, Rng], None]
    legal: Callable[[Record, Record, Buffer], int]
    refuse: Callable[[Record, Record, int], int]
    apply: Callable[[Record, Record, int, Rng], None]
    to_act: Callable[[Record, Record], int]
    is_over: Callable[[Record, Record], bool]
    scores: Callable[[Record, Record, npt.NDArray[np.int32]], None]
    winners: Callable[[Record, Record, npt.NDArray[np.float64]], None]
    mask: Callable[[Record, Record, int], None]
    redeal: Callable[[Record, Record, int, Rng], None]
    check: Callable[[Record, Record], int]
    conceal: Callable[[Record, Record, int], None] = conceal_nothing
    is_settled: Callable[[Record, Record], bool] = always_settled


class Evaluators(NamedTuple):
    """What bots know of a game beyond its rules. They read full states: bots determinize their mask first."""

    heuristic: Callable[[Record, Record, npt.NDArray[np.float64]], None]
    features: Callable[[Record, Record, int, npt.NDArray[np.float32]], None]
    planned_features: Callable[[Record, Record, int, Any, npt.NDArray[np.float32]], None] = no_planned_features
    dominated: Callable[[Record, Record, int], bool] = never_dominated


RULES: dict[np.dtype[Any], Rules] = {}
"""Rules by state type, for uncompiled calls."""

EVALUATORS: dict[np.dtype[Any], Evaluators] = {}
"""Evaluators by state type, for uncompiled calls."""


def setup(box: Record, state: Record, rng: Rng) -> None:
    """Set up the initial state of a game in a blank record."""
    RULES[state.dtype].setup(box, state, rng)


def legal(box: Record, state: Record, out: Buffer) -> int:
    """Write the legal actions into `out` in ascending order and return their number."""
    return RULES[state.dtype].legal(box, state, out)


def refuse(box: Record, state: Record, action: int) -> int:
    """Return the refusal code of an action, a key of the game's `refusals`; 0 if it is legal."""
    return RULES[state.dtype].refuse(box, state, action)


def apply(box: Record, state: Record, action: int, rng: Rng) -> None:
    """Apply a legal action, in place."""
    RULES[state.dtype].apply(box, state, action, rng)


def to_act(box: Record, state: Record) -> int:
    """Return the seat to act."""
    return RULES[state.dtype].to_act(box, state)


def is_over(box: Record, state: Record) -> bool:
    """Return whether the state is terminal."""
    return RULES[state.dtype].is_over(box, state)


def scores(box: Record, state: Record, out: npt.NDArray[np.int32]) -> None:
    """Write each seat's points into `out`, as if the game ended now."""
    RULES[state.dtype].scores(box, state, out)


def winners(box: Record, state: Record, out: npt.NDArray[np.float64]) -> None:
    """Write each seat's share of the win into `out`, after all tie-breaks; the shares sum to 1."""
    RULES[state.dtype].winners(box, state, out)


def mask(box: Record, state: Record, seat: int) -> None:
    """Hide everything a seat may not know, in place; callers pass a copy."""
    RULES[state.dtype].mask(box, state, seat)


def is_settled(box: Record, state: Record) -> bool:
    """Return whether a turn, or a decision of several actions, is complete, so that the state can be judged."""
    return RULES[state.dtype].is_settled(box, state)


def conceal(box: Record, state: Record, seat: int) -> None:
    """Hide from a seat's mask, in place, what the seat has seen but is not shown and would have to remember."""
    RULES[state.dtype].conceal(box, state, seat)


def redeal(box: Record, state: Record, seat: int, rng: Rng) -> None:
    """Determinize a seat's mask in place: fill its hidden values with one possible world."""
    RULES[state.dtype].redeal(box, state, seat, rng)


def check(box: Record, state: Record) -> int:
    """Return the first invariant that a full state violates, a key of the game's `laws`; 0 if none."""
    return RULES[state.dtype].check(box, state)


def heuristic(box: Record, state: Record, out: npt.NDArray[np.float64]) -> None:
    """Write the heuristic estimate of each seat's share of the win into `out`; the shares sum to 1."""
    EVALUATORS[state.dtype].heuristic(box, state, out)


def features(box: Record, state: Record, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write the input features of the game's network for a seat into `out`."""
    EVALUATORS[state.dtype].features(box, state, seat, out)


def planned_features(box: Record, state: Record, seat: int, cache: Any, out: npt.NDArray[np.float32]) -> None:
    """Write further input features, with a cache (kernel/evaluation.py) for what many positions have in common."""
    EVALUATORS[state.dtype].planned_features(box, state, seat, cache, out)


def dominated(box: Record, state: Record, action: int) -> bool:
    """Return whether another legal action is at least as good for the seat, so that searches may leave it out."""
    return EVALUATORS[state.dtype].dominated(box, state, action)


STUBS = (
    setup, legal, refuse, apply, to_act, is_over, scores, winners, mask, conceal, redeal, check, is_settled,
    heuristic, features, planned_features, dominated
)  # fmt: skip


def register(state_type: np.dtype[Any], rules: Rules, evaluators: Evaluators) -> None:
    """Register a game's functions for its state type, which must be unique to the game."""
    if state_type in RULES:
        raise ValueError("Another game has states of exactly this type: give a field another name.")
    RULES[state_type] = rules
    EVALUATORS[state_type] = evaluators
    compiled_type = numba.from_dtype(state_type)
    for stub in STUBS:
        function = getattr(evaluators if hasattr(evaluators, stub.__name__) else rules, stub.__name__)
        OVERLOAD_BY_ARITY[stub.__code__.co_argcount](stub, compiled_type, function)


def _overload_2(stub: Callable[..., object], state_type: object, function: Any) -> None:
    # Numba needs the exact signature, hence one function per arity.
    @overload(stub, jit_options=INLINE, strict=False)
    def choose(box: object, state: object) -> Any:  # noqa: ARG001
        return (lambda box, state: function(box, state)) if state == state_type else None


def _overload_3(stub: Callable[..., object], state_type: object, function: Any) -> None:
    @overload(stub, jit_options=INLINE, strict=False)
    def choose(box: object, state: object, x: object) -> Any:  # noqa: ARG001
        return (lambda box, state, x: function(box, state, x)) if state == state_type else None


def _overload_4(stub: Callable[..., object], state_type: object, function: Any) -> None:
    @overload(stub, jit_options=INLINE, strict=False)
    def choose(box: object, state: object, x: object, rng: object) -> Any:  # noqa: ARG001
        return (lambda box, state, x, rng: function(box, state, x, rng)) if state == state_type else None


def _overload_5(stub: Callable[..., object], state_type: object, function: Any) -> None:
    @overload(stub, jit_options=INLINE, strict=False)
    def choose(box: object, state: object, seat: object, cache: object, out: object) -> Any:  # noqa: ARG001
        return (
            (lambda box, state, seat, cache, out: function(box, state, seat, cache, out))
            if state == state_type
            else None
        )


OVERLOAD_BY_ARITY = {2: _overload_2, 3: _overload_3, 4: _overload_4, 5: _overload_5}
