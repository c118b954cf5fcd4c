"""Several processes on one PostgreSQL: they hear of each other, never both win, and survive lost connections."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from functools import partial
from queue import Queue

import psycopg
import pytest
from sqlalchemy import Connection

from tests.server.storage.rows import TIMEOUT, append, blocked_writer, event_numbers, make_table, open_database, person
from tradewinds.server.storage import Database
from tradewinds.server.storage.errors import Unavailable
from tradewinds.server.storage.queries.accounts import add_person, find_person

OTHERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND {which}"


@pytest.fixture
def pair(postgres_url: str) -> Iterator[tuple[Database, Database]]:
    with open_database(postgres_url) as one, open_database(postgres_url) as two:
        yield one, two


def cut(url: str, which: str = "pid <> pg_backend_pid()") -> None:
    """End the connections of a database from the server's side."""
    with psycopg.connect(url) as connection:
        assert connection.execute(OTHERS.format(which=which).encode()).fetchall()


def test_of_two_processes_one_wins(pair: tuple[Database, Database]) -> None:
    one, two = pair
    tables = [f"t{number}" for number in range(12)]

    async def round_of(seq: int) -> None:
        async with blocked_writer(one), blocked_writer(two):
            # Handed over in opposite orders, which would lock tables in a circle if nobody sorted them.
            first = [asyncio.create_task(one.append(append(name, seq))) for name in tables]
            second = [asyncio.create_task(two.append(append(name, seq, 2))) for name in reversed(tables)]
        won = zip(await asyncio.gather(*first), reversed(await asyncio.gather(*second)), strict=True)
        for name, (by_one, by_two) in zip(tables, won, strict=True):
            assert by_one != by_two
            if by_one:
                assert await two.append(append(name, seq + 1))

    async def play() -> None:
        for name in tables:
            await make_table(one, name)
        for seq in range(2, 14, 2):
            await round_of(seq)

    asyncio.run(play())
    for name in tables:
        assert event_numbers(one, name) == event_numbers(two, name) == list(range(1, 14))


def test_a_process_hears_what_another_stored(pair: tuple[Database, Database]) -> None:
    one, two = pair
    heard: Queue[tuple[str, int]] = Queue()
    two.on_notification = lambda table, seq: heard.put((table, seq))
    tables = [f"t{number:03}" for number in range(120)]

    async def play() -> None:
        for name in tables:
            await make_table(one, name)
        async with blocked_writer(one):
            jobs = [asyncio.create_task(one.append(append(name, 2, 2))) for name in tables]
        assert all(await asyncio.gather(*jobs))
        assert not await one.append(append("t000", 2))
        assert await two.append(append("t001", 4))

    asyncio.run(play())
    assert [heard.get(timeout=TIMEOUT) for _ in range(121)] == [*((name, 3) for name in tables), ("t001", 4)]


def test_listener_survives_errors(pair: tuple[Database, Database]) -> None:
    one, two = pair
    heard: Queue[int] = Queue()

    def listen(_table: str, seq: int) -> None:
        heard.put(seq)
        raise LookupError

    two.on_notification = listen

    async def play() -> None:
        await make_table(one, "t")
        for seq in (2, 3):
            assert await one.append(append("t", seq))

    asyncio.run(play())
    assert [heard.get(timeout=TIMEOUT) for _ in range(2)] == [2, 3]


def test_claims_are_exclusive(postgres: Callable[[], str]) -> None:
    url = postgres()
    with open_database(url) as one:
        with open_database(url) as two:
            assert one.try_claim("t")
            assert not two.try_claim("t")
            assert one.try_claim("t")
            assert two.try_claim("u")
            one.release("t")
            assert two.try_claim("t")
            one.release("t")
            assert not one.try_claim("t")
        # Closing gave everything back; the server needs a moment to notice.
        for _ in range(1000):
            if one.try_claim("t"):
                break
            threading.Event().wait(0.01)
        assert one.try_claim("t")
        assert one.try_claim("u")


def test_connections_recover_after_a_cut(pair: tuple[Database, Database], postgres_url: str) -> None:
    one, two = pair
    heard: Queue[int] = Queue()
    gap = threading.Event()
    one.on_notification = lambda _table, seq: heard.put(seq)
    one.on_gap = gap.set
    assert one.try_claim("t")

    async def play() -> None:
        await make_table(one, "t")
        await make_table(one, "u")
        cut(postgres_url)
        async with asyncio.timeout(TIMEOUT):
            assert await one.read_async(lambda connection: find_person(connection, "nobody")) is None
            assert await asyncio.gather(*(one.append(append(name, 2)) for name in ("t", "u"))) == [True, True]
            assert gap.wait(TIMEOUT)
            assert await one.append(append("t", 3))

    asyncio.run(play())
    assert heard.get(timeout=TIMEOUT) >= 2
    # The claim went with the connection, and both can claim again over connections of their own.
    assert two.try_claim("t")
    assert not one.try_claim("t")
    two.release("t")
    assert one.try_claim("t")


