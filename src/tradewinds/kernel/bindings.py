"""Python bindings for the generic functions in `kernel/dispatch.py`.

Numba unboxes an array about twenty times faster than a single record, so the bindings pass the backing arrays of the
records, and the compiled side indexes them.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tradewinds.kernel import dispatch
from tradewinds.kernel.compile import compiled
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
def _is_settled(boxes: Array, states: Array) -> bool:
    return dispatch.is_settled(boxes[0], states[0])


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


@compiled
def _planned_features(boxes: Array, states: Array, seat: int, cache: Any, out: Array) -> None:
    dispatch.planned_features(boxes[0], states[0], seat, cache, out)


@compiled
def _dominated(boxes: Array, states: Array, action: int) -> bool:
    return dispatch.dominated(boxes[0], states[0], action)


def masks(box: Record, state: Record, seats: int, *, shown: bool = False) -> list[bytes]:
    """Return the masks of all seats, followed by the spectator's, as bytes; computed in a single compiled call.

    With `shown`, also conceal what each seat has seen but is not shown.
    """
    array = backing_array(state)
    states = np.frombuffer(bytearray(array.tobytes() * (seats + 1)), array.dtype)
    _masks(backing_array(box), states, shown)
    size, masked = array.itemsize, states.tobytes()
    return [masked[start : start + size] for start in range(0, len(masked), size)]


BINDINGS = dispatch.Rules(
    setup=lambda box, state, rng: _setup(backing_array(box), backing_array(state), backing_array(rng)),
    legal=lambda box, state, out: int(_legal(backing_array(box), backing_array(state), out)),
    refuse=lambda box, state, action: int(_refuse(backing_array(box), backing_array(state), action)),
    apply=lambda box, state, action, rng: _apply(backing_array(box), backing_array(state), action, backing_array(rng)),
    to_act=lambda box, state: int(_to_act(backing_array(box), backing_array(state))),
    is_over=lambda box, state: bool(_is_over(backing_array(box), backing_array(state))),
    scores=lambda box, state, out: _scores(backing_array(box), backing_array(state), out),
    winners=lambda box, state, out: _winners(backing_array(box), backing_array(state), out),
    mask=lambda box, state, seat: _mask(backing_array(box), backing_array(state), seat),
    redeal=lambda box, state, seat, rng: _redeal(backing_array(box), backing_array(state), seat, backing_array(rng)),
    check=lambda box, state: int(_check(backing_array(box), backing_array(state))),
    is_settled=lambda box, state: bool(_is_settled(backing_array(box), backing_array(state))),
    conceal=lambda box, state, seat: _conceal(backing_array(box), backing_array(state), seat),
)
"""The rules of all games, callable from Python; the buffer passed to `legal` needs one extra entry."""

EVALUATOR_BINDINGS = dispatch.Evaluators(
    heuristic=lambda box, state, out: _heuristic(backing_array(box), backing_array(state), out),
    features=lambda box, state, seat, out: _features(backing_array(box), backing_array(state), seat, out),
    planned_features=lambda box, state, seat, cache, out: _planned_features(
        backing_array(box), backing_array(state), seat, cache, out
    ),
    dominated=lambda box, state, action: bool(_dominated(backing_array(box), backing_array(state), action)),
)
