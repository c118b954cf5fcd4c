"""What a viewer saw at an earlier position, over HTTP: the same as was told on its socket, and only to whom it was."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.servers import ThreadServer, fast_settings
from tests.server.table_helpers import connection_to_act, guests, play_until, start_game, view_of, wait_until_settled
from tradewinds.client import Client, ClientRefused, TableConnection
from tradewinds.server import protocol


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    url = f"sqlite:///{tmp_path_factory.mktemp('seen') / 'tradewinds.db'}"
    with ThreadServer(fast_settings(url)) as server:
        yield server.address


async def look(person: Client, table: str, what: str = "seen", **asked: Any) -> Any:
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return json.loads(await person.request("GET", f"/api/tables/{table}/{what}?{query}"))


class ViewRecorder:
    """Records what a connection shows at each position."""

    def __init__(self, connection: TableConnection) -> None:
        self.views: dict[int, Any] = {}
        self.told: dict[int, list[str]] = {}
        self.show = connection._update
        connection._update = self.look  # type: ignore[method-assign]

    def look(self, message: protocol.TableState) -> None:
        self.show(message)
        for sight in message.views:
            self.views[sight.position] = sight.view
            self.told |= {told.position: told.lines for told in sight.story}


async def assert_same_view(person: Client, table: str, recorder: ViewRecorder, **seat: int) -> None:
    """Assert that the stored views are those that were shown."""
    last = (await look(person, table, "seen", **seat))["last"]
    while last not in recorder.views:
        await asyncio.sleep(0.002)
    assert len(recorder.views) > 10
    for position, view in list(recorder.views.items()):
        found = await look(person, table, "seen", position=position, **seat)
        assert (found["position"], found["view"]) == (position, view)
        if position in recorder.told:
            assert found["story"] == recorder.told[position]
    # A witness comes after the game has begun.
    opening = {0: (await look(person, table, "seen", position=0, **seat))["story"]}
    assert await whole_story(person, table, **seat) == recorder.told | opening


async def whole_story(person: Client, table: str, **seat: int) -> dict[int, list[str]]:
    """Return the whole story of a seat, read page by page from the end."""
    told: dict[int, list[str]] = {}
    asked = dict(seat)
    while True:
        chapter = await look(person, table, "story", **asked)
        told |= {one["position"]: one["lines"] for one in chapter["story"]}
        assert all(chapter["first"] <= one["position"] <= chapter["last"] for one in chapter["story"])
        if chapter["first"] == 0:
            return told
        asked["until"] = chapter["first"] - 1


def test_stored_views_equal_those_on_the_socket_after_undo(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob", "Cleo") as (ada, bob, cleo):
            table = await start_game(ada, bob, cleo, game="borneo", edition="card-2007")
            async with (
                ada.connect(table) as first,
                bob.connect(table) as second,
                cleo.connect(table) as third,
                ada.connect(table, seats=[]) as screen,
            ):
                recorders, public = (
                    [ViewRecorder(connection) for connection in (first, second, third)],
                    ViewRecorder(screen),
                )
                assert await play_and_undo([first, second, third], 40) > 1
                for seat, (person, recorder) in enumerate(zip((ada, bob, cleo), recorders, strict=True)):
                    await assert_same_view(person, table, recorder, seat=seat)
                await assert_same_view(bob, table, public)
                newest = await look(ada, table, seat=0)
                assert newest["position"] == newest["last"] == view_of(first).position

    asyncio.run(run())


async def play_and_undo(connections: list[TableConnection], moves: int) -> int:
    """Play `moves` actions with occasional undo; return the number of undos."""
    undone = 0
    for _ in range(moves):
        await wait_until_settled(*connections)
        connection, sight = connection_to_act(*connections)
        await connection.play(sight, sight.legal[0].action)
        now = await connection.until(lambda table, before=sight.position: table.views[0].position > before)
        if now.views[0].may_undo and undone < 5:
            seen = now.views[0]
            await connection.send(protocol.Undo(position=seen.position, seat=seen.seat))
            undone += 1
            await connection.until(lambda table, before=seen.position: table.views[0].position > before)
    return undone


def test_views_of_other_seats_are_refused(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob", "Eve") as (ada, bob, eve):
            table = await start_game(ada, bob, game="borneo", bots=1)
            for person, seat in ((ada, 1), (ada, 2), (bob, 0), (eve, 0)):
                for what in ("seen", "story"):
                    with pytest.raises(ClientRefused, match="not_yours") as refused:
                        await look(person, table, what, seat=seat)
                    assert refused.value.status == 403
            assert (await look(eve, table, position=0))["seat"] is None
            async with ada.connect(table) as first, bob.connect(table) as second:
                await play_until([first, second], lambda _table: False)
            with pytest.raises(ClientRefused, match="not_yours"):
                await look(eve, table, seat=0, position=0)

    asyncio.run(run())


def test_tables_that_let_nobody_watch_or_have_not_begun(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob", "Eve") as (ada, bob, eve):
            table = await start_game(ada, bob, spectators=False)
            for what in ("seen", "story"):
                with pytest.raises(ClientRefused, match="not_allowed"):
                    await look(eve, table, what)
            assert (await look(bob, table, position=0, seat=1))["position"] == 0
            waiting = (await ada.create_table(game="bombay", seats=["me", "open"])).id
            with pytest.raises(ClientRefused, match="not_playing"):
                await look(ada, waiting, seat=0)

    asyncio.run(run())


@pytest.mark.parametrize(
    "asked",
    [
        *({"position": 1}, {"position": -1}, {"position": "x"}, {"position": "--1"}, {"position": ""}),
        *({"position": 0, "seat": 2}, {"seat": "open"}, {"seat": "--0"}),
    ],
)
def test_out_of_range_requests_are_refused(address: str, asked: dict[str, Any]) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            table = await start_game(ada, bob)
            with pytest.raises(ClientRefused, match="bad_request") as refused:
                await look(ada, table, **asked)
            assert refused.value.status == 400

    asyncio.run(run())
