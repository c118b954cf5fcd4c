"""Surveys: seats are places in the turn order, and the figures are those of the games."""

import numpy as np
import pytest

from tradewinds.games import load_game
from tradewinds.lab.executor import LocalCrew
from tradewinds.lab.simulate import play_batch
from tradewinds.lab.survey import survey, with_first_seat


def test_seats_are_places_in_the_turn_order() -> None:
    """Bombay's fifth player begins with a rupee more, which helps at random play."""
    (found,) = survey([load_game("bombay").box(5)], 3000, seed=1)
    assert found.win_share[4] > 0.22 > max(found.win_share[:4])


def test_figures_are_those_of_the_games() -> None:
    box = load_game("borneo").box(3)
    (found,) = survey([box], 1500, seed=7, crew=LocalCrew(2))
    batch = play_batch(with_first_seat(box), 7, 0, 1500)
    assert found.decisions.mean == pytest.approx(batch.decisions.mean())
    assert found.decisions.deviation == pytest.approx(batch.decisions.std())
    assert [spread.mean for spread in found.points] == pytest.approx(batch.points.mean(axis=0).tolist())
    assert found.winner.mean == pytest.approx(np.max(batch.points, axis=1).mean())
    assert found.facts["turns"].mean == pytest.approx(batch.ends["turns"].mean())
