"""What is kept about somebody: told, and forgotten."""

from sqlalchemy import Connection, insert

from tests.server.people.helpers import ACCOUNT, everything_stored, me, person_in, refused, write
from tests.server.web import Browser, Served
from tradewinds.server import events
from tradewinds.server.people import Person
from tradewinds.server.storage import PlaceRow, TableRow, schema
from tradewinds.server.storage.people import find_by_name


def sit_down(served: Served, person: Person) -> None:
    """Store a table where somebody has sat down, started the game, played and talked."""
    table = TableRow("t1", "bombay", "e", 2, "playing", True, person.id, 4, 0, None, b"SETTINGS", 1, 2)
    happened = [
        ("seated", events.Seated(0, person.id, person.nickname)),
        ("started", events.Started("SEED", "d", [])),
        ("played", events.Played(0, 17, False, False)),
        ("said", events.Said(person.nickname, "hello there")),
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


def test_a_deleted_account_leaves_its_games_but_not_its_name(browser: Browser, served: Served) -> None:
    browser.post("/api/account", ACCOUNT)
    person = person_in(browser)
    sit_down(served, person)
    forgotten: list[str] = []

    async def forget(person_id: str) -> None:
        forgotten.append(person_id)

    served.people.on_deleted = forget
    refused(browser.post("/api/me/delete", {}), 403, "wrong_password")
    refused(browser.post("/api/me/delete", {"password": "wrong horse"}), 403, "wrong_password")
    assert me(browser.get("/api/me"))
    assert me(browser.post("/api/me/delete", {"password": ACCOUNT["password"]})) is None
    assert forgotten == [person.id]
    assert not browser.cookies
    refused(browser.post("/api/login", ACCOUNT), 401, "wrong_login")
    everything = everything_stored(served)
    assert "SEED" in everything
    assert "Ada" not in everything
    assert "hello there" not in everything
    assert me(browser.post("/api/account", ACCOUNT))


def test_a_guest_is_deleted_without_a_password(browser: Browser, served: Served) -> None:
    browser.post("/api/guest", {"nickname": "Passing by"})
    assert me(browser.post("/api/me/delete", {})) is None
    assert "Passing by" not in everything_stored(served)


def test_the_export_tells_everything_but_secrets(browser: Browser, served: Served) -> None:
    browser.post("/api/account", ACCOUNT)
    sit_down(served, person_in(browser))
    answer = browser.get("/api/me/export")
    assert answer.headers["content-disposition"].startswith("attachment")
    told = answer.json
    assert set(told) == {"person", "sessions", "places", "tables", "events"}
    assert told["person"][0]["nickname"] == "Ada"
    assert [event["body"]["kind"] for event in told["events"]] == ["seated", "played", "said"]
    assert told["events"][2]["body"]["text"] == "hello there"
    found = served.people.database.read(lambda connection: find_by_name(connection, "Ada"))
    assert found is not None
    assert found.password is not None
    stored = [row for row in everything_stored(served).split("'") if len(row) == 64]
    assert stored
    for secret in ("SEED", "STATE", "SETTINGS", "argon2", found.password, browser.cookies["tradewinds"], *stored):
        assert secret not in answer.body.decode()
