"""The arena as people and programs call it."""

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.test_cli import ok, run
from tradewinds.cli.arena import read_bots

GREEDY_RANDOM = ("arena", "bombay", "--bots", "greedy,random", "--games", "8")


def test_json_has_its_keys() -> None:
    answer = json.loads(ok(*GREEDY_RANDOM, "--players", "3", "--seed", "4", "--mirror", "--json"))
    assert (answer["game"], answer["players"], answer["games"], answer["deals"]) == ("bombay", 3, 9, 3)
    assert set(answer["bots"]) == {"greedy", "random"}
    for standing in answer["bots"].values():
        assert {"games", "win_share", "low", "high", "mean_score", "rating", "rating_sigma"} <= set(standing)
        assert standing["low"] <= standing["win_share"] <= standing["high"]
    assert set(answer["mirror"]) == {"bot", "games", "win_share", "low", "high", "even"}
    assert "played" not in answer


def test_same_result_with_any_number_of_workers() -> None:
    one, two = (json.loads(ok(*GREEDY_RANDOM, "--workers", workers, "--json")) for workers in "12")
    for name in ("greedy", "random"):
        for key in ("games", "win_share", "low", "high", "mean_score", "rating"):
            assert one["bots"][name][key] == two["bots"][name][key]


def test_for_people() -> None:
    shown = ok(*GREEDY_RANDOM, "--mirror", "-o", "screens=closed")
    for text in ("8 games (2 deals × 4 seat rotations)", "even share is 25.0%", "greedy", "random", "95 %", "Mirror:"):
        assert text in shown


def test_files(tmp_path: Path) -> None:
    games, table, picture = (tmp_path / name for name in ("games.csv", "table.md", "picture.svg"))
    files = ("--csv", str(games), "--table", str(table), "--picture", str(picture))
    ok(*GREEDY_RANDOM, "-o", "screens=closed", "--playouts", "4", "--mirror", *files)
    with games.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == (8 + 8) * 4
    assert {row["match"] for row in rows} == {"arena", "mirror"}
    assert sum(float(row["win_share"]) for row in rows) == pytest.approx(16)
    assert sum(row["bot"] == "greedy" for row in rows) == 8 + 8
    assert {row["seat"] for row in rows if row["bot"] == "random"} == set("1234")
    text = table.read_text(encoding="utf-8")
    command = next(line for line in text.splitlines() if line.startswith("tradewinds"))
    assert "| greedy | 8 |" in text
    again = tmp_path / "again.md"
    ok(*command.split()[1:], "--table", str(again))
    untimed = [[line.rsplit(" | ", 2)[0] for line in file.read_text("utf-8").splitlines()] for file in (table, again)]
    assert untimed[0] == untimed[1]
    words = [element.text for element in ElementTree.parse(picture).iter() if element.text]
    assert {"greedy", "random", "mirror: greedy", "even 25.0%", "rating"} <= set(words)


@pytest.mark.parametrize(
    ("args", "shown"),
    [
        (("--bots", "greedy,random", "--sprt", "0.2,0.5"), "ABOVE after"),
        (("--bots", "greedy", "--against", "random,novice,greedy:worlds=2", "--games", "4"), "| novice | 4 |"),
        (("--bots", "random,novice,greedy,greedy:worlds=2,network", "--league", "--games", "20"), "| network | 16 |"),
    ],
    ids=lambda value: value[2] if isinstance(value, tuple) else "",
)
def test_the_table_has_the_command_that_reproduces_it(args: tuple[str, ...], shown: str, tmp_path: Path) -> None:
    first, again = tmp_path / "first.md", tmp_path / "again.md"
    ok("arena", "bombay", *args, "--table", str(first))
    text = first.read_text(encoding="utf-8")
    command = next(line for line in text.splitlines() if line.startswith("tradewinds"))
    assert shown in text
    ok(*command.split()[1:], "--table", str(again))
    untimed = [[line.rsplit(" | ", 2)[0] for line in file.read_text("utf-8").splitlines()] for file in (first, again)]
    assert untimed[0] == untimed[1]


def test_sequential_test_for_people_and_programs() -> None:
    shown = ok("arena", "bombay", "--bots", "greedy,random", "--players", "3", "--sprt")
    assert "SPRT of 30.8% and 35.8%: ABOVE after" in shown
    answer = json.loads(ok("arena", "bombay", "--bots", "random,greedy", "--sprt", "0.2,0.4", "--json"))
    assert (answer["sprt"]["decision"], answer["sprt"]["bot"]) == ("below", "random")
    assert answer["games"] < 100
    assert answer["bots"]["random"]["high"] < 0.4


def test_saved_games_are_those_of_the_spreadsheet(tmp_path: Path) -> None:
    games, folder = tmp_path / "games.csv", tmp_path / "games"
    ok(*GREEDY_RANDOM, "--csv", str(games), "--save", str(folder))
    points: dict[str, list[str]] = {}
    with games.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            points.setdefault(f"{row['match']}-{row['deal']}-{row['rotation']}.txt", []).append(row["points"])
    assert len(points) == 8
    assert {file.name for file in folder.iterdir()} == set(points)
    for name, result in points.items():
        assert f"result: {' '.join(result)}\n" in (folder / name).read_text(encoding="utf-8")
        assert "Verified" in ok("verify", str(folder / name))
    assert "greedy 1" in ok("replay", str(folder / "arena-1-1.txt"))
    assert "is not empty" in run(*GREEDY_RANDOM, "--save", str(folder)).output


def test_bots_may_be_given_one_by_one() -> None:
    assert read_bots(("a,b", "program:x --list 1,2", "c")) == ["a", "b", "program:x --list 1,2", "c"]
    answer = json.loads(ok("arena", "bombay", "--bots", "greedy", "--bots", "random", "--games", "4", "--json"))
    assert answer["line_up"] == ["greedy", "random", "random", "random"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--bots", "martian"), "random, greedy, network, novice"),
        (("--bots", "greedy:playouts=3"), "greedy:playouts=3"),
        (("--bots", "a,b,c,d,e"), "one to 4 bots, not 5"),
        (("--bots", "greedy,"), "There is no bot ''"),
        (("--bots", "nowhere.py:Bot"), "nowhere.py"),
        ((), "--bots"),
        (("--bots", "random,greedy", "--against", "novice"), "One bot plays against a pool, not 2"),
        (("--bots", "random", "--against", "martian"), "There is no bot 'martian'"),
        (("--bots", "random", "--league"), "two or more different bots, not 1"),
        (("--bots", "random,greedy", "--league", "--mirror"), "without --against, --sprt and --mirror"),
        (("--bots", "random,greedy", "--sprt", "25,30"), "between 0 and 1"),
        (("--bots", "random", "--games", "0"), "--games"),
        (("--bots", "random", "--seconds", "0"), "--seconds"),
        (("--bots", "random", "--edition", "x"), "ystari-2009"),
    ],
)
def test_bad_arguments_say_what_would_be_right(args: tuple[str, ...], message: str) -> None:
    result = run("arena", "bombay", *args)
    assert result.exit_code != 0
    assert message in result.output
    assert "Traceback" not in result.output


def test_a_bot_that_answers_illegally_is_named(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text("class Bad:\n    def choose(self, *_):\n        return 12345\n")
    result = run("arena", "bombay", "--bots", f"{file}:Bad,random", "--games", "4")
    assert result.exit_code == 1
    assert "own.py:Bad" in result.output
    assert "12345" in result.output
    assert "Traceback" not in result.output
