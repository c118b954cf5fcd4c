"""Intervals and ratings against numbers known from elsewhere."""

import pytest

from tradewinds.lab.intervals import effective_size, share_of_deals, student_t, wilson
from tradewinds.lab.ratings import Ratings


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # Newcombe (1998), Statistics in Medicine 17, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        # The mirror image of 0 of 29.
        (29, 29, 0.8830, 1.0),
    ],
)
def test_wilson_matches_published_values(wins: int, games: int, low: float, high: float) -> None:
    found = wilson(wins / games, games)
    assert [found.low, found.high] == pytest.approx([low, high], abs=5e-5)


@pytest.mark.parametrize(
    ("degrees_of_freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (30, 2.042)]
)
def test_student_t_matches_the_tables(degrees_of_freedom: int, quantile: float) -> None:
    assert student_t(degrees_of_freedom) == pytest.approx(quantile, rel=2e-3)


def test_perfectly_correlated_deals_count_once() -> None:
    """All four games of a deal end alike, so 400 games tell hardly more than 100."""
    deals = [1.0, 0.0, 0.0, 0.0] * 25
    assert effective_size(deals, 400) == pytest.approx(99 * (1.96 / 1.984) ** 2, rel=1e-3)
    found = share_of_deals(deals, 400)
    assert found == pytest.approx(wilson(0.25, 97), abs=2e-3)
    assert found.high - found.low > 1.9 * (wilson(0.25, 400).high - wilson(0.25, 400).low)


def test_effective_size_never_exceeds_the_games() -> None:
    assert share_of_deals([0.25] * 50, 200) == wilson(0.25, 200)
    assert share_of_deals([0.25, 0.5, 0.0, 0.25] * 20, 320) == wilson(0.25, 320)
    assert share_of_deals([1.0] * 10, 40) == wilson(1.0, 40)


def test_one_deal_is_one_game() -> None:
    assert share_of_deals([0.5], 4) == wilson(0.5, 1)


def test_first_ratings_are_those_of_openskill() -> None:
    """The example of openskill's manual for two players: 27.63 and 22.36, 8.07 both."""
    ratings = Ratings()
    ratings.add(["a", "b"], [1.0, 0.0])
    assert ratings.of("a") == pytest.approx((27.635, 8.0655), abs=2e-3)
    assert ratings.of("b") == pytest.approx((22.365, 8.0655), abs=2e-3)


def test_a_shared_win_is_a_win_for_all_who_share_it() -> None:
    ratings = Ratings()
    ratings.add(["a", "b", "c", "d"], [0.0, 0.5, 0.0, 0.5])
    assert ratings.of("b") == ratings.of("d")
    assert ratings.of("a") == ratings.of("c")
    assert ratings.of("b").strength > 25 > ratings.of("a").strength


def test_a_bot_with_several_seats_has_one_rating() -> None:
    ratings = Ratings()
    ratings.add(["a", "b", "b"], [0.0, 1.0, 0.0])
    assert set(ratings.known) == {"a", "b"}
    assert ratings.of("a").strength + 2 * ratings.of("b").strength == pytest.approx(75)
    alone = Ratings()
    alone.add(["a", "a", "a"], [0.0, 1.0, 0.0])
    assert alone.of("a").strength == pytest.approx(25)
