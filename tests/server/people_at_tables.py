"""What tests of tables do again and again: people who come, sit down, begin, and play until something is so."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

from tradewinds.client import Chair, Client, ClientRefused
from tradewinds.server.realtime import protocol

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
    table = (await host.open(**{"game": "bombay", "seats": seats, **wanted})).id
    for seat, person in enumerate(others, 1):
        await person.command(table, protocol.Take(seat=seat))
    await host.command(table, protocol.Start())
    return table


async def play_until(chairs: list[Chair], wanted: Callable[[protocol.Table], bool]) -> None:
    """Let everybody play their first possibility until the table looks as wanted."""

    def done(table: protocol.Table) -> bool:
        return table.result is not None or wanted(table)

    async def play(chair: Chair) -> None:
        async for sight in chair.turns():
            if done(await chair.until(lambda _table: True)):
                return
            try:
                await chair.play(sight, sight.legal[0].action)
            except ClientRefused as refused:
                # Somebody took something back meanwhile, which is not seen here yet.
                if refused.kind not in ("stale", "not_your_turn"):
                    raise

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(play(chair)) for chair in chairs]
        await asyncio.gather(*(chair.until(done) for chair in chairs))
        for task in tasks:
            task.cancel()


def sight_of(chair: Chair) -> protocol.Sight:
    """What a chair shows now."""
    assert chair.latest is not None
    return chair.latest.sights[0]


async def settled(*chairs: Chair) -> None:
    """Wait until one of them can act, and nobody still sees what was taken back."""
    while sum(bool(sight_of(chair).legal) for chair in chairs) != 1:
        await asyncio.sleep(0.002)


def acting(*chairs: Chair) -> tuple[Chair, protocol.Sight]:
    """The chair whose turn it is."""
    return next((chair, sight) for chair in chairs for sight in (sight_of(chair),) if sight.legal)
