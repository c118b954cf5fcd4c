"""A database that is killed during play, or does not answer: nobody sees less than before, and all play on."""

import asyncio
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection

from tests.server.consistency import take_stock
from tests.server.party import Party
from tests.server.postgres import Postgres, postgres
from tests.server.scene import Scene
from tests.server.serving import UNLIMITED, LeanServer, ServerProcess, ThreadServer, quick, thread_server
from tests.server.test_crash import some_answers
from tradewinds.client import Client, ClientRefused
from tradewinds.server.realtime import protocol

KILLS = 5
TABLES = 8
LIMIT = 120
"""Seconds after which something hangs."""


@pytest.fixture
def mortal() -> Iterator[Postgres]:
    """A PostgreSQL server for one test, which may kill it."""
    with postgres() as server:
        yield server


async def kill_during_play(database: Postgres, parties: list[Party], enough: asyncio.Event) -> None:
    """Kill the database at any moment of play, and start it again a little later; some people change the server."""
    chance = random.Random(KILLS)
    try:
        for _ in range(KILLS):
            await some_answers(parties, chance.randint(20, 60))
            await asyncio.sleep(chance.uniform(0, 0.05))
            await asyncio.to_thread(database.kill)
            await asyncio.sleep(chance.uniform(0, 0.5))
            cut_some(parties, chance)
            await asyncio.to_thread(database.restart)
            cut_some(parties, chance)
    finally:
        enough.set()


def cut_some(parties: list[Party], chance: random.Random) -> None:
    """Cut the sockets of some people, who come back to the other server."""
    for connection in [connection for party in parties if party.games for connection in party.games[-1].connections]:
        if connection.socket is not None and chance.random() < 0.3:
            connection.socket.transport.abort()


async def play_through(servers: list[ServerProcess], database: Postgres) -> list[Party]:
    """Several parties play at both servers, while the database comes and goes."""
    enough = asyncio.Event()
    addresses = [server.address for server in servers]
    parties = [
        Party(f"P{number}", addresses[number % 2 :] + addresses[: number % 2], enough) for number in range(TABLES)
    ]
    async with asyncio.timeout(LIMIT):
        killer = kill_during_play(database, parties, enough)
        await asyncio.gather(killer, *(party.run() for party in parties))
    return parties


def test_a_database_killed_during_play_loses_nothing_and_takes_nothing_back(mortal: Postgres, tmp_path: Path) -> None:
    url = mortal.address()
    with LeanServer(quick(url), tmp_path / "one") as one, LeanServer(quick(url), tmp_path / "two") as two:
        parties = asyncio.run(play_through([one, two], mortal))
    found = take_stock(url, parties)
    assert min(found[kind] for kind in ("done", "bots", "undone", "said")) > 10


def test_a_database_that_does_not_answer_is_not_waited_for(mortal: Postgres) -> None:
    limits = msgspec.structs.replace(UNLIMITED, database_seconds=0.5)
    with thread_server(mortal.address(), limits=limits) as server, Scene(server) as scene:
        scene.plays_on()
        asyncio.run(suspended(mortal, scene))
        scene.plays_on()


async def suspended(database: Postgres, scene: Scene) -> None:
    """Nothing hangs while the database does not answer, and what is refused meanwhile never happens."""
    async with asyncio.timeout(LIMIT), scene.ada.connect(scene.table) as connection:
        database.suspend()
        try:
            await refused_over_http(scene.ada)
            refused = await connection.request("a1", b'{"do":"chat","id":"a1","text":"Is nobody there?"}')
            assert isinstance(refused, protocol.Refused)
            assert refused.kind == "unavailable"
            # What is in memory is stored, so it can be shown.
            await scene.bob.request("GET", f"/api/tables/{scene.table}")
        finally:
            database.resume()
        await connection.send(protocol.Chat(text="Here I am."))
        table = await connection.until(lambda table: table.chat)
        assert [line.text for line in table.chat] == ["Here I am."]


async def refused_over_http(person: Client) -> None:
    """What needs the database is refused, in the language of whoever asks."""
    sentences: tuple[tuple[protocol.Language, str], ...] = (
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


def test_what_is_not_stored_yet_is_not_in_memory_either(sqlite_url: str) -> None:
    gate, busy = threading.Event(), threading.Event()

    def wait(_connection: Connection) -> None:
        busy.set()
        gate.wait(LIMIT)

    async def play(server: ThreadServer, scene: Scene) -> None:
        actor = server.services.registry.actor(scene.table)
        before = actor.table
        assert before is not None
        seq = before.seq
        held = asyncio.run_coroutine_threadsafe(server.services.database.write(wait), server.services.registry.loop)
        await asyncio.to_thread(busy.wait, LIMIT)
        try:
            said = asyncio.create_task(scene.ada.command(scene.table, protocol.Chat(text="Hello")))
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

    with thread_server(sqlite_url) as server, Scene(server) as scene:
        scene.turn()
        asyncio.run(play(server, scene))
