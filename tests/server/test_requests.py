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

from tests.server.raw import raw
from tests.server.scene import Scene
from tests.server.serving import ThreadServer, is_well, thread_server
from tradewinds.server.http.bounded_http import BoundedHttp

PATIENCE = 10.0
SHORT = 0.2
HEAD = "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"


@pytest.fixture
def server(sqlite_url: str) -> Iterator[ThreadServer]:
    with thread_server(sqlite_url) as server:
        yield server


@contextmanager
def hurry(what: str) -> Iterator[None]:
    """Nobody is waited for as long as in earnest."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BoundedHttp, what, SHORT)
        yield


def left_alone(server: ThreadServer, *said: str, first: str = "") -> bytes:
    """What comes back until the server lets go, to somebody who says this and nothing more.

    What is said first is answered before anything else is said.
    """
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as plug:
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


def test_who_never_finishes_a_request_is_cut_off(server: ThreadServer, caplog: pytest.LogCaptureFixture) -> None:
    head = HEAD.format(method="POST", path="/api/guest", port=server.port)
    well = HEAD.format(method="GET", path="/healthz", port=server.port) + "\r\n"
    with caplog.at_level(logging.WARNING), hurry("request_timeout"):
        assert left_alone(server) == b""
        assert left_alone(server, "GE") == b""
        assert left_alone(server, head) == b""
        assert left_alone(server, f"{head}Content-Length: 50\r\n\r\n", '{"nickname":') == b""
        # The second request of a connection has no more time than the first.
        assert left_alone(server, "GET /hea", first=well).count(b"HTTP/1.1 200") == 1
        assert left_alone(server, "\r\n", first=well).count(b"HTTP/1.1 200") == 1
    assert not caplog.records
    assert is_well(server.address)


async def something() -> Any:
    """Something that others wait for until it is set."""
    return asyncio.get_running_loop().create_future()


def test_who_takes_no_answer_or_gets_none_is_not_kept_for_ever(server: ThreadServer) -> None:
    with Scene(server) as scene:
        scene.turn()
        actor = server.services.registry.actor(scene.table)
        table, actor.table, actor.loading = actor.table, None, server.call(something())
        assert table is not None
        assert actor.loading is not None
        ask = HEAD.format(method="GET", path=f"/api/tables/{scene.table}", port=server.port) + "\r\n"
        with hurry("response_timeout"):
            assert left_alone(server, ask) == b""
        server.services.registry.loop.call_soon_threadsafe(partial(actor.loading.set_result, table))
        actor.table, actor.loading = table, None
        scene.plays_on()


def test_a_head_without_end_is_cut_off(server: ThreadServer) -> None:
    head = HEAD.format(method="GET", path="/healthz", port=server.port)

    def endless(line: str) -> None:
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as plug:
            plug.sendall(head.encode())
            for _ in range(1000):
                plug.sendall(line.encode() * 1000)

    for line in ("x-more: and more\r\n", "more and more "):
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            endless(line)
    assert is_well(server.address)


def test_sockets_are_not_held_to_the_time_of_requests(server: ThreadServer) -> None:
    with Scene(server) as scene, hurry("request_timeout"), hurry("response_timeout"), raw(server, scene.table) as ear:
        time.sleep(2 * SHORT)
        ear.say('{"do": "watch"}')
        assert ear.hear("table")["mine"] == []


def in_loop(server: ThreadServer, work: Callable[[], object]) -> None:
    """Do something where the server does everything."""

    async def done() -> None:
        work()

    server.call(done())


def test_a_table_is_not_forgotten_while_somebody_comes_in(server: ThreadServer) -> None:
    with Scene(server) as scene:
        registry = server.services.registry
        scene.record()
        in_loop(server, lambda: setattr(registry.actors[scene.table], "used", -1e9))
        with raw(server, scene.table, scene.eve.cookie) as ear:
            while not server.services.connections.active:
                time.sleep(0.01)
            in_loop(server, registry.unload_idle)
            ear.say('{"do": "watch"}')
            before = ear.hear("table")["views"][0]["position"]
            asyncio.run(scene.play(1))
            while ear.hear("table")["views"][0]["position"] == before:
                continue
