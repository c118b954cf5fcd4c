"""Servers that are killed in the middle of everything: what was acknowledged stays, once, and everybody plays on."""

import asyncio
import random
from pathlib import Path

from tests.server.consistency import take_stock
from tests.server.party import Party
from tests.server.people_at_tables import begin, people, play_until
from tests.server.serving import CommandServer, LeanServer, ServerProcess, quick

KILLS = 14
KILLS_OF_TWO = 6
TABLES = 4
LIMIT = 150
"""Seconds after which something hangs."""


async def kill_at_random(servers: list[ServerProcess], kills: int, parties: list[Party], enough: asyncio.Event) -> None:
    """Kill the servers in turn at any moment of play, and now and then while they start."""
    chance = random.Random(kills)
    try:
        for number in range(kills):
            server = servers[number % len(servers)]
            await some_answers(parties, chance.randint(1, 20))
            await asyncio.sleep(chance.uniform(0, 0.05))
            await asyncio.to_thread(server.kill)
            if chance.random() < 0.2:
                await asyncio.to_thread(server.restart, wait=False)
                await asyncio.sleep(chance.uniform(0, 0.2))
            await asyncio.to_thread(server.restart)
    finally:
        enough.set()


async def some_answers(parties: list[Party], number: int) -> None:
    """Wait until so many more wishes were granted."""
    until = sum(party.answered for party in parties) + number
    while sum(party.answered for party in parties) < until:
        await asyncio.sleep(0.005)


async def play_through(servers: list[ServerProcess], kills: int) -> list[Party]:
    """Several parties play, while servers come and go."""
    enough = asyncio.Event()
    addresses = [server.address for server in servers]
    parties = [
        Party(f"P{number}", addresses[number % 2 :] + addresses[: number % 2], enough) for number in range(TABLES)
    ]
    async with asyncio.timeout(LIMIT):
        killer = kill_at_random(servers, kills, parties, enough)
        await asyncio.gather(killer, *(party.run() for party in parties))
    return parties


def test_a_server_killed_many_times_loses_nothing(sqlite_url: str, tmp_path: Path) -> None:
    with LeanServer(quick(sqlite_url), tmp_path / "log") as server:
        parties = asyncio.run(play_through([server], KILLS))
        assert server.lives > KILLS
    found = take_stock(sqlite_url, parties)
    assert found["connections"] > 3 * KILLS
    assert min(found[kind] for kind in ("done", "bots", "undone", "said")) > 10


def test_one_of_two_servers_killed_again_and_again_loses_nothing(postgres_url: str, tmp_path: Path) -> None:
    with (
        LeanServer(quick(postgres_url), tmp_path / "one") as one,
        LeanServer(quick(postgres_url), tmp_path / "two") as two,
    ):
        parties = asyncio.run(play_through([one, two], KILLS_OF_TWO))
        assert one.lives + two.lives > KILLS_OF_TWO + 1
    found = take_stock(postgres_url, parties)
    assert found["connections"] > 2 * KILLS_OF_TWO
    assert min(found[kind] for kind in ("done", "bots", "undone", "said")) > 10


def test_the_command_goes_on_after_a_kill_and_says_goodbye_when_stopped(sqlite_url: str, tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        async with people(server.address, "Ada", "Bob") as (ada, bob):
            table = await begin(ada, bob, bots=1)
            async with ada.connect(table) as first, bob.connect(table) as second:
                await play_until([first, second], lambda table: table.views[0].position > 5)
                server.kill()
                await asyncio.to_thread(server.restart)
                await play_until([first, second], lambda table: table.views[0].position > 10)
                await asyncio.to_thread(server.stop)
                assert {connection.socket.close_code for connection in (first, second) if connection.socket} == {1012}

    with CommandServer(sqlite_url, tmp_path / "log") as server:
        asyncio.run(play(server))
    assert '"message":"stopped"' in (tmp_path / "log").read_text()
