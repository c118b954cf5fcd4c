"""Clients that send or hold too much: they are refused or cut off, memory stays, and everybody else plays on."""

import asyncio
import contextlib
import gc
import json
import socket
import time
from collections.abc import Callable

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.server.raw import CONTINUED, PING, TEXT, WATCH, deaf, frame, memory, raw
from tests.server.scene import Scene
from tests.server.serving import UNLIMITED, thread_server
from tradewinds.client import ClientRefused
from tradewinds.server import protocol
from tradewinds.server.protocol import schemas
from tradewinds.server.realtime.bounded_websocket import BoundedWebSocket
from tradewinds.server.settings import ServerLimits

PATIENCE = 30.0
MEGABYTE = 1 << 20


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for as long as in earnest."""
    monkeypatch.setattr(BoundedWebSocket, "close_grace", 0.5)


def limits(**changed: object) -> ServerLimits:
    return ServerLimits(**{name: getattr(UNLIMITED, name) for name in UNLIMITED.__struct_fields__} | changed)


def until(true: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_cut(plug: socket.socket) -> bool:
    """Whether the other side has let go: what is sent comes back as an error."""
    try:
        plug.send(frame(PING, b""))
    except (BrokenPipeError, ConnectionResetError):
        return True
    return False


def test_who_never_says_what_to_watch_is_closed(sqlite_url: str) -> None:
    with thread_server(sqlite_url, limits=limits(watch_seconds=0.3)) as server, Scene(server) as scene:
        with raw(server, scene.table, scene.ada.cookie) as quiet, raw(server, scene.table) as talkative:
            # Talking about something else is no excuse.
            with contextlib.suppress(ConnectionClosed):
                while True:
                    talkative.say(protocol.Ping())
                    time.sleep(0.02)
            assert (quiet.code(), talkative.code()) == (4408, 4408)
        until(lambda: not server.services.connections.active)
        scene.plays_on()


def test_slow_readers_are_cut_off_and_others_see_nothing_of_it(sqlite_url: str) -> None:
    with thread_server(sqlite_url, limits=limits(send_seconds=0.4, chat_kept=200)) as server, Scene(server) as scene:
        with contextlib.ExitStack() as stack:
            slow = [stack.enter_context(deaf(server, scene.table)) for _ in range(20)]
            for plug in slow:
                plug.sendall(frame(TEXT, WATCH.encode()))
            until(lambda: len(server.services.registry.actor(scene.table).subscribers) == len(slow))
            before = memory()
            until(lambda: nobody_listens(scene))
            until(lambda: all(is_cut(plug) for plug in slow))
            assert memory() - before < 50 * MEGABYTE
        assert not server.services.registry.actor(scene.table).subscribers
        assert not server.services.connections.counts
        scene.plays_on()


def nobody_listens(scene: Scene) -> bool:
    """Whether everybody has left, after more was said than fits into their buffers."""
    asyncio.run(say_much(scene))
    return not scene.server.services.connections.active


async def say_much(scene: Scene) -> None:
    """Fifty lines of talk, which those who listen hear at once."""
    async with asyncio.timeout(PATIENCE), scene.ada.connect(scene.table) as connection:
        heard = connection.chat_seen
        for _ in range(50):
            await connection.send(protocol.Chat(text="x" * 500))
        await connection.until(lambda _table: connection.chat_seen >= heard + 50)


@pytest.mark.parametrize("kind", ["pings", "watches"])
def test_asking_without_reading_does_not_fill_memory(sqlite_url: str, kind: str) -> None:
    asked = frame(PING, b"x" * 120) if kind == "pings" else frame(TEXT, WATCH.encode())
    with (
        thread_server(sqlite_url, limits=limits(send_seconds=0.5, commands="20/second")) as server,
        Scene(server) as scene,
    ):
        before = memory()
        with deaf(server, scene.table) as plug:
            plug.sendall(frame(TEXT, WATCH.encode()))
            plug.settimeout(0.2)
            deadline = time.monotonic() + PATIENCE
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                while time.monotonic() < deadline:
                    with contextlib.suppress(TimeoutError):
                        plug.sendall(asked * 500)
            assert time.monotonic() < deadline
        assert memory() - before < 30 * MEGABYTE
        until(lambda: not server.services.connections.active)
        scene.plays_on()


def test_a_message_in_endless_pieces_is_cut_off(sqlite_url: str) -> None:
    with thread_server(sqlite_url, limits=limits(watch_seconds=600.0)) as server, Scene(server) as scene:
        with deaf(server, scene.table) as plug:
            plug.sendall(frame(TEXT, b"", final=False))
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                for _ in range(50):
                    plug.sendall(frame(CONTINUED, b"", final=False) * 100)
            until(lambda: is_cut(plug))
        scene.plays_on()


def test_one_socket_cannot_be_shown_a_seat_many_times(sqlite_url: str) -> None:
    with thread_server(sqlite_url) as server, Scene(server) as scene:
        with raw(server, scene.table, scene.ada.cookie) as socket:
            socket.say(protocol.Watch(seats=[0] * 16))
            assert len(socket.hear("table")["views"]) == 1
        scene.plays_on()


@pytest.mark.parametrize("which", ["sockets", "sockets_per_address", "sockets_per_person"])
def test_connections_beyond_a_limit_are_closed_and_others_stay(sqlite_url: str, which: str) -> None:
    with thread_server(sqlite_url, limits=limits(**{which: 30})) as server, Scene(server) as scene:
        codes = asyncio.run(crowd(scene, 300))
        assert codes.count(None) == 30
        assert codes.count(4429) == 270
        until(lambda: not server.services.connections.active)
        assert not server.services.connections.counts
        scene.plays_on()


async def crowd(scene: Scene, number: int) -> list[int | None]:
    """Many sockets of one person at once; the codes with which they were closed, None for those that still work."""
    address = f"ws://127.0.0.1:{scene.server.port}/ws/tables/{scene.table}"

    async def come() -> tuple[object, int | None]:
        headers = {"cookie": scene.eve.cookie or ""}
        socket = await connect(address, origin=Origin(scene.server.address), additional_headers=headers)
        try:
            await socket.send(WATCH)
            await socket.recv()
        except ConnectionClosed:
            return socket, socket.close_code
        return socket, None

    async with asyncio.timeout(PATIENCE * 2):
        found = [pair for _ in range(number // 50) for pair in await asyncio.gather(*(come() for _ in range(50)))]
        for socket, code in found:
            if code is None:
                await (await socket.ping())  # type: ignore[attr-defined]
        await asyncio.gather(*(socket.close() for socket, _ in found))  # type: ignore[attr-defined]
    return [code for _, code in found]


def test_who_sends_too_many_commands_is_refused_and_at_last_closed(sqlite_url: str) -> None:
    with thread_server(sqlite_url, limits=limits(commands="20/second")) as server, Scene(server) as scene:
        with raw(server, scene.table, scene.eve.cookie) as socket:
            socket.say(WATCH)
            with contextlib.suppress(ConnectionClosed):
                socket.say(*[protocol.Ping(id=f"p{number}") for number in range(1000)])
            refused = socket.hear("refused")
            assert refused["kind"] == "too_many"
            assert refused["id"].startswith("p")
            assert socket.code() == 4429
        scene.plays_on()


def test_who_talks_too_much_is_asked_to_wait(sqlite_url: str) -> None:
    with thread_server(sqlite_url, limits=limits(chat="5/minute")) as server, Scene(server) as scene:
        with raw(server, scene.table, scene.eve.cookie) as socket:
            socket.say(WATCH, *[protocol.Chat(text="Hello") for _ in range(5)])
            assert all(socket.hear("done") for _ in range(5))
            assert socket.refused(protocol.Chat(text="Hello")) == "too_many"
        with pytest.raises(ClientRefused, match="too_many"):
            scene.eve.request_sync("POST", f"/api/tables/{scene.table}", protocol.Chat(text="Hello over HTTP"))
        scene.ada.request_sync("POST", f"/api/tables/{scene.table}", protocol.Chat(text="Others may."))
        scene.plays_on()


def test_who_takes_back_again_and_again_is_asked_to_wait(sqlite_url: str) -> None:
    with thread_server(sqlite_url, limits=limits(arranging="5/minute")) as server, Scene(server) as scene:
        scene.record()
        table = str(
            json.loads(scene.eve.request_sync("POST", "/api/tables", schemas.NewTable("bombay", ["me"] * 3)))["id"]
        )
        scene.eve.request_sync("POST", f"/api/tables/{table}", protocol.Start())
        with raw(server, table, scene.eve.cookie) as socket:
            socket.say(WATCH)
            shown = socket.hear("table")
            seat = shown["views"][0]["turn"]
            move = next(c["text"] for c in shown["views"][seat]["legal"] if c["text"].startswith("move"))
            for number in range(5):
                position = 2 * number
                socket.say(protocol.Play(position=position, move=move, seat=seat))
                socket.say(protocol.Undo(position=position + 1, seat=seat))
                assert all(socket.hear("done") for _ in range(2))
            assert socket.refused(protocol.Take(seat=0)) == "too_many"
            assert socket.refused(protocol.Undo(position=10, seat=seat)) == "too_many"
        scene.plays_on()


def no_socket_is_held() -> bool:
    """Whether nobody remembers a connection."""
    gc.collect()
    return not any(isinstance(thing, BoundedWebSocket) for thing in gc.get_objects())


def test_coming_and_going_leaves_nothing_behind(sqlite_url: str) -> None:
    with thread_server(sqlite_url) as server, Scene(server) as scene:
        held = []
        for _ in range(4):
            asyncio.run(crowd(scene, 150))
            until(lambda: not server.services.connections.active)
            held.append(memory())
            until(no_socket_is_held)
        assert held[-1] - held[0] < 10 * MEGABYTE
        assert not server.services.registry.actor(scene.table).subscribers
        scene.plays_on()
