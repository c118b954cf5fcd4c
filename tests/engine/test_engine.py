import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tradewinds.engine import Engine
from tradewinds.engine.engine import MAX_LINE
from tradewinds.i18n import load_words


def ask(engine: Engine, do: str, **fields: Any) -> Any:
    return json.loads(engine.answer(json.dumps({"do": do, **fields}).encode()))


def begun(**fields: Any) -> Engine:
    engine = Engine()
    answer = ask(engine, "new", **{"game": "bombay", "players": 3, "seed": "engine", **fields})
    assert answer["ok"], answer
    return engine


def test_a_whole_game() -> None:
    engine = begun()
    while True:
        legal = ask(engine, "legal")["legal"]
        answer = ask(engine, "play", move=legal[-1]["text"], id=7)
        assert answer["ok"]
        assert answer["id"] == 7
        phrases = engine.running.story(answer["status"]["number"])
        assert answer["story"] == [load_words("en").with_seats(engine.running.seats).say(phrase) for phrase in phrases]
        assert answer["story"]
        if answer["status"]["over"]:
            break
    status = answer["status"]
    assert len(status["scores"]) == 3
    assert sum(status["winners"]) == pytest.approx(1)
    assert status["seed"] == "engine"
    assert ask(engine, "legal")["legal"] == []
    record = ask(engine, "record")["text"]
    other = Engine()
    assert ask(other, "load", text=record)["status"] == status


def test_games_are_listed() -> None:
    games = ask(Engine(), "games")["games"]
    assert games[0]["game"] == "bombay"
    assert games[0]["editions"]["ystari-2009"]["screens"] == {"open": [2, 3, 4, 5], "closed": [2, 3, 4, 5]}
    assert games[1]["editions"]["board-2008"]["merchants"] == {"3": [3, 4, 5], "4": [3]}


def test_moves_by_number_and_text_and_undo() -> None:
    engine = begun()
    legal = ask(engine, "legal")["legal"]
    seat = ask(engine, "view")["view"]["to_act"]
    assert ask(engine, "play", move=legal[2]["action"])["status"]["number"] == 1
    assert ask(engine, "undo", seat=(seat + 1) % 3)["error"]["kind"] == "move"
    assert ask(engine, "undo")["status"]["number"] == 0
    assert ask(engine, "undo")["ok"] is False


def test_errors_name_kind_rule_and_choices() -> None:
    engine = begun()
    before = ask(engine, "position")["text"]
    error = ask(engine, "play", move="fly")["error"]
    assert error["kind"] == "not_understood"
    error = ask(engine, "play", move="buy")["error"]
    assert (error["kind"], error["rule"]) == ("not_legal", "BY-5.3")
    error = ask(engine, "play", move="move", lang="de")["error"]
    assert error["kind"] == "ambiguous"
    assert len(error["choices"]) == 4
    assert "kann mehrere" in error["message"]
    assert ask(engine, "position")["text"] == before


def test_views_hide_and_positions_come_back() -> None:
    engine = begun(options={"screens": "closed"})
    view = ask(engine, "view", seat=1)["view"]
    assert [player["rupees"] for player in view["players"]] == [None, 2, None]
    assert [player["rupees"] for player in ask(engine, "view")["view"]["players"]] == [None] * 3
    assert ask(engine, "view", seat=3)["ok"] is False
    assert "?" not in ask(engine, "position", seat=0)["text"]
    text = ask(engine, "position")["text"]
    ask(engine, "play", move="wait")
    assert ask(engine, "set_position", text=text)["ok"]
    assert ask(engine, "position")["text"] == text


def test_seed_of_a_running_game_is_kept() -> None:
    engine = begun()
    assert "seed" not in ask(engine, "record")["text"]
    assert "seed: engine" in ask(engine, "record", reveal=True)["text"]
    assert ask(engine, "legal")["ok"]


def test_bots_answer_for_the_seat_to_act() -> None:
    engine = begun(game="borneo", options={"stores": "closed"})
    seat = ask(engine, "view")["view"]["to_act"]
    for bot in ("random", "greedy", "novice", "master"):
        answer = ask(engine, "choose", bot=bot, playouts=50, seed=5, id=3)
        legal = {choice["action"]: choice["text"] for choice in ask(engine, "legal")["legal"]}
        assert legal[answer["action"]] == answer["move"]
        assert answer == ask(engine, "choose", bot=bot, playouts=50, seed=5, id=3, seat=seat)
    assert ask(engine, "legal")["ok"]
    text = ask(engine, "position", seat=seat)["text"]
    assert "?" in text
    alone = ask(Engine(), "choose", bot="novice", text=text, seat=seat, playouts=30, seed=9)
    assert alone == ask(engine, "choose", bot="novice", playouts=30, seed=9)


