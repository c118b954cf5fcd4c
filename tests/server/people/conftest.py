"""A server that knows people, on each kind of database, and a browser that has not been there yet."""

from collections.abc import Iterator

import pytest

from tests.server.web import GENEROUS, Browser, Served, serving
from tradewinds.server.settings import ServerSettings
from tradewinds.server.storage import Database


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    database = Database.open(database_url)
    yield database
    database.close()


@pytest.fixture
def served(database: Database) -> Iterator[Served]:
    with serving(database, ServerSettings("unused", limits=GENEROUS)) as server:
        yield server


@pytest.fixture
def browser(served: Served) -> Browser:
    return Browser(served)
