"""Words for how sure advice is: clear only where chance does not explain it and it matters to a person."""

import pytest

from tradewinds.bots.evaluate import Evaluation
from tradewinds.bots.verdict import compare_points, compare_wins, decided


def option(share: float, margin: float = 0.0) -> Evaluation:
    return Evaluation(0, share, margin, 10, [share, 1 - share], (0,), (0,))


@pytest.mark.parametrize(
    ("first", "second", "margin", "said"),
    [
        (0.45, 0.43, 0.0, "slight"),
        (0.45, 0.40, 0.0, "clear"),
        (0.45, 0.40, 0.04, "close"),
        (0.50, 0.30, 0.02, "clear"),
        (0.500, 0.495, 0.0, "close"),
        (0.43, 0.45, 0.0, "close"),
    ],
)
def test_a_chance_to_win_is_clearly_better_from_five_percent_on(
    first: float, second: float, margin: float, said: str
) -> None:
    assert compare_wins(option(first, margin), option(second, margin)) == said


@pytest.mark.parametrize(
    ("lead", "margin", "said"),
    [(1.5, 1.0, "clear"), (1.4, 1.0, "slight"), (2.0, 2.1, "close"), (0.4, 0.0, "close"), (-3.0, 0.0, "close")],
)
def test_points_are_clearly_better_from_one_and_a_half_on(lead: float, margin: float, said: str) -> None:
    assert compare_points(lead, margin) == said


@pytest.mark.parametrize(
    ("shares", "margin", "said"),
    [
        ([0.99, 0.98, 0.975], 0.0, "won"),
        ([0.99, 0.98, 0.96], 0.0, None),
        ([0.98, 0.96], 0.02, "won"),
        ([0.98, 0.93], 0.1, None),
        ([0.01, 0.0], 0.0, "lost"),
        ([0.04, 0.01], 0.0, None),
        ([0.04, 0.03], 0.02, "lost"),
        ([0.50, 0.50], 0.1, None),
    ],
)
def test_the_win_is_decided_where_every_option_says_the_same(
    shares: list[float], margin: float, said: str | None
) -> None:
    assert decided([option(share, margin) for share in shares]) == said
