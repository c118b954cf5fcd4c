"""Reviews, hints and bots on the command line."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.test_cli import ok, run
from tradewinds.games.bombay import GAME
from tradewinds.match import Match
from tradewinds.match.record import record_text

ROOT = Path(__file__).parents[2]


def kept(tmp_path: Path, moves: int, *, reveal: bool | None = None) -> str:
    match = Match(GAME.box(2, options={"start": "1"}), ["Ada", "Bo"], seed="cli")
    while len(match.steps) < moves and not match.is_over:
        match.play("wait")
    file = tmp_path / "game.txt"
    file.write_text(record_text(match, reveal=reveal), encoding="utf-8")
    return str(file)


def test_review(tmp_path: Path) -> None:
    file, drawn = kept(tmp_path, 99), tmp_path / "game.svg"
    shown = ok("review", file, "--playouts", "800", "--worst", "2", "--picture", str(drawn))
    for text in ("Review: Bombay, 32 moves", "Ada:", "Bo:", "wait", "better:", "Margins are 95 %", str(drawn)):
        assert text in shown
    assert drawn.read_text(encoding="utf-8").startswith("<svg")
    alone = ok("review", file, "--playouts", "160", "--seat", "bo", "--lang", "de")
    assert "Bo: " in alone
    assert "Ada: " not in alone


def test_review_json(tmp_path: Path) -> None:
    found = json.loads(ok("review", kept(tmp_path, 99), "--playouts", "80", "--json", "--workers", "2"))
    assert (found["game"], found["moves"], found["playouts"]) == ("bombay", 32, 80)
    assert [seat["name"] for seat in found["seats"]] == ["Ada", "Bo"]
    assert len(found["decisions"]) == 32
    assert found["decisions"][0]["played"]["move"] == "wait"
    assert sum(found["graph"][-1]["shares"]) == pytest.approx(1)


@pytest.mark.parametrize("reveal", [None, True], ids=["without seed", "with seed"])
def test_running_game_is_not_reviewed(tmp_path: Path, reveal: bool | None) -> None:
    result = run("review", kept(tmp_path, 5, reveal=reveal))
    assert result.exit_code == 1
    assert "finished games" in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_review_of_unknown_seat_is_refused(tmp_path: Path) -> None:
    result = run("review", kept(tmp_path, 99), "--seat", "Zoe")
    assert result.exit_code == 1
    assert "Ada, Bo" in result.output


@pytest.mark.parametrize(
    ("language", "command", "said", "chance", "points"),
    [
        ("en", "hint", "If you follow", "Chance to win ", "in the end (±"),
        ("de", "tipp", "Wenn du dem folgst", "Siegchance ", "am Ende etwa "),
        ("it", "suggerimento", "Se la segui", "Probabilità di vittoria ", "alla fine circa "),
    ],
)
def test_hints_at_the_table(language: str, command: str, said: str, chance: str, points: str) -> None:
    arguments = ("play", "bombay", "--seats", "human,novice", "-o", "start=1", "--seed", "a", "--lang", language)
    shown = ok(*arguments, typed=f"{command}\n")
    assert said in shown
    assert (shown.count(chance), shown.count(points)) == (3, 3)


def test_hints_know_only_what_the_seat_may_know() -> None:
    arguments = ("play", "borneo", "--seats", "human,random,random", "-o", "start=1")
    for seed in ("one", "two"):
        assert "If you follow" in ok(*arguments, "--seed", seed, typed="hint\n")


def test_every_kind_of_bot_takes_a_seat() -> None:
    outside = f"program:{sys.executable} {ROOT / 'docs/examples/outside_bot.py'}"
    own = f"{ROOT / 'docs/examples/my_bot.py'}:Patient"
    shown = ok("play", "bombay", "--seats", f"novice,greedy,{own},{outside}", "--seed", "bots")
    assert "wins" in shown or "shared" in shown


def test_failing_bots_are_reported(tmp_path: Path) -> None:
    file, game = tmp_path / "bad.py", tmp_path / "game.txt"
    file.write_text("class Bad:\n    def choose(self, *_):\n        return 1 / 0\n", encoding="utf-8")
    result = run("play", "bombay", "--seats", f"{file}:Bad,random", "--save", str(game))
    assert result.exit_code == 1
    assert "ZeroDivisionError" in result.output
    assert "Traceback" not in result.output
    assert game.exists()
    file.write_text("class Bad:\n    def choose(self, *_):\n        return 9999\n", encoding="utf-8")
    assert "9999" in run("play", "bombay", "--seats", f"{file}:Bad,random").output
