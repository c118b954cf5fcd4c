"""People, accounts and sessions."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import pytest
from sqlalchemy import Connection

from tests.server.storage.rows import person, session
from tradewinds.server.storage import Database
from tradewinds.server.storage.queries import accounts
from tradewinds.server.storage.queries.accounts import find_session

T = TypeVar("T")
Write = Callable[[Callable[[Connection], T]], T]


@pytest.fixture
def write(database: Database) -> Write[object]:
    """Write and wait, for tests without an event loop."""
    return lambda work: asyncio.run(database.write(work))


def test_a_guest_becomes_an_account(database: Database, write: Write[object]) -> None:
    write(lambda c: accounts.add_person(c, person("Ada")))
    assert database.read(lambda c: accounts.find_by_key(c, accounts.key_of("Ada"))) is None
    assert write(lambda c: accounts.set_account(c, "id-Ada", "Straße", "hash"))
    for name in ("Straße", "STRASSE", "strasse"):
        found = database.read(lambda c, name=name: accounts.find_by_key(c, accounts.key_of(name)))  # type: ignore[misc]
        assert found is not None
        assert (found.id, found.name, found.password, found.nickname) == ("id-Ada", "Straße", "hash", "Ada")


def test_a_name_belongs_to_one_person(database: Database, write: Write[object]) -> None:
    def work(connection: Connection) -> bool:
        accounts.add_person(connection, person("Ada", account=True))
        accounts.add_person(connection, person("Ben"))
        taken = accounts.set_account(connection, "id-Ben", "ADA", "hash")
        # What comes after a refusal in the same transaction is stored.
        accounts.update_person(connection, "id-Ben", nickname="Benjamin")
        return taken

    assert write(work) is False
    ben = database.read(lambda c: accounts.find_person(c, "id-Ben"))
    assert ben is not None
    assert (ben.nickname, ben.name, ben.name_key, ben.password) == ("Benjamin", None, None, None)


def test_changes_touch_one_person(database: Database, write: Write[object]) -> None:
    def work(connection: Connection) -> None:
        for name in ("Ada", "Ben"):
            accounts.add_person(connection, person(name, account=True))
        accounts.update_person(connection, "id-Ada", nickname="A.")
        accounts.update_person(connection, "id-Ada", password="other")
        accounts.update_person(connection, "id-Ada", language="it")

    write(work)
    ada = database.read(lambda c: accounts.find_person(c, "id-Ada"))
    assert ada is not None
    assert (ada.nickname, ada.password, ada.language) == ("A.", "other", "it")
    assert database.read(lambda c: accounts.find_person(c, "id-Ben")) == person("Ben", account=True)


def test_sessions_are_found_used_listed_and_ended(database: Database, write: Write[object]) -> None:
    ada, ben = person("Ada"), person("Ben")
    first, second, third = (session(ada, number) for number in (1, 2, 3))

    def work(connection: Connection) -> None:
        for row in (ada, ben):
            accounts.add_person(connection, row)
        for one in (first, second, third, session(ben, 1)):
            accounts.add_session(connection, one)
        accounts.touch(connection, second.digest, 99)

    write(work)
    assert database.read(lambda c: find_session(c, "unknown")) is None
    assert database.read(lambda c: find_session(c, first.digest)) is not None
    found = database.read(lambda c: find_session(c, second.digest))
    assert found is not None
    assert (found[0].id, found[0].seen, found[1].id, found[1].seen) == (second.id, 99, "id-Ada", 99)
    assert [one.id for one in database.read(lambda c: accounts.list_sessions(c, ada.id))] == ["Ada-2", "Ada-1", "Ada-3"]
    assert not write(lambda c: accounts.end_session(c, ben.id, first.id))
    assert write(lambda c: accounts.end_session(c, ada.id, first.id))
    assert database.read(lambda c: find_session(c, first.digest)) is None
    assert write(lambda c: accounts.end_session(c, ada.id, second.id))
    assert [one.id for one in database.read(lambda c: accounts.list_sessions(c, ada.id))] == ["Ada-3"]
    assert database.read(lambda c: accounts.list_sessions(c, ben.id)) == [session(ben, 1)]
    unseen = database.read(lambda c: accounts.find_person(c, ben.id))
    assert unseen == ben
