"""Studies as people and programs call them."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.test_cli import ok, run
from tradewinds.i18n import LANGUAGES, load_words

SEATS = ("study", "seats", "bombay", "--players", "2,3", "--games", "200")


def test_for_people_in_their_language() -> None:
    shown = ok(*SEATS, "--lang", "en")
    for text in (
        "ystari-2009-2p: 200 games of random",
        "ystari-2009-3p",
        "Place in the turn order",
        "win share",
        "50.0%",
    ):
        assert text in shown
    shown = ok("study", "components", "bombay", "--games", "100", "--lang", "de")
    for text in ("Verkäufe nach Stadt", "Siegquote", "Paläste und Kunden", "heißt nicht"):
        assert text in shown


def test_names_are_known_in_every_language() -> None:
    known = load_words("en").find("study.names")
    for language in LANGUAGES:
        names = load_words(language).find("study.names")
        assert {table: set(entries) for table, entries in names.items()} == {
            table: set(entries) for table, entries in known.items()
        }


def test_files(tmp_path: Path) -> None:
    table, picture = tmp_path / "seats.csv", tmp_path / "seats.svg"
    ok(*SEATS, "--csv", str(table), "--svg", str(picture))
    assert len(table.read_text("utf-8").splitlines()) == 1 + 2 * (2 + 3)
    words = [element.text for element in ElementTree.parse(picture).iter() if element.text]
    assert {"Seats: ystari-2009-2p", "win share", "points"} <= set(words)


def test_png(tmp_path: Path) -> None:
    ok(*SEATS, "--png", str(tmp_path / "seats.png"))
    assert (tmp_path / "seats.png").read_bytes().startswith(b"\x89PNG")


def test_json_of_a_comparison(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        ok("box", "show", "bombay", "--toml").replace("wait = 1", "wait = 2").replace("ystari", "mine"), "utf-8"
    )
    common = ("study", "length", "bombay", "--games", "200", "--against", str(file), "--lang", "en")
    (box,) = json.loads(ok(*common, "--json"))["boxes"]
    assert (box["box"], box["against"]) == ("ystari-2009-4p", "mine-2009-4p")
    winner = next(each for each in box["differences"] if each["first"]["item"] == "winner")
    assert winner["clear"]
    assert winner["low"] > 0
    assert "excludes 0" in ok(*common)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("contracts", "bombay"), "seats, length, components, openings"),
        (("seats", "bombay", "--players", "three"), "3,4,5"),
        (("seats", "bombay", "--players", "7"), "2 to 5 players"),
        (("seats", "bombay", "--bots", "martian"), "random, greedy, network"),
        (("seats", "bombay", "--games", "1"), "--games"),
    ],
)
def test_invalid_requests_are_explained(args: tuple[str, ...], message: str) -> None:
    result = run("study", *args, "--lang", "en")
    assert result.exit_code
    assert message in result.output


@pytest.mark.parametrize(
    ("option", "package"), [("--parquet", "pyarrow"), ("--svg", "matplotlib"), ("--png", "matplotlib")]
)
def test_a_missing_package_is_named(option: str, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    result = run(*SEATS, option, str(tmp_path / "x"), "--lang", "en")
    assert result.exit_code == 1
    assert f"This needs {package}" in result.output
    assert "extra [lab]" in result.output
