"""Final scoring (BO-9.3): points and the winner."""

import numpy as np
import numpy.typing as npt

from tradewinds.games.borneo.state import KINDS
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.record import Record, total
from tradewinds.kernel.seats import share_win

PARTS = ("cargo", "ports", "contracts", "ship")
"""The components of a score, in the order of `score_parts`."""


@inlined
def goods_points(count: int) -> int:
    """Return the points of this many goods in a store."""
    # BO-9.3: each cargo card 1, also a "2", and each port 1.
    return count


@inlined
def contract_points(box: Record, state: Record, seat: int) -> int:
    """Return the points of a player's contracts."""
    points = 0
    for kind in range(KINDS):
        points += int(state.fulfilled[seat][kind]) * int(box.contract_points[kind])
    return points


@inlined
def ship_points(box: Record, state: Record, seat: int) -> int:
    """Return the points that the pirate ship costs its holder."""
    # BO-10.3: 2 points.
    return int(box.ship_points) if state.ship == seat else 0


@inlined
def score_parts(box: Record, state: Record, seat: int) -> tuple[int, int, int, int]:
    """Return the components of a seat's score, as if the game ended now."""
    cargo, ports = goods_points(int(state.store_size[seat])), goods_points(int(state.port_store_size[seat]))
    return cargo, ports, contract_points(box, state, seat), -ship_points(box, state, seat)


@inlined
def scores(box: Record, state: Record, out: npt.NDArray[np.int32]) -> None:
    """Write each seat's score, as if the game ended now."""
    for seat in range(box.players):
        cargo, ports, contracts, ship = score_parts(box, state, seat)
        out[seat] = cargo + ports + contracts + ship


@inlined
def winners(box: Record, state: Record, out: npt.NDArray[np.float64]) -> None:
    """Write each seat's share of the win."""
    points, contracts = np.empty(box.players, np.int32), np.empty(box.players, np.int32)
    scores(box, state, points)
    for seat in range(box.players):
        contracts[seat] = total(state.fulfilled[seat])
    # BO-9.3: most points; a tie goes to more contracts, then the win is shared.
    share_win(points, contracts, out)
