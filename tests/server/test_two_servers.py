"""Two processes on one database: both serve every table, and either may die."""

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.load_generator import MonotonicConnection
from tests.server.servers import ForkedServer, ServerProcess, ThreadServer, fast_settings, thread_server
from tests.server.table_helpers import guests, play_until, start_game, view_of
from tradewinds.client import Client, TableConnection
from tradewinds.match.record import GameRecord, verify
from tradewinds.server import protocol
from tradewinds.server.protocol import schemas

SLOW = 600.0
"""Seconds that bots of the first server wait before they move."""


@pytest.fixture
def servers(postgres_url: str, tmp_path: Path) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    with contextlib.ExitStack() as stack:
        one, two = (ForkedServer(fast_settings(postgres_url), tmp_path / name) for name in ("one", "two"))
        yield stack.enter_context(one), stack.enter_context(two)


def at(server: ServerProcess, person: Client, table: str) -> TableConnection:
    """Return a connection to a table through one of the servers."""
    return TableConnection(server.address, table, person.cookie)


def test_changes_are_visible_through_the_other_server(servers: tuple[ServerProcess, ServerProcess]) -> None:
    one, two = servers

    async def run() -> None:
        async with guests(one.address, "Ada", "Bob") as (ada, bob):
            table = await start_game(ada, bob, bots=1)
            async with at(one, ada, table) as first, at(two, bob, table) as second:
                await first.send(protocol.Chat(text="Here?"))
                heard = await second.until(lambda table: table.chat or second.chat_seen)
                assert [line.text for line in heard.chat][-1:] == ["Here?"]
                await play_until([first, second], lambda _table: False)
            record = (await ada.request("GET", f"/api/tables/{table}/record")).decode()
            assert verify(GameRecord.parse(record)).is_over

    asyncio.run(run())


def test_rematch_requested_through_both_servers_is_one_table(servers: tuple[ServerProcess, ServerProcess]) -> None:
    one, two = servers

    async def run() -> None:
        async with guests(one.address, "Ada", "Bob") as (ada, bob):
            for _ in range(3):
                table = await start_game(ada, bob)
                async with at(one, ada, table) as first, at(two, bob, table) as second:
                    await play_until([first, second], lambda _table: False)
                    commands: list[protocol.AnyCommand] = [protocol.Chat(text="Again?"), protocol.Rematch()]
                    answers = await asyncio.gather(*(c.send(command) for c in (first, second) for command in commands))
                    again = {answer.table for answer in answers if isinstance(answer, protocol.Done)} - {None}
                assert len(again) == 1
                assert [listed.id for listed in await ada.my_tables()] == list(again)
                assert [listed.id for listed in await bob.my_tables()] == list(again)
                await asyncio.gather(ada.command(again.pop() or "", protocol.Close()), return_exceptions=True)
                for listed in await bob.my_tables():
                    await bob.command(listed.id, protocol.Close())

    asyncio.run(run())


def test_guest_who_logs_in_keeps_seat_at_busy_table(postgres_url: str) -> None:
    async def run(one: ThreadServer, two: ThreadServer) -> None:
        async with guests(one.address, "Ada", "Bob", "Visitor") as (ada, bob, visitor):
            await ada.request("POST", "/api/account", schemas.Credentials("Ada", "correct horse"))
            table = await start_game(bob, visitor)
            # Nobody tells the first server what happens through the second.
            one.services.database.on_notification = None
            async with TableConnection(two.address, table, bob.cookie) as connection:
                await connection.send(protocol.Chat(text="Who are you?"))
                await visitor.request("POST", "/api/login", schemas.Credentials("Ada", "correct horse"))
            assert [(listed.id, listed.mine) for listed in await ada.my_tables()] == [(table, [1])]

    with thread_server(postgres_url) as one, thread_server(postgres_url) as two:
        asyncio.run(run(one, two))


