"""Connections that are held rather than used: each has a time in which it must come to an end."""

import asyncio
import logging
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from tests.server.raw_socket import raw_socket
from tests.server.servers import ThreadServer, is_healthy, thread_server
from tests.server.two_player_game import TwoPlayerGame
from tradewinds.server.http.bounded_http import BoundedHttp

TIMEOUT = 10.0
SHORT = 0.2
HEAD = "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"


@pytest.fixture
def server(sqlite_url: str) -> Iterator[ThreadServer]:
    with thread_server(sqlite_url) as server:
        yield server


@contextmanager
def short_timeout(what: str) -> Iterator[None]:
    """Shorten a timeout."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BoundedHttp, what, SHORT)
        yield


def response_until_closed(server: ThreadServer, *said: str, first: str = "") -> bytes:
    """Send data and nothing more; return everything received until the server closes.

    What is said first is answered before anything else is said.
    """
    with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) as plug:
        heard = b""
        if first:
            plug.sendall(first.encode())
            heard = plug.recv(65536)
        for text in said:
            plug.sendall(text.encode())
        try:
            while piece := plug.recv(65536):
                heard += piece
        except ConnectionResetError:
            return heard
        return heard


def test_unfinished_request_times_out(server: ThreadServer, caplog: pytest.LogCaptureFixture) -> None:
    head = HEAD.format(method="POST", path="/api/guest", port=server.port)
    well = HEAD.format(method="GET", path="/healthz", port=server.port) + "\r\n"
    with caplog.at_level(logging.WARNING), short_timeout("request_timeout"):
        assert response_until_closed(server) == b""
        assert response_until_closed(server, "GE") == b""
        assert response_until_closed(server, head) == b""
        assert response_until_closed(server, f"{head}Content-Length: 50\r\n\r\n", '{"nickname":') == b""
        # The second request of a connection has no more time than the first.
        assert response_until_closed(server, "GET /hea", first=well).count(b"HTTP/1.1 200") == 1
        assert response_until_closed(server, "\r\n", first=well).count(b"HTTP/1.1 200") == 1
    assert not caplog.records
    assert is_healthy(server.address)


async def something() -> Any:
    """Return a new future of the server's loop."""
    return asyncio.get_running_loop().create_future()


def test_unread_or_missing_response_times_out(server: ThreadServer) -> None:
    with TwoPlayerGame(server) as two_players:
        two_players.player_to_act()
        actor = server.services.registry.actor(two_players.table)
        table, actor.table, actor.loading = actor.table, None, server.call(something())
        assert table is not None
        assert actor.loading is not None
        ask = HEAD.format(method="GET", path=f"/api/tables/{two_players.table}", port=server.port) + "\r\n"
        with short_timeout("response_timeout"):
            assert response_until_closed(server, ask) == b""
        server.services.registry.loop.call_soon_threadsafe(partial(actor.loading.set_result, table))
        actor.table, actor.loading = table, None
        two_players.assert_playable()


def test_endless_header_is_cut_off(server: ThreadServer) -> None:
    head = HEAD.format(method="GET", path="/healthz", port=server.port)

    def endless(line: str) -> None:
        with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) as plug:
            plug.sendall(head.encode())
            for _ in range(1000):
                plug.sendall(line.encode() * 1000)

    for line in ("x-more: and more\r\n", "more and more "):
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            endless(line)
    assert is_healthy(server.address)


def test_request_timeouts_do_not_apply_to_websockets(server: ThreadServer) -> None:
    with (
        TwoPlayerGame(server) as two_players,
        short_timeout("request_timeout"),
        short_timeout("response_timeout"),
        raw_socket(server, two_players.table) as ear,
    ):
        time.sleep(2 * SHORT)
        ear.send('{"do": "watch"}')
        assert ear.receive("table")["mine"] == []


def in_loop(server: ThreadServer, work: Callable[[], object]) -> None:
    """Run a function in the server's loop."""

    async def done() -> None:
        work()

    server.call(done())


def test_table_is_not_unloaded_while_somebody_connects(server: ThreadServer) -> None:
    with TwoPlayerGame(server) as two_players:
        registry = server.services.registry
        two_players.record()
        in_loop(server, lambda: setattr(registry.actors[two_players.table], "used", -1e9))
        with raw_socket(server, two_players.table, two_players.eve.cookie) as ear:
            while not server.services.connections.active:
                time.sleep(0.01)
            in_loop(server, registry.unload_idle)
            ear.send('{"do": "watch"}')
            before = ear.receive("table")["views"][0]["position"]
            asyncio.run(two_players.play(1))
            while ear.receive("table")["views"][0]["position"] == before:
                continue
