"""Charts of the laboratory: the same data give the same file, and without matplotlib the error says what is missing."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from tradewinds.cli import main
from tradewinds.lab.curve import picture, wins_over_time
from tradewinds.lab.intervals import Interval
from tradewinds.lab.round_metrics import RoundMetrics

ROUNDS = [RoundMetrics(number, 1000, 1 / number, 1 / number, 0.25, 1 - 0.7 / number) for number in range(1, 6)]


def test_the_same_data_give_the_same_file() -> None:
    drawn = picture(ROUNDS, "Learning $5 a round")
    assert drawn == picture(ROUNDS, "Learning $5 a round")
    said = [element.text for element in ElementTree.fromstring(drawn).iter() if element.text]
    assert {"Learning $5 a round", "round", "even", "86.0%", "0.20"} <= set(said)
    assert "metadata" not in drawn


def test_wins_over_time() -> None:
    drawn = wins_over_time([(0, Interval(0.1, 0, 0.3)), (60, Interval(0.5, 0.4, 0.6))], 0.5, "One minute")
    said = [element.text for element in ElementTree.fromstring(drawn).iter() if element.text]
    assert {"One minute", "seconds", "even", "50.0%"} <= set(said)


def test_an_arena_names_the_missing_package_before_it_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    arguments = ["arena", "bombay", "--bots", "greedy,random", "--games", "4", "--picture", str(tmp_path / "x.svg")]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 1
    assert "matplotlib" in result.output
    assert "greedy" not in result.output


def test_training_without_matplotlib_draws_no_curve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    arguments = ["train", "bombay", "--rounds", "1", "--games", "16", "--folder", str(tmp_path)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "network.npz").is_file()
    assert not (tmp_path / "curve.svg").exists()
    assert "it needs matplotlib" in result.output
