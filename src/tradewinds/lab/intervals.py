"""How certain a share of wins is: Wilson's interval, widened where games of the same deal go the same way."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

Z = 1.959963984540054
"""95 % of a normal distribution are within so many deviations of its mean."""

FEW = {1: 12.706204736, 2: 4.302652730}
"""Student's quantile where the series for it is not yet good."""


class Interval(NamedTuple):
    """A share, and where the true one lies with 95 % confidence."""

    share: float
    low: float
    high: float


def wilson(share: float, size: float, z: float = Z) -> Interval:
    """Wilson's interval for a share that was seen in a sample of this size; the size may be a fraction."""
    square = z * z / size
    middle = (share + square / 2) / (1 + square)
    half = z * sqrt(max(0.0, share * (1 - share) / size + square / (4 * size))) / (1 + square)
    return Interval(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def student(freedom: int) -> float:
    """The quantile of Student's distribution that takes the place of Z where a variance comes from few numbers."""
    if freedom in FEW:
        return FEW[freedom]
    z, n = Z, float(freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / n**power for power, term in enumerate(terms, 1))


def effective_size(deals: Sequence[float], games: int) -> float:
    """How many independent games tell as much as these: `deals` has the share of each deal, all of the same size.

    The design effect compares how far the deals are apart with how far independent games would be. Games never count
    for more than they are, even where rotations of a deal even each other out.
    """
    count = len(deals)
    if count == 1:
        return 1.0
    share = sum(deals) / count
    variance = sum((deal - share) ** 2 for deal in deals) / (count * (count - 1))
    if variance <= 0:
        return float(games)
    return min(float(games), share * (1 - share) / variance * (Z / student(count - 1)) ** 2)


def share_of_deals(deals: Sequence[float], games: int) -> Interval:
    """The share of wins over deals that were each played several times, with its interval."""
    share = min(1.0, sum(deals) / len(deals))
    return wilson(share, effective_size(deals, games))
