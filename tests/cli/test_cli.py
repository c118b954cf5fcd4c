"""The command line as people and programs use it."""

import json
import socket
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tradewinds.cli import COMMANDS, main
from tradewinds.games.bombay import GAME
from tradewinds.match import Match
from tradewinds.match.record import record_text
from tradewinds.server.settings import ServerSettings


def run(*args: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, args, input=typed, env={"LANG": "C", "COLUMNS": "100", "TRADEWINDS_LANG": None})


def ok(*args: str, typed: str = "") -> str:
    result = run(*args, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS), ("box", "check")], ids=str)
def test_every_command_explains_itself(command: tuple[str, ...]) -> None:
    text = ok(*command, "--help")
    assert "Usage:" in text
    assert len(text.splitlines()) > 5


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[ServerSettings]:
    """The settings that servers would be started with."""
    started: list[ServerSettings] = []
    monkeypatch.setattr("tradewinds.server.run.serve", started.append)
    monkeypatch.setattr("tradewinds.server.run.require_free_port", lambda _host, _port: None)
    monkeypatch.setattr("tradewinds.warm.warm_up", lambda: None)
    return started


def test_without_arguments_tables_are_served(
    served: list[ServerSettings], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tradewinds.cli.serve.has_browser", lambda: False)
    monkeypatch.setenv("TRADEWINDS_DATA", str(tmp_path))
    assert "http://127.0.0.1:8000" in run().output
    assert "http://127.0.0.1:81" in run("serve", "--port", "81", "--proxy", "10.0.0.1").output
    assert [(settings.host, settings.port) for settings in served] == [("127.0.0.1", 8000), ("127.0.0.1", 81)]
    assert [settings.proxies for settings in served] == [("127.0.0.1", "::1"), ("10.0.0.1",)]
    assert served[0].database == f"sqlite:///{tmp_path / 'tradewinds.db'}"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--origin", "play.example.org"], "'play.example.org' is no site. Expected something like https://"),
        (["--origin", "https://play.example.org/tables"], "is no site"),
        (["--proxy", "nginx"], "'nginx' is no address"),
        (["--host", "192.0.2.1"], "cannot listen at 192.0.2.1"),
        (["--port", "PORT"], "is used by another program. Stop that, or choose another with --port."),
        (["--box", "BOX"], "mine.toml:\nThe name 'ystari-2009' belongs to another edition."),
    ],
)
def test_serve_reports_problems_before_starting(
    args: list[str], message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tradewinds.warm.warm_up", lambda: pytest.fail("too late"))
    box = tmp_path / "mine.toml"
    box.write_bytes(GAME.edition_file("ystari-2009"))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        given = {"PORT": str(taken.getsockname()[1]), "BOX": str(box)}
        result = run("serve", "--data", str(tmp_path / "data"), *(given.get(word, word) for word in args))
    assert result.exit_code != 0
    assert message in result.output
    assert "served at" not in result.output


def test_serve_on_all_interfaces_prints_the_local_address(
    served: list[ServerSettings], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tradewinds.cli.serve.local_address", lambda: "10.1.2.3")
    shown = run("serve", "--host", "0.0.0.0", "--no-open", "--data", str(tmp_path)).output
    assert "http://10.1.2.3:8000" in shown
    assert [settings.host for settings in served] == ["0.0.0.0"]


def test_simulate_json_has_its_keys() -> None:
    answer = json.loads(ok("simulate", "bombay", "--players", "3", "--games", "300", "--seed", "4", "--json"))
    assert {"game", "players", "games", "seconds", "games_per_s", "decisions_per_s", "decisions_per_game"} <= set(
        answer
    )
    assert (answer["game"], answer["players"], answer["games"]) == ("bombay", 3, 300)
    assert len(answer["mean_score"]) == len(answer["win_share"]) == 3
    assert sum(answer["win_share"]) == pytest.approx(1)


def test_simulate_is_the_same_with_any_number_of_workers() -> None:
    results = [
        json.loads(ok("simulate", "bombay", "--games", "3500", "--workers", workers, "--json")) for workers in "123"
    ]
    for key in ("mean_score", "win_share", "decisions_per_game"):
        assert results[0][key] == results[1][key] == results[2][key]


def test_simulate_for_people() -> None:
    assert "decisions/s" in ok("simulate", "bombay", "--games", "50", "-o", "screens=closed")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("simulate", "chess"), "chess"),
        (("simulate", "bombay", "--players", "9"), "2 to 5 players, not 9"),
        (("simulate", "bombay", "--games", "0"), "--games"),
        (("simulate", "bombay", "-o", "screens"), "NAME=VALUE"),
        (("simulate", "bombay", "-o", "screens=shut"), "open, closed"),
        (("simulate", "bombay", "--edition", "x"), "ystari-2009"),
        (("play", "bombay", "--seats", "human,martian"), "martian"),
        (("play", "bombay", "--seats", "human"), "2 to 5 players"),
        (("play", "bombay", "--seats", "human,human", "--names", "Ada,Ada"), "same name"),
        (("replay", "nowhere.txt"), "nowhere.txt"),
        (("box", "show", "bombay", "x"), "ystari-2009"),
    ],
)
def test_bad_arguments_say_what_would_be_right(args: tuple[str, ...], message: str) -> None:
    result = run(*args)
    assert result.exit_code != 0
    assert message in result.output
    assert "Traceback" not in result.output


