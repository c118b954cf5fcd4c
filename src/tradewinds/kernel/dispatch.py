"""The generic names: what every game can do, called the same for all of them.

Generic algorithms call these functions only. In compiled code the type of the state record decides at
compile time which game's function is meant; in plain Python it is looked up.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

from tradewinds.kernel.compile import INLINE
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import Buffer, Record


class Rules(NamedTuple):
    """A game's compiled functions, one for each generic name."""

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


class Judgement(NamedTuple):
    """What a game tells bots besides its rules. Both read full states: a bot fills its mask by `redeal` first."""

    estimate: Callable[[Record, Record, npt.NDArray[np.float64]], None]
    observe: Callable[[Record, Record, int, npt.NDArray[np.float32]], None]


PLAIN: dict[np.dtype[Any], Rules] = {}
"""Rules by state type, for uncompiled calls."""

OPINIONS: dict[np.dtype[Any], Judgement] = {}
"""Judgements by state type, for uncompiled calls."""


def setup(box: Record, state: Record, rng: Rng) -> None:
    """Fill a blank state with the beginning of a game."""
    PLAIN[state.dtype].setup(box, state, rng)


def legal(box: Record, state: Record, out: Buffer) -> int:
    """Write the legal actions into `out`, ascending, and return how many there are."""
    return PLAIN[state.dtype].legal(box, state, out)


def refuse(box: Record, state: Record, action: int) -> int:
    """Why an action is not legal, as a number of the game's own list; 0 if it is."""
    return PLAIN[state.dtype].refuse(box, state, action)


def apply(box: Record, state: Record, action: int, rng: Rng) -> None:
    """Carry out a legal action, in place."""
    PLAIN[state.dtype].apply(box, state, action, rng)


def to_act(box: Record, state: Record) -> int:
    """The seat that decides now."""
    return PLAIN[state.dtype].to_act(box, state)


def is_over(box: Record, state: Record) -> bool:
    """Whether the game has ended."""
    return PLAIN[state.dtype].is_over(box, state)


def scores(box: Record, state: Record, out: npt.NDArray[np.int32]) -> None:
    """Write each seat's points into `out`, as if the game ended now."""
    PLAIN[state.dtype].scores(box, state, out)


def winners(box: Record, state: Record, out: npt.NDArray[np.float64]) -> None:
    """Write each seat's share of the win into `out`, after all tie-breaks; the shares add up to 1."""
    PLAIN[state.dtype].winners(box, state, out)


def mask(box: Record, state: Record, seat: int) -> None:
    """Blank everything that the seat may not know, in place: give it a copy."""
    PLAIN[state.dtype].mask(box, state, seat)


def redeal(box: Record, state: Record, seat: int, rng: Rng) -> None:
    """Fill the blanks of the seat's mask with one world that fits what the seat knows, in place."""
    PLAIN[state.dtype].redeal(box, state, seat, rng)


def check(box: Record, state: Record) -> int:
    """Which law of the game's material a full state breaks, as a number of the game's list; 0 if none."""
    return PLAIN[state.dtype].check(box, state)


def estimate(box: Record, state: Record, out: npt.NDArray[np.float64]) -> None:
    """Write each seat's share of the win into `out`, judged by hand-written rules of thumb; it adds up to 1."""
    OPINIONS[state.dtype].estimate(box, state, out)


def observe(box: Record, state: Record, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write what a seat would look at into `out`, as the numbers that the game's network reads."""
    OPINIONS[state.dtype].observe(box, state, seat, out)


def register(state_type: np.dtype[Any], rules: Rules, judgement: Judgement) -> None:
    """Announce a game's functions under the generic names; the type of its states must be its own."""
    if state_type in PLAIN:
        raise ValueError("Another game has states of exactly this type: give a field another name.")
    PLAIN[state_type] = rules
    OPINIONS[state_type] = judgement
    compiled_type = numba.from_dtype(state_type)
    stubs = (setup, legal, refuse, apply, to_act, is_over, scores, winners, mask, redeal, check, estimate, observe)
    for stub in stubs:
        function = getattr(judgement if stub in (estimate, observe) else rules, stub.__name__)
        DISPATCH[stub.__code__.co_argcount](stub, compiled_type, function)


def dispatch_2(stub: Callable[..., object], state_type: object, function: Any) -> None:
    """Let a generic name of two arguments mean the function where the state is of this type."""

    @overload(stub, jit_options=INLINE, strict=False)
    def choose(box: object, state: object) -> Any:  # noqa: ARG001
        return (lambda box, state: function(box, state)) if state == state_type else None


def dispatch_3(stub: Callable[..., object], state_type: object, function: Any) -> None:
    """The same for three arguments."""

    @overload(stub, jit_options=INLINE, strict=False)
    def choose(box: object, state: object, x: object) -> Any:  # noqa: ARG001
        return (lambda box, state, x: function(box, state, x)) if state == state_type else None


def dispatch_4(stub: Callable[..., object], state_type: object, function: Any) -> None:
    """The same for four arguments."""

    @overload(stub, jit_options=INLINE, strict=False)
    def choose(box: object, state: object, x: object, rng: object) -> Any:  # noqa: ARG001
        return (lambda box, state, x, rng: function(box, state, x, rng)) if state == state_type else None


DISPATCH = {2: dispatch_2, 3: dispatch_3, 4: dispatch_4}
