"""Editions that the host of a server brings along: offered, played, kept, and known again in records."""

import asyncio
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from tests.server.servers import ThreadServer, fast_settings
from tests.server.table_helpers import play_until
from tradewinds.client import Client, ClientRefused
from tradewinds.kernel.game import BoxError, load_game
from tradewinds.match.record import GameRecord, verify
from tradewinds.server import protocol
from tradewinds.server.protocol import schemas
from tradewinds.server.tables.boxes import custom_editions

PRINTED = load_game("borneo").edition_file("board-2008").decode()
MINE = (
    PRINTED.replace('name = "board-2008"', 'name = "attic"')
    .replace("Borneo, the board game (2008)", "Borneo from the attic")
    .replace("Tidore", "Ternate")
)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tradewinds.db'}"


def test_custom_edition_is_playable_and_outlives_its_file(database: str) -> None:
    async def start_game(address: str) -> tuple[str, str]:
        with closing(await Client.guest(address, "Ada")) as ada:
            return await begin_as(ada)

    async def begin_as(ada: Client) -> tuple[str, str]:
        borneo = msgspec.json.decode(await ada.request("GET", "/api/games"))["games"][1]
        assert list(borneo["editions"]) == ["board-2008", "card-2007", "attic"]
        assert borneo["titles"] == {"attic": "Borneo from the attic"}
        assert b"BO-10.2" in await ada.request("GET", "/api/rules/borneo?edition=attic")
        table = await ada.create_table(game="borneo", edition="attic", seats=["me", "me", "novice"], public=True)
        assert (table.edition, table.title) == ("attic", "Borneo from the attic")
        assert [listed.title for listed in await ada.lobby()] == ["Borneo from the attic"]
        await ada.command(table.id, protocol.Start())
        await ada.create_table(game="borneo", edition="attic", seats=["me", "novice", "novice"])
        return table.id, str(ada.cookie)

    async def go_on(address: str, table: str, cookie: str) -> None:
        with closing(Client(address)) as ada:
            ada.cookie = cookie
            await go_on_as(ada, table)

    async def go_on_as(ada: Client, table: str) -> None:
        async with ada.connect(table) as connection:
            await play_until([connection], lambda _table: False)
        record = (await ada.request("GET", f"/api/tables/{table}/record")).decode()
        assert verify(GameRecord.parse(record), MINE.encode()).box.edition == "attic"
        shown = await ada.request_as(schemas.Replay, "POST", "/api/replay", schemas.ReplayRequest(record, views=False))
        assert (shown.edition, shown.title) == ("attic", "Borneo from the attic")
        waiting = next(listed.id for listed in await ada.my_tables() if listed.status == "waiting")
        with pytest.raises(ClientRefused, match="'attic' does not come with the game"):
            await ada.command(waiting, protocol.Start())
        with pytest.raises(ClientRefused, match="no edition 'attic'"):
            await ada.create_table(game="borneo", edition="attic", seats=["me", "novice", "novice"])

    with ThreadServer(fast_settings(database, boxes=[MINE])) as server:
        table, cookie = asyncio.run(start_game(server.address))
    with ThreadServer(fast_settings(database)) as server:
        asyncio.run(go_on(server.address, table, cookie))


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ([PRINTED], "'board-2008' belongs to another edition"),
        ([MINE, MINE], "'attic' belongs to another edition"),
        ([MINE.replace('"yrrr", ', "", 1)], "59 cards"),
        ([""], 'game = "borneo"'),
    ],
)
def test_invalid_edition_is_refused(files: list[str], message: str) -> None:
    with pytest.raises(BoxError, match=message):
        custom_editions(files)
