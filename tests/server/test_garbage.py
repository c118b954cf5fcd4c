"""Coming and going leaves nothing that only the collector can find: what is not needed is freed at once."""

import asyncio
import gc
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.raw import PING, WATCH, deaf, frame, raw
from tests.server.scene import Scene
from tests.server.serving import UNLIMITED, ThreadServer, thread_server
from tradewinds.server import protocol
from tradewinds.server.realtime import connection
from tradewinds.server.realtime.bounded_websocket import BoundedWebSocket

PATIENCE = 20.0
VISITS = 100


def leaves(scene: Scene) -> None:
    """Watch one's own seat, say something, and go."""
    with raw(scene.server, scene.table, scene.ada.cookie) as socket:
        socket.say(WATCH, protocol.Ping(id="a"), protocol.Play(position=9999, move=0, seat=0))
        assert socket.hear("table")["mine"] == [0]
        assert socket.hear("refused")["kind"] in ("stale", "not_your_turn")


def is_cut_off(scene: Scene) -> None:
    """Be gone without a word, with something unread."""
    with deaf(scene.server, scene.table) as plug:
        plug.sendall(frame(1, WATCH.encode()) + frame(PING, b""))


def says_nothing(scene: Scene) -> None:
    """Open a socket and close it."""
    with raw(scene.server, scene.table):
        pass


def finds_no_table(scene: Scene) -> None:
    """Be refused by the server."""
    with raw(scene.server, "nowhere") as socket:
        socket.say(WATCH)
        assert socket.code() == 4404


def floods(scene: Scene) -> None:
    """Be closed by the server for too many commands."""
    with raw(scene.server, scene.table) as socket:
        # It may be closed before everything is said.
        with suppress(ConnectionClosed):
            socket.say(WATCH, *["nonsense"] * 3)
        assert socket.code() == 4429


def loads_a_table(scene: Scene) -> None:
    """Look at a table that nobody has in memory, which is forgotten afterwards."""
    scene.eve.request_sync("GET", f"/api/tables/{scene.table}/seen")
    assert scene.server.services.registry.actors[scene.table].table is not None
    scene.server.call(forget(scene))
    assert scene.table not in scene.server.services.registry.actors


async def forget(scene: Scene) -> None:
    """Let the server forget the tables that nobody uses."""
    registry = scene.server.services.registry
    while (actor := registry.actors.get(scene.table)) is not None:
        actor.used = -1e9
        registry.unload_idle()
        await asyncio.sleep(0.001)


def until_alone(server: ThreadServer) -> None:
    """Wait until the server has let go of all websockets."""
    deadline = time.monotonic() + PATIENCE
    while any(isinstance(found, BoundedWebSocket) for found in list(server.server.server_state.connections)):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    server.call(asyncio.sleep(0.1))


VISITORS = [leaves, is_cut_off, says_nothing, finds_no_table, floods, loads_a_table]


@contextmanager
def without_collector() -> Iterator[None]:
    """Nothing is collected, and what should be is kept to be looked at."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


@pytest.mark.parametrize("visit", VISITORS)
def test_a_socket_leaves_no_garbage(
    visit: Callable[[Scene], None], sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "MAX_EXCESS_COMMANDS", 1)
    few = msgspec.structs.replace(UNLIMITED, commands="1/hour") if visit is floods else UNLIMITED
    with thread_server(sqlite_url, limits=few) as server, Scene(server) as scene:
        visit(scene)
        until_alone(server)
        with without_collector():
            for _ in range(VISITS):
                visit(scene)
            until_alone(server)
            gc.set_debug(gc.DEBUG_SAVEALL)
            gc.collect()
            left = Counter(f"{type(found).__module__}.{type(found).__qualname__}" for found in gc.garbage)
    # Less than one object for each visit; everything else in this process is quiet, but not silent.
    assert sum(left.values()) < VISITS, left.most_common(20)


def test_what_only_the_collector_finds_has_a_bound(sqlite_url: str) -> None:
    with thread_server(sqlite_url):
        assert gc.isenabled()
        assert math.prod(gc.get_threshold()) <= 1_000_000
        assert gc.get_freeze_count() > 10_000