def test_hot_seat_from_set_up_to_scores(tmp_path: Path) -> None:
    """Two people wait their way through a game, with a wrong move, a move taken back and a question in between."""
    file = tmp_path / "game.txt"
    typed = "fly\nmove G3\nundo\nhelp\nboard\nlog\nposition\n" + "wait\n" * 32
    shown = ok("play", "bombay", "--seats", "human,human", "--names", "Ada,Bo", "--save", str(file), typed=typed)
    for text in ("do not understand 'fly'", "Taken back: move G3", "Type the number", "elephant:", "The seed was"):
        assert text in shown
    assert "wins" in shown or "shared" in shown
    assert "Verified" in ok("verify", str(file))
    answer = json.loads(ok("verify", str(file), "--json"))
    assert (answer["verified"], answer["over"], answer["moves"]) == (True, True, 32)


def test_a_game_can_be_left_and_continued(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    arguments = ("play", "bombay", "--seats", "human,human", "--save", str(file), "--lang", "de")
    assert "demselben Befehl" in ok(*arguments, typed="warte\nende\n")
    kept = file.read_text(encoding="utf-8")
    assert "1. wait" in kept
    assert "Die Partie aus" in ok(*arguments, typed="warte\n")
    assert "2. wait" in file.read_text(encoding="utf-8")
    assert run("play", "bombay", "--seats", "human,human,human", "--save", str(file)).exit_code != 0


def test_bots_take_their_seats() -> None:
    shown = ok("play", "bombay", "--seats", "random,random,random", "--seed", "bots")
    assert "wins" in shown or "shared" in shown


def test_the_table_is_drawn_anew_whenever_others_have_moved() -> None:
    arguments = ("play", "bombay", "--seats", "human,random", "--names", "Ada,Bot", "-o", "start=1", "--seed", "a")
    shown = ok(*arguments, typed="wait\nnonsense\nwait\nquit\n")
    assert shown.count("Ada, it is your turn.") == 3
    assert shown.count("elephant of seat 1") == 3


def test_closed_screens_need_a_hand_over_screen() -> None:
    arguments = ("play", "bombay", "--seats", "human,human", "-o", "screens=closed", "-o", "start=1", "--seed", "a")
    shown = ok(*arguments, typed="\nwait\n\nquit\n")
    assert "Hand over to Black" in shown
    assert "Hand over to Grey" in shown
    curtain = shown.index("Hand over to Grey")
    assert "Nobody else should look" in shown[curtain:]


def test_a_damaged_save_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("tradewinds record 1\nnonsense\n", encoding="utf-8")
    result = run("play", "bombay", "--seats", "human,human", "--save", str(file))
    assert result.exit_code == 1
    assert "Line 2" in result.output
    assert file.read_text(encoding="utf-8").endswith("nonsense\n")


def test_a_file_that_cannot_be_written_is_noticed_at_once(tmp_path: Path) -> None:
    result = run("play", "bombay", "--seats", "human,human", "--save", str(tmp_path / "nowhere" / "game.txt"))
    assert result.exit_code == 1
    assert "cannot be kept" in result.output
    arguments = ("play", "bombay", "--seats", "human,human")
    shown = ok(*arguments, typed=f"save {tmp_path}/nowhere/x.txt\nsave {tmp_path}/x.txt\nwait\n")
    assert "cannot be kept" in shown
    assert (tmp_path / "x.txt").exists()


def record(tmp_path: Path) -> str:
    match = Match(GAME.box(2, options={"start": "1", "screens": "closed"}), ["Ada", "Bo"], seed="cli")
    for move in ("move G3", "move E1", "pass", "wait"):
        match.play(move)
    file = tmp_path / "record.txt"
    file.write_text(record_text(match, reveal=True), encoding="utf-8")
    return str(file)


def test_replay(tmp_path: Path) -> None:
    file = record(tmp_path)
    assert "Bo waits for better times" in ok("replay", file)
    at_two = ok("replay", file, "--at", "2", "--lang", "it")
    assert "Ada muove a E1." in at_two
    assert "Bo aspetta" not in at_two
    answer = json.loads(ok("replay", file, "--at", "1", "--seat", "2", "--json"))
    assert answer["moves"] == ["move G3"]
    assert [player["rupees"] for player in answer["view"]["players"]] == [None, 2]
    assert "no move 99" in run("replay", file, "--at", "99").output
    assert run("replay", file, "--seat", "5").exit_code != 0


def test_undo_against_bots_includes_their_moves() -> None:
    arguments = ("play", "bombay", "--seats", "human,random", "-o", "start=1", "--seed", "a")
    shown = ok(*arguments, typed="wait\nwait\nundo\nundo\nundo\nquit\n")
    assert shown.count("Taken back: wait") == 2
    assert shown.count("nothing to take back") == 1


def test_undo_among_people_stops_at_bot_moves() -> None:
    arguments = ("play", "bombay", "--seats", "human,human,random", "-o", "start=2", "--seed", "a")
    shown = ok(*arguments, typed="wait\nundo\nquit\n")
    assert "Taken back" not in shown


def test_names_are_taken_literally(tmp_path: Path) -> None:
    file = tmp_path / "a[b].txt"
    arguments = ("play", "bombay", "--seats", "human,human", "--names", "A[/b],[red]Bo", "--save", str(file))
    assert "[red]Bo" in ok(*arguments, typed="wait\nquit\n")
    assert "A[/b]" in ok(*arguments, typed="quit\n")


def test_saved_game_keeps_its_options(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    arguments = ("play", "bombay", "--seats", "human,human", "--save", str(file))
    ok(*arguments, "-o", "screens=closed", typed="\nwait\n\nquit\n")
    for other in (("-o", "screens=open"), ("--names", "Ada,Bo"), ("--seed", "other")):
        result = run(*arguments, *other)
        assert result.exit_code == 2
        assert "goes on as it was begun" in result.output
    assert "2. wait" not in file.read_text(encoding="utf-8")


def test_verify_finds_a_forgery(tmp_path: Path) -> None:
    file = Path(record(tmp_path))
    file.write_text(file.read_text(encoding="utf-8").replace("seed: cli", "seed: clj"), encoding="utf-8")
    result = run("verify", str(file))
    assert result.exit_code == 1
    assert "not the seed that was fixed" in result.output
    answer = json.loads(run("verify", str(file), "--json").stdout)
    assert answer["verified"] is False
    assert answer["errors"]


def test_box_list_and_show() -> None:
    assert "ystari-2009" in ok("box", "list")
    assert json.loads(ok("box", "list", "--json"))[0]["game"] == "bombay"
    shown = ok("box", "show", "bombay")
    assert "bales: yellow 3, violet 4, blue 5, orange 5" in shown
    assert "Reconstructed" in shown
    assert json.loads(ok("box", "show", "bombay", "--json"))["silk"]["refill"] == 9


def test_custom_box_from_copy_to_game(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = ok("box", "show", "bombay", "--toml")
    file.write_text(text, encoding="utf-8")
    assert "sound" in ok("box", "check", str(file))
    file.write_text(text.replace("wait = 1", "wait = 2"), encoding="utf-8")
    result = run("box", "check", str(file))
    assert result.exit_code == 1
    assert "prices.wait is 2; the rulebook has 1" in result.output
    assert json.loads(run("box", "check", str(file), "--json").stdout)["playable"] is True
    shown = run("play", "bombay", "--seats", "human,human", "--box", str(file), typed="wait\nquit\n").output
    assert "differs from the rulebook" in shown
    assert "gets 2 rupees" in shown
    assert "decisions/s" in ok("simulate", "bombay", "--games", "20", "--box", str(file))
    file.write_text("hello", encoding="utf-8")
    broken = run("box", "check", str(file), "--lang", "de")
    assert broken.exit_code == 1
    assert "Zeile 1 ist nicht lesbar: hello" in broken.output


def test_engine_on_standard_input() -> None:
    answers = ok("engine", typed='{"do": "new", "game": "bombay", "players": 2}\nnonsense\n{"do": "legal"}\n')
    oks = [json.loads(line)["ok"] for line in answers.splitlines()]
    assert oks == [True, False, True]


def test_engine_schema() -> None:
    schema = json.loads(ok("engine", "--schema"))
    assert {"SetPosition", "ErrorAnswer"} <= set(schema["$defs"])
    bombay = schema["view"]["bombay"]
    assert bombay["$ref"] == "#/view/bombay/$defs/BombayView"
    assert {"BombayView", "BombayPlayerView"} <= set(bombay["$defs"])


def test_fuzz() -> None:
    assert "every position sound" in ok("fuzz", "bombay", "--games", "32")
    assert json.loads(ok("fuzz", "bombay", "--games", "16", "--json"))["failure"] is None


def test_the_language_of_the_system() -> None:
    result = CliRunner().invoke(
        main, ["simulate", "bombay", "--players", "9"], env={"LANG": "it_IT.UTF-8", "LC_ALL": ""}
    )
    assert "giocatori" in result.output
