"""The generic names for callers in Python.

Numba recognises an array at once, but takes twenty times as long over a single record. So these doors hand over the
arrays in which records live, and the compiled side takes the records out again.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tradewinds.kernel import dispatch
from tradewinds.kernel.compile import compiled
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import SPECTATOR, Buffer, Record, home

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
def _masks(boxes: Array, states: Array) -> None:
    for seat in range(len(states) - 1):
        dispatch.mask(boxes[0], states[seat], seat)
    dispatch.mask(boxes[0], states[len(states) - 1], SPECTATOR)


@compiled
def _redeal(boxes: Array, states: Array, seat: int, rngs: Array) -> None:
    dispatch.redeal(boxes[0], states[0], seat, rngs[0])


@compiled
def _check(boxes: Array, states: Array) -> int:
    return dispatch.check(boxes[0], states[0])


@compiled
def _estimate(boxes: Array, states: Array, out: npt.NDArray[np.float64]) -> None:
    dispatch.estimate(boxes[0], states[0], out)


@compiled
def _observe(boxes: Array, states: Array, seat: int, out: npt.NDArray[np.float32]) -> None:
    dispatch.observe(boxes[0], states[0], seat, out)


def setup(box: Record, state: Record, rng: Rng) -> None:
    """Fill a blank state with the beginning of a game."""
    _setup(home(box), home(state), home(rng))


def legal(box: Record, state: Record, out: Buffer) -> int:
    """Write the legal actions into `out`, which needs room for one more; return how many there are."""
    return int(_legal(home(box), home(state), out))


def refuse(box: Record, state: Record, action: int) -> int:
    """Why an action is not legal; 0 if it is."""
    return int(_refuse(home(box), home(state), action))


def apply(box: Record, state: Record, action: int, rng: Rng) -> None:
    """Carry out a legal action, in place."""
    _apply(home(box), home(state), action, home(rng))


def to_act(box: Record, state: Record) -> int:
    """The seat that decides now."""
    return int(_to_act(home(box), home(state)))


def is_over(box: Record, state: Record) -> bool:
    """Whether the game has ended."""
    return bool(_is_over(home(box), home(state)))


def scores(box: Record, state: Record, out: npt.NDArray[np.int32]) -> None:
    """Each seat's points, as if the game ended now."""
    _scores(home(box), home(state), out)


def winners(box: Record, state: Record, out: npt.NDArray[np.float64]) -> None:
    """Each seat's share of the win."""
    _winners(home(box), home(state), out)


def mask(box: Record, state: Record, seat: int) -> None:
    """Blank everything that the seat may not know, in place: give it a copy."""
    _mask(home(box), home(state), seat)


def masks(box: Record, state: Record, seats: int) -> list[bytes]:
    """What each seat may know and, last, what all may know, as bytes: asking seat by seat would take long."""
    array = home(state)
    states = np.frombuffer(bytearray(array.tobytes() * (seats + 1)), array.dtype)
    _masks(home(box), states)
    size, masked = array.itemsize, states.tobytes()
    return [masked[start : start + size] for start in range(0, len(masked), size)]


def redeal(box: Record, state: Record, seat: int, rng: Rng) -> None:
    """Fill the blanks of the seat's mask with one world that fits, in place."""
    _redeal(home(box), home(state), seat, home(rng))


def check(box: Record, state: Record) -> int:
    """Which law a full state breaks; 0 if none."""
    return int(_check(home(box), home(state)))


def estimate(box: Record, state: Record, out: npt.NDArray[np.float64]) -> None:
    """Each seat's share of the win by rules of thumb."""
    _estimate(home(box), home(state), out)


def observe(box: Record, state: Record, seat: int, out: npt.NDArray[np.float32]) -> None:
    """What a seat would look at, as numbers."""
    _observe(home(box), home(state), seat, out)


DOORS = dispatch.Rules(
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
)

JUDGEMENT_DOORS = dispatch.Judgement(estimate=estimate, observe=observe)
