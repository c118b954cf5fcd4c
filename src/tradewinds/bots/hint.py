"""Hints for people: the best few actions, what they promise and how certain that is. From a mask and nothing else."""

from math import hypot
from typing import Literal

import msgspec

from tradewinds.bots import OWN, Budget
from tradewinds.bots.weigh import Opinion, legal_actions, ponder
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, stream
from tradewinds.kernel.record import Record

ENOUGH = Budget(playouts=4000)
"""Enough for advice that a person waits for."""

SLIGHT = 0.01
"""A difference of less than a percent of the win is close, however certain it is."""

Certainty = Literal["only", "clear", "close"]


class Advice(msgspec.Struct, frozen=True):
    """An action, the share of the win that it promises with its 95 % margin, and how often it was tried."""

    action: int
    share: float
    margin: float
    visits: int


class Hint(msgspec.Struct, frozen=True):
    """What a search advises a seat: the best actions, best first, and each seat's share of the win if it follows.

    It is `clear` if the first action promises more than the second by more than chance explains, `close` if not, and
    `only` where there is no choice. Margins tell how far searches disagree; they cannot tell where all are blind.
    """

    seat: int
    best: list[Advice]
    shares: list[float]
    certainty: Certainty
    playouts: int


def hint(box: Box, masked: Record, seat: int, budget: Budget = OWN, rng: Rng | None = None, best: int = 3) -> Hint:
    """The best few actions for a seat that is to act; without a stream the same question gets the same answer."""
    found = ponder(box, masked, seat, ENOUGH if budget == OWN else budget, stream(0) if rng is None else rng)
    return Hint(
        seat=seat,
        best=[Advice(o.action, o.share, o.margin, o.visits) for o in found[:best]],
        shares=found[0].shares,
        certainty="only" if len(legal_actions(box, masked)) == 1 else certainty(found),
        playouts=sum(o.visits for o in found),
    )


def certainty(found: list[Opinion]) -> Certainty:
    """Whether the first of several opinions stands out beyond what chance explains."""
    if len(found) < 2:
        return "close"
    first, second = found[:2]
    return "clear" if first.share - second.share > max(SLIGHT, hypot(first.margin, second.margin)) else "close"
