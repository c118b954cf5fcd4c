"""Servers that are killed in the middle of everything: what was acknowledged stays, once, and everybody plays on."""

import asyncio
import random
from pathlib import Path

from tests.server.consistency import check_consistency
from tests.server.load_generator import PlayerGroup
from tests.server.servers import CommandServer, ForkedServer, ServerProcess, fast_settings
from tests.server.table_helpers import guests, play_until, start_game

KILLS = 14
KILLS_OF_TWO = 6
TABLES = 4
LIMIT = 150
"""Seconds until the test counts as hanging."""


async def kill_at_random(
    servers: list[ServerProcess], kills: int, groups: list[PlayerGroup], stop: asyncio.Event
) -> None:
    """Kill the servers in turn at random moments, sometimes while they start."""
    chance = random.Random(kills)
    try:
        for number in range(kills):
            server = servers[number % len(servers)]
            await wait_for_answers(groups, chance.randint(1, 20))
            await asyncio.sleep(chance.uniform(0, 0.05))
            await asyncio.to_thread(server.kill)
            if chance.random() < 0.2:
                await asyncio.to_thread(server.restart, wait=False)
                await asyncio.sleep(chance.uniform(0, 0.2))
            await asyncio.to_thread(server.restart)
    finally:
        stop.set()


async def wait_for_answers(groups: list[PlayerGroup], number: int) -> None:
    """Wait until `number` more commands were answered."""
    until = sum(group.answered for group in groups) + number
    while sum(group.answered for group in groups) < until:
        await asyncio.sleep(0.005)


async def play_through(servers: list[ServerProcess], kills: int) -> list[PlayerGroup]:
    """Play with several groups while servers are killed and restarted."""
    stop = asyncio.Event()
    addresses = [server.address for server in servers]
    groups = [
        PlayerGroup(f"P{number}", addresses[number % 2 :] + addresses[: number % 2], stop) for number in range(TABLES)
    ]
    async with asyncio.timeout(LIMIT):
        killer = kill_at_random(servers, kills, groups, stop)
        await asyncio.gather(killer, *(group.run() for group in groups))
    return groups


def test_a_server_killed_many_times_loses_nothing(sqlite_url: str, tmp_path: Path) -> None:
    with ForkedServer(fast_settings(sqlite_url), tmp_path / "log") as server:
        groups = asyncio.run(play_through([server], KILLS))
        assert server.starts > KILLS
    found = check_consistency(sqlite_url, groups)
    assert found["connections"] > 3 * KILLS
    assert min(found[kind] for kind in ("done", "bots", "undone", "said")) > 10


def test_killing_one_of_two_servers_loses_nothing(postgres_url: str, tmp_path: Path) -> None:
    with (
        ForkedServer(fast_settings(postgres_url), tmp_path / "one") as one,
        ForkedServer(fast_settings(postgres_url), tmp_path / "two") as two,
    ):
        groups = asyncio.run(play_through([one, two], KILLS_OF_TWO))
        assert one.starts + two.starts > KILLS_OF_TWO + 1
    found = check_consistency(postgres_url, groups)
    assert found["connections"] > 2 * KILLS_OF_TWO
    assert min(found[kind] for kind in ("done", "bots", "undone", "said")) > 10


def test_serve_resumes_after_kill_and_closes_sockets_on_stop(sqlite_url: str, tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        async with guests(server.address, "Ada", "Bob") as (ada, bob):
            table = await start_game(ada, bob, bots=1)
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
