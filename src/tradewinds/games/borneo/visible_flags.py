"""Visible flags and previews of share-outs for descriptions and views; compiled, since both are called often."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tradewinds.games.borneo.flags import cards_at, flags_of, visible
from tradewinds.games.borneo.share_out import has_merchant_at, next_chooser, rank_companies, share_order
from tradewinds.games.borneo.state import COMPANIES, PLACES, SLOTS
from tradewinds.kernel.compile import compiled
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import NONE, Record, backing_array

Numbers: TypeAlias = npt.NDArray[np.int64]

ORDER = 1 + COMPANIES
TAKERS = ORDER + COMPANIES
WIDTH = TAKERS + PLACES
"""Output columns: the monopolist, the flags of each company, from ORDER on the order, from TAKERS on the takers."""


class LayOutcome(NamedTuple):
    """The outcome of laying a card at a port."""

    flags: list[int]
    """Visible flags of each company."""
    monopolist: int
    """The company with the monopoly, or NONE."""
    order: list[int]
    """The companies in the order in which they choose; empty unless a share-out is due."""
    takers: list[int]
    """The seats that take the cards, in order; empty if there is no share-out or nobody to choose."""


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
        box, state = boxes[0], states[place]
        card, slot = lays[place] // SLOTS, lays[place] % SLOTS
        count = cards_at(state, slot) + 1
        state.lying[slot, count - 1] = card
        packed = visible(box, state, slot, count)
        out[place, 0] = share_order(box, state, slot, count, state.order)
        for company in range(COMPANIES):
            out[place, 1 + company] = flags_of(packed, company)
            out[place, ORDER + company] = state.order[company]
        if has_merchant_at(state, 0):
            state.share_turn = NONE
            for taken in range(count):
                next_chooser(state)
                out[place, TAKERS + taken] = state.seat


def flags_shown(box: Box, mask: Record) -> list[dict[int, int]]:
    """Return the visible flags by company at each port, in the order of BO-7.4; empty for a port being shared out."""
    orders, counts = np.full((SLOTS, COMPANIES), NONE, np.int8), np.zeros((SLOTS, COMPANIES), np.int8)
    _flags_shown(backing_array(box.record), backing_array(mask), orders, counts)
    return [
        {company: shown[company] for company in order if company != NONE}
        for order, shown in zip(orders.tolist(), counts.tolist(), strict=True)
    ]


def preview_lays(box: Box, mask: Record, lays: Sequence[int]) -> list[LayOutcome]:
    """Return the outcome of each lay; a lay is its action minus LAY."""
    array = backing_array(mask)
    states = np.frombuffer(bytearray(array.tobytes() * len(lays)), array.dtype)
    return [unpack_outcome(numbers) for numbers in outcomes(box, states, np.array(lays, np.int64)).tolist()]


def monopolists(box: Box, states: np.ndarray, lays: Numbers) -> Numbers:
    """Return the company with the monopoly after a lay in each state, or NONE; modify the states."""
    return outcomes(box, states, lays)[:, 0]


def outcomes(box: Box, states: np.ndarray, lays: Numbers) -> Numbers:
    """Apply a lay to each state and return a row of numbers for each."""
    out = np.full((len(lays), WIDTH), NONE, np.int64)
    _lay(backing_array(box.record), states, lays, out)
    return out


def unpack_outcome(numbers: list[int]) -> LayOutcome:
    """Convert a row of the compiled output."""
    order, takers = numbers[ORDER:TAKERS], numbers[TAKERS:]
    return LayOutcome(
        numbers[1:ORDER],
        numbers[0],
        [company for company in order if company != NONE],
        [seat for seat in takers if seat != NONE],
    )
