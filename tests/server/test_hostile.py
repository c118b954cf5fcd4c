"""Clients that send what they should not: a clear answer or a closed socket, and everybody else plays on."""

import json
from collections.abc import Iterator

import pytest

from tests.server.raw_socket import WATCH, raw_socket
from tests.server.servers import ThreadServer, fast_settings, thread_server
from tests.server.two_player_game import TwoPlayerGame
from tradewinds.client import ClientRefused
from tradewinds.server import protocol
from tradewinds.server.protocol import schemas


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    url = f"sqlite:///{tmp_path_factory.mktemp('hostile') / 'tradewinds.db'}"
    with ThreadServer(fast_settings(url)) as server:
        yield server


@pytest.fixture
def two_players(server: ThreadServer) -> Iterator[TwoPlayerGame]:
    with TwoPlayerGame(server) as two_players:
        yield two_players
        two_players.assert_playable()


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
def test_invalid_commands_are_refused_without_effect(two_players: TwoPlayerGame, watching: bool) -> None:
    before = two_players.record()
    with raw_socket(two_players.server, two_players.table, two_players.ada.cookie) as socket:
        if watching:
            socket.send(WATCH)
        for message in MALFORMED:
            assert socket.refusal_kind(message) == "bad_request", message[:80]
        socket.send(WATCH, protocol.Ping(id="still"))
        assert socket.receive("pong")["id"] == "still"
    assert two_players.record() == before


def test_binary_frames_are_read_as_text(two_players: TwoPlayerGame) -> None:
    with raw_socket(two_players.server, two_players.table) as socket:
        socket.send(WATCH.encode(), b'{"do": "ping", "id": "bytes"}')
        assert socket.receive("pong")["id"] == "bytes"


@pytest.mark.parametrize("size", [16_385, 1_000_000])
def test_oversized_messages_close_the_socket(two_players: TwoPlayerGame, size: int) -> None:
    with raw_socket(two_players.server, two_players.table, two_players.ada.cookie) as socket:
        socket.send(WATCH, "x" * size)
        assert socket.close_code() == 1009


def test_invalid_utf8_closes_the_socket(two_players: TwoPlayerGame) -> None:
    with raw_socket(two_players.server, two_players.table) as socket:
        socket.connection.send(b"\xff\xfe", text=True)
        assert socket.close_code() == 1007


def test_nothing_is_done_before_watching(two_players: TwoPlayerGame) -> None:
    before = two_players.record()
    with raw_socket(two_players.server, two_players.table, two_players.ada.cookie) as socket:
        for command in (
            protocol.Play(position=0, move=0),
            protocol.Resign(),
            protocol.Chat(text="hello"),
            protocol.Ping(id="1"),
        ):
            assert socket.refusal_kind(command) == "watch_first"
    assert two_players.record() == before


def test_strangers_may_only_watch(two_players: TwoPlayerGame) -> None:
    before = two_players.record()
    with raw_socket(two_players.server, two_players.table) as socket:
        socket.send('{"do": "watch", "lang": "de"}')
        shown = socket.receive("table")
        assert [(sight["seat"], sight["legal"]) for sight in shown["views"]] == [(None, [])]
        play = protocol.Play(position=0, move=0, seat=0)
        for command in (play, protocol.Chat(text="hello"), protocol.Resign(seat=0), protocol.HintCommand()):
            socket.send(command)
            refused = socket.receive("refused")
            assert (refused["kind"], refused["message"][:10]) == ("who", "Gib zuerst")
    for seat in range(3):
        with raw_socket(two_players.server, two_players.table) as socket:
            assert socket.refusal_kind(f'{{"do": "watch", "seats": [{seat}]}}') == "not_yours"
            assert socket.close_code() == 4400
    assert two_players.record() == before


