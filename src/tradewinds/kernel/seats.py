"""Seat helpers shared by all games: turn order and division of the win."""

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import inlined
from tradewinds.kernel.record import Record


@inlined
def left_neighbour(box: Record, seat: int) -> int:
    """Return the next seat clockwise."""
    return seat + 1 if seat + 1 < box.players else 0


@inlined
def share_win(points: npt.NDArray[np.int32], tie_breaks: npt.NDArray[np.int32], out: npt.NDArray[np.float64]) -> None:
    """Write the shares of the win: most points win, then the higher tie-break; seats still tied share it."""
    best, tied = 0, 1
    for seat in range(1, len(out)):
        if points[seat] > points[best] or (points[seat] == points[best] and tie_breaks[seat] > tie_breaks[best]):
            best, tied = seat, 1
        elif points[seat] == points[best] and tie_breaks[seat] == tie_breaks[best]:
            tied += 1
    for seat in range(len(out)):
        first = points[seat] == points[best] and tie_breaks[seat] == tie_breaks[best]
        out[seat] = 1.0 / tied if first else 0.0
