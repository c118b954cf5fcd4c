"""Rules of thumb for bots: who is how likely to win, judged by what lies on the table and in the hands."""

import numpy as np
import numpy.typing as npt

from tradewinds.games.borneo.flags import flags_on
from tradewinds.games.borneo.prospects import (
    CARDS_A_PORT,
    claim,
    contract_outlook,
    ripeness,
    share_outs_ahead,
    standing,
)
from tradewinds.games.borneo.scoring import scores
from tradewinds.games.borneo.share_out import cards_at
from tradewinds.games.borneo.state import COMPANIES, OVER, RUNNING, SLOTS
from tradewinds.kernel.compile import apart, inlined
from tradewinds.kernel.evaluation import to_shares
from tradewinds.kernel.record import NONE, Record

CARD = 1.7
"""What a card that comes into the store is worth: its point, and its part in a contract."""

PLACE = 0.8
"""Which part of the share-outs to come the present places in the rows decide."""

HELD, FLAG = 0.15, 0.06
"""What a card in hand is worth, and a flag on it of a company in which one stands well."""

DOUBT, DOUBT_AHEAD = 2.0, 0.7
"""How many points of lead are half certain at the end, and how many more for each share-out to come."""


@apart
def outlook(box: Record, state: Record, seat: int) -> float:
    """How many points a player may expect besides those that are counted already."""
    if state.phase == OVER:
        return 0.0
    worth = contract_outlook(box, state, seat)
    if state.ending != RUNNING:
        return worth
    places = 0.0
    for company in range(COMPANIES):
        part = standing(state, company, seat)
        places += part / COMPANIES
        worth += FLAG * part * flags_on(box, state.hand[seat], company)
    worth += places * PLACE * share_outs_ahead(state) * CARDS_A_PORT
    for slot in range(SLOTS):
        if state.port[slot] != NONE or state.share == slot:
            worth += CARD * cards_at(state, slot) * claim(box, state, slot, seat) * (0.3 + ripeness(box, state, slot))
    return worth + HELD * state.hand_size[seat]


@inlined
def estimate(box: Record, state: Record, out: npt.NDArray[np.float64]) -> None:
    """Each seat's share of the win."""
    points = np.empty(box.players, np.int32)
    scores(box, state, points)
    doubt = DOUBT + DOUBT_AHEAD * share_outs_ahead(state)
    for seat in range(box.players):
        out[seat] = (points[seat] + outlook(box, state, seat)) / doubt
    to_shares(out)
