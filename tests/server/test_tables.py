"""Tables from end to end: what people can do at one, over real sockets."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.servers import ThreadServer, fast_settings
from tests.server.table_helpers import connection_to_act, guests, play_until, start_game, view_of, wait_until_settled
from tradewinds.client import Client, ClientRefused, TableConnection
from tradewinds.match.record import GameRecord, verify
from tradewinds.server import protocol
from tradewinds.server.accounts.person import Person
from tradewinds.server.protocol import schemas


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    url = f"sqlite:///{tmp_path_factory.mktemp('tables') / 'tradewinds.db'}"
    with ThreadServer(fast_settings(url)) as server:
        yield server.address


async def finish(*connections: TableConnection) -> None:
    """Play to the end of the game."""
    await play_until(list(connections), lambda _table: False)


def test_a_game_from_the_lobby_to_its_record(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            table = (await ada.create_table(game="bombay", seats=["me", "open", "novice"], public=True)).id
            found = next(listed for listed in await bob.lobby() if listed.id == table)
            assert [seat.kind for seat in found.seats] == ["person", "open", "bot"]
            with pytest.raises(ClientRefused, match="not_ready"):
                await ada.command(table, protocol.Start())
            async with ada.connect(table) as first, bob.connect(table) as second:
                with pytest.raises(ClientRefused, match="taken"):
                    await second.send(protocol.Take(seat=0))
                await second.send(protocol.Take(seat=1))
                await first.send(protocol.Start())
                running = (await ada.request("GET", f"/api/tables/{table}/record")).decode()
                assert "seed:" not in running
                await lists_tell_whose_turn_it_is(table, {0: (ada, first), 1: (bob, second)})
                await finish(first, second)
            over = await bob.my_tables(finished=True)
            assert [(listed.id, listed.turn, listed.my_turn) for listed in over] == [(table, None, False)]
            record = (await ada.request("GET", f"/api/tables/{table}/record")).decode()
            assert verify(GameRecord.parse(record)).seats[:2] == ("Ada", "Bob")

    asyncio.run(run())


async def lists_tell_whose_turn_it_is(table: str, seated: dict[int, tuple[Client, TableConnection]]) -> None:
    """Check that all lists name the seat to act until each person has moved."""
    moved: set[int] = set()
    while moved != set(seated):
        connections = [connection for _, connection in seated.values()]
        await wait_until_settled(*connections)
        connection, sight = connection_to_act(*connections)
        assert sight.seat is not None
        for seat, (person, _) in seated.items():
            own, public = await person.my_tables(), await person.lobby()
            for listed in (one for one in (*own, *public) if one.id == table):
                assert listed.turn == sight.seat
                assert [one.name for one in listed.seats] == [one.name for one in chair_info(connection).seats]
            assert [one.my_turn for one in own if one.id == table] == [seat == sight.seat]
        await connection.play(sight, sight.legal[0].action)
        await connection.until(lambda table, before=sight.position: table.views[0].position > before)
        moved.add(sight.seat)


def chair_info(connection: TableConnection) -> protocol.TableInfo:
    """Return the table state of a connection."""
    assert connection.latest is not None
    return connection.latest.table


def test_one_person_at_two_seats_sees_both(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada") as (ada,):
            table = (await ada.create_table(game="borneo", seats=["me", "me", "novice"])).id
            await ada.command(table, protocol.Take(seat=1, name="Grandma"))
            await ada.command(table, protocol.Start())
            async with ada.connect(table) as connection:
                shown = await connection.until(lambda table: table.views)
                assert ([sight.seat for sight in shown.views], shown.mine) == ([0, 1], [0, 1])
                assert [seat.name for seat in shown.table.seats[:2]] == ["Ada", "Grandma"]
                with pytest.raises(ClientRefused, match="which_seat"):
                    await connection.send(protocol.Play(position=0, move=0))
                await finish(connection)

    asyncio.run(run())


def test_presence_is_shown(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            table = (await ada.create_table(game="bombay", seats=["me", "open", "novice"])).id
            await bob.command(table, protocol.Take(seat=1))
            async with ada.connect(table) as first:
                assert (await first.until(lambda table: table.connected is not None)).connected == [0]
                async with bob.connect(table):
                    await first.until(lambda table: table.connected == [0, 1])
                await first.until(lambda table: table.connected == [0])

    asyncio.run(run())


def test_player_can_watch_the_public_view(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            table = await start_game(ada, bob, game="borneo", bots=1)
            async with ada.connect(table) as hand, ada.connect(table, seats=[]) as screen, bob.connect(table) as other:
                await play_until([hand, other], lambda table: table.views[0].position > 20)
                await screen.until(lambda table: table.views[0].position > 5)
                seen, public = view_of(hand), view_of(screen)
                assert (seen.seat, public.seat, public.legal, public.may_undo) == (0, None, [], False)
                assert seen.view != public.view
                await finish(hand, other)
                assert (await screen.until(lambda table: table.result)).mine == [0]

    asyncio.run(run())


def test_spectators_can_be_disallowed(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob", "Eve") as (ada, bob, eve):
            table = await start_game(ada, bob, spectators=False, public=True)
            with pytest.raises(ConnectionError, match="4400"):
                await eve.connect(table).__aenter__()
            with pytest.raises(ClientRefused, match="not_allowed"):
                await eve.request("GET", f"/api/tables/{table}/record")
            with pytest.raises(ClientRefused, match="not_allowed"):
                await eve.command(table, protocol.Chat(text="Hello"))
            assert table not in [listed.id for listed in await eve.lobby()]
            async with ada.connect(table) as first, bob.connect(table) as second:
                await finish(first, second)
            open_to_all = await start_game(ada, bob, public=True)
            assert open_to_all in [listed.id for listed in await eve.lobby()]
            async with eve.connect(open_to_all) as watching:
                assert view_of(watching).seat is None

    asyncio.run(run())


def test_tables_per_person_are_limited(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Mallory") as (ada, mallory):
            table = (await ada.create_table(game="bombay", seats=["me", "open"], public=True)).id
            opened = [(await mallory.create_table(game="bombay", seats=["open"] * 2, public=True)).id for _ in range(5)]
            found = [listed.id for listed in await mallory.lobby()]
            assert table in found
            assert sorted(set(found) & set(opened)) == sorted(opened[-3:])

    asyncio.run(run())


def test_a_table_by_link_is_not_in_the_lobby(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            hidden = (await ada.create_table(game="bombay", seats=["me", "open"])).id
            shown = (await ada.create_table(game="bombay", seats=["me", "open"], public=True)).id
            listed = [table.id for table in await bob.lobby()]
            assert (hidden in listed, shown in listed) == (False, True)
            await bob.command(hidden, protocol.Take(seat=1))
            assert hidden in [table.id for table in await bob.my_tables()]
            await ada.command(shown, protocol.Close())
            assert shown not in [table.id for table in await bob.lobby()]

    asyncio.run(run())


def test_hints_where_the_table_allows_them(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            for allowed in (True, False):
                table = await start_game(ada, bob, hints=allowed)
                async with ada.connect(table) as first, bob.connect(table) as second:
                    connection, sight = connection_to_act(first, second)
                    if allowed:
                        hinted = await connection.send(protocol.HintCommand())
                        assert isinstance(hinted, protocol.Hinted)
                        assert (hinted.seat, hinted.position) == (sight.seat, sight.position)
                        assert {best.action for best in hinted.best} <= {choice.action for choice in sight.legal}
                        with pytest.raises(ClientRefused, match="not_your_turn"):
                            await (second if connection is first else first).send(protocol.HintCommand())
                    else:
                        with pytest.raises(ClientRefused, match="not_allowed"):
                            await connection.send(protocol.HintCommand())

    asyncio.run(run())


async def undoable(
    connections: tuple[TableConnection, TableConnection],
) -> tuple[TableConnection, protocol.SeatView, protocol.SeatView]:
    """Play until somebody can undo; return the connection and its views before and after."""
    while True:
        connection, before = connection_to_act(*connections)
        await connection.play(before, before.legal[0].action)
        seen = before.position
        after = (await connection.until(lambda table, seen=seen: table.views[0].position > seen)).views[0]
        if after.may_undo:
            return connection, before, after
        for other in connections:
            await other.until(lambda table, turn=after.turn: table.views[0].turn == turn)


def test_undo_before_information_is_revealed(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            table = await start_game(ada, bob)
            async with ada.connect(table) as first, bob.connect(table) as second:
                connection, before, after = await undoable((first, second))
                other = second if connection is first else first
                await other.until(lambda table: table.views[0].turn == after.turn)
                with pytest.raises(ClientRefused, match=r"move|stale"):
                    await other.send(protocol.Undo(position=view_of(other).position))
                await connection.send(protocol.Undo(position=after.position))
                shown = await connection.until(lambda table: table.views[0].position > after.position)
                assert shown.views[0].view == before.view
                await finish(first, second)

    asyncio.run(run())


async def play_turn(connection: TableConnection) -> protocol.SeatView:
    """Play until the bots have answered; return the earlier view."""
    before = (await connection.until(lambda table: table.views[0].turn == 0 and table.views[0].legal)).views[0]
    while True:
        now = (await connection.until(lambda table: table.views[0].turn == 0 and table.views[0].legal)).views[0]
        await connection.play(now, now.legal[-1].action)
        told = await connection.until(lambda table, seen=now.position: table.views[0].position > seen)
        if told.views[0].turn != 0:
            await connection.until(lambda table: table.views[0].turn == 0)
            return before


@pytest.mark.parametrize("game", ["bombay", "borneo"])
def test_undo_is_free_against_bots_and_the_record_stays_valid(address: str, game: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada") as (ada,):
            table = (await ada.create_table(game=game, seats=["me", "novice", "novice"])).id
            async with ada.connect(table) as connection:
                await connection.send(protocol.Start())
                turns = [await play_turn(connection) for _ in range(3)]
                for before in reversed(turns):
                    while (sight := view_of(connection)).view != before.view:
                        assert sight.may_undo
                        await connection.send(protocol.Undo(position=sight.position))
                        await connection.until(lambda table, seen=sight.position: table.views[0].position > seen)
                    assert view_of(connection).legal == before.legal
                assert chair_info(connection).free_undo
                await finish(connection)
                with pytest.raises(ClientRefused, match="not_playing"):
                    await connection.send(protocol.Undo(position=view_of(connection).position))
            record = (await ada.request("GET", f"/api/tables/{table}/record")).decode()
            assert verify(GameRecord.parse(record)).is_over

    asyncio.run(run())


@pytest.mark.parametrize("seats", [["me", "me", "novice"], ["me", "open", "novice"]])
def test_bot_move_among_people_is_not_undone(address: str, seats: list[str]) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            table = (await ada.create_table(game="bombay", seats=seats, options={"start": "2"})).id
            if "open" in seats:
                await bob.command(table, protocol.Take(seat=1))
            player = bob if "open" in seats else ada
            async with player.connect(table) as connection:
                await ada.command(table, protocol.Start())
                begun = await connection.until(lambda table: table.views and table.views[0].turn == 1)
                sight = next(sight for sight in begun.views if sight.seat == 1)
                await connection.play(sight, "wait")
                # The third seat is a bot's: it has answered when it is the first one's turn.
                shown = await connection.until(lambda table: table.views[0].turn == 0)
                sight = next(sight for sight in shown.views if sight.seat == 1)
                assert (sight.may_undo, shown.table.free_undo) == (False, False)
                with pytest.raises(ClientRefused, match="move"):
                    await connection.send(protocol.Undo(position=sight.position, seat=1))

    asyncio.run(run())


def test_bot_result_for_undone_position_is_dropped(tmp_path: Path) -> None:
    async def run(address: str) -> None:
        async with guests(address, "Ada") as (ada,):
            table = (await ada.create_table(game="bombay", seats=["me", "novice"], options={"start": "1"})).id
            async with ada.connect(table) as connection:
                await connection.send(protocol.Start())
                for turn in range(20):
                    # Taken back at once, while the bot thinks or waits, or after it has moved, which is not seen yet.
                    sight = (await connection.until(lambda table: table.views and table.views[0].legal)).views[0]
                    await connection.play(sight, "wait")
                    if turn % 2:
                        await connection.until(lambda table, seen=sight.position: table.views[0].position > seen + 1)
                    await connection.send(protocol.Undo(position=sight.position + 1))
                    again = await connection.until(lambda table, view=sight.view: table.views[0].view == view)
                    assert again.views[0].legal == sight.legal
                await finish(connection)
            record = (await ada.request("GET", f"/api/tables/{table}/record")).decode()
            assert verify(GameRecord.parse(record)).is_over

    with ThreadServer(fast_settings(f"sqlite:///{tmp_path / 'racing.db'}", pause=0.005)) as server:
        asyncio.run(run(server.address))


def test_rematch_requested_by_both_is_one_table(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob", "Eve") as (ada, bob, eve):
            table = await start_game(ada, bob)
            async with ada.connect(table) as first, bob.connect(table) as second:
                with pytest.raises(ClientRefused, match="not_over"):
                    await first.send(protocol.Rematch())
                await finish(first, second)
                answers = await asyncio.gather(
                    *(connection.send(protocol.Rematch()) for connection in (first, second) * 3)
                )
                again = {answer.table for answer in answers if isinstance(answer, protocol.Done)}
                assert len(again) == 1
                shown = await first.until(lambda table: table.table.rematch)
                assert shown.table.rematch in again
            with pytest.raises(ClientRefused, match="not_allowed"):
                await eve.command(again.pop() or "", protocol.Start())

    asyncio.run(run())


def test_a_guest_who_logs_in_keeps_seats_and_tables(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            await ada.request("POST", "/api/account", schemas.Credentials("Ada of old", "correct horse"))
            visitor = await Client.guest(address, "Visitor")
            table = await start_game(visitor, bob)
            async with visitor.connect(table) as connection, bob.connect(table) as other:
                await visitor.request("POST", "/api/login", schemas.Credentials("Ada of old", "correct horse"))
                again = await connection.until(lambda _table: connection.sockets_opened == 2)
                assert (again.mine, again.owner) == ([0], True)
                await finish(connection, other)
            assert table in [listed.id for listed in await ada.my_tables(finished=True)]
            visitor.close()

    asyncio.run(run())


def test_registering_keeps_the_socket_and_drops_stolen_tokens(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            table = await start_game(ada, bob)
            token = ada.cookie
            async with (
                ada.connect(table) as first,
                bob.connect(table) as second,
                TableConnection(address, table, token) as stolen,
            ):
                assert stolen.latest is not None
                assert stolen.latest.mine == [0]
                await ada.request("POST", "/api/account", schemas.Credentials("Ada the third", "correct horse"))
                assert ada.cookie != token
                seen = await stolen.until(lambda table: stolen.sockets_opened == 2 and table.mine == [])
                assert [sight.seat for sight in seen.views] == [None]
                again = await first.until(lambda _table: first.sockets_opened == 2)
                assert (again.mine, again.owner) == ([0], True)
                await finish(first, second)

    asyncio.run(run())


def test_login_does_not_undo_resignation(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob", "Visitor") as (ada, bob, visitor):
            await ada.request("POST", "/api/account", schemas.Credentials("Ada the second", "correct horse"))
            table = await start_game(bob, visitor)
            await visitor.command(table, protocol.Resign())
            await visitor.request("POST", "/api/login", schemas.Credentials("Ada the second", "correct horse"))
            async with visitor.connect(table) as connection, bob.connect(table) as other:
                assert connection.latest is not None
                assert (connection.latest.mine, connection.latest.table.seats[1].resigned) == ([1], True)
                with pytest.raises(ClientRefused, match="resigned"):
                    await connection.send(protocol.Play(position=0, move=0))
                await finish(other)

    asyncio.run(run())


def test_deleted_person_leaves_only_moves(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Zebulon") as (ada, zebulon):
            table = await start_game(ada, zebulon)
            async with ada.connect(table) as first, zebulon.connect(table) as second:
                await second.send(protocol.Chat(text="My secret"))
                await play_until([first, second], lambda table: table.views[0].position > 10)
                await zebulon.request("POST", "/api/me/delete", schemas.AccountDeletion())
                with pytest.raises(ConnectionError, match="4401"):
                    await second.until(lambda _table: False)
                await first.until(lambda table: table.table.seats[1].name != "Zebulon")
                await finish(first)
            async with ada.connect(table) as again:
                everything = repr(again.latest)
            everything += (await ada.request("GET", f"/api/tables/{table}/record")).decode()
            everything += (await ada.request("GET", f"/api/tables/{table}")).decode()
            everything += repr(await ada.my_tables(finished=True))
            assert "Zebulon" not in everything
            assert "My secret" not in everything

    asyncio.run(run())


class Watcher:
    """A connection that records when the table is shown."""

    person: Person | None = None

    def __init__(self, order: list[str]) -> None:
        self.order = order

    def notify(self) -> None:
        self.order.append("shown")

    def push(self, _table: object) -> None:
        self.order.append("shown")


def test_command_is_answered_before_it_is_shown(sqlite_url: str) -> None:
    async def happen(server: ThreadServer, table: str) -> list[str]:
        actor, order = server.services.registry.actor(table), list[str]()
        await actor.load()
        actor.subscribers.add(Watcher(order))
        stored = asyncio.get_running_loop().create_future()
        stored.add_done_callback(lambda _stored: order.append("done"))
        # Somebody leaves in the same moment in which something is stored.
        actor.notify()
        stored.set_result(None)
        actor.publish()
        while "shown" not in order:
            await asyncio.sleep(0)
        return order

    with ThreadServer(fast_settings(sqlite_url)) as server:
        client = asyncio.run(Client.guest(server.address, "Ada"))
        table = asyncio.run(client.create_table(game="bombay", seats=["me", "open"]))
        assert server.call(happen(server, table.id)) == ["done", "shown"]
        client.close()


def test_ending_a_session_closes_its_sockets(address: str) -> None:
    async def run() -> None:
        async with guests(address, "Ada", "Bob") as (ada, bob):
            table = await start_game(ada, bob)
            async with ada.connect(table) as first, bob.connect(table) as second:
                await ada.request("POST", "/api/logout")
                with pytest.raises(ConnectionError, match="4401"):
                    await first.until(lambda _table: False)
                await second.send(protocol.Chat(text="Where are you?"))

    asyncio.run(run())
