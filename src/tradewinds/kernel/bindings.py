"""Python bindings of the generic functions in `kernel/dispatch.py`.

Numba unboxes an array about twenty times faster than a single record, so the bindings pass the backing arrays of the
records, and the compiled side indexes them.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tradewinds.kernel import dispatch
from tradewinds.kernel.compile import compiled
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import SPECTATOR, Buffer, Record, backing_array

Array = np.ndarray[Any, Any]


@compiled
def _setup(boxes: Array, states: Array, rngs: Array) -> None:
    dispatch.setup(boxes[0], states[0], rngs[0])


@compiled
def _legal(boxes: Array, states: Array, out: Buffer) -> int:
    return dispatch.legal(boxes[0], states[0], out)


@compiled
def _refuse(boxes: Array, states: Array, action: int) -> int:
    return dispatch.refuse(boxes[0], states[0], action)


@compiled
def _apply(boxes: Array, states: Array, action: int, rngs: Array) -> None:
    dispatch.apply(boxes[0], states[0], action, rngs[0])


@compiled
def _to_act(boxes: Array, states: Array) -> int:
    return dispatch.to_act(boxes[0], states[0])


@compiled
def _is_over(boxes: Array, states: Array) -> bool:
    return dispatch.is_over(boxes[0], states[0])


@compiled
def _scores(boxes: Array, states: Array, out: npt.NDArray[np.int32]) -> None:
    dispatch.scores(boxes[0], states[0], out)


@compiled
def _winners(boxes: Array, states: Array, out: npt.NDArray[np.float64]) -> None:
    dispatch.winners(boxes[0], states[0], out)


@compiled
def _mask(boxes: Array, states: Array, seat: int) -> None:
    dispatch.mask(boxes[0], states[0], seat)


@compiled
def _conceal(boxes: Array, states: Array, seat: int) -> None:
    dispatch.conceal(boxes[0], states[0], seat)


@compiled
def _masks(boxes: Array, states: Array, shown: bool) -> None:
    for index in range(len(states)):
        seat = index if index < len(states) - 1 else SPECTATOR
        dispatch.mask(boxes[0], states[index], seat)
        if shown:
            dispatch.conceal(boxes[0], states[index], seat)


@compiled
def _redeal(boxes: Array, states: Array, seat: int, rngs: Array) -> None:
    dispatch.redeal(boxes[0], states[0], seat, rngs[0])


@compiled
def _check(boxes: Array, states: Array) -> int:
    return dispatch.check(boxes[0], states[0])


@compiled
def _heuristic(boxes: Array, states: Array, out: npt.NDArray[np.float64]) -> None:
    dispatch.heuristic(boxes[0], states[0], out)


@compiled
def _features(boxes: Array, states: Array, seat: int, out: npt.NDArray[np.float32]) -> None:
    dispatch.features(boxes[0], states[0], seat, out)


def setup(box: Record, state: Record, rng: Rng) -> None:
    """Set up the initial state of a game in a blank record."""
    _setup(backing_array(box), backing_array(state), backing_array(rng))


def legal(box: Record, state: Record, out: Buffer) -> int:
    """Write the legal actions into `out`, which must hold one extra entry, and return their number."""
    return int(_legal(backing_array(box), backing_array(state), out))


def refuse(box: Record, state: Record, action: int) -> int:
    """Return the refusal code of an action; 0 if it is legal."""
    return int(_refuse(backing_array(box), backing_array(state), action))


def apply(box: Record, state: Record, action: int, rng: Rng) -> None:
    """Apply a legal action, in place."""
    _apply(backing_array(box), backing_array(state), action, backing_array(rng))


def to_act(box: Record, state: Record) -> int:
    """Return the seat to act."""
    return int(_to_act(backing_array(box), backing_array(state)))


def is_over(box: Record, state: Record) -> bool:
    """Return whether the state is terminal."""
    return bool(_is_over(backing_array(box), backing_array(state)))


def scores(box: Record, state: Record, out: npt.NDArray[np.int32]) -> None:
    """Write each seat's points into `out`, as if the game ended now."""
    _scores(backing_array(box), backing_array(state), out)


def winners(box: Record, state: Record, out: npt.NDArray[np.float64]) -> None:
    """Write each seat's share of the win into `out`."""
    _winners(backing_array(box), backing_array(state), out)


def mask(box: Record, state: Record, seat: int) -> None:
    """Hide everything the seat may not know, in place: pass a copy."""
    _mask(backing_array(box), backing_array(state), seat)


def conceal(box: Record, state: Record, seat: int) -> None:
    """Hide from a seat's mask what the seat has seen but is not shown, in place."""
    _conceal(backing_array(box), backing_array(state), seat)


def masks(box: Record, state: Record, seats: int, *, shown: bool = False) -> list[bytes]:
    """Return the masks of all seats and of the spectator (last) as bytes, in a single compiled call.

    They hold what each seat may know or, on request, only what it is shown.
    """
    array = backing_array(state)
    states = np.frombuffer(bytearray(array.tobytes() * (seats + 1)), array.dtype)
    _masks(backing_array(box), states, shown)
    size, masked = array.itemsize, states.tobytes()
    return [masked[start : start + size] for start in range(0, len(masked), size)]


def redeal(box: Record, state: Record, seat: int, rng: Rng) -> None:
    """Determinise the seat's mask, in place."""
    _redeal(backing_array(box), backing_array(state), seat, backing_array(rng))


def check(box: Record, state: Record) -> int:
    """Return the code of the first invariant that a full state violates; 0 if none."""
    return int(_check(backing_array(box), backing_array(state)))


def heuristic(box: Record, state: Record, out: npt.NDArray[np.float64]) -> None:
    """Write the heuristic estimate of each seat's share of the win into `out`."""
    _heuristic(backing_array(box), backing_array(state), out)


def features(box: Record, state: Record, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write the network's input features of a seat into `out`."""
    _features(backing_array(box), backing_array(state), seat, out)


BINDINGS = dispatch.Rules(
    setup=setup,
    legal=legal,
    refuse=refuse,
    apply=apply,
    to_act=to_act,
    is_over=is_over,
    scores=scores,
    winners=winners,
    mask=mask,
    redeal=redeal,
    check=check,
    conceal=conceal,
)

EVALUATOR_BINDINGS = dispatch.Evaluators(heuristic=heuristic, features=features)
