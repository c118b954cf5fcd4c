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

from tests.server.raw_socket import CONTINUED, PING, TEXT, WATCH, frame, raw_socket, resident_memory, unread_socket
from tests.server.servers import UNLIMITED, thread_server
from tests.server.two_player_game import TwoPlayerGame
from tradewinds.client import ClientRefused
from tradewinds.server import protocol
from tradewinds.server.protocol import schemas
from tradewinds.server.realtime.bounded_websocket import BoundedWebSocket
from tradewinds.server.settings import ServerLimits

TIMEOUT = 30.0
MEGABYTE = 1 << 20


@pytest.fixture(autouse=True)
def short_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the time that a closing socket gets."""
    monkeypatch.setattr(BoundedWebSocket, "close_grace", 0.5)


def limits(**changed: object) -> ServerLimits:
    return ServerLimits(**{name: getattr(UNLIMITED, name) for name in UNLIMITED.__struct_fields__} | changed)


def until(true: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + TIMEOUT
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_disconnected(plug: socket.socket) -> bool:
    """Return whether the server has disconnected."""
    try:
        plug.send(frame(PING, b""))
    except (BrokenPipeError, ConnectionResetError):
        return True
    return False


def test_socket_without_watch_command_is_closed(sqlite_url: str) -> None:
    with thread_server(sqlite_url, limits=limits(watch_seconds=0.3)) as server, TwoPlayerGame(server) as two_players:
        with (
            raw_socket(server, two_players.table, two_players.ada.cookie) as quiet,
            raw_socket(server, two_players.table) as talkative,
        ):
            # Talking about something else is no excuse.
            with contextlib.suppress(ConnectionClosed):
                while True:
                    talkative.send(protocol.Ping())
                    time.sleep(0.02)
            assert (quiet.close_code(), talkative.close_code()) == (4408, 4408)
        until(lambda: not server.services.connections.active)
        two_players.assert_playable()


def test_slow_readers_are_disconnected_without_effect_on_others(sqlite_url: str) -> None:
    with (
        thread_server(sqlite_url, limits=limits(send_seconds=0.4, chat_kept=200)) as server,
        TwoPlayerGame(server) as two_players,
    ):
        with contextlib.ExitStack() as stack:
            slow = [stack.enter_context(unread_socket(server, two_players.table)) for _ in range(20)]
            for plug in slow:
                plug.sendall(frame(TEXT, WATCH.encode()))
            until(lambda: len(server.services.registry.actor(two_players.table).subscribers) == len(slow))
            before = resident_memory()
            until(lambda: nobody_listens(two_players))
            until(lambda: all(is_disconnected(plug) for plug in slow))
            assert resident_memory() - before < 50 * MEGABYTE
        assert not server.services.registry.actor(two_players.table).subscribers
        assert not server.services.connections.counts
        two_players.assert_playable()


def nobody_listens(two_players: TwoPlayerGame) -> bool:
    """Return whether all have been disconnected, after sending more than their buffers hold."""
    asyncio.run(say_much(two_players))
    return not two_players.server.services.connections.active


async def say_much(two_players: TwoPlayerGame) -> None:
    """Send fifty chat messages."""
    async with asyncio.timeout(TIMEOUT), two_players.ada.connect(two_players.table) as connection:
        heard = connection.chat_seen
        for _ in range(50):
            await connection.send(protocol.Chat(text="x" * 500))
        await connection.until(lambda _table: connection.chat_seen >= heard + 50)


@pytest.mark.parametrize("kind", ["pings", "watches"])
def test_unread_responses_do_not_fill_memory(sqlite_url: str, kind: str) -> None:
    asked = frame(PING, b"x" * 120) if kind == "pings" else frame(TEXT, WATCH.encode())
    with (
        thread_server(sqlite_url, limits=limits(send_seconds=0.5, commands="20/second")) as server,
        TwoPlayerGame(server) as two_players,
    ):
        before = resident_memory()
        with unread_socket(server, two_players.table) as plug:
            plug.sendall(frame(TEXT, WATCH.encode()))
            plug.settimeout(0.2)
            deadline = time.monotonic() + TIMEOUT
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                while time.monotonic() < deadline:
                    with contextlib.suppress(TimeoutError):
                        plug.sendall(asked * 500)
            assert time.monotonic() < deadline
        assert resident_memory() - before < 30 * MEGABYTE
        until(lambda: not server.services.connections.active)
        two_players.assert_playable()


def test_endless_fragmented_message_is_cut_off(sqlite_url: str) -> None:
    with thread_server(sqlite_url, limits=limits(watch_seconds=600.0)) as server, TwoPlayerGame(server) as two_players:
        with unread_socket(server, two_players.table) as plug:
            plug.sendall(frame(TEXT, b"", final=False))
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                for _ in range(50):
                    plug.sendall(frame(CONTINUED, b"", final=False) * 100)
            until(lambda: is_disconnected(plug))
        two_players.assert_playable()


def test_one_socket_watches_a_seat_once(sqlite_url: str) -> None:
    with thread_server(sqlite_url) as server, TwoPlayerGame(server) as two_players:
        with raw_socket(server, two_players.table, two_players.ada.cookie) as socket:
            socket.send(protocol.Watch(seats=[0] * 16))
            assert len(socket.receive("table")["views"]) == 1
        two_players.assert_playable()


@pytest.mark.parametrize("which", ["sockets", "sockets_per_address", "sockets_per_person"])
def test_connections_beyond_a_limit_are_closed_and_others_stay(sqlite_url: str, which: str) -> None:
    with thread_server(sqlite_url, limits=limits(**{which: 30})) as server, TwoPlayerGame(server) as two_players:
        codes = asyncio.run(crowd(two_players, 300))
        assert codes.count(None) == 30
        assert codes.count(4429) == 270
        until(lambda: not server.services.connections.active)
        assert not server.services.connections.counts
        two_players.assert_playable()


async def crowd(two_players: TwoPlayerGame, number: int) -> list[int | None]:
    """Open many sockets of one person; return their close codes, None for open ones."""
    address = f"ws://127.0.0.1:{two_players.server.port}/ws/tables/{two_players.table}"

    async def come() -> tuple[object, int | None]:
        headers = {"cookie": two_players.eve.cookie or ""}
        socket = await connect(address, origin=Origin(two_players.server.address), additional_headers=headers)
        try:
            await socket.send(WATCH)
            await socket.recv()
        except ConnectionClosed:
            return socket, socket.close_code
        return socket, None

    async with asyncio.timeout(TIMEOUT * 2):
        found = [pair for _ in range(number // 50) for pair in await asyncio.gather(*(come() for _ in range(50)))]
        for socket, code in found:
            if code is None:
                await (await socket.ping())  # type: ignore[attr-defined]
        await asyncio.gather(*(socket.close() for socket, _ in found))  # type: ignore[attr-defined]
    return [code for _, code in found]


def test_too_many_commands_are_refused_then_socket_is_closed(sqlite_url: str) -> None:
    with thread_server(sqlite_url, limits=limits(commands="20/second")) as server, TwoPlayerGame(server) as two_players:
        with raw_socket(server, two_players.table, two_players.eve.cookie) as socket:
            socket.send(WATCH)
            with contextlib.suppress(ConnectionClosed):
                socket.send(*[protocol.Ping(id=f"p{number}") for number in range(1000)])
            refused = socket.receive("refused")
            assert refused["kind"] == "too_many"
            assert refused["id"].startswith("p")
            assert socket.close_code() == 4429
        two_players.assert_playable()


def test_chat_is_rate_limited(sqlite_url: str) -> None:
    with thread_server(sqlite_url, limits=limits(chat="5/minute")) as server, TwoPlayerGame(server) as two_players:
        with raw_socket(server, two_players.table, two_players.eve.cookie) as socket:
            socket.send(WATCH, *[protocol.Chat(text="Hello") for _ in range(5)])
            assert all(socket.receive("done") for _ in range(5))
            assert socket.refusal_kind(protocol.Chat(text="Hello")) == "too_many"
        with pytest.raises(ClientRefused, match="too_many"):
            two_players.eve.request_sync(
                "POST", f"/api/tables/{two_players.table}", protocol.Chat(text="Hello over HTTP")
            )
        two_players.ada.request_sync("POST", f"/api/tables/{two_players.table}", protocol.Chat(text="Others may."))
        two_players.assert_playable()


def test_undo_is_rate_limited(sqlite_url: str) -> None:
    with thread_server(sqlite_url, limits=limits(arranging="5/minute")) as server, TwoPlayerGame(server) as two_players:
        two_players.record()
        table = str(
            json.loads(two_players.eve.request_sync("POST", "/api/tables", schemas.NewTable("bombay", ["me"] * 3)))[
                "id"
            ]
        )
        two_players.eve.request_sync("POST", f"/api/tables/{table}", protocol.Start())
        with raw_socket(server, table, two_players.eve.cookie) as socket:
            socket.send(WATCH)
            shown = socket.receive("table")
            seat = shown["views"][0]["turn"]
            move = next(c["text"] for c in shown["views"][seat]["legal"] if c["text"].startswith("move"))
            for number in range(5):
                position = 2 * number
                socket.send(protocol.Play(position=position, move=move, seat=seat))
                socket.send(protocol.Undo(position=position + 1, seat=seat))
                assert all(socket.receive("done") for _ in range(2))
            assert socket.refusal_kind(protocol.Take(seat=0)) == "too_many"
            assert socket.refusal_kind(protocol.Undo(position=10, seat=seat)) == "too_many"
        two_players.assert_playable()


def no_socket_is_held() -> bool:
    """Return whether the server holds no connection."""
    gc.collect()
    return not any(isinstance(thing, BoundedWebSocket) for thing in gc.get_objects())


def test_connections_leave_nothing_behind(sqlite_url: str) -> None:
    with thread_server(sqlite_url) as server, TwoPlayerGame(server) as two_players:
        held = []
        for _ in range(4):
            asyncio.run(crowd(two_players, 150))
            until(lambda: not server.services.connections.active)
            held.append(resident_memory())
            until(no_socket_is_held)
        assert held[-1] - held[0] < 10 * MEGABYTE
        assert not server.services.registry.actor(two_players.table).subscribers
        two_players.assert_playable()
