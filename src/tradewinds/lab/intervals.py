"""Confidence intervals for win shares: Wilson's interval, widened for correlated games of the same deal."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

Z = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""

SMALL_SAMPLE_QUANTILES = {1: 12.706204736, 2: 4.302652730}
"""Quantiles of Student's t where the series expansion is inaccurate."""


class Interval(NamedTuple):
    """A share with its 95 % confidence interval."""

    share: float
    low: float
    high: float


def wilson(share: float, size: float, z: float = Z) -> Interval:
    """Return Wilson's interval for a share observed in a sample of a given, possibly fractional, size."""
    square = z * z / size
    middle = (share + square / 2) / (1 + square)
    half = z * sqrt(max(0.0, share * (1 - share) / size + square / (4 * size))) / (1 + square)
    return Interval(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def student_t(degrees_of_freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t distribution."""
    if degrees_of_freedom in SMALL_SAMPLE_QUANTILES:
        return SMALL_SAMPLE_QUANTILES[degrees_of_freedom]
    z, n = Z, float(degrees_of_freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / n**power for power, term in enumerate(terms, 1))


def effective_size(deals: Sequence[float], games: int) -> float:
    """Return the number of independent games that would carry as much information as these deals.

    `deals` holds the win share of each deal; all deals have the same number of games. The design effect compares the
    variance between deals with that of independent games. The result never exceeds `games`, even if rotations of a deal
    are negatively correlated.
    """
    count = len(deals)
    if count == 1:
        return 1.0
    share = sum(deals) / count
    variance = sum((deal - share) ** 2 for deal in deals) / (count * (count - 1))
    if variance <= 0:
        return float(games)
    return min(float(games), share * (1 - share) / variance * (Z / student_t(count - 1)) ** 2)


def share_of_deals(deals: Sequence[float], games: int) -> Interval:
    """Return the win share over deals that were each played several times, with its interval."""
    share = min(1.0, sum(deals) / len(deals))
    return wilson(share, effective_size(deals, games))
