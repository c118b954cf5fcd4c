"""A database that is killed during play, or does not answer: nobody sees less than before, and all play on."""

import asyncio
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection

from tests.server.consistency import check_consistency
from tests.server.load_generator import PlayerGroup
from tests.server.postgres import Postgres, postgres
from tests.server.servers import UNLIMITED, ForkedServer, ServerProcess, ThreadServer, fast_settings, thread_server
from tests.server.test_crash import wait_for_answers
from tests.server.two_player_game import TwoPlayerGame
from tradewinds.client import Client, ClientRefused
from tradewinds.i18n import Language
from tradewinds.server import protocol

KILLS = 5
TABLES = 8
LIMIT = 120
"""Seconds until the test counts as hanging."""


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL server that the test may kill."""
    with postgres() as server:
        yield server


async def kill_during_play(database: Postgres, groups: list[PlayerGroup], stop: asyncio.Event) -> None:
    """Kill and restart the database at random moments; some players change the server."""
    chance = random.Random(KILLS)
    try:
        for _ in range(KILLS):
            await wait_for_answers(groups, chance.randint(20, 60))
            await asyncio.sleep(chance.uniform(0, 0.05))
            await asyncio.to_thread(database.kill)
            await asyncio.sleep(chance.uniform(0, 0.5))
            cut_some(groups, chance)
            await asyncio.to_thread(database.restart)
            cut_some(groups, chance)
    finally:
        stop.set()


def cut_some(groups: list[PlayerGroup], chance: random.Random) -> None:
    """Abort the sockets of some players, who reconnect to the other server."""
    for connection in [connection for group in groups if group.games for connection in group.games[-1].connections]:
        if connection.socket is not None and chance.random() < 0.3:
            connection.socket.transport.abort()


async def play_through(servers: list[ServerProcess], database: Postgres) -> list[PlayerGroup]:
    """Play with several groups at both servers while the database is killed and restarted."""
    stop = asyncio.Event()
    addresses = [server.address for server in servers]
    groups = [
        PlayerGroup(f"P{number}", addresses[number % 2 :] + addresses[: number % 2], stop) for number in range(TABLES)
    ]
    async with asyncio.timeout(LIMIT):
        killer = kill_during_play(database, groups, stop)
        await asyncio.gather(killer, *(group.run() for group in groups))
    return groups


def test_killing_the_database_loses_nothing(own_postgres: Postgres, tmp_path: Path) -> None:
    url = own_postgres.address()
    with (
        ForkedServer(fast_settings(url), tmp_path / "one") as one,
        ForkedServer(fast_settings(url), tmp_path / "two") as two,
    ):
        groups = asyncio.run(play_through([one, two], own_postgres))
    found = check_consistency(url, groups)
    assert min(found[kind] for kind in ("done", "bots", "undone", "said")) > 10


def test_unresponsive_database_times_out(own_postgres: Postgres) -> None:
    limits = msgspec.structs.replace(UNLIMITED, database_seconds=0.5)
    with thread_server(own_postgres.address(), limits=limits) as server, TwoPlayerGame(server) as two_players:
        two_players.assert_playable()
        asyncio.run(suspended(own_postgres, two_players))
        two_players.assert_playable()


async def suspended(database: Postgres, two_players: TwoPlayerGame) -> None:
    """Check that nothing hangs without the database, and that refused commands have no effect."""
    async with asyncio.timeout(LIMIT), two_players.ada.connect(two_players.table) as connection:
        database.suspend()
        try:
            await refused_over_http(two_players.ada)
            refused = await connection.request("a1", b'{"do":"chat","id":"a1","text":"Is nobody there?"}')
            assert isinstance(refused, protocol.Refused)
            assert refused.kind == "unavailable"
            # What is in memory is stored, so it can be shown.
            await two_players.bob.request("GET", f"/api/tables/{two_players.table}")
        finally:
            database.resume()
        await connection.send(protocol.Chat(text="Here I am."))
        table = await connection.until(lambda table: table.chat)
        assert [line.text for line in table.chat] == ["Here I am."]


async def refused_over_http(person: Client) -> None:
    """Check that requests are refused without the database, in the client's language."""
    sentences: tuple[tuple[Language, str], ...] = (
        ("de", "Datenbank"),
        ("it", "database"),
        ("en", "database"),
    )
    for path in ("/api/tables", "/healthz"):
        for language, said in sentences:
            person.language = language
            with pytest.raises(ClientRefused, match=said) as refused:
                await person.request("GET", path)
            assert (refused.value.status, refused.value.kind) == (503, "unavailable")


def test_unstored_events_are_not_in_memory(sqlite_url: str) -> None:
    gate, busy = threading.Event(), threading.Event()

    def wait(_connection: Connection) -> None:
        busy.set()
        gate.wait(LIMIT)

    async def play(server: ThreadServer, two_players: TwoPlayerGame) -> None:
        actor = server.services.registry.actor(two_players.table)
        before = actor.table
        assert before is not None
        seq = before.seq
        held = asyncio.run_coroutine_threadsafe(server.services.database.write(wait), server.services.registry.loop)
        await asyncio.to_thread(busy.wait, LIMIT)
        try:
            said = asyncio.create_task(two_players.ada.command(two_players.table, protocol.Chat(text="Hello")))
            while server.services.database.writer.queue.empty():
                await asyncio.sleep(0.001)
            assert actor.table is before
            assert before.seq == seq
        finally:
            gate.set()
        await asyncio.wrap_future(held)
        assert not (await said).repeated
        assert actor.table is not before
        assert (before.seq, actor.table.seq) == (seq, seq + 1)

    with thread_server(sqlite_url) as server, TwoPlayerGame(server) as two_players:
        two_players.player_to_act()
        asyncio.run(play(server, two_players))
