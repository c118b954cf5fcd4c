"""Heuristic evaluation: win shares from scores and simple estimates."""

import numpy as np
import numpy.typing as npt

from tradewinds.games.borneo.flags import cards_at, flags_on
from tradewinds.games.borneo.prospects import (
    CARDS_PER_PORT,
    cargo_share,
    company_share,
    contract_value,
    share_out_progress,
    share_outs_ahead,
)
from tradewinds.games.borneo.scoring import scores
from tradewinds.games.borneo.state import COMPANIES, OVER, RUNNING, SLOTS
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.evaluation import softmax
from tradewinds.kernel.record import NONE, Record

CARD = 1.7
"""Value of a card in the store: its point, and its contribution to a contract."""

PLACE = 0.8
"""Fraction of future share-outs that the current ranks decide."""

HELD, FLAG = 0.15, 0.06
"""Value of a card in hand; value of a flag on it, to be multiplied by the player's share in its company."""

DOUBT, DOUBT_AHEAD = 2.0, 0.7
"""Softmax temperature in points at the end of the game, and its increase for each share-out left."""


@noinline
def expected_points(box: Record, state: Record, seat: int) -> float:
    """Estimate the points that a player will gain beyond the current score."""
    if state.phase == OVER:
        return 0.0
    value = contract_value(box, state, seat)
    if state.ending != RUNNING:
        return value
    places = 0.0
    for company in range(COMPANIES):
        part = company_share(state, company, seat)
        places += part / COMPANIES
        value += FLAG * part * flags_on(box, state.hand[seat], company)
    value += places * PLACE * share_outs_ahead(state) * CARDS_PER_PORT
    for slot in range(SLOTS):
        if state.port[slot] != NONE or state.share == slot:
            value += (
                CARD
                * cards_at(state, slot)
                * cargo_share(box, state, slot, seat)
                * (0.3 + share_out_progress(box, state, slot))
            )
    return value + HELD * state.hand_size[seat]


@inlined
def heuristic(box: Record, state: Record, out: npt.NDArray[np.float64]) -> None:
    """Write the estimated win share of each seat."""
    points = np.empty(box.players, np.int32)
    scores(box, state, points)
    doubt = DOUBT + DOUBT_AHEAD * share_outs_ahead(state)
    for seat in range(box.players):
        out[seat] = (points[seat] + expected_points(box, state, seat)) / doubt
    softmax(out)