def adding(url: str, called: list[int], last: str) -> Callable[[Connection], None]:
    """Work that adds somebody, loses its connection the first time, and has something left to do."""

    def work(connection: Connection) -> None:
        if find_person(connection, "id-Ada") is None:
            add_person(connection, person("Ada"))
        called.append(connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one())
        if len(called) == 1:
            cut(url, f"pid = {called[0]}")
        if last:
            connection.exec_driver_sql(last)

    return work


@pytest.mark.parametrize(("last", "repeatable"), [("SELECT 1", False), ("", True)])
def test_interrupted_work_is_retried(postgres_url: str, last: str, repeatable: bool) -> None:
    called: list[int] = []
    with open_database(postgres_url) as one:
        asyncio.run(one.write(adding(postgres_url, called, last), repeatable=repeatable))
        assert len(set(called)) == 2
        assert one.read(lambda connection: find_person(connection, "id-Ada")) is not None


def test_interrupted_commit_is_not_retried_blindly(postgres_url: str) -> None:
    called: list[int] = []

    async def play() -> None:
        with pytest.raises(Unavailable, match="not know yet"):
            await one.write(adding(postgres_url, called, ""))

    with open_database(postgres_url) as one:
        asyncio.run(play())
        assert len(called) == 1
        assert one.read(lambda connection: find_person(connection, "id-Ada")) is None


@pytest.mark.parametrize("commits", [True, False])
def test_outcome_of_unanswered_commit_is_looked_up(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, commits: bool
) -> None:
    """The connection breaks after the server has committed, or before it has heard of it."""

    def commit(connection: Connection) -> None:
        monkeypatch.undo()
        number = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
        if commits:
            connection.commit()
        cut(postgres_url, f"pid = {number}")
        connection.exec_driver_sql("SELECT 1")

    async def play() -> None:
        for name in ("t", "u"):
            await make_table(one, name)
        monkeypatch.setattr(Connection, "commit", commit)
        async with asyncio.timeout(TIMEOUT):
            jobs = [one.append(append(name, 2), partial(stored.append, name)) for name in ("t", "u")]
            assert await asyncio.gather(*jobs) == [True, True]

    stored: list[str] = []
    with open_database(postgres_url) as one:
        asyncio.run(play())
        assert sorted(stored) == ["t", "u"]
        assert event_numbers(one, "t") == event_numbers(one, "u") == [1, 2]


def test_append_of_another_process_is_not_mistaken_for_own(
    pair: tuple[Database, Database], postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = pair

    def commit(connection: Connection) -> None:
        monkeypatch.undo()
        cut(postgres_url, f"pid = {connection.exec_driver_sql('SELECT pg_backend_pid()').scalar_one()}")
        assert asyncio.run(two.append(append("t", 2, 2)))
        connection.exec_driver_sql("SELECT 1")

    async def play() -> None:
        await make_table(one, "t")
        monkeypatch.setattr(Connection, "commit", commit)
        async with asyncio.timeout(TIMEOUT):
            assert not await one.append(append("t", 2, 3), lambda: pytest.fail("it is not stored"))

    asyncio.run(play())
    assert event_numbers(one, "t") == [1, 2, 3]


def test_abandoned_work_is_never_stored(postgres_url: str) -> None:
    async def play() -> None:
        await make_table(one, "t")
        await make_table(one, "u")
        async with blocked_writer(one):
            one.timeout = 0.01
            refused = asyncio.gather(
                one.append(append("t", 2)),
                one.write(lambda connection: add_person(connection, person("Ada"))),
                return_exceptions=True,
            )
            assert all(isinstance(error, Unavailable) for error in await refused)
            one.timeout = TIMEOUT
        assert await one.append(append("u", 2))

    with open_database(postgres_url) as one:
        asyncio.run(play())
        assert (event_numbers(one, "t"), event_numbers(one, "u")) == ([1], [1, 2])
        assert one.read(lambda connection: find_person(connection, "id-Ada")) is None


def test_silent_writer_loses_its_locks(postgres_url: str) -> None:
    question = "SHOW idle_in_transaction_session_timeout"
    with open_database(postgres_url) as one:
        assert asyncio.run(one.write(lambda connection: connection.exec_driver_sql(question).scalar())) == "1min"
