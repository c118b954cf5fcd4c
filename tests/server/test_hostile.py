"""Clients that send what they should not: a clear answer or a closed socket, and everybody else plays on."""

import json
from collections.abc import Iterator

import pytest

from tests.server.raw import WATCH, raw
from tests.server.scene import Scene
from tests.server.serving import ThreadServer, quick, thread_server
from tradewinds.client import ClientRefused
from tradewinds.server import protocol
from tradewinds.server.protocol import schemas


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    url = f"sqlite:///{tmp_path_factory.mktemp('hostile') / 'tradewinds.db'}"
    with ThreadServer(quick(url)) as server:
        yield server


@pytest.fixture
def scene(server: ThreadServer) -> Iterator[Scene]:
    with Scene(server) as scene:
        yield scene
        scene.plays_on()


MALFORMED: list[str | bytes] = [
    "",
    " ",
    "nonsense",
    "{",
    "null",
    "[]",
    "{}",
    '{"do": null}',
    '{"do": "sing"}',
    '{"do": "watch", "lang": "tlh"}',
    '{"do": "watch", "seats": 1}',
    '{"do": "watch", "seats": [16]}',
    '{"do": "watch", "seats": [-1]}',
    '{"do": "watch", "known": {"0": -1}}',
    '{"do": "watch", "known": {"0": 1e400}}',
    '{"do": "watch", "chat": "all"}',
    '{"do": "play", "position": 0}',
    '{"do": "play", "position": 0, "move": -1}',
    '{"do": "play", "position": 99999999999999999999, "move": 0}',
    '{"do": "play", "position": 0, "move": 0, "admin": true}',
    '{"do": "play", "position": 0, "move": NaN}',
    '{"do": "chat", "text": ""}',
    '{"do": "ping", "id": "with\\u0000nothing"}',
    '{"do": "ping", "id": ""}',
    '{"do": "ping", "id": "\\ud800"}',
    json.dumps({"do": "ping", "id": "x" * 41}),
    json.dumps({"do": "chat", "text": "x" * 501}),
    json.dumps({"do": "watch", "seats": [0] * 17}),
    "[" * 15_000,
    '{"do": "watch", "known": ' + '{"a":' * 2500 + "1" + "}" * 2501,
    b"\x00\xff\xfe",
    b'{"do": "\xff"}',
]


@pytest.mark.parametrize("watching", [False, True])
def test_what_is_no_command_is_refused_and_nothing_else_happens(scene: Scene, watching: bool) -> None:
    before = scene.record()
    with raw(scene.server, scene.table, scene.ada.cookie) as socket:
        if watching:
            socket.say(WATCH)
        for message in MALFORMED:
            assert socket.refused(message) == "bad_request", message[:80]
        socket.say(WATCH, protocol.Ping(id="still"))
        assert socket.hear("pong")["id"] == "still"
    assert scene.record() == before


def test_binary_frames_are_read_as_text(scene: Scene) -> None:
    with raw(scene.server, scene.table) as socket:
        socket.say(WATCH.encode(), b'{"do": "ping", "id": "bytes"}')
        assert socket.hear("pong")["id"] == "bytes"


@pytest.mark.parametrize("size", [16_385, 1_000_000])
def test_messages_that_are_too_long_end_the_socket(scene: Scene, size: int) -> None:
    with raw(scene.server, scene.table, scene.ada.cookie) as socket:
        socket.say(WATCH, "x" * size)
        assert socket.code() == 1009


def test_text_that_is_no_text_ends_the_socket(scene: Scene) -> None:
    with raw(scene.server, scene.table) as socket:
        socket.connection.send(b"\xff\xfe", text=True)
        assert socket.code() == 1007


def test_nothing_is_done_before_watching(scene: Scene) -> None:
    before = scene.record()
    with raw(scene.server, scene.table, scene.ada.cookie) as socket:
        for command in (
            protocol.Play(position=0, move=0),
            protocol.Resign(),
            protocol.Chat(text="hello"),
            protocol.Ping(id="1"),
        ):
            assert socket.refused(command) == "watch_first"
    assert scene.record() == before


