"""Helpers for tests of accounts."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection, insert, select

from tests.server.http_browser import AccountServer, Answer, Browser
from tradewinds.server.accounts.person import Person
from tradewinds.server.storage import PlaceRow, TableRow, schema
from tradewinds.server.tables import events

T = TypeVar("T")
ACCOUNT = {"name": "Ada", "password": "correct horse"}


def write(served: AccountServer, work: Callable[[Connection], T]) -> T:
    return asyncio.run(served.accounts.database.write(work))


def person_of(browser: Browser) -> Person:
    assert isinstance(browser.served, AccountServer)
    person = asyncio.run(browser.served.accounts.authenticate(browser.cookies.get("tradewinds")))
    assert person is not None
    return person


def assert_refused(answer: Answer, kind: str) -> None:
    assert answer.status >= 400, answer.body
    said = answer.json
    assert (said["type"], said["kind"]) == ("refused", kind)
    assert said["message"]


def own_account(answer: Answer) -> Any:
    return answer.json["me"]


def everything_stored(served: AccountServer) -> str:
    def work(connection: Connection) -> str:
        tables = schema.metadata.sorted_tables
        return repr([tuple(row) for table in tables for row in connection.execute(select(table))])

    return served.accounts.database.read(work)


def store_table(served: AccountServer, person: Person) -> None:
    """Store a table at which a person sat down, started the game, played and chatted."""
    table = TableRow("t1", "bombay", "e", 2, "playing", True, person.id, 4, 0, None, b"SETTINGS", 1, 2)
    happened = [
        ("seated", events.Seated(0, person.id, person.nickname)),
        ("started", events.Started("SEED", "d", [])),
        ("played", events.Played(0, 17, False, False)),
        ("chat_sent", events.ChatSent(person.nickname, "hello there")),
    ]

    def work(connection: Connection) -> None:
        connection.execute(insert(schema.tables), {name: getattr(table, name) for name in TableRow.__struct_fields__})
        place = PlaceRow("t1", 0, person.id, person.nickname)
        connection.execute(insert(schema.places), {name: getattr(place, name) for name in PlaceRow.__struct_fields__})
        for seq, (kind, event) in enumerate(happened, 1):
            row = {"table_id": "t1", "seq": seq, "kind": kind, "person": person.id, "seat": 0, "request": None}
            body = {"body": events.ENCODER.encode(event), "state": b"STATE", "at": seq}
            connection.execute(insert(schema.events), row | body)

    write(served, work)