def test_foreign_cookie_opens_no_seat(two_players: TwoPlayerGame) -> None:
    before = two_players.record()
    with raw_socket(two_players.server, two_players.table, two_players.eve.cookie) as socket:
        socket.send(WATCH)
        assert socket.receive("table")["mine"] == []
        for seat in range(3):
            assert socket.refusal_kind(protocol.Play(position=0, move=0, seat=seat)) == "not_yours"
            assert socket.refusal_kind(protocol.Undo(position=0, seat=seat)) == "not_yours"
            assert socket.refusal_kind(protocol.Resign(seat=seat)) == "not_yours"
            assert socket.refusal_kind(protocol.HintCommand(seat=seat)) == "not_yours"
        assert socket.refusal_kind(protocol.Play(position=0, move=0)) == "which_seat"
        assert socket.refusal_kind(protocol.Take(seat=1)) == "begun"
        assert socket.refusal_kind(protocol.AssignBot(seat=1, level="novice")) == "begun"
        assert socket.refusal_kind(protocol.Close()) == "begun"
        assert socket.refusal_kind(protocol.Rematch()) == "not_over"
    with raw_socket(two_players.server, two_players.table, "tradewinds=" + "x" * 3000) as socket:
        socket.send(WATCH)
        assert socket.receive("table")["mine"] == []
    assert two_players.record() == before


def test_one_cannot_play_for_the_other_side_or_at_the_wrong_table(two_players: TwoPlayerGame) -> None:
    other = two_players.start_game()
    with raw_socket(two_players.server, two_players.table, two_players.bob.cookie) as socket:
        socket.send(WATCH)
        sight = socket.receive("table")["views"][0]
        assert socket.refusal_kind(protocol.Play(position=sight["position"], move=0, seat=0)) == "not_yours"
        assert socket.refusal_kind(protocol.Play(position=sight["position"], move=0, seat=9)) == "not_yours"
        assert socket.refusal_kind(f'{{"do": "play", "table": "{other}", "position": 0, "move": 0}}') == "bad_request"
    for name in ("nowhere", "%00", "a%00b", "%F0%9F%98%80", "x" * 3000, "%FF"):
        with raw_socket(two_players.server, name, two_players.bob.cookie) as socket:
            assert socket.refusal_kind(WATCH) == "not_found"
            assert socket.close_code() == 4404
        with pytest.raises(ClientRefused) as error:
            two_players.bob.request_sync("GET", f"/api/tables/{name}")
        assert error.value.status == 404


def test_stale_replayed_and_impossible_actions_change_nothing(two_players: TwoPlayerGame) -> None:
    acting = two_players.player_to_act()
    other = two_players.bob if acting is two_players.ada else two_players.ada
    with raw_socket(two_players.server, two_players.table, acting.cookie) as socket:
        socket.send(WATCH)
        sight = socket.receive("table")["views"][0]
        play = protocol.Play(position=sight["position"], move=sight["legal"][0]["action"], id="once")
        assert socket.refusal_kind(protocol.Play(position=sight["position"] + 1, move=0)) == "stale"
        assert socket.refusal_kind(protocol.Play(position=sight["position"], move=999_999)) == "not_legal"
        assert (
            socket.refusal_kind(protocol.Play(position=sight["position"], move="nonsense of all kinds"))
            == "not_understood"
        )
        socket.send(play)
        assert not socket.receive("done")["repeated"]
        once = two_players.record()
        socket.send(*[play] * 20)
        assert all(socket.receive("done")["repeated"] for _ in range(20))
        assert socket.refusal_kind(protocol.Play(position=play.position, move=play.move)) in ("stale", "not_your_turn")
    with raw_socket(two_players.server, two_players.table, other.cookie) as socket:
        # The id is that of somebody else's command: here it is one like any other.
        assert socket.refusal_kind(WATCH, play) in ("stale", "not_your_turn", "not_legal")
    assert two_players.record() == once


def test_refusals_come_in_the_language_of_the_client(two_players: TwoPlayerGame) -> None:
    said = set()
    with raw_socket(two_players.server, two_players.table, two_players.eve.cookie) as socket:
        for language in ("en", "de", "it"):
            socket.send(f'{{"do": "watch", "lang": "{language}"}}', protocol.Resign(seat=1, id=language))
            refused = socket.receive("refused")
            assert (refused["id"], refused["kind"]) == (language, "not_yours")
            said.add(refused["message"])
    assert len(said) == 3