def test_strangers_may_watch_and_nothing_more(scene: Scene) -> None:
    before = scene.record()
    with raw(scene.server, scene.table) as socket:
        socket.say('{"do": "watch", "lang": "de"}')
        shown = socket.hear("table")
        assert [(sight["seat"], sight["legal"]) for sight in shown["views"]] == [(None, [])]
        play = protocol.Play(position=0, move=0, seat=0)
        for command in (play, protocol.Chat(text="hello"), protocol.Resign(seat=0), protocol.HintCommand()):
            socket.say(command)
            refused = socket.hear("refused")
            assert (refused["kind"], refused["message"][:10]) == ("who", "Gib zuerst")
    for seat in range(3):
        with raw(scene.server, scene.table) as socket:
            assert socket.refused(f'{{"do": "watch", "seats": [{seat}]}}') == "not_yours"
            assert socket.code() == 4400
    assert scene.record() == before


def test_a_cookie_of_somebody_else_opens_nobody_elses_seat(scene: Scene) -> None:
    before = scene.record()
    with raw(scene.server, scene.table, scene.eve.cookie) as socket:
        socket.say(WATCH)
        assert socket.hear("table")["mine"] == []
        for seat in range(3):
            assert socket.refused(protocol.Play(position=0, move=0, seat=seat)) == "not_yours"
            assert socket.refused(protocol.Undo(position=0, seat=seat)) == "not_yours"
            assert socket.refused(protocol.Resign(seat=seat)) == "not_yours"
            assert socket.refused(protocol.HintCommand(seat=seat)) == "not_yours"
        assert socket.refused(protocol.Play(position=0, move=0)) == "which_seat"
        assert socket.refused(protocol.Take(seat=1)) == "begun"
        assert socket.refused(protocol.AssignBot(seat=1, level="novice")) == "begun"
        assert socket.refused(protocol.Close()) == "begun"
        assert socket.refused(protocol.Rematch()) == "not_over"
    with raw(scene.server, scene.table, "tradewinds=" + "x" * 3000) as socket:
        socket.say(WATCH)
        assert socket.hear("table")["mine"] == []
    assert scene.record() == before


def test_one_cannot_play_for_the_other_side_or_at_the_wrong_table(scene: Scene) -> None:
    other = scene.open()
    with raw(scene.server, scene.table, scene.bob.cookie) as socket:
        socket.say(WATCH)
        sight = socket.hear("table")["views"][0]
        assert socket.refused(protocol.Play(position=sight["position"], move=0, seat=0)) == "not_yours"
        assert socket.refused(protocol.Play(position=sight["position"], move=0, seat=9)) == "not_yours"
        assert socket.refused(f'{{"do": "play", "table": "{other}", "position": 0, "move": 0}}') == "bad_request"
    for name in ("nowhere", "%00", "a%00b", "%F0%9F%98%80", "x" * 3000, "%FF"):
        with raw(scene.server, name, scene.bob.cookie) as socket:
            assert socket.refused(WATCH) == "not_found"
            assert socket.code() == 4404
        with pytest.raises(ClientRefused) as error:
            scene.bob.request_sync("GET", f"/api/tables/{name}")
        assert error.value.status == 404


def test_stale_replayed_and_impossible_actions_change_nothing(scene: Scene) -> None:
    acting = scene.turn()
    other = scene.bob if acting is scene.ada else scene.ada
    with raw(scene.server, scene.table, acting.cookie) as socket:
        socket.say(WATCH)
        sight = socket.hear("table")["views"][0]
        play = protocol.Play(position=sight["position"], move=sight["legal"][0]["action"], id="once")
        assert socket.refused(protocol.Play(position=sight["position"] + 1, move=0)) == "stale"
        assert socket.refused(protocol.Play(position=sight["position"], move=999_999)) == "not_legal"
        assert (
            socket.refused(protocol.Play(position=sight["position"], move="nonsense of all kinds")) == "not_understood"
        )
        socket.say(play)
        assert not socket.hear("done")["repeated"]
        once = scene.record()
        socket.say(*[play] * 20)
        assert all(socket.hear("done")["repeated"] for _ in range(20))
        assert socket.refused(protocol.Play(position=play.position, move=play.move)) in ("stale", "not_your_turn")
    with raw(scene.server, scene.table, other.cookie) as socket:
        # The id is that of somebody else's command: here it is one like any other.
        assert socket.refused(WATCH, play) in ("stale", "not_your_turn", "not_legal")
    assert scene.record() == once


def test_refusals_come_in_the_language_of_the_client(scene: Scene) -> None:
    said = set()
    with raw(scene.server, scene.table, scene.eve.cookie) as socket:
        for language in ("en", "de", "it"):
            socket.say(f'{{"do": "watch", "lang": "{language}"}}', protocol.Resign(seat=1, id=language))
            refused = socket.hear("refused")
            assert (refused["id"], refused["kind"]) == (language, "not_yours")
            said.add(refused["message"])
    assert len(said) == 3