def test_hints_tell_shares_and_certainty() -> None:
    engine = begun(options={"screens": "closed"})
    seat = ask(engine, "view")["view"]["to_act"]
    found = ask(engine, "hint", playouts=160, best=2, lang="de")["hint"]
    assert (found["seat"], len(found["best"]), found["playouts"]) == (seat, 2, 160)
    assert found["certainty"] in ("clear", "slight", "close")
    assert found["verdict"]
    assert all(advice["points_margin"] >= 0 and advice["rival"] >= 0 for advice in found["best"])
    assert sum(found["shares"]) == pytest.approx(1)
    german = {choice["sentence"] for choice in ask(engine, "legal", lang="de")["legal"]}
    assert {advice["sentence"] for advice in found["best"]} <= german
    text = ask(engine, "position", seat=seat)["text"]
    assert ask(Engine(), "hint", text=text, seat=seat, playouts=160, best=2, lang="de")["hint"] == found


def test_bots_get_only_the_mask() -> None:
    engine = begun(game="borneo", options={"stores": "closed"})
    seat = ask(engine, "view")["view"]["to_act"]
    other, whole = (seat + 1) % 3, ask(engine, "position")["text"]
    own = ask(engine, "position", seat=seat)["text"]
    for fields, message in (
        ({"seat": other}, f"up to seat {seat}"),
        ({"text": own}, "needs the seat"),
        ({"text": own, "seat": other}, f"not a position as seat {other + 1} sees it"),
        ({"text": whole, "seat": seat}, f"not a position as seat {seat + 1} sees it"),
        ({"text": own, "seat": 9}, "no seat 10"),
        ({"bot": "program:ls"}, "come with the package"),
        ({"bot": "x.py:Y"}, "come with the package"),
        ({"bot": "master:network=x.npz"}, "come with the package"),
        ({"playouts": 0}, "playouts"),
    ):
        assert message in ask(engine, "choose", **fields)["error"]["message"]
    assert "no game yet" in ask(Engine(), "hint")["error"]["message"]
    engine = begun()
    while not ask(engine, "play", move="wait")["status"]["over"]:
        pass
    assert "over" in ask(engine, "hint")["error"]["message"]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe{}",
        b'{"do": "dance"}',
        b'{"do": "new"}',
        b'{"do": "legal", "extra": 1}',
        b'{"do": "new", "game": "chess", "players": 2}',
        b'{"do": "new", "game": "bombay", "players": 99999999999999999999999999}',
        b'{"do": "play", "move": 1e999}',
        b'{"do": "play", "move": -5}',
        b'{"do": "view", "number": 1000}',
        b'{"do": "new", "game": "bombay", "players": 2, "box": "x = 1"}',
        b'{"do": "set_position", "text": "tradewinds position 1"}',
        b"[" * 200_000,
        b'{"id": 1, "do": ' + b"[" * 100_000,
    ],
)
def test_bad_lines_get_an_error_and_the_engine_goes_on(line: bytes) -> None:
    engine = begun()
    answer = json.loads(engine.answer(line))
    assert answer["ok"] is False
    assert answer["error"]["message"]
    assert ask(engine, "legal")["ok"]


def test_the_id_of_a_bad_request_is_repeated() -> None:
    assert json.loads(Engine().answer(b'{"id": "x", "do": "dance"}'))["id"] == "x"


def test_before_a_game_everything_asks_for_one() -> None:
    for do in ("legal", "undo", "view", "position", "record"):
        assert "new" in ask(Engine(), do)["error"]["message"]


def test_the_loop_survives_long_lines_and_ends() -> None:
    lines = b"x" * (MAX_LINE * 2) + b'\n\n{"do": "games"}\n{"do": "quit"}\n{"do": "games"}\n'
    answers = io.BytesIO()
    Engine().run(io.BytesIO(lines), answers)
    oks = [json.loads(line)["ok"] for line in answers.getvalue().splitlines()]
    assert oks == [False, True, True]


ENGINE = begun()
fuzzed = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
NAMES = (
    "games",
    "new",
    "legal",
    "play",
    "undo",
    "view",
    "position",
    "set_position",
    "record",
    "load",
    "choose",
    "hint",
)
SMALL: dict[str, dict[str, object]] = {"choose": {"bot": "random"}, "hint": {"playouts": 8}}
FIELDS = (
    "game",
    "players",
    "move",
    "seat",
    "number",
    "text",
    "seats",
    "seed",
    "options",
    "box",
    "reveal",
    "id",
    "lang",
)


@settings(max_examples=300)
@given(st.sampled_from(NAMES), st.dictionaries(st.sampled_from(FIELDS), fuzzed, max_size=4))
def test_any_request_is_answered(do: str, values: dict[str, object]) -> None:
    line = json.dumps({"do": do, **SMALL.get(do, {}), **values}).encode()
    answer = json.loads(ENGINE.answer(line))
    assert answer["ok"] in (True, False)


@given(st.binary(max_size=200))
def test_any_bytes_are_answered(line: bytes) -> None:
    assert json.loads(ENGINE.answer(line))["ok"] is False
