"""A game plugs in as a package of its own: once it is installed, everything works with it."""

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOY = ROOT / "tests" / "toy_game"


@pytest.fixture(scope="module")
def toy_environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment with the toy game installed; other packages come from that of the tests."""
    pytest.importorskip("pip")
    root = tmp_path_factory.mktemp("with-pebbles")
    environment = root / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(environment)}))
    # addsitedir reads the .pth files of this environment, too: Tradewinds itself may be installed editable.
    (packages / "shared.pth").write_text(f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})\n")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    pip = [sys.executable, "-m", "pip", "--python", str(environment / "bin" / "python")]
    subprocess.run([*pip, "install", *options, str(TOY)], check=True, cwd=root)
    return root


def tradewinds_with_toy(toy_environment: Path, *args: str, typed: str = "") -> str:
    return python_with_toy(toy_environment, "-m", "tradewinds", *args, typed=typed)


def python_with_toy(toy_environment: Path, *args: str, typed: str = "") -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "TRADEWINDS_CACHE": str(toy_environment / "cache"),
        "LANG": "C",
    }
    command = [str(toy_environment / "env" / "bin" / "python"), *args]
    done = subprocess.run(command, env=environment, input=typed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_simulate_fuzz_and_list(toy_environment: Path) -> None:
    result = json.loads(
        tradewinds_with_toy(toy_environment, "simulate", "pebbles", "--players", "3", "--games", "500", "--json")
    )
    assert sum(result["mean_score"]) == pytest.approx(12 + 6, abs=0.3)
    assert sum(result["win_share"]) == pytest.approx(1)
    assert "every position sound" in tradewinds_with_toy(toy_environment, "fuzz", "pebbles", "--games", "400")
    assert "beach" in tradewinds_with_toy(toy_environment, "box", "list")


def test_play_save_verify_replay(toy_environment: Path) -> None:
    file = toy_environment / "game.txt"
    typed = "take 9\n" + "take 3\n" * 9
    shown = tradewinds_with_toy(
        toy_environment, "play", "pebbles", "--seats", "human,random", "--save", str(file), typed=typed
    )
    assert "One takes 3." in shown
    assert "Verified" in tradewinds_with_toy(toy_environment, "verify", str(file))
    assert "The heap is laid." in tradewinds_with_toy(toy_environment, "replay", str(file))


def test_bots_play_and_learn_it(toy_environment: Path) -> None:
    options = ("--players", "3", "--games", "30", "--playouts", "60", "--json")
    result = json.loads(tradewinds_with_toy(toy_environment, "arena", "pebbles", "--bots", "master,random", *options))
    assert result["bots"]["master"]["win_share"] > result["bots"]["random"]["win_share"]
    course = ("--rounds", "1", "--games", "2", "--folder", str(toy_environment / "training"), "--json")
    assert json.loads(tradewinds_with_toy(toy_environment, "train", "pebbles", *course))["rounds"][0]["positions"] > 0


def test_hints_for_it_tell_numbers_and_a_plan_but_no_reasons(toy_environment: Path) -> None:
    requests = [{"do": "new", "game": "pebbles", "players": 2, "seed": "toy"}, {"do": "hint", "playouts": 160}]
    answers = tradewinds_with_toy(toy_environment, "engine", typed="\n".join(map(json.dumps, requests)))
    best = json.loads(answers.splitlines()[1])["hint"]["best"]
    assert [advice["reason"] for advice in best] == [None] * len(best)
    assert all(advice["points"] >= 0 for advice in best)


def test_the_engine_hides_its_secrets(toy_environment: Path) -> None:
    requests = [
        {"do": "new", "game": "pebbles", "players": 2, "seed": "toy"},
        {"do": "play", "move": "take 3"},
        {"do": "position", "seat": 0},
        {"do": "legal"},
    ]
    answers = tradewinds_with_toy(toy_environment, "engine", typed="\n".join(map(json.dumps, requests)))
    _, played, position, legal = map(json.loads, answers.splitlines())
    assert played["status"]["to_act"] == 1
    assert "secret: 1=" in position["text"]
    assert "2=?" in position["text"]
    assert [choice["text"] for choice in legal["legal"]] == ["take 1", "take 2", "take 3"]


def test_observations_match_masks(toy_environment: Path) -> None:
    code = """
from tests.boxes import BOXES
from tests.kernel import test_observation as observations
boxes = [box for box in BOXES if box.game.name == "pebbles"]
for box in boxes:
    observations.test_observation_matches_the_mask(box)
    observations.test_the_slices_lie_one_after_the_other(box)
    observations.test_hidden_information_does_not_change_the_observation(box)
print(len(boxes))
"""
    assert python_with_toy(toy_environment, "-c", code) == "2\n"


def test_missing_parts_are_explained(toy_environment: Path) -> None:
    code = """
from dataclasses import replace
from tradewinds.kernel.game import load_game
from tradewinds.kernel.record import Field, record_type
game = load_game("pebbles")
wrong = (lambda: record_type([Field("sort", "i1")], {}), lambda: record_type([Field("cards", "i1", ("suit",))], {}),
         lambda: replace(game.box(2), labels={}))
for make in wrong:
    try:
        make()
    except ValueError as error:
        print(error)
"""
    said = python_with_toy(toy_environment, "-c", code).splitlines()
    assert ["'sort'" in said[0], "'suit'" in said[1], "'seat'" in said[2], len(said)] == [True, True, True, 3]