def test_names_and_words_must_be_readable(scene: Scene) -> None:
    table = str(
        json.loads(scene.ada.request_sync("POST", "/api/tables", schemas.NewTable("bombay", ["open"] * 3)))["id"]
    )
    with raw(scene.server, table, scene.ada.cookie) as socket:
        socket.say(WATCH)
        for name in ("\0", "a\nb", "a|b", "a;b", "\u202eadA", " ", "\ud83d", "Z" + "\u0335" * 20):
            with_name = json.dumps({"do": "take", "seat": 0, "name": name})
            assert socket.refused(with_name) in ("bad_name", "bad_request"), name
        for text in ("\0", "\u202eolleh", "\x1b[2J", "  \n ", "Z" + "\u0335\u0321" * 9):
            assert socket.refused(protocol.Chat(text=text)) == "bad_request"
        assert socket.refused(protocol.Take(seat=7)) == "no_seat"
        assert socket.refused(protocol.AssignBot(seat=0, level="../../etc/passwd")) == "no_level"
        assert socket.refused(protocol.AssignBot(seat=0, level="me")) == "no_level"


LOOKALIKES = ["Ada", "АdА", "ada", "Ａｄａ", "Ada.", "A da"]


def test_nobody_can_be_taken_for_somebody_else(scene: Scene) -> None:
    seats = ["me", *["open"] * 3]
    table = str(json.loads(scene.ada.request_sync("POST", "/api/tables", schemas.NewTable("bombay", seats)))["id"])
    with raw(scene.server, table, scene.ada.cookie) as ear:
        ear.say(WATCH)
        ear.hear("table")
        for name in LOOKALIKES:
            scene.eve.request_sync("POST", f"/api/tables/{table}", protocol.Take(seat=1, name=name))
            names = ear.hear("table")["table"]["seats"]
            assert (names[0]["name"], names[1]["name"]) == ("Ada", f"{name} 2")
        # Who watches may have any name, and still everybody sees who speaks from a seat.
        scene.eve.request_sync("POST", f"/api/tables/{table}", protocol.Leave(seat=1))
        scene.eve.request_sync("PATCH", "/api/me", schemas.ProfileUpdate(nickname="Ada"))
        scene.eve.request_sync("POST", f"/api/tables/{table}", protocol.Chat(text="I give up."))
        scene.ada.request_sync("POST", f"/api/tables/{table}", protocol.Chat(text="I do not."))
        said: list[tuple[str, int | None, str]] = []
        while len(said) < 2:
            said += [(line["name"], line["seat"], line["text"]) for line in ear.hear("table")["chat"]]
        assert said == [("Ada", None, "I give up."), ("Ada", 0, "I do not.")]


def test_everybody_is_told_who_sees_two_hands(scene: Scene) -> None:
    table = str(
        json.loads(scene.ada.request_sync("POST", "/api/tables", schemas.NewTable("borneo", ["me"] + ["open"] * 4)))[
            "id"
        ]
    )
    for person, seat, name in ((scene.bob, 1, None), (scene.bob, 3, "Cleo"), (scene.eve, 2, None)):
        person.request_sync("POST", f"/api/tables/{table}", protocol.Take(seat=seat, name=name))
    shown = json.loads(scene.eve.request_sync("GET", f"/api/tables/{table}"))
    assert [seat["beside"] for seat in shown["seats"]] == [None, None, None, 1, None]


def test_what_databases_cannot_keep_never_gets_there(database_url: str) -> None:
    with thread_server(database_url) as server, Scene(server) as scene:
        for name in ("%00", "a%00b", "%FF"):
            with pytest.raises(ClientRefused) as error:
                scene.ada.request_sync("GET", f"/api/tables/{name}")
            assert error.value.kind == "not_found"
        with raw(server, scene.table, scene.ada.cookie) as socket:
            socket.say(WATCH)
            assert socket.refused('{"do": "chat", "text": "x", "id": "\\u0000"}') == "bad_request"
            assert socket.refused('{"do": "chat", "text": "\\u0000"}') == "bad_request"
        with pytest.raises(ClientRefused, match="bad_name"):
            scene.eve.request_sync("POST", "/api/guest", schemas.NewGuest("\0"))
        with pytest.raises(ClientRefused, match="wrong_login"):
            scene.eve.request_sync("POST", "/api/login", schemas.Credentials("\0", "password"))
        scene.plays_on()
