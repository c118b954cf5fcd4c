"""What tests of people ask again and again."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection, select

from tests.server.web import Answer, Browser, Served
from tradewinds.server.people import Person
from tradewinds.server.storage import schema

T = TypeVar("T")
ACCOUNT = {"name": "Ada", "password": "correct horse"}


def write(served: Served, work: Callable[[Connection], T]) -> T:
    return asyncio.run(served.people.database.write(work))


def person_in(browser: Browser) -> Person:
    person = asyncio.run(browser.served.people.recognise(browser.cookies.get("tradewinds")))
    assert person is not None
    return person


def refused(answer: Answer, status: int, kind: str) -> None:
    assert answer.status == status, answer.body
    said = answer.json
    assert (said["type"], said["kind"]) == ("refused", kind)
    assert said["message"]


def me(answer: Answer) -> Any:
    assert answer.status == 200, answer.body
    return answer.json["me"]


def everything_stored(served: Served) -> str:
    def work(connection: Connection) -> str:
        tables = schema.metadata.sorted_tables
        return repr([tuple(row) for table in tables for row in connection.execute(select(table))])

    return served.people.database.read(work)
