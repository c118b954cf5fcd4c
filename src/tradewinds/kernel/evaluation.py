"""How a position looks for every seat: by its outcome, by the game's rules of thumb, or by a learned network."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import inlined, vectorised
from tradewinds.kernel.dispatch import estimate, is_over, observe, winners
from tradewinds.kernel.record import Record

OUTCOME, ESTIMATE, LEARNED = range(3)
"""Ways to judge: play to the end, the game's `estimate`, the game's network."""

ANY_ACTION = -1
"""In place of a way to judge: any action will do."""

QUICK_BOTS = {"random": ANY_ACTION, "greedy": ESTIMATE, "network": LEARNED}
"""Bots that play wholly in compiled code: anything, or what looks best one decision later."""

Floats = npt.NDArray[np.float32]
Shares = npt.NDArray[np.float64]


class Network(NamedTuple):
    """A small network: what one seat observes goes through two layers of units to a single number.

    The numbers of all seats, each seen with its own eyes, become shares of the win. So one network serves any number of
    players and any seat.
    """

    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats

    @property
    def inputs(self) -> int:
        """How many numbers it reads."""
        return int(self.first.shape[0])


NO_NETWORK = Network(*(np.zeros(shape, np.float32) for shape in ((0, 0), 0, (0, 0), 0, 0)))


class Desk(NamedTuple):
    """Room for the network's numbers on their way."""

    inputs: Floats
    first: Floats
    second: Floats


def make_desk(inputs: int, network: Network) -> Desk:
    """Room for one thread."""
    sizes = (inputs, len(network.first_bias), len(network.second_bias))
    return Desk(*(np.zeros(size, np.float32) for size in sizes))


@inlined
def weigh_in(values: Floats, weights: Floats, out: Floats) -> None:
    """Add the weights of all values above or below zero; most inputs are zero, and those are skipped."""
    for index in range(len(values)):
        value = values[index]
        if value != 0:
            # A row of its own would have to be counted as a reference: twice as slow.
            for unit in range(len(out)):
                out[unit] += value * weights[index, unit]


@inlined
def rectify(values: Floats) -> None:
    """Nothing below zero."""
    for index in range(len(values)):
        values[index] = max(values[index], np.float32(0))


@vectorised
def promise(network: Network, desk: Desk) -> float:
    """The network's number for what lies on the desk."""
    for unit in range(len(desk.first)):
        desk.first[unit] = network.first_bias[unit]
    weigh_in(desk.inputs, network.first, desk.first)
    rectify(desk.first)
    for unit in range(len(desk.second)):
        desk.second[unit] = network.second_bias[unit]
    weigh_in(desk.first, network.second, desk.second)
    rectify(desk.second)
    total = np.float32(0)
    for unit in range(len(desk.second)):
        total += desk.second[unit] * network.last[unit]
    return np.float64(total)


@inlined
def to_shares(out: Shares) -> None:
    """Turn numbers of any size into shares that add up to 1, in place."""
    most, total = out[0], 0.0
    for seat in range(1, len(out)):
        most = max(most, out[seat])
    for seat in range(len(out)):
        out[seat] = np.exp(out[seat] - most)
        total += out[seat]
    for seat in range(len(out)):
        out[seat] /= total


@inlined
def judge(box: Record, state: Record, how: int, network: Network, desk: Desk, out: Shares) -> None:
    """Write each seat's share of the win into `out`: as it is at the end, as it is expected before."""
    if is_over(box, state):
        winners(box, state, out)
    elif how == LEARNED:
        for seat in range(len(out)):
            observe(box, state, seat, desk.inputs)
            out[seat] = promise(network, desk)
        to_shares(out)
    else:
        estimate(box, state, out)
