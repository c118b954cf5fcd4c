"""An open database of each kind."""

from collections.abc import Iterator

import pytest

from tests.server.storage.rows import open_database
from tradewinds.server.storage import Database


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    with open_database(database_url) as database:
        yield database
