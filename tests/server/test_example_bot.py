"""The bot in the documents really plays."""

import asyncio
import runpy
from pathlib import Path

import pytest

from tests.server.servers import thread_server
from tradewinds.client import Client
from tradewinds.server import protocol

EXAMPLE = runpy.run_path(str(Path(__file__).parents[2] / "docs/examples/table_bot.py"))


@pytest.mark.parametrize("game", ["bombay", "borneo"])
def test_the_example_plays_a_whole_game_at_a_table(game: str, sqlite_url: str) -> None:
    async def evening(address: str) -> protocol.GameResult:
        host = await Client.guest(address, "Ada")
        table = await host.create_table(game=game, seats=["open", "novice", "novice"])
        playing = asyncio.create_task(EXAMPLE["play"](f"{address}/tables/{table.id}", "Robo"))
        async with host.connect(table.id) as connection:
            seated = await connection.until(lambda message: message.table.seats[0].kind == "person")
            assert seated.table.seats[0].name == "Robo"
            await connection.send(protocol.Start())
            result: protocol.GameResult = await asyncio.wait_for(playing, 60)
        host.close()
        return result

    with thread_server(sqlite_url) as server:
        result = asyncio.run(evening(server.address))
    assert len(result.scores) == 3
    assert sum(result.shares) == pytest.approx(1)


def test_the_example_reports_errors(sqlite_url: str) -> None:
    async def late(address: str) -> None:
        host = await Client.guest(address, "Ada")
        table = await host.create_table(game="bombay", seats=["me", "novice"])
        host.close()
        await EXAMPLE["play"](f"{address}/tables/{table.id}", "Robo")

    with thread_server(sqlite_url) as server, pytest.raises(SystemExit, match="no free seat"):
        asyncio.run(late(server.address))
