"""Figures with confidence intervals, and differences between two boxes.

Except for quantiles, every figure is a ratio of two sums over independent games, so its standard error follows from the
influence of each game (delta method). Two boxes are compared game by game, because the n-th games of a seed share as
much randomness as the boxes allow.
"""

from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

import msgspec
import numpy as np

from tradewinds.lab.intervals import Z, student_t, wilson
from tradewinds.lab.study.columns import Floats

SHARE, PART, NUMBER = "share", "part", "number"
"""Kinds of figures: a proportion of cases, a mean between 0 and 1, and an unbounded mean."""

MIN_GAMES = 10
"""No difference is reported for fewer games: its interval would be unreliable."""


class Figure(NamedTuple):
    """A figure before estimation: numerator and denominator by game."""

    group: str
    item: str
    measure: str
    kind: str
    numerator: Floats
    denominator: Floats
    point: float | None = None
    """Value of a figure that is not a ratio, such as a quantile; its interval is in `bounds`."""
    bounds: tuple[float, float] = (0.0, 0.0)


class Estimate(msgspec.Struct, frozen=True):
    """A figure with its 95 % confidence interval and number of cases."""

    group: str
    item: str
    measure: str
    kind: str
    value: float | None
    low: float | None
    high: float | None
    cases: float


class Difference(msgspec.Struct, frozen=True):
    """The difference in a figure between two boxes.

    It is `clear` if its interval excludes 0, and `certain` if that holds even with the Bonferroni correction for the
    number of comparisons.
    """

    first: Estimate
    second: Estimate
    value: float | None
    low: float | None
    high: float | None
    clear: bool
    certain: bool


def ratio(
    group: str, item: str, measure: str, kind: str, numerator: Floats, denominator: Floats | float = 1.0
) -> Figure:
    """Return a figure as the ratio of two columns, or of a column and a constant per game."""
    return Figure(
        group, item, measure, kind, numerator, np.broadcast_to(np.asarray(denominator, np.float64), numerator.shape)
    )


def influence(figure: Figure) -> Floats:
    """Return each game's influence on the ratio; the mean is 0."""
    mean = figure.denominator.mean()
    return np.asarray(
        (figure.numerator - figure.numerator.sum() / figure.denominator.sum() * figure.denominator) / mean
    )


def standard_error(values: Floats) -> float:
    """Return the standard error of values whose mean is 0."""
    return sqrt(float(values @ values) / (len(values) * (len(values) - 1)))


def degrees_of_freedom(figure: Figure) -> int:
    return int(np.count_nonzero(figure.denominator)) - 1


def estimate(figure: Figure) -> Estimate:
    """Compute the value and interval of a figure."""
    cases = float(figure.denominator.sum())
    name = (figure.group, figure.item, figure.measure, figure.kind)
    if figure.point is not None:
        return Estimate(*name, figure.point, *figure.bounds, cases)
    if cases == 0:
        return Estimate(*name, None, None, None, 0.0)
    value = float(figure.numerator.sum()) / cases
    error, free = standard_error(influence(figure)), degrees_of_freedom(figure)
    if figure.kind == SHARE:
        size = cases if error == 0 else value * (1 - value) / error**2 * (Z / student_t(max(1, free))) ** 2
        found = wilson(min(1.0, value), max(1e-9, min(size, cases)))
        return Estimate(*name, value, found.low, found.high, cases)
    if free < 1:
        return Estimate(*name, value, None, None, cases)
    half = student_t(free) * error
    return Estimate(*name, value, value - half, value + half, cases)


def difference(first: Figure, second: Figure, comparisons: int) -> Difference:
    """Return how much higher a figure is for the second box than for the first."""
    ours, theirs = estimate(first), estimate(second)
    comparable = first.point is None and min(degrees_of_freedom(first), degrees_of_freedom(second)) >= MIN_GAMES - 1
    if ours.value is None or theirs.value is None or not comparable:
        return Difference(ours, theirs, None, None, None, False, False)
    value = theirs.value - ours.value
    error = standard_error(influence(second) - influence(first))
    half = student_t(min(degrees_of_freedom(first), degrees_of_freedom(second))) * error
    strict = NormalDist().inv_cdf(1 - 0.025 / comparisons) / Z * half
    return Difference(ours, theirs, value, value - half, value + half, abs(value) > half, abs(value) > strict)


def compare(first: list[Figure], second: list[Figure]) -> list[Difference]:
    """Compare all figures that exist for both boxes."""
    others = {figure[:3]: figure for figure in second}
    pairs = [(figure, others[figure[:3]]) for figure in first if figure[:3] in others]
    count = max(1, sum(figure.point is None for figure, _ in pairs))
    return [difference(mine, other, count) for mine, other in pairs]


def quantile(group: str, item: str, measure: str, values: Floats, part: float) -> Figure:
    """Return a quantile of a column, with an interval from order statistics."""
    ranked, count = np.sort(values), len(values)
    half = Z * sqrt(count * part * (1 - part))
    places = (part * (count - 1), count * part - half - 1, count * part + half)
    middle, low, high = (float(ranked[int(np.clip(round(place), 0, count - 1))]) for place in places)
    return Figure(group, item, measure, NUMBER, values, np.ones(count), middle, (low, high))
