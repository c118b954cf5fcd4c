"""Clocks at real tables: time runs out, bots step in, owners return, and a server that was down harms nobody."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from tests.server.servers import thread_server
from tests.server.table_helpers import connection_to_act, guests, play_until, start_game, view_of
from tradewinds.client import ClientRefused
from tradewinds.match.clock import DAY, BankClock, DaysClock, MoveClock, NoClock, Pace
from tradewinds.server import protocol
from tradewinds.server.tables import commands

PACES = [MoveClock(5), BankClock(10, 1), DaysClock(1)]


def let_time_pass(url: str, seconds: int) -> None:
    """Shift all times in the database into the past."""
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE events SET at = at - {seconds * 1000}"))
        connection.execute(
            text(f"UPDATE tables SET due = due - {seconds * 1000}, changed = changed - {seconds * 1000}")
        )
    engine.dispose()


def begun(url: str, pace: Pace) -> tuple[str, list[Any]]:
    """Return a game of two people that started a month ago, and their cookies."""

    async def prepare(address: str) -> tuple[str, list[Any]]:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            return await start_game(ada, bob, clock=pace), [ada.cookie, bob.cookie]

    with thread_server(url) as server:
        found = asyncio.run(prepare(server.address))
    let_time_pass(url, 40 * DAY)
    return found


@pytest.mark.parametrize("pace", PACES)
def test_bot_replaces_timed_out_player_until_return(sqlite_url: str, pace: Pace) -> None:
    table, cookies = begun(sqlite_url, pace)

    async def play(address: str) -> None:
        async with guests(address, "A", "B") as clients:
            for client, cookie in zip(clients, cookies, strict=True):
                client.cookie = cookie
            async with clients[0].connect(table) as ada, clients[1].connect(table) as bob:
                seen = await ada.until(lambda table: any(seat.stand_in for seat in table.table.seats))
                away = next(number for number, seat in enumerate(seen.table.seats) if seat.stand_in)
                late, other = (ada, bob) if away == 0 else (bob, ada)
                await other.until(lambda table: table.views[0].turn == 1 - away)
                assert view_of(other).position > 0
                with pytest.raises(ClientRefused, match="not_away"):
                    await other.send(protocol.Return())
                await late.send(protocol.Return())
                await late.until(lambda table: not any(seat.stand_in for seat in table.table.seats))
                await play_until([other], lambda table: table.views[0].turn == away)
                shown = await late.until(lambda table: table.views[0].legal)
                assert shown.clock is not None
                assert shown.clock.left[away] > 0
                await late.play(shown.views[0], shown.views[0].legal[0].action)

    with thread_server(sqlite_url, grace=0.0) as server:
        asyncio.run(play(server.address))


@pytest.mark.parametrize("pace", PACES)
def test_downtime_does_not_count_against_clocks(sqlite_url: str, pace: Pace) -> None:
    table, cookies = begun(sqlite_url, pace)

    async def play(address: str) -> None:
        async with guests(address, "A", "B") as clients:
            for client, cookie in zip(clients, cookies, strict=True):
                client.cookie = cookie
            async with clients[0].connect(table) as ada, clients[1].connect(table) as bob:
                await asyncio.sleep(0.3)
                connection, sight = connection_to_act(ada, bob)
                await connection.play(sight, sight.legal[0].action)
                shown = await connection.until(lambda table: table.views[0].position > 0)
                assert not any(seat.stand_in for seat in shown.table.seats)

    with thread_server(sqlite_url, grace=60.0) as server:
        asyncio.run(play(server.address))


def test_running_clock_times_out(sqlite_url: str) -> None:
    async def play(address: str) -> None:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            table = await start_game(ada, bob, clock=MoveClock(5))
            async with ada.connect(table) as first, bob.connect(table) as second:
                connection, sight = connection_to_act(first, second)
                shown = await connection.until(lambda table: any(seat.stand_in for seat in table.table.seats))
                assert shown.table.seats[sight.seat or 0].stand_in
                await connection.send(protocol.Return())
                await connection.until(lambda table: not any(seat.stand_in for seat in table.table.seats))

    with thread_server(sqlite_url, grace=0.0) as server:
        asyncio.run(play(server.address))


@pytest.mark.parametrize(
    ("pace", "left"), [(MoveClock(30), 30), (BankClock(60, 5), 60), (DaysClock(3), 3 * DAY), (NoClock(), None)]
)
def test_clocks_are_shown(sqlite_url: str, pace: Pace, left: int | None) -> None:
    async def look(address: str) -> None:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            table = await start_game(ada, bob, clock=pace)
            async with ada.connect(table) as connection:
                assert connection.latest is not None
                assert connection.latest.table.clock == pace
                if left is None:
                    assert connection.latest.clock is None
                else:
                    assert connection.latest.clock is not None
                    assert connection.latest.clock.seat == view_of(connection).turn
                    assert all((left - 25) * 1000 < rest <= left * 1000 for rest in connection.latest.clock.left)

    with thread_server(sqlite_url) as server:
        asyncio.run(look(server.address))


def test_absent_player_can_be_replaced_without_clock(sqlite_url: str) -> None:
    table, cookies = begun(sqlite_url, NoClock())

    async def play(address: str) -> None:
        async with guests(address, "A", "B", "Eve") as clients:
            for client, cookie in zip(clients, cookies, strict=False):
                client.cookie = cookie
            async with (
                clients[0].connect(table) as ada,
                clients[1].connect(table) as bob,
                clients[2].connect(table) as eve,
            ):
                late, sight = connection_to_act(ada, bob)
                other, away = bob if late is ada else ada, sight.seat or 0
                with pytest.raises(ClientRefused, match="not_waiting"):
                    await other.send(protocol.ReplaceAbsent(seat=1 - away))
                with pytest.raises(ClientRefused, match="not_allowed"):
                    await eve.send(protocol.ReplaceAbsent(seat=away))
                await other.send(protocol.ReplaceAbsent(seat=away))
                await other.until(lambda table: table.table.seats[away].stand_in and table.views[0].legal)
                await late.send(protocol.Return())
                await play_until([other], lambda table: table.views[0].turn == away)
                # The time that one has anew begins when it is one's turn again.
                with pytest.raises(ClientRefused, match="too_soon"):
                    await other.send(protocol.ReplaceAbsent(seat=away))

    with thread_server(sqlite_url) as server:
        asyncio.run(play(server.address))


def test_disconnected_player_is_replaced_sooner(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(address: str) -> None:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            table = await start_game(ada, bob)
            async with ada.connect(table) as one, bob.connect(table) as two:
                late, sight = connection_to_act(one, two)
                other, away = two if late is one else one, sight.seat or 0
                monkeypatch.setattr(commands, "DISCONNECTED_MS", 0)
                with pytest.raises(ClientRefused, match="too_soon"):
                    await other.send(protocol.ReplaceAbsent(seat=away))
                await late.close()
                await other.until(lambda table: away not in (table.connected or []))
                await other.send(protocol.ReplaceAbsent(seat=away))
                await other.until(lambda table: table.table.seats[away].stand_in)

    with thread_server(sqlite_url) as server:
        asyncio.run(play(server.address))


def test_player_with_clock_is_not_replaced_before_timeout(sqlite_url: str) -> None:
    table, cookies = begun(sqlite_url, DaysClock(1))

    async def play(address: str) -> None:
        async with guests(address, "A", "B") as clients:
            for client, cookie in zip(clients, cookies, strict=True):
                client.cookie = cookie
            async with clients[0].connect(table) as ada, clients[1].connect(table) as bob:
                late, sight = connection_to_act(ada, bob)
                with pytest.raises(ClientRefused, match="too_soon"):
                    await (bob if late is ada else ada).send(protocol.ReplaceAbsent(seat=sight.seat or 0))

    with thread_server(sqlite_url, grace=60.0) as server:
        asyncio.run(play(server.address))


def test_bot_replaces_resigned_player_permanently(sqlite_url: str) -> None:
    async def play(address: str) -> None:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            table = await start_game(ada, bob)
            async with ada.connect(table) as first, bob.connect(table) as second:
                await first.send(protocol.Resign())
                shown = await second.until(lambda table: table.table.seats[0].resigned)
                assert (shown.table.seats[0].kind, shown.table.seats[0].name) == ("person", "Ada")
                for command in (protocol.Return(), protocol.Resign(), protocol.Play(position=0, move=0)):
                    with pytest.raises(ClientRefused, match="resigned"):
                        await first.send(command)
                async for sight in second.turns():
                    await second.play(sight, sight.legal[0].action)
                assert (await first.until(lambda table: table.result)).result is not None

    with thread_server(sqlite_url) as server:
        asyncio.run(play(server.address))
