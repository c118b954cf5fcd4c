"""Visible flags and previews of share-outs for descriptions and views; compiled, since both are called often."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tradewinds.games.borneo.flags import flags_of, visible
from tradewinds.games.borneo.share_out import cards_at, monopolist, rank_companies
from tradewinds.games.borneo.state import COMPANIES, SLOTS
from tradewinds.kernel.compile import compiled
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import NONE, Record, backing_array

Numbers: TypeAlias = npt.NDArray[np.int64]

WIDTH = 1 + 2 * COMPANIES
"""Columns of the output: the monopolist, the flags of each company and the order."""


class LayOutcome(NamedTuple):
    """The outcome of laying a card at a port."""

    flags: list[int]
    """Visible flags of each company."""
    monopolist: int
    """The company with the monopoly, NONE if there is none."""
    order: list[int]
    """Without a monopoly, the companies in the order in which they choose; empty below the limit."""


@compiled
def _flags_shown(boxes: np.ndarray, states: np.ndarray, orders: np.ndarray, counts: np.ndarray) -> None:
    box, state = boxes[0], states[0]
    for slot in range(SLOTS):
        if state.port[slot] != NONE:
            count = cards_at(state, slot)
            rank_companies(box, state, slot, count, orders[slot])
            packed = visible(box, state, slot, count)
            for company in range(COMPANIES):
                counts[slot, company] = flags_of(packed, company)


@compiled
def _lay(boxes: np.ndarray, states: np.ndarray, lays: Numbers, out: Numbers) -> None:
    for place in range(len(lays)):
        box, state, row = boxes[0], states[place], place * WIDTH
        card, slot = lays[place] // SLOTS, lays[place] % SLOTS
        count = cards_at(state, slot) + 1
        state.lying[slot, count - 1] = card
        packed, company = visible(box, state, slot, count), monopolist(box, state, slot, count)
        if company == NONE and count == box.limit[state.port[slot]]:
            rank_companies(box, state, slot, count, state.order)
        out[row] = company
        for number in range(COMPANIES):
            out[row + 1 + number] = flags_of(packed, number)
            out[row + 1 + COMPANIES + number] = state.order[number]


def flags_shown(box: Box, mask: Record) -> list[dict[int, int]]:
    """Return the visible flags of the companies at each port, in the order of BO-7.4; none during a share-out."""
    orders, counts = np.full((SLOTS, COMPANIES), NONE, np.int8), np.zeros((SLOTS, COMPANIES), np.int8)
    _flags_shown(backing_array(box.record), backing_array(mask), orders, counts)
    return [
        {company: shown[company] for company in order if company != NONE}
        for order, shown in zip(orders.tolist(), counts.tolist(), strict=True)
    ]


def preview_lays(box: Box, mask: Record, lays: Sequence[int]) -> list[LayOutcome]:
    """Return the outcome of each lay; lays are numbered like their actions."""
    array, out = backing_array(mask), np.zeros(len(lays) * WIDTH, np.int64)
    states = np.frombuffer(bytearray(array.tobytes() * len(lays)), array.dtype)
    _lay(backing_array(box.record), states, np.array(lays, np.int64), out)
    numbers: list[int] = out.tolist()
    return [unpack_outcome(numbers[first : first + WIDTH]) for first in range(0, len(numbers), WIDTH)]


def unpack_outcome(numbers: list[int]) -> LayOutcome:
    """Convert a row of the compiled output."""
    order = [company for company in numbers[1 + COMPANIES :] if company != NONE]
    return LayOutcome(numbers[1 : 1 + COMPANIES], numbers[0], order)