def test_unreadable_names_and_chat_are_refused(two_players: TwoPlayerGame) -> None:
    table = str(
        json.loads(two_players.ada.request_sync("POST", "/api/tables", schemas.NewTable("bombay", ["open"] * 3)))["id"]
    )
    with raw_socket(two_players.server, table, two_players.ada.cookie) as socket:
        socket.send(WATCH)
        for name in ("\0", "a\nb", "a|b", "a;b", "\u202eadA", " ", "\ud83d", "Z" + "\u0335" * 20):
            with_name = json.dumps({"do": "take", "seat": 0, "name": name})
            assert socket.refusal_kind(with_name) in ("bad_name", "bad_request"), name
        for text in ("\0", "\u202eolleh", "\x1b[2J", "  \n ", "Z" + "\u0335\u0321" * 9):
            assert socket.refusal_kind(protocol.Chat(text=text)) == "bad_request"
        assert socket.refusal_kind(protocol.Take(seat=7)) == "no_seat"
        assert socket.refusal_kind(protocol.AssignBot(seat=0, level="../../etc/passwd")) == "no_level"
        assert socket.refusal_kind(protocol.AssignBot(seat=0, level="me")) == "no_level"


LOOKALIKES = ["Ada", "АdА", "ada", "Ａｄａ", "Ada.", "A da"]


def test_confusable_names_are_numbered(two_players: TwoPlayerGame) -> None:
    seats = ["me", *["open"] * 3]
    table = str(
        json.loads(two_players.ada.request_sync("POST", "/api/tables", schemas.NewTable("bombay", seats)))["id"]
    )
    with raw_socket(two_players.server, table, two_players.ada.cookie) as ear:
        ear.send(WATCH)
        ear.receive("table")
        for name in LOOKALIKES:
            two_players.eve.request_sync("POST", f"/api/tables/{table}", protocol.Take(seat=1, name=name))
            names = ear.receive("table")["table"]["seats"]
            assert (names[0]["name"], names[1]["name"]) == ("Ada", f"{name} 2")
        # Who watches may have any name, and still everybody sees who speaks from a seat.
        two_players.eve.request_sync("POST", f"/api/tables/{table}", protocol.Leave(seat=1))
        two_players.eve.request_sync("PATCH", "/api/me", schemas.ProfileUpdate(nickname="Ada"))
        two_players.eve.request_sync("POST", f"/api/tables/{table}", protocol.Chat(text="I give up."))
        two_players.ada.request_sync("POST", f"/api/tables/{table}", protocol.Chat(text="I do not."))
        said: list[tuple[str, int | None, str]] = []
        while len(said) < 2:
            said += [(line["name"], line["seat"], line["text"]) for line in ear.receive("table")["chat"]]
        assert said == [("Ada", None, "I give up."), ("Ada", 0, "I do not.")]


def test_sharing_of_two_hands_is_public(two_players: TwoPlayerGame) -> None:
    table = str(
        json.loads(
            two_players.ada.request_sync("POST", "/api/tables", schemas.NewTable("borneo", ["me"] + ["open"] * 4))
        )["id"]
    )
    for person, seat, name in ((two_players.bob, 1, None), (two_players.bob, 3, "Cleo"), (two_players.eve, 2, None)):
        person.request_sync("POST", f"/api/tables/{table}", protocol.Take(seat=seat, name=name))
    shown = json.loads(two_players.eve.request_sync("GET", f"/api/tables/{table}"))
    assert [seat["beside"] for seat in shown["seats"]] == [None, None, None, 1, None]


def test_unstorable_text_never_reaches_the_database(database_url: str) -> None:
    with thread_server(database_url) as server, TwoPlayerGame(server) as two_players:
        for name in ("%00", "a%00b", "%FF"):
            with pytest.raises(ClientRefused) as error:
                two_players.ada.request_sync("GET", f"/api/tables/{name}")
            assert error.value.kind == "not_found"
        with raw_socket(server, two_players.table, two_players.ada.cookie) as socket:
            socket.send(WATCH)
            assert socket.refusal_kind('{"do": "chat", "text": "x", "id": "\\u0000"}') == "bad_request"
            assert socket.refusal_kind('{"do": "chat", "text": "\\u0000"}') == "bad_request"
        with pytest.raises(ClientRefused, match="bad_name"):
            two_players.eve.request_sync("POST", "/api/guest", schemas.NewGuest("\0"))
        with pytest.raises(ClientRefused, match="wrong_login"):
            two_players.eve.request_sync("POST", "/api/login", schemas.Credentials("\0", "password"))
        two_players.assert_playable()
