"""A server with the account routes on each kind of database, and a browser without cookies."""

from collections.abc import Iterator

import pytest

from tests.server.http_browser import NO_RATE_LIMITS, AccountServer, Browser, account_server
from tradewinds.server.settings import ServerSettings
from tradewinds.server.storage import Database


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    database = Database.open(database_url)
    yield database
    database.close()


@pytest.fixture
def served(database: Database) -> Iterator[AccountServer]:
    with account_server(database, ServerSettings("unused", limits=NO_RATE_LIMITS)) as server:
        yield server


@pytest.fixture
def browser(served: AccountServer) -> Browser:
    return Browser(served)
