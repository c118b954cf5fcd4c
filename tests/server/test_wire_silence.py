"""A whole game on real sockets: nobody is sent anything about what they cannot see, and no seed before the end."""

import random
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.server.http_browser import Browser
from tests.server.servers import ThreadServer, fast_settings
from tradewinds.server import protocol
from tradewinds.server.tables.history import History

ENCODER = msgspec.json.Encoder()
PAGES = ("/api/tables", "/api/tables/mine", "/api/me/export", "/api/schema", "/api/games", "/metrics", "/healthz")


class RecordingSocket:
    """A socket that keeps all messages received."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[bytes] = []
        self.latest: protocol.TableState | None = None
        self.asked = 0

    def ask(self, command: protocol.AnyCommand) -> protocol.AnyMessage:
        """Send a command and wait for its answer; check table messages received meanwhile."""
        self.asked += 1
        request = f"{self.asked}"
        self.socket.send(ENCODER.encode(msgspec.structs.replace(command, id=request)).decode())
        while True:
            message = self.receive()
            answers = message.done if isinstance(message, protocol.TableState) else [message]
            for answer in answers:
                if isinstance(answer, protocol.Done | protocol.Refused | protocol.Pong) and answer.id == request:
                    return answer

    def receive(self) -> protocol.AnyMessage:
        """Receive the next message."""
        self.received.append(self.socket.recv(30, decode=False))
        message = protocol.MESSAGES.decode(self.received[-1])
        if isinstance(message, protocol.TableState):
            if self.latest is not None:
                assert_new(self.latest, message)
            self.latest = message
        return message

    def until(self, position: int) -> protocol.SeatView:
        """Receive messages until a position is reached and return the view."""
        while self.latest is None or not self.latest.views or self.latest.views[0].position < position:
            self.receive()
        return self.latest.views[0]


def assert_new(before: protocol.TableState, now: protocol.TableState) -> None:
    """Assert that a message differs from the previous one: its arrival alone must not leak anything."""
    plain = [
        msgspec.structs.replace(message, clock=None, chat=[], views=[without_story(s) for s in message.views])
        for message in (before, now)
    ]
    assert plain[0] != plain[1] or now.chat


def without_story(sight: protocol.SeatView) -> protocol.SeatView:
    """Return a view without story and position."""
    return msgspec.structs.replace(sight, story=[], position=0)


def connect_at(stack: ExitStack, server: ThreadServer, table: str, browser: Browser | None) -> RecordingSocket:
    """Open a socket at a table."""
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items()) if browser else ""
    address = f"ws://127.0.0.1:{server.port}/ws/tables/{table}"
    headers = {"cookie": cookies} if cookies else {}
    socket = connect(address, origin=Origin(server.address), additional_headers=headers, compression=None)
    socket_log = RecordingSocket(stack.enter_context(socket))
    socket_log.socket.send(ENCODER.encode(protocol.Watch()).decode())
    return socket_log


def play(server: ThreadServer, wanted: dict[str, Any], chooser: random.Random) -> tuple[str, list[bytes], int]:
    """Play a random game over sockets; return its seed, bytes sent before the end and number of hidden steps."""
    said: list[bytes] = []
    browsers = [Browser(server) for _ in range(4)]
    for number, browser in enumerate(browsers):
        browser.post("/api/guest", {"nickname": f"N{number}"})
    table = browsers[0].post("/api/tables", {"seats": ["me", "open", "open"], "public": True, **wanted}, 201).json["id"]
    for seat in (1, 2):
        browsers[seat].post(f"/api/tables/{table}", {"do": "take", "seat": seat})
    browsers[0].post(f"/api/tables/{table}", {"do": "start"})
    with ExitStack() as stack:
        socket_logs = [connect_at(stack, server, table, browser) for browser in [*browsers, None]]
        unseen = 0
        while True:
            match = server.services.registry.actors[table].table.match  # type: ignore[union-attr]
            if match.is_over:
                break
            seat, history = match.to_act, server.services.registry.actors[table].table.history  # type: ignore[union-attr]
            places = [*range(match.box.players), -1, -1]
            views = [
                socket_log.until(history.position(place)) for socket_log, place in zip(socket_logs, places, strict=True)
            ]
            if chooser.random() < 0.05:
                pages = (*PAGES, f"/api/tables/{table}", f"/api/tables/{table}/record")
                said += [browser.get(page).body for browser in browsers for page in pages]
            kept = [len(socket_log.received) for socket_log in socket_logs]
            move = chooser.choice(views[seat].legal).action
            foreseen = match.preview(move)
            if match.game.rules.is_over(match.box.record, foreseen.state):
                said += [data for socket_log in socket_logs for data in socket_log.received]
            assert isinstance(
                socket_logs[seat].ask(protocol.Play(position=views[seat].position, move=move)), protocol.Done
            )
            match = server.services.registry.actors[table].table.match  # type: ignore[union-attr]
            if match.published < len(match.steps):
                unseen += 1
                for place, socket_log in enumerate(socket_logs):
                    if place != seat:
                        socket_log.ask(protocol.Ping())
                        assert len(socket_log.received) == kept[place] + 1
        return match.seed, said, unseen


GAMES = {
    "borneo": {"game": "borneo", "edition": "card-2007", "options": {"stores": "closed"}},
    "bombay": {"game": "bombay", "options": {"screens": "closed"}, "clock": {"kind": "bank", "seconds": 3600}},
}


@pytest.mark.parametrize("game", GAMES)
def test_no_empty_messages_and_no_seed_before_the_end(game: str, tmp_path: Path) -> None:
    with ThreadServer(fast_settings(f"sqlite:///{tmp_path / 't.db'}")) as server:
        seed, said, unseen = play(server, GAMES[game], random.Random(game))
    assert (unseen > 10) == (game == "borneo")
    everything = b"\n".join(said).lower()
    assert len(everything) > 200_000
    assert b"commitment" in everything
    for secret in (seed, seed.encode().hex()):
        pieces = {secret[at : at + 12].lower().encode() for at in range(len(secret) - 11)}
        assert pieces
        assert not re.search(b"|".join(map(re.escape, pieces)), everything)


def test_leaking_message_timing_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(History, "position", lambda self, _viewer: len(self.changes))
    with ThreadServer(fast_settings(f"sqlite:///{tmp_path / 't.db'}")) as server, pytest.raises(AssertionError):
        play(server, GAMES["borneo"], random.Random(1))
