"""Bots that are programs or classes of one's own."""

import json
import sys
from pathlib import Path
from shutil import which

import pytest

from tradewinds.bots import DEFAULT_BUDGET, BotError, Budget
from tradewinds.bots.registry import make_bot
from tradewinds.bots.subprocess_bot import SubprocessBot
from tradewinds.kernel.game import load_game
from tradewinds.kernel.random import stream
from tradewinds.match import Match

ROOT = Path(__file__).parents[2]
EXAMPLE = f"program:{sys.executable} {ROOT / 'docs/examples/outside_bot.py'}"
IN_JAVASCRIPT = pytest.param(
    "bombay",
    f"program:node {ROOT / 'docs/examples/outside_bot.mjs'}",
    marks=pytest.mark.skipif(which("node") is None, reason="there is no Node.js"),
)
CLASS = f"{ROOT / 'docs/examples/my_bot.py'}:Patient"
ENGINE = f"program:{sys.executable} -c 'from tradewinds.cli import main; main()' engine"


def program(tmp_path: Path, body: str) -> SubprocessBot:
    """Return a bot whose program runs this code for every request."""
    file = tmp_path / "bot.py"
    loop = f"import sys, json, time\nfor line in sys.stdin:\n    request = json.loads(line)\n    {body}\n"
    file.write_text(loop, encoding="utf-8")
    return SubprocessBot(f"{sys.executable} {file}")


def ask(bot: SubprocessBot, match: Match, budget: Budget = DEFAULT_BUDGET) -> int:
    seat = match.to_act
    return bot.choose(match.box, match.masked(seat), seat, budget, stream(5))


@pytest.mark.parametrize(("game", "spec"), [("bombay", EXAMPLE), ("borneo", EXAMPLE), IN_JAVASCRIPT, ("bombay", CLASS)])
def test_examples_play_whole_games(game: str, spec: str) -> None:
    loaded = load_game(game)
    match = Match(loaded.box(3), seed="outside")
    bots = [make_bot(spec, loaded) for _ in range(3)]
    while not match.is_over:
        seat = match.to_act
        match.play(bots[seat].choose(match.box, match.masked(seat), seat, DEFAULT_BUDGET, stream(len(match.steps))))
    assert sum(match.winners()) == pytest.approx(1)


def test_own_engine_works_as_a_subprocess_bot() -> None:
    loaded = load_game("borneo")
    match = Match(loaded.box(4, "board-2008"), seed="engine")
    bot = make_bot(ENGINE, loaded)
    assert isinstance(bot, SubprocessBot)
    for _ in range(6):
        action = ask(bot, match, Budget(playouts=40))
        assert action == ask(bot, match, Budget(playouts=40))
        match.play(action)
    bot.close()
    assert bot.process.returncode == 0


def test_program_gets_only_the_mask(tmp_path: Path) -> None:
    kept = tmp_path / "asked.json"
    answer = 'print(json.dumps({"id": request["id"], "ok": True, "move": request["legal"][-1]["action"]}), flush=True)'
    bot = program(tmp_path, f'open("{kept}", "w").write(line); {answer}')
    match = Match(load_game("borneo").box(3, options={"stores": "closed"}), seed="told")
    assert ask(bot, match, Budget(playouts=7, seconds=0.5)) == match.legal()[-1]
    bot.close()
    asked = json.loads(kept.read_text(encoding="utf-8"))
    assert (asked["do"], asked["seat"], asked["playouts"], asked["seconds"]) == ("choose", match.to_act, 7, 0.5)
    assert asked["text"].count("=?") == 2
    assert [choice["text"] for choice in asked["legal"]] == [match.write(action) for action in match.legal()]
    assert all(choice["sentence"] for choice in asked["legal"])


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("sys.exit(3)", "no answer: exit 3"),
        ('print("hello", flush=True)', "hello"),
        ('print(json.dumps({"id": request["id"], "ok": False, "error": {"message": "tired"}}), flush=True)', "tired"),
        ('print(json.dumps({"id": 77, "ok": True, "move": "wait"}), flush=True)', "77"),
        ('print(json.dumps({"id": request["id"], "ok": True}), flush=True)', "no answer"),
        ('print(json.dumps({"id": request["id"], "ok": True, "move": 9999}), flush=True)', "9999"),
        ('print(json.dumps({"id": request["id"], "ok": True, "move": "sell blue"}), flush=True)', "'sell blue'"),
        ('print(json.dumps({"id": request["id"], "ok": True, "move": "fly"}), flush=True)', "'fly'"),
    ],
)
def test_programs_that_fail_are_named(tmp_path: Path, body: str, message: str) -> None:
    bot = program(tmp_path, body)
    with pytest.raises(BotError, match=message):
        ask(bot, Match(load_game("bombay").box(3), seed="fail"))
    bot.close()


def test_unresponsive_program_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tradewinds.bots.subprocess_bot.DEFAULT_TIMEOUT", 0.5)
    bot = program(tmp_path, "time.sleep(60)")
    with pytest.raises(BotError, match=r"0\.5 s"):
        ask(bot, Match(load_game("bombay").box(3), seed="slow"))
    assert bot.process.returncode is not None


def test_a_program_ends_with_its_bot(tmp_path: Path) -> None:
    bot = program(tmp_path, "pass")
    process = bot.process
    del bot
    assert process.returncode == 0


@pytest.mark.parametrize("command", ["", "no-such-program-here", "'"])
def test_invalid_command_is_explained(command: str) -> None:
    with pytest.raises(BotError, match="no answer"):
        make_bot(f"program:{command}", load_game("bombay"))
