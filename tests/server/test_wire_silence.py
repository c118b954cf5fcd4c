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

from tests.server.serving import ThreadServer, quick
from tests.server.web import Browser
from tradewinds.server import protocol
from tradewinds.server.tables.history import History

ENCODER = msgspec.json.Encoder()
PAGES = ("/api/tables", "/api/tables/mine", "/api/me/export", "/api/schema", "/api/games", "/metrics", "/healthz")


class Ear:
    """Somebody on a socket who keeps all that is heard."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[bytes] = []
        self.latest: protocol.TableState | None = None
        self.asked = 0

    def ask(self, command: protocol.AnyCommand) -> protocol.AnyMessage:
        """Say something and wait for the answer; what is shown meanwhile is looked at."""
        self.asked += 1
        request = f"{self.asked}"
        self.socket.send(ENCODER.encode(msgspec.structs.replace(command, id=request)).decode())
        while True:
            message = self.hear()
            answers = message.done if isinstance(message, protocol.TableState) else [message]
            for answer in answers:
                if isinstance(answer, protocol.Done | protocol.Refused | protocol.Pong) and answer.id == request:
                    return answer

    def hear(self) -> protocol.AnyMessage:
        """The next message."""
        self.heard.append(self.socket.recv(30, decode=False))
        message = protocol.MESSAGES.decode(self.heard[-1])
        if isinstance(message, protocol.TableState):
            if self.latest is not None:
                must_be_news(self.latest, message)
            self.latest = message
        return message

    def until(self, position: int) -> protocol.SeatView:
        """What is seen once a position is reached."""
        while self.latest is None or not self.latest.views or self.latest.views[0].position < position:
            self.hear()
        return self.latest.views[0]


def must_be_news(before: protocol.TableState, now: protocol.TableState) -> None:
    """A message must show something else than the one before: its coming alone tells nothing."""
    plain = [
        msgspec.structs.replace(message, clock=None, chat=[], views=[without_story(s) for s in message.views])
        for message in (before, now)
    ]
    assert plain[0] != plain[1] or now.chat


def without_story(sight: protocol.SeatView) -> protocol.SeatView:
    """What is seen, without what happened before; positions are counted, so they alone are no news."""
    return msgspec.structs.replace(sight, story=[], position=0)


def sit(stack: ExitStack, server: ThreadServer, table: str, browser: Browser | None) -> Ear:
    """A socket at a table."""
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items()) if browser else ""
    address = f"ws://127.0.0.1:{server.port}/ws/tables/{table}"
    headers = {"cookie": cookies} if cookies else {}
    socket = connect(address, origin=Origin(server.address), additional_headers=headers, compression=None)
    ear = Ear(stack.enter_context(socket))
    ear.socket.send(ENCODER.encode(protocol.Watch()).decode())
    return ear


def play(server: ThreadServer, wanted: dict[str, Any], chooser: random.Random) -> tuple[str, list[bytes], int]:
    """Play a game at random over sockets: its seed, all bytes sent before the end, and how much was unseen."""
    said: list[bytes] = []
    browsers = [Browser(server) for _ in range(4)]
    for number, browser in enumerate(browsers):
        browser.post("/api/guest", {"nickname": f"N{number}"})
    table = browsers[0].post("/api/tables", {"seats": ["me", "open", "open"], "public": True, **wanted}, 201).json["id"]
    for seat in (1, 2):
        browsers[seat].post(f"/api/tables/{table}", {"do": "take", "seat": seat})
    browsers[0].post(f"/api/tables/{table}", {"do": "start"})
    with ExitStack() as stack:
        ears = [sit(stack, server, table, browser) for browser in [*browsers, None]]
        unseen = 0
        while True:
            match = server.services.registry.actors[table].table.match  # type: ignore[union-attr]
            if match.is_over:
                break
            seat, history = match.to_act, server.services.registry.actors[table].table.history  # type: ignore[union-attr]
            places = [*range(match.box.players), -1, -1]
            sights = [ear.until(history.position(place)) for ear, place in zip(ears, places, strict=True)]
            if chooser.random() < 0.05:
                pages = (*PAGES, f"/api/tables/{table}", f"/api/tables/{table}/record")
                said += [browser.get(page).body for browser in browsers for page in pages]
            kept = [len(ear.heard) for ear in ears]
            move = chooser.choice(sights[seat].legal).action
            foreseen = match.preview(move)
            if match.game.rules.is_over(match.box.record, foreseen.state):
                said += [data for ear in ears for data in ear.heard]
            assert isinstance(ears[seat].ask(protocol.Play(position=sights[seat].position, move=move)), protocol.Done)
            match = server.services.registry.actors[table].table.match  # type: ignore[union-attr]
            if match.published < len(match.steps):
                unseen += 1
                for place, ear in enumerate(ears):
                    if place != seat:
                        ear.ask(protocol.Ping())
                        assert len(ear.heard) == kept[place] + 1
        return match.seed, said, unseen


GAMES = {
    "borneo": {"game": "borneo", "edition": "card-2007", "options": {"stores": "closed"}},
    "bombay": {"game": "bombay", "options": {"screens": "closed"}, "clock": {"kind": "bank", "seconds": 3600}},
}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_sent_that_shows_nothing_and_no_seed_before_the_end(game: str, tmp_path: Path) -> None:
    with ThreadServer(quick(f"sqlite:///{tmp_path / 't.db'}")) as server:
        seed, said, unseen = play(server, GAMES[game], random.Random(game))
    assert (unseen > 10) == (game == "borneo")
    everything = b"\n".join(said).lower()
    assert len(everything) > 200_000
    assert b"commitment" in everything
    for secret in (seed, seed.encode().hex()):
        pieces = {secret[at : at + 12].lower().encode() for at in range(len(secret) - 11)}
        assert pieces
        assert not re.search(b"|".join(map(re.escape, pieces)), everything)


def test_a_message_for_every_action_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(History, "position", lambda self, _viewer: len(self.changes))
    with ThreadServer(quick(f"sqlite:///{tmp_path / 't.db'}")) as server, pytest.raises(AssertionError):
        play(server, GAMES["borneo"], random.Random(1))
