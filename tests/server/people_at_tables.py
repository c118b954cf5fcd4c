"""What tests of tables do again and again: people who come, sit down, begin, and play until something is so."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from tradewinds.client import Client, ClientRefused, TableConnection
from tradewinds.server import protocol

PATIENCE = 30.0


@contextlib.asynccontextmanager
async def people(address: str, *names: str) -> AsyncIterator[list[Client]]:
    """Guests, whose connections are closed afterwards; nothing may take for ever."""
    clients = [await Client.guest(address, name) for name in names]
    try:
        async with asyncio.timeout(PATIENCE):
            yield clients
    finally:
        for client in clients:
            client.close()


async def begin(host: Client, *others: Client, bots: int = 0, **wanted: Any) -> str:
    """A running game: the host at the first seat, then the others, then bots."""
    seats = ["me", *["open"] * len(others), *["novice"] * bots]
    table = (await host.create_table(**{"game": "bombay", "seats": seats, **wanted})).id
    for seat, person in enumerate(others, 1):
        await person.command(table, protocol.Take(seat=seat))
    await host.command(table, protocol.Start())
    return table


async def play_until(connections: list[TableConnection], wanted: Callable[[protocol.TableState], bool]) -> None:
    """Let everybody play their first possibility until the table looks as wanted."""

    def done(table: protocol.TableState) -> bool:
        return table.result is not None or wanted(table)

    async def play(connection: TableConnection) -> None:
        async for sight in connection.turns():
            if done(await connection.until(lambda _table: True)):
                return
            try:
                await connection.play(sight, sight.legal[0].action)
            except ClientRefused as refused:
                # Somebody took something back meanwhile, which is not seen here yet.
                if refused.kind not in ("stale", "not_your_turn"):
                    raise

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(play(connection)) for connection in connections]
        await asyncio.gather(*(connection.until(done) for connection in connections))
        for task in tasks:
            task.cancel()


def sight_of(connection: TableConnection) -> protocol.SeatView:
    """What a connection shows now."""
    assert connection.latest is not None
    return connection.latest.views[0]


async def settled(*connections: TableConnection) -> None:
    """Wait until one of them can act, and nobody still sees what was taken back."""
    while sum(bool(sight_of(connection).legal) for connection in connections) != 1:
        await asyncio.sleep(0.002)


def acting(*connections: TableConnection) -> tuple[TableConnection, protocol.SeatView]:
    """The connection whose turn it is."""
    return next((connection, sight) for connection in connections for sight in (sight_of(connection),) if sight.legal)
