"""What all games share about seats: who is next, and who has won."""

import numpy as np
import numpy.typing as npt

from tradewinds.kernel.compile import inlined
from tradewinds.kernel.record import Record


@inlined
def left_neighbour(box: Record, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < box.players else 0


@inlined
def share_win(points: npt.NDArray[np.int32], tie_breaks: npt.NDArray[np.int32], out: npt.NDArray[np.float64]) -> None:
    """The win goes to most points; a tie to the higher tie-break; those who are still level share it."""
    best, level = 0, 1
    for seat in range(1, len(out)):
        if points[seat] > points[best] or (points[seat] == points[best] and tie_breaks[seat] > tie_breaks[best]):
            best, level = seat, 1
        elif points[seat] == points[best] and tie_breaks[seat] == tie_breaks[best]:
            level += 1
    for seat in range(len(out)):
        first = points[seat] == points[best] and tie_breaks[seat] == tie_breaks[best]
        out[seat] = 1.0 / level if first else 0.0
