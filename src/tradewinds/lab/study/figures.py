"""Figures with their intervals, and how much those of two boxes differ.

Every figure is a ratio of two sums over games that are independent of each other, so one rule serves all of them: what
a game adds beyond its due shows how uncertain the ratio is. Two boxes are compared game by game, since the n-th games
of a seed have as much chance in common as the boxes allow.
"""

from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

import msgspec
import numpy as np

from tradewinds.lab.intervals import Z, student, wilson
from tradewinds.lab.study.columns import Floats

SHARE, PART, NUMBER = "share", "part", "number"
"""Kinds of figures: how many of all cases, a mean between 0 and 1, and a mean of any size."""

FEWEST = 10
"""Of what was seen in fewer games no difference is told: its interval would not be true."""


class Figure(NamedTuple):
    """A figure before it is worked out: what is counted in each game, and out of how many."""

    group: str
    item: str
    measure: str
    kind: str
    over: Floats
    under: Floats
    point: float | None = None
    """The figure itself where it is no ratio, as a quantile is, with its interval."""
    bounds: tuple[float, float] = (0.0, 0.0)


class Estimate(msgspec.Struct, frozen=True):
    """A figure: its value, where the true one lies with 95 % confidence, and how many cases it is about."""

    group: str
    item: str
    measure: str
    kind: str
    value: float | None
    low: float | None
    high: float | None
    cases: float


class Difference(msgspec.Struct, frozen=True):
    """A figure of two boxes: how much the other one's is higher. `clear` intervals leave out 0.

    `certain` ones do so even with as many comparisons as there were.
    """

    first: Estimate
    second: Estimate
    value: float | None
    low: float | None
    high: float | None
    clear: bool
    certain: bool


def ratio(group: str, item: str, measure: str, kind: str, over: Floats, under: Floats | float = 1.0) -> Figure:
    """A figure as the sum of one column over the sum of another, or over so many in each game."""
    return Figure(group, item, measure, kind, over, np.broadcast_to(np.asarray(under, np.float64), over.shape))


def influence(figure: Figure) -> Floats:
    """What each game adds to the ratio beyond its due; their mean is 0."""
    mean = figure.under.mean()
    return np.asarray((figure.over - figure.over.sum() / figure.under.sum() * figure.under) / mean)


def error_of(values: Floats) -> float:
    """The standard error of a mean of 0."""
    return sqrt(float(values @ values) / (len(values) * (len(values) - 1)))


def freedom(figure: Figure) -> int:
    """In how many games there was a case, less one."""
    return int(np.count_nonzero(figure.under)) - 1


def estimate(figure: Figure) -> Estimate:
    """Work a figure out."""
    cases = float(figure.under.sum())
    name = (figure.group, figure.item, figure.measure, figure.kind)
    if figure.point is not None:
        return Estimate(*name, figure.point, *figure.bounds, cases)
    if cases == 0:
        return Estimate(*name, None, None, None, 0.0)
    value = float(figure.over.sum()) / cases
    error, free = error_of(influence(figure)), freedom(figure)
    if figure.kind == SHARE:
        size = cases if error == 0 else value * (1 - value) / error**2 * (Z / student(max(1, free))) ** 2
        found = wilson(min(1.0, value), max(1e-9, min(size, cases)))
        return Estimate(*name, value, found.low, found.high, cases)
    if free < 1:
        return Estimate(*name, value, None, None, cases)
    half = student(free) * error
    return Estimate(*name, value, value - half, value + half, cases)


def difference(first: Figure, second: Figure, comparisons: int) -> Difference:
    """How much higher a figure is with the second box."""
    ours, theirs = estimate(first), estimate(second)
    comparable = first.point is None and min(freedom(first), freedom(second)) >= FEWEST - 1
    if ours.value is None or theirs.value is None or not comparable:
        return Difference(ours, theirs, None, None, None, False, False)
    value = theirs.value - ours.value
    error = error_of(influence(second) - influence(first))
    half = student(min(freedom(first), freedom(second))) * error
    strict = NormalDist().inv_cdf(1 - 0.025 / comparisons) / Z * half
    return Difference(ours, theirs, value, value - half, value + half, abs(value) > half, abs(value) > strict)


def compare(first: list[Figure], second: list[Figure]) -> list[Difference]:
    """All figures that both boxes have."""
    others = {figure[:3]: figure for figure in second}
    pairs = [(figure, others[figure[:3]]) for figure in first if figure[:3] in others]
    count = max(1, sum(figure.point is None for figure, _ in pairs))
    return [difference(mine, other, count) for mine, other in pairs]


def quantile(group: str, item: str, measure: str, values: Floats, part: float) -> Figure:
    """A quantile of a column; its interval are the values that stand where the true one may be (order statistics)."""
    ranked, count = np.sort(values), len(values)
    half = Z * sqrt(count * part * (1 - part))
    places = (part * (count - 1), count * part - half - 1, count * part + half)
    middle, low, high = (float(ranked[int(np.clip(round(place), 0, count - 1))]) for place in places)
    return Figure(group, item, measure, NUMBER, values, np.ones(count), middle, (low, high))
