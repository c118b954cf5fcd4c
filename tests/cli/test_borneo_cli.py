"""Borneo on the command line, as a person would use it."""

import random
import re
from pathlib import Path

import pytest

from tests.cli.test_cli import ok, run
from tradewinds.i18n import LANGUAGES
from tradewinds.kernel.game import load_game
from tradewinds.registry import GAMES


@pytest.mark.parametrize(
    ("options", "last"),
    [
        (("--edition", "card-2007"), "wins|share"),
        (("--edition", "board-2008", "-o", "pirates=blackbeard", "--lang", "de"), "gewinnt|teilen sich"),
        (("--edition", "board-2008", "-o", "merchants=4", "-o", "stores=closed", "--lang", "it"), "Vince|Vincono"),
    ],
    ids=["card", "blackbeard", "four merchants"],
)
def test_against_bots_from_set_up_to_scores(options: tuple[str, ...], last: str, tmp_path: Path) -> None:
    """Somebody types numbers until the game is over; some of them are no moves, which is said and does no harm."""
    file, chooser = tmp_path / "game.txt", random.Random(4)
    typed = "".join(f"{chooser.choice((1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9))}\n" for _ in range(2000))
    seats = ("--seats", "human,random,random")
    shown = ok("play", "borneo", *seats, "--seed", "term", "--save", str(file), *options, typed=typed)
    assert re.search(last, shown)
    assert "term" in shown.splitlines()[-1]
    assert "borneo" in file.read_text(encoding="utf-8")
    assert "erif" in ok("verify", str(file))
    assert ok("replay", str(file), "--at", "40")


def test_people_at_one_keyboard_do_not_see_each_others_hands() -> None:
    typed = "\nplace red\n\nplace red\n\nplace blue\nplace blue\n"
    shown = ok("play", "borneo", "--seats", "human,human,human", "-o", "start=1", "--seed", "curtain", typed=typed)
    tables = [part for part in shown.split("Press Enter") if "Your hand" in part]
    hands = [re.findall(r"Your hand: (.*)", part) for part in tables]
    assert len(hands) >= 3
    assert all(len(set(shown)) == 1 for shown in hands)
    assert len({hand for shown in hands for hand in shown}) == 3


def test_commands_at_the_table() -> None:
    arguments = ("play", "borneo", "--seats", "human,random,random", "-o", "start=1")
    shown = ok(*arguments, typed="rules\nplace red\nundo\nfly\nposition\nquit\n")
    for text in ("Phase 2: merchants", "Taken back: place red", "do not understand 'fly'", "hand: 1=", "2=?"):
        assert text in shown


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_on_one_page(game: str, language: str) -> None:
    page = ok("rules", game, "--lang", language)
    assert next(iter(load_game(game).refusals.values())).rule[:3] in page
    text = ok("rules", game, "--lang", language, "--markdown")
    assert text.startswith(f"# {game.capitalize()}\n")


def test_rules_of_an_edition() -> None:
    card, board = (ok("rules", "borneo", "--markdown", "--edition", name) for name in ("card-2007", "board-2008"))
    assert "Blackbeard" in board
    assert "Blackbeard" not in card
    assert "board-2008, card-2007" in run("rules", "borneo", "--edition", "x").output


def test_box_list_tells_who_can_choose_what() -> None:
    shown = ok("box", "list")
    assert "-o merchants=3|4  (4 with 3 players)" in shown
    assert "-o deck=a|b" in shown
    assert "-o deck=b|a" in shown


def test_a_corrected_card_list_from_copy_to_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = ok("box", "show", "borneo", "card-2007", "--toml")
    file.write_text(text.replace('"yrrr", ', '"rryy", ', 1).replace("card-2007", "mine", 1), encoding="utf-8")
    assert "sound" in ok("box", "check", str(file))
    assert "rryy-pepper" in load_game("borneo").box(3, file=file.read_bytes()).labels["card"]
    arguments = ("--box", str(file), "--seats", "random,random,random", "--seed", "own")
    assert "The seed was: own" in ok("play", "borneo", *arguments)
