"""Sequential probability ratio test of a win share: play until it is decided, as chess engines are tested.

The test weighs two hypotheses, a low and a high win share, by their binomial likelihoods. Games of one deal are
correlated, so a deal counts as the number of independent games with the same variance: fewer than were played where
they resemble each other, more where the rotations cancel the luck of the deal.
"""

from collections.abc import Sequence
from math import log

import msgspec

from tradewinds.i18n import Phrase, Problem

ERROR = 0.05
"""Probability of a wrong decision, if the true share is one of the two bounds or beyond."""

MARGIN = 0.025
"""Distance of the default bounds from an even share."""

PRIOR_DEALS = 2
"""Deals counted in advance whose games all end alike: a few deals tell little about their correlation."""

ABOVE, BELOW, UNDECIDED = "above", "below", "undecided"


class SequentialTest(msgspec.Struct, frozen=True):
    """A sequential test of a bot's win share, and its decision."""

    bot: str
    low: float
    high: float
    llr: float
    """Log likelihood ratio of the high share to the low one; the test ends beyond ± `limit`."""
    limit: float
    decision: str
    """`above`: the share is above the low bound; `below`: it is below the high one; or `undecided`."""


class Bounds(msgspec.Struct, frozen=True):
    """The two win shares that a sequential test tells apart."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise Problem(Phrase("arena.sprt", {"given": repr(f"{self.low:g},{self.high:g}")}))

    def log_likelihood_ratio(self, deals: Sequence[float]) -> float:
        """Return the log likelihood ratio of the high share to the low one, given the win share in each deal."""
        count, share, bar = len(deals), sum(deals) / len(deals), (self.low + self.high) / 2
        prior = PRIOR_DEALS * bar * (1 - bar)
        of_a_deal = (sum((deal - share) ** 2 for deal in deals) + prior) / (count - 1 + PRIOR_DEALS)
        of_a_game = (count * share * (1 - share) + prior) / (count + PRIOR_DEALS)
        size = count * of_a_game / of_a_deal
        return size * (share * log(self.high / self.low) + (1 - share) * log((1 - self.high) / (1 - self.low)))


class Sprt:
    """A sequential test in progress."""

    def __init__(self, bot: str, bounds: Bounds) -> None:
        self.bot, self.bounds = bot, bounds
        self.deals: list[float] = []

    def add(self, deals: Sequence[float]) -> bool:
        """Add the win shares of deals; return whether the test is decided."""
        self.deals += deals
        return self.result().decision != UNDECIDED

    def result(self) -> SequentialTest:
        """Return the test as it stands."""
        llr, limit = self.bounds.log_likelihood_ratio(self.deals), log((1 - ERROR) / ERROR)
        decision = ABOVE if llr >= limit else BELOW if llr <= -limit else UNDECIDED
        return SequentialTest(self.bot, self.bounds.low, self.bounds.high, llr, limit, decision)


def bounds_around(even: float) -> Bounds:
    """Return the default bounds: a little below and a little above an even share, in few digits."""
    return Bounds(round(even - MARGIN, 4), round(even + MARGIN, 4))


def read_bounds(text: str) -> Bounds:
    """Parse `LOW,HIGH`."""
    try:
        low, high = map(float, text.split(","))
    except ValueError as error:
        raise Problem(Phrase("arena.sprt", {"given": repr(text)})) from error
    return Bounds(low, high)
