"""Saved games replay to the same result, whatever the bots and their clocks did."""

from pathlib import Path

import pytest

from tradewinds.bots import Budget
from tradewinds.i18n import Problem
from tradewinds.kernel.game import load_game
from tradewinds.lab.arena import arena
from tradewinds.lab.arena_records import require_empty, save_records, seat_names
from tradewinds.match import GameRecord, verify

BOXES = [("bombay", 3, {"screens": "closed"}), ("borneo", 3, {})]


@pytest.mark.parametrize(("name", "players", "options"), BOXES)
def test_records_replay_to_the_same_result(name: str, players: int, options: dict[str, str], tmp_path: Path) -> None:
    box = load_game(name).box(players, options=options)
    result = arena(box, ["expert", "greedy"], 2 * players, 1, budget=Budget(seconds=0.001), mirror=True)
    require_empty(tmp_path / "games")
    save_records(box, result, tmp_path / "games")
    games = [("arena", game) for game in result.played] + [("mirror", game) for game in result.mirrored]
    assert len(list((tmp_path / "games").iterdir())) == len(games) == 4 * players
    for match, game in games:
        file = tmp_path / "games" / f"{match}-{game.deal + 1}-{game.rotation + 1}.txt"
        replayed = verify(GameRecord.parse(file.read_text(encoding="utf-8")))
        assert [step.action for step in replayed.steps] == game.actions
        assert (replayed.scores(), replayed.winners()) == (game.points, game.wins)
        assert [seat.rpartition(" ")[0] for seat in replayed.seats] == game.bots
        assert replayed.seed == game.seed


def test_any_bot_has_a_name_in_a_record() -> None:
    program = "program:python3 a_folder/with a long name/and|a;bot.py --say 'hello\n'"
    names = seat_names(["greedy", "greedy", program, f"{program} "])
    assert names[:2] == ["greedy 1", "greedy 2"]
    assert all(len(name) <= 40 and name.isprintable() and not set("|;") & set(name) for name in names)
    assert len(set(names)) == 4


def test_a_folder_is_new_or_empty(tmp_path: Path) -> None:
    require_empty(tmp_path / "new" / "folder")
    require_empty(tmp_path / "new" / "folder")
    with pytest.raises(Problem, match=r"new is not empty. Choose a new or an empty folder"):
        require_empty(tmp_path / "new")
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(Problem, match=r"cannot be used: .*Choose another folder"):
        require_empty(file)
