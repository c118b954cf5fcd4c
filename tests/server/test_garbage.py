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

from tests.server.raw_socket import PING, WATCH, frame, raw_socket, unread_socket
from tests.server.servers import UNLIMITED, ThreadServer, thread_server
from tests.server.two_player_game import TwoPlayerGame
from tradewinds.server import protocol
from tradewinds.server.realtime import connection
from tradewinds.server.realtime.bounded_websocket import BoundedWebSocket

TIMEOUT = 20.0
VISITS = 100


def leaves(two_players: TwoPlayerGame) -> None:
    """Watch one's own seat, say something, and go."""
    with raw_socket(two_players.server, two_players.table, two_players.ada.cookie) as socket:
        socket.send(WATCH, protocol.Ping(id="a"), protocol.Play(position=9999, move=0, seat=0))
        assert socket.receive("table")["mine"] == [0]
        assert socket.receive("refused")["kind"] in ("stale", "not_your_turn")


def is_cut_off(two_players: TwoPlayerGame) -> None:
    """Be gone without a word, with something unread."""
    with unread_socket(two_players.server, two_players.table) as plug:
        plug.sendall(frame(1, WATCH.encode()) + frame(PING, b""))


def says_nothing(two_players: TwoPlayerGame) -> None:
    """Open a socket and close it."""
    with raw_socket(two_players.server, two_players.table):
        pass


def finds_no_table(two_players: TwoPlayerGame) -> None:
    """Be refused by the server."""
    with raw_socket(two_players.server, "nowhere") as socket:
        socket.send(WATCH)
        assert socket.close_code() == 4404


def floods(two_players: TwoPlayerGame) -> None:
    """Be closed by the server for too many commands."""
    with raw_socket(two_players.server, two_players.table) as socket:
        # It may be closed before everything is said.
        with suppress(ConnectionClosed):
            socket.send(WATCH, *["nonsense"] * 3)
        assert socket.close_code() == 4429


def loads_a_table(two_players: TwoPlayerGame) -> None:
    """Look at a table that nobody has in memory, which is forgotten afterwards."""
    two_players.eve.request_sync("GET", f"/api/tables/{two_players.table}/seen")
    assert two_players.server.services.registry.actors[two_players.table].table is not None
    two_players.server.call(forget(two_players))
    assert two_players.table not in two_players.server.services.registry.actors


async def forget(two_players: TwoPlayerGame) -> None:
    """Make the server unload unused tables."""
    registry = two_players.server.services.registry
    while (actor := registry.actors.get(two_players.table)) is not None:
        actor.used = -1e9
        registry.unload_idle()
        await asyncio.sleep(0.001)


def until_alone(server: ThreadServer) -> None:
    """Wait until the server has released all websockets."""
    deadline = time.monotonic() + TIMEOUT
    while any(isinstance(found, BoundedWebSocket) for found in list(server.server.server_state.connections)):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    server.call(asyncio.sleep(0.1))


VISITORS = [leaves, is_cut_off, says_nothing, finds_no_table, floods, loads_a_table]


@contextmanager
def without_collector() -> Iterator[None]:
    """Disable collection and keep unreachable objects for inspection."""
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
    visit: Callable[[TwoPlayerGame], None], sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "MAX_EXCESS_COMMANDS", 1)
    few = msgspec.structs.replace(UNLIMITED, commands="1/hour") if visit is floods else UNLIMITED
    with thread_server(sqlite_url, limits=few) as server, TwoPlayerGame(server) as two_players:
        visit(two_players)
        until_alone(server)
        with without_collector():
            for _ in range(VISITS):
                visit(two_players)
            until_alone(server)
            gc.set_debug(gc.DEBUG_SAVEALL)
            gc.collect()
            left = Counter(f"{type(found).__module__}.{type(found).__qualname__}" for found in gc.garbage)
    # Less than one object for each visit; everything else in this process is quiet, but not silent.
    assert sum(left.values()) < VISITS, left.most_common(20)


def test_uncollected_garbage_is_bounded(sqlite_url: str) -> None:
    with thread_server(sqlite_url):
        assert gc.isenabled()
        assert math.prod(gc.get_threshold()) <= 1_000_000
        assert gc.get_freeze_count() > 10_000
