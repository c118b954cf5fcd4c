"""Final scoring (BY-6): rewards, points and the winner."""

import numpy as np
import numpy.typing as npt

from tradewinds.games.bombay.state import CITIES
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.record import Record, total
from tradewinds.kernel.seats import share_win

PARTS = ("rupees", "ranks", "cities")
"""The components of a score, in the order of `score_parts`."""


@inlined
def all_clients(state: Record, seat: int) -> int:
    """Return a player's number of client tokens, including those from palaces."""
    return state.clients[seat] + state.palace_clients[seat]


@inlined
def all_cities(state: Record, seat: int) -> int:
    """Return a player's number of city tokens, including those from palaces."""
    # BY-5.5: a palace's city token counts as one of no particular city.
    return total(state.city_tokens[seat]) + state.palace_cities[seat]


@inlined
def empire(state: Record, seat: int) -> int:
    """Return a player's number of palaces and clients."""
    return state.palaces[seat] + all_clients(state, seat)


@inlined
def rank_reward(box: Record, state: Record, seat: int) -> int:
    """Return the reward in rupees for a player's rank by palaces and clients."""
    mine = empire(state, seat)
    ahead, level = 0, 0
    for other in range(box.players):
        theirs = empire(state, other)
        ahead += theirs > mine
        level += theirs == mine
    # BY-6.1: tied players share the sum of the ranks they occupy, rounded down.
    total = 0
    for rank in range(ahead, ahead + level):
        total += box.rank_rupees[rank]
    return total // level


@inlined
def city_reward(box: Record, state: Record, seat: int) -> int:
    """Return the reward in rupees for city tokens."""
    # BY-6.2: exactly 3 bring 4 rupees, 4 or more bring 8.
    return box.city_rupees[min(all_cities(state, seat), CITIES)]


@inlined
def score_parts(box: Record, state: Record, seat: int) -> tuple[int, int, int]:
    """Return the components of a seat's score, as if the game ended now."""
    return state.rupees[seat], rank_reward(box, state, seat), city_reward(box, state, seat)


@inlined
def scores(box: Record, state: Record, out: npt.NDArray[np.int32]) -> None:
    """Write each seat's score, as if the game ended now."""
    for seat in range(box.players):
        rupees, ranks, cities = score_parts(box, state, seat)
        out[seat] = rupees + ranks + cities


@inlined
def winners(box: Record, state: Record, out: npt.NDArray[np.float64]) -> None:
    """Write each seat's share of the win."""
    points, clients = np.empty(box.players, np.int32), np.empty(box.players, np.int32)
    scores(box, state, points)
    for seat in range(box.players):
        clients[seat] = all_clients(state, seat)
    # BY-6.3: most rupees; a tie goes to more client tokens, then the win is shared.
    share_win(points, clients, out)
