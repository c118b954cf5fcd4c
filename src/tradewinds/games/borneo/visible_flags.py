"""Flags and share-outs as the rules see them, for describing and showing: compiled, since both ask very often."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tradewinds.games.borneo.flags import flags_of, visible
from tradewinds.games.borneo.share_out import cards_at, monopolist, rank_companies
from tradewinds.games.borneo.state import COMPANIES, SLOTS
from tradewinds.kernel.compile import compiled
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import NONE, Record, home

Numbers: TypeAlias = npt.NDArray[np.int64]

WIDTH = 1 + 2 * COMPANIES
"""The monopolist, the flags of each company and the order."""


class Outlook(NamedTuple):
    """What a card leads to at a port."""

    flags: list[int]
    """How many flags of each company then show."""
    monopolist: int
    """The company that then has the monopoly, NONE if none has."""
    order: list[int]
    """Without a monopoly: the companies in the order in which they share the cargo, none while there is still room."""


@compiled
def _flags_shown(boxes: np.ndarray, states: np.ndarray, out: Numbers) -> None:
    box, state = boxes[0], states[0]
    for slot in range(SLOTS):
        packed = visible(box, state, slot, cards_at(state, slot)) if state.port[slot] != NONE else 0
        for company in range(COMPANIES):
            out[slot * COMPANIES + company] = flags_of(packed, company)


@compiled
def _lay(boxes: np.ndarray, states: np.ndarray, lays: Numbers, out: Numbers) -> None:
    for place in range(len(lays)):
        box, state, row = boxes[0], states[place], place * WIDTH
        card, slot = lays[place] // SLOTS, lays[place] % SLOTS
        count = cards_at(state, slot) + 1
        state.lying[slot, count - 1] = card
        packed, company = visible(box, state, slot, count), monopolist(box, state, slot, count)
        if company == NONE and count == box.limit[state.port[slot]]:
            rank_companies(box, state, slot, count)
        out[row] = company
        for number in range(COMPANIES):
            out[row + 1 + number] = flags_of(packed, number)
            out[row + 1 + COMPANIES + number] = state.order[number]


def flags_shown(box: Box, mask: Record) -> list[list[int]]:
    """How many flags of each company show at each port; none while it is shared out."""
    out = np.zeros(SLOTS * COMPANIES, np.int64)
    _flags_shown(home(box.record), home(mask), out)
    numbers: list[int] = out.tolist()
    return [numbers[first : first + COMPANIES] for first in range(0, len(numbers), COMPANIES)]


def look_ahead(box: Box, mask: Record, lays: Sequence[int]) -> list[Outlook]:
    """What each card will lead to if it is laid at its port; the lays are numbered as their actions are."""
    array, out = home(mask), np.zeros(len(lays) * WIDTH, np.int64)
    states = np.frombuffer(bytearray(array.tobytes() * len(lays)), array.dtype)
    _lay(home(box.record), states, np.array(lays, np.int64), out)
    numbers: list[int] = out.tolist()
    return [outlook(numbers[first : first + WIDTH]) for first in range(0, len(numbers), WIDTH)]


def outlook(numbers: list[int]) -> Outlook:
    """What the compiled side has found out about one lay."""
    order = [company for company in numbers[1 + COMPANIES :] if company != NONE]
    return Outlook(numbers[1 : 1 + COMPANIES], numbers[0], order)
