"""Rules of thumb for bots: who is how likely to win, judged by what lies on the table."""

import numpy as np
import numpy.typing as npt

from tradewinds.games.bombay.prospects import cargo_worth, cities_of, points_ahead, purchase_worth
from tradewinds.games.bombay.scoring import empire, rank_reward
from tradewinds.games.bombay.state import CITIES, COLOURS
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.evaluation import to_shares
from tradewinds.kernel.record import Record

TOKEN_WORTH = np.array([0.0, 1.0, 2.3, 5.0, 8.0])
"""What so many city tokens are worth before the end, in rupees."""

EMPIRE = 0.7
"""What a palace or client is worth besides the present rank."""

DOUBT, DOUBT_AHEAD = 1.0, 0.12
"""How many rupees of lead are half certain at the end, and how many more for each point that is still to be used."""


@inlined
def outlook(box: Record, state: Record, seat: int) -> float:
    """How many rupees a player may expect, without what all have yet to earn alike."""
    ahead = points_ahead(box, state, seat)
    chance = 0.0
    for colour in range(COLOURS):
        chance = max(chance, purchase_worth(box, state, seat, colour, ahead))
    worth = state.rupees[seat] + TOKEN_WORTH[min(CITIES, cities_of(state, seat))]
    worth += 0.5 * rank_reward(box, state, seat) + EMPIRE * empire(state, seat)
    return worth + 0.9 * cargo_worth(box, state, seat, ahead) + 0.6 * chance


@inlined
def estimate(box: Record, state: Record, out: npt.NDArray[np.float64]) -> None:
    """Each seat's share of the win."""
    doubt = DOUBT + DOUBT_AHEAD * points_ahead(box, state, state.seat)
    for seat in range(box.players):
        out[seat] = outlook(box, state, seat) / doubt
    to_shares(out)
