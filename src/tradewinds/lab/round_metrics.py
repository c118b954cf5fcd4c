"""What is measured of a round of training."""

import msgspec


class RoundMetrics(msgspec.Struct, frozen=True):
    """Metrics of a round: positions, losses of value and odds on fresh games, and matches if there were any.

    `heuristic` and `best` are the win shares of one network, a whole move ahead, against players with the heuristic and
    with the best network before; `even` is the share of equals.
    """

    round: int
    positions: int
    value_loss: float
    odds_loss: float
    even: float
    heuristic: float | None = None
    best: float | None = None
