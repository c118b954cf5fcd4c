"""Helpers for tests of tables: guests, started games, and playing until a condition holds."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from tradewinds.client import Client, ClientRefused, TableConnection
from tradewinds.server import protocol

TIMEOUT = 30.0


@contextlib.asynccontextmanager
async def guests(address: str, *names: str) -> AsyncIterator[list[Client]]:
    """Yield guests for at most TIMEOUT seconds, and close their connections afterwards."""
    clients = [await Client.guest(address, name) for name in names]
    try:
        async with asyncio.timeout(TIMEOUT):
            yield clients
    finally:
        for client in clients:
            client.close()


async def start_game(host: Client, *others: Client, bots: int = 0, **wanted: Any) -> str:
    """Start a game and return its table: the host at the first seat, then the others, then bots."""
    seats = ["me", *["open"] * len(others), *["novice"] * bots]
    table = (await host.create_table(**{"game": "bombay", "seats": seats, **wanted})).id
    for seat, person in enumerate(others, 1):
        await person.command(table, protocol.Take(seat=seat))
    await host.command(table, protocol.Start())
    return table


async def play_until(connections: list[TableConnection], wanted: Callable[[protocol.TableState], bool]) -> None:
    """Play the first legal action at every connection until the condition holds or the game is over."""

    def done(table: protocol.TableState) -> bool:
        return table.result is not None or wanted(table)

    async def play(connection: TableConnection) -> None:
        async for sight in connection.turns():
            if done(await connection.until(lambda _table: True)):
                return
            try:
                await connection.play(sight, sight.legal[0].action)
            except ClientRefused as refused:
                # Somebody has just undone a move, which this connection has not seen yet.
                if refused.kind not in ("stale", "not_your_turn"):
                    raise

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(play(connection)) for connection in connections]
        await asyncio.gather(*(connection.until(done) for connection in connections))
        for task in tasks:
            task.cancel()


def view_of(connection: TableConnection) -> protocol.SeatView:
    """Return the first of the views that a connection received last."""
    assert connection.latest is not None
    return connection.latest.views[0]


async def wait_until_settled(*connections: TableConnection) -> None:
    """Wait until exactly one connection can act."""
    while sum(bool(view_of(connection).legal) for connection in connections) != 1:
        await asyncio.sleep(0.002)


def connection_to_act(*connections: TableConnection) -> tuple[TableConnection, protocol.SeatView]:
    """Return the connection that is to act, and its view."""
    return next((connection, sight) for connection in connections for sight in (view_of(connection),) if sight.legal)
