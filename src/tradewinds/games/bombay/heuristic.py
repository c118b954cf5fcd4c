"""Heuristic evaluation: win shares from material and simple estimates."""

import numpy as np
import numpy.typing as npt

from tradewinds.games.bombay.actions import PASS
from tradewinds.games.bombay.prospects import cargo_value, points_ahead, purchase_value
from tradewinds.games.bombay.scoring import all_cities, empire, rank_reward
from tradewinds.games.bombay.state import CITIES, COLOURS
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.evaluation import softmax
from tradewinds.kernel.record import Record

TOKEN_VALUE = np.array([0.0, 1.0, 2.3, 5.0, 8.0])
"""Value in rupees of holding this many city tokens before the end."""

EMPIRE = 0.7
"""Value in rupees of a palace or client, beyond the reward for the current rank."""

DOUBT, DOUBT_AHEAD = 1.0, 0.12
"""Softmax temperature in rupees at the end of the game, and its increase for each action point left."""


@inlined
def expected_rupees(box: Record, state: Record, seat: int) -> float:
    """Estimate a player's final rupees, excluding income that all players can expect alike."""
    ahead = points_ahead(box, state, seat)
    chance = 0.0
    for colour in range(COLOURS):
        chance = max(chance, purchase_value(box, state, seat, colour, ahead))
    value = state.rupees[seat] + TOKEN_VALUE[min(CITIES, all_cities(state, seat))]
    value += 0.5 * rank_reward(box, state, seat) + EMPIRE * empire(state, seat)
    return value + 0.9 * cargo_value(box, state, seat, ahead) + 0.6 * chance


@inlined
def heuristic(box: Record, state: Record, out: npt.NDArray[np.float64]) -> None:
    """Write the estimated win share of each seat."""
    doubt = DOUBT + DOUBT_AHEAD * points_ahead(box, state, state.seat)
    for seat in range(box.players):
        out[seat] = expected_rupees(box, state, seat) / doubt
    softmax(out)


@inlined
def dominated(box: Record, state: Record, action: int) -> bool:
    """Return whether an action gives up a whole turn: waiting does the same and brings a rupee (BY-5.1)."""
    return action == PASS and state.points == box.points
