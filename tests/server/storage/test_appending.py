"""Events are stored once, in order, all that belong together or none, and before anybody hears of it."""

import asyncio
import threading
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from tests.server.storage.rows import append, blocked_writer, event_numbers, make_table, open_database
from tradewinds.server.storage import Database, EventBatch, EventRow, PlaceRow, StorageError
from tradewinds.server.storage.queries.tables import find_places, find_table, load_events


def test_append_round_trips(database: Database) -> None:
    given = append("t", 2, 2, status="finished", turn=None, due=5, owner="x", public=False, settings=b"\x00\xff")

    async def play() -> None:
        await make_table(database, "t")
        assert await database.append(given)

    asyncio.run(play())
    assert database.read(lambda connection: load_events(connection, "t", after=1)) == given.rows
    index = database.read(lambda connection: find_table(connection, "t"))
    assert index is not None
    assert (index.status, index.turn, index.due, index.owner) == ("finished", None, 5, "x")
    assert (index.public, index.changed, index.settings, index.seq) == (False, 1002, b"\x00\xff", 3)


def test_second_of_two_appends_fails_without_effect(database: Database) -> None:
    async def play() -> None:
        await make_table(database, "t")
        assert await database.append(append("t", 2, turn=1, places=[PlaceRow("t", 0, None, "first")]))
        assert not await database.append(append("t", 2, turn=2, places=[PlaceRow("t", 0, None, "second")]))

    asyncio.run(play())
    assert event_numbers(database, "t") == [1, 2]
    index = database.read(lambda connection: find_table(connection, "t"))
    assert index is not None
    assert index.turn == 1
    assert database.read(lambda connection: find_places(connection, ["t"]))["t"][0].name == "first"


def test_of_several_rows_all_or_none_are_stored(database: Database) -> None:
    async def play() -> None:
        await make_table(database, "t")
        assert await database.append(append("t", 2, 2))
        # The last of these would find its place; two others would not.
        assert not await database.append(append("t", 2, 3))

    asyncio.run(play())
    assert event_numbers(database, "t") == [1, 2, 3]


def test_append_needs_an_existing_table_and_no_gap(database: Database) -> None:
    async def play() -> None:
        await make_table(database, "t")
        assert not await database.append(append("t", 7))
        assert not await database.append(append("unknown", 1))

    asyncio.run(play())
    assert event_numbers(database, "t") == [1]
    assert database.read(lambda connection: load_events(connection, "unknown")) == []


def test_batched_appends_are_answered_separately(database: Database) -> None:
    tables = [f"t{number}" for number in range(20)]

    async def play() -> list[Any]:
        for name in tables:
            await make_table(database, name)
        assert await database.append(append("t3", 2))
        async with blocked_writer(database):
            jobs = [asyncio.create_task(database.append(append(name, 2, 1 + (name == "t5")))) for name in tables]
            twin = asyncio.create_task(database.append(append("t4", 2)))
            gap = asyncio.create_task(database.append(append("t6", 9)))
        return [[await job for job in jobs], await twin, await gap]

    won, twin, gap = asyncio.run(play())
    assert won == [name != "t3" for name in tables]
    assert (twin, gap) == (False, False)
    for name in tables:
        assert event_numbers(database, name) == ([1, 2, 3] if name == "t5" else [1, 2])


def test_failing_append_does_not_affect_others_in_the_batch(database: Database) -> None:
    good = append("t1", 2)
    row = EventRow("t2", 2, "said", None, None, "\ud800", b"", None, 1)
    bad = EventBatch("t2", 2, [row], good.index)

    async def play() -> list[Any]:
        await make_table(database, "t1")
        await make_table(database, "t2")
        async with blocked_writer(database):
            jobs = [asyncio.create_task(database.append(one)) for one in (good, bad)]
        return await asyncio.gather(*jobs, return_exceptions=True)

    first, second = asyncio.run(play())
    assert first is True
    assert isinstance(second, UnicodeEncodeError)
    assert event_numbers(database, "t1") == [1, 2]
    assert event_numbers(database, "t2") == [1]


def test_acknowledged_append_is_visible_to_others(database: Database) -> None:
    # psycopg, and no driver of ours, must see it from another connection.
    other = create_engine(database.url)

    async def player(name: str) -> None:
        for seq in range(2, 12):
            assert await database.append(append(name, seq))
            with other.connect() as connection:
                newest = connection.scalar(text("SELECT max(seq) FROM events WHERE table_id = :t"), {"t": name})
            assert newest == seq

    async def play() -> None:
        for number in range(5):
            await make_table(database, f"t{number}")
        await asyncio.gather(*(player(f"t{number}") for number in range(5)))

    asyncio.run(play())
    other.dispose()


def test_places_are_replaced_only_when_given(database: Database) -> None:
    def names() -> list[tuple[int, str]]:
        return [(place.seat, place.name) for place in database.read(lambda c: find_places(c, ["t"]))["t"]]

    async def play() -> None:
        await make_table(database, "t")
        await database.append(append("t", 2))
        assert names() == [(0, "Bot")]
        await database.append(append("t", 3, places=[PlaceRow("t", 1, "p", "Ada"), PlaceRow("t", 2, None, "Bot")]))
        assert names() == [(1, "Ada"), (2, "Bot")]
        await database.append(append("t", 4, places=[]))
        assert names() == []

    asyncio.run(play())


def test_events_of_another_table_or_number_are_refused() -> None:
    good = append("t", 2)
    for table, seq, rows in (("u", 2, good.rows), ("t", 3, good.rows), ("t", 2, [])):
        with pytest.raises(ValueError, match=table):
            EventBatch(table, seq, rows, good.index)
    with pytest.raises(ValueError, match="places"):
        EventBatch("t", 2, good.rows, good.index, [PlaceRow("u", 0, None, "Bot")])


def test_closing_finishes_what_is_queued(database_url: str) -> None:
    async def play() -> None:
        with open_database(database_url) as database:
            for number in range(5):
                await make_table(database, f"t{number}")
            async with blocked_writer(database):
                jobs = [asyncio.create_task(database.append(append(f"t{number}", 2))) for number in range(5)]
                await asyncio.sleep(0)
                closing = threading.Thread(target=database.close)
                closing.start()
            assert all(await asyncio.gather(*jobs))
            await asyncio.to_thread(closing.join)
            with pytest.raises(StorageError, match="shutting down"):
                await database.append(append("t0", 3))

    asyncio.run(play())
    with open_database(database_url) as database:
        assert [event_numbers(database, f"t{number}") for number in range(5)] == [[1, 2]] * 5


def test_cancelled_waiters_do_not_affect_others(database: Database) -> None:
    async def play() -> None:
        await make_table(database, "t")
        await make_table(database, "u")
        async with blocked_writer(database):
            gone = asyncio.create_task(database.append(append("t", 2)))
            stays = asyncio.create_task(database.append(append("u", 2)))
            await asyncio.sleep(0)
            gone.cancel()
        assert await stays

    asyncio.run(play())
    assert event_numbers(database, "u") == [1, 2]