def test_switching_servers_shows_no_earlier_position(postgres_url: str) -> None:
    async def run(one: ThreadServer, two: ThreadServer) -> None:
        async with guests(one.address, "Ada", "Bob") as (ada, bob):
            table = await start_game(ada, bob)
            async with TableConnection(two.address, table):
                pass
            # The second server has the table in memory, and nobody tells it what happens through the first.
            two.services.database.on_notification = None
            async with (
                MonotonicConnection([one.address, two.address], table) as wanderer,
                ada.connect(table) as first,
                bob.connect(table) as second,
            ):
                await play_until([first, second], lambda table: table.views[0].position > 5)
                before = await wanderer.until(lambda table: table.views[0].position > 5)
                assert wanderer.socket is not None
                await wanderer.socket.close()
                after = await wanderer.until(lambda table: table is not before)
                assert wanderer.sockets_opened == 2
                assert not wanderer.went_back
                assert after.views[0].position >= before.views[0].position

    with thread_server(postgres_url) as one, thread_server(postgres_url) as two:
        asyncio.run(run(one, two))


def test_command_for_position_of_other_server_is_not_stale(postgres_url: str) -> None:
    async def run(one: ThreadServer, two: ThreadServer) -> None:
        async with guests(one.address, "Ada") as (ada,):
            table = await start_game(ada, seats=["me", "me"])
            elsewhere = Client(two.address)
            elsewhere.cookie = ada.cookie
            await elsewhere.request("GET", f"/api/tables/{table}")
            two.services.database.on_notification = None
            async with ada.connect(table) as connection:
                sight = next(sight for sight in sight_list(connection) if sight.legal)
                await connection.play(sight, sight.legal[0].action)
                await connection.until(lambda table: table.views[0].position > sight.position)
                sight = next(sight for sight in sight_list(connection) if sight.legal)
                play = protocol.Play(position=sight.position, move=sight.legal[0].action, seat=sight.seat)
                assert not (await elsewhere.command(table, play)).repeated
                await connection.until(lambda table: table.views[0].position > sight.position)
            elsewhere.close()

    with thread_server(postgres_url) as one, thread_server(postgres_url) as two:
        asyncio.run(run(one, two))


def sight_list(connection: TableConnection) -> list[protocol.SeatView]:
    """Return all views of a connection."""
    assert connection.latest is not None
    return connection.latest.views


def test_replaced_token_is_invalid_at_the_other_server(postgres_url: str) -> None:
    async def run(one: ThreadServer, two: ThreadServer) -> None:
        async with guests(one.address, "Ada", "Bob") as (ada, bob):
            table = await start_game(ada, bob)
            async with (
                TableConnection(two.address, table, ada.cookie) as connection,
                TableConnection(two.address, table, ada.cookie) as stolen,
            ):
                await ada.request("POST", "/api/account", schemas.Credentials("Ada", "correct horse"))
                connection.cookie = ada.cookie
                await asyncio.to_thread(two.call, two.services.connections.check_sessions())
                assert (await connection.until(lambda _table: connection.sockets_opened == 2)).mine == [0]
                assert (await stolen.until(lambda _table: stolen.sockets_opened == 2)).mine == []

    with thread_server(postgres_url) as one, thread_server(postgres_url) as two:
        asyncio.run(run(one, two))


def test_bot_moves_after_its_server_died(postgres_url: str, tmp_path: Path) -> None:
    async def run(one: ServerProcess, two: ServerProcess) -> None:
        async with guests(one.address, "Ada") as (ada,):
            table = (await ada.create_table(game="bombay", seats=["me", "novice"])).id
            async with at(one, ada, table) as dying:
                await dying.send(protocol.Start())
                while not await to_a_bot(dying):
                    pass
                await asyncio.sleep(0.3)
                async with at(two, ada, table) as connection:
                    # The second server has the time to ask whether it may think, and is told to wait.
                    await asyncio.sleep(0.3)
                    seen = view_of(connection)
                    assert seen.turn == 1
                    await asyncio.to_thread(one.kill)
                    await connection.until(lambda table: table.views[0].position > seen.position)

    with (
        ForkedServer(fast_settings(postgres_url, pause=SLOW), tmp_path / "one") as one,
        ForkedServer(fast_settings(postgres_url), tmp_path / "two") as two,
    ):
        asyncio.run(run(one, two))


async def to_a_bot(connection: TableConnection) -> bool:
    """Play until the bot is to act; return whether it is."""
    table = await connection.until(lambda table: table.views)
    sight = table.views[0]
    if sight.turn == 1:
        return True
    await connection.play(sight, sight.legal[0].action)
    await connection.until(lambda table: table.views[0].position > sight.position)
    return False
