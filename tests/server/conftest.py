"""Fresh databases of each kind, on real database servers."""

from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from tests.server.postgres import postgres as start_postgres

EMPTY = """
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
    DROP SCHEMA public CASCADE;
    CREATE SCHEMA public;
"""


class DatabasePool:
    """Empty databases of a PostgreSQL server. They are reused, which is much faster than creating them."""

    def __init__(self, address: Callable[[str], str]) -> None:
        self.address = address
        self.free: list[str] = []
        self.made = 0

    def acquire(self) -> str:
        """Return the URL of an empty database."""
        if self.free:
            return self.free.pop()
        self.made += 1
        name = f"tradewinds_{self.made}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)

    def release(self, url: str) -> None:
        """Empty a database after ending its connections."""
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(EMPTY)
        self.free.append(url)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[DatabasePool]:
    """A PostgreSQL server for the session."""
    with start_postgres() as server:
        yield DatabasePool(server.address)


@pytest.fixture
def postgres(postgres_server: DatabasePool) -> Iterator[Callable[[], str]]:
    """A function that returns the URL of another empty PostgreSQL database."""
    taken: list[str] = []

    def acquire() -> str:
        taken.append(postgres_server.acquire())
        return taken[-1]

    yield acquire
    for url in taken:
        postgres_server.release(url)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The URL of an SQLite database that does not exist yet."""
    return f"sqlite:///{tmp_path / 'tradewinds.db'}"


@pytest.fixture
def postgres_url(postgres: Callable[[], str]) -> str:
    """The URL of an empty PostgreSQL database."""
    return postgres()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database of each kind."""
    return str(request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url"))
