"""Several cards at once at the keyboard, in any order, and the suggested payment with Enter."""

import io

from rich.console import Console

from tests.borneo.position_builder import PositionBuilder, build_position, play
from tradewinds.games.borneo.state import CONTRACT, SPICE_NAMES
from tradewinds.i18n import load_words
from tradewinds.match import Match
from tradewinds.terminal.play import TerminalGame


def type_at(match: Match, *lines: str, language: str = "en") -> str:
    """Type lines, one for each decision, and return the output."""
    console = Console(file=io.StringIO(), width=200)
    table = TerminalGame(match, {1: None, 2: None}, load_words(language), console, None)  # type: ignore[dict-item]
    table.active_viewer = 0
    for line in lines:
        table.ask = lambda _prompt, line=line: line  # type: ignore[method-assign, misc]
        table.list_moves()
        table.read_command()
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def rich_store(table: PositionBuilder) -> None:
    for spice in SPICE_NAMES:
        table.spice(0, spice, 2)
    table.turn(0, CONTRACT)


def test_enter_takes_the_suggested_payment() -> None:
    match = build_position(edit=rich_store)
    shown = type_at(match, "contract two-of-each", "")
    assert "Enter: Pay – Pays for 2 of each spice: you get 15 points and give up 8 points of goods." in shown
    assert int(match.state.fulfilled[0].sum()) == 1
    match.undo(0)
    assert [match.write(step.action) for step in match.steps] == ["contract two-of-each"]


def test_several_names_or_numbers_pay_in_any_order() -> None:
    match = build_position(edit=rich_store)
    play(match, "contract one-of-each")
    names = [card.name for card in match.view(0).players[0].store][::-2]  # type: ignore[attr-defined]
    shown = type_at(match, f"pay {' '.join(names[:2])}", f"zahle {' '.join(names)}")
    assert "Still missing" in shown
    assert int(match.state.fulfilled[0].sum()) == 1


def test_an_attack_with_several_cards() -> None:
    def fight(table: PositionBuilder) -> None:
        table.rows(red="1 2 0")
        table.hand(0, "rrry", "rryr", "gggb")

    match = build_position(edit=fight, deck="a")
    play(match, "challenge red 3 1")
    type_at(match, "commit rryr rrry")
    assert match.to_act == 1
    assert match.view(1).challenge.need == 7  # type: ignore[attr-defined]
