"""Databases for the tests of the server: a fresh one of each kind, on real servers."""

from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from tests.server.postgres import postgres as postgres_of_our_own

EMPTY = """
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
    DROP SCHEMA public CASCADE;
    CREATE SCHEMA public;
"""


class Server:
    """A PostgreSQL server of our own. Databases are emptied and used again, which is much quicker than making them."""

    def __init__(self, address: Callable[[str], str]) -> None:
        self.address = address
        self.free: list[str] = []
        self.made = 0

    def take(self) -> str:
        """The address of an empty database."""
        if self.free:
            return self.free.pop()
        self.made += 1
        name = f"tradewinds_{self.made}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)

    def give_back(self, url: str) -> None:
        """Empty a database, whoever still uses it."""
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(EMPTY)
        self.free.append(url)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """PostgreSQL for this session."""
    with postgres_of_our_own() as server:
        yield Server(server.address)


@pytest.fixture
def postgres(postgres_server: Server) -> Iterator[Callable[[], str]]:
    """Each call gives the address of an empty PostgreSQL database, for this test."""
    taken: list[str] = []

    def take() -> str:
        taken.append(postgres_server.take())
        return taken[-1]

    yield take
    for url in taken:
        postgres_server.give_back(url)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The address of an SQLite database that does not exist yet."""
    return f"sqlite:///{tmp_path / 'tradewinds.db'}"


@pytest.fixture
def postgres_url(postgres: Callable[[], str]) -> str:
    """The address of an empty PostgreSQL database."""
    return postgres()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The address of an empty database; the test runs once for each kind."""
    return str(request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url"))
