"""What is kept about somebody: told, and forgotten."""

from typing import get_args

from sqlalchemy import update

from tests.server.http_browser import AccountServer, Browser
from tests.server.people.helpers import ACCOUNT, assert_refused, everything_stored, own_account, person_of, store_table
from tradewinds.server.accounts.person import Person
from tradewinds.server.storage import schema
from tradewinds.server.storage.queries import privacy
from tradewinds.server.storage.queries.accounts import find_by_key, find_person, key_of
from tradewinds.server.tables import events


def test_a_deleted_account_leaves_its_games_but_not_its_name(browser: Browser, served: AccountServer) -> None:
    browser.post("/api/account", ACCOUNT)
    person = person_of(browser)
    store_table(served, person)
    forgotten: list[set[str]] = []

    async def forget(tables: set[str]) -> None:
        forgotten.append(tables)

    served.accounts.on_deleted = forget
    assert_refused(browser.post("/api/me/delete", {}, status=403), "wrong_password")
    assert_refused(browser.post("/api/me/delete", {"password": "wrong horse"}, status=403), "wrong_password")
    assert own_account(browser.get("/api/me"))
    assert own_account(browser.post("/api/me/delete", {"password": ACCOUNT["password"]})) is None
    assert forgotten == [{"t1"}]
    assert not browser.cookies
    assert_refused(browser.post("/api/login", ACCOUNT, status=401), "wrong_login")
    everything = everything_stored(served)
    assert "SEED" in everything
    assert "Ada" not in everything
    assert "hello there" not in everything
    assert own_account(browser.post("/api/account", ACCOUNT))


def test_a_guest_is_deleted_without_a_password(browser: Browser, served: AccountServer) -> None:
    browser.post("/api/guest", {"nickname": "Passing by"})
    assert own_account(browser.post("/api/me/delete", {})) is None
    assert "Passing by" not in everything_stored(served)


def test_export_has_everything_but_secrets(browser: Browser, served: AccountServer) -> None:
    browser.post("/api/account", ACCOUNT)
    store_table(served, person_of(browser))
    answer = browser.get("/api/me/export")
    assert answer.headers["content-disposition"].startswith("attachment")
    told = answer.json
    assert set(told) == {"person", "sessions", "places", "tables", "events"}
    assert told["person"][0]["nickname"] == "Ada"
    assert [event["body"]["kind"] for event in told["events"]] == ["seated", "played", "chat_sent"]
    assert told["events"][2]["body"]["text"] == "hello there"
    found = served.accounts.database.read(lambda connection: find_by_key(connection, key_of("Ada")))
    assert found is not None
    assert found.password is not None
    stored = [row for row in everything_stored(served).split("'") if len(row) == 64]
    assert stored
    for secret in ("SEED", "STATE", "SETTINGS", "argon2", found.password, browser.cookies["tradewinds"], *stored):
        assert secret not in answer.body.decode()


def test_guest_history_moves_to_the_account_at_login(browser: Browser, served: AccountServer) -> None:
    browser.post("/api/account", ACCOUNT)
    phone = Browser(served)
    phone.post("/api/guest", {"nickname": "Passing by"})
    guest = person_of(phone)
    store_table(served, guest)

    async def hand_over(guest_id: str, person: Person) -> None:
        seats = update(schema.places).where(schema.places.c.person == guest_id)
        work = seats.values(person=person.id)
        await served.accounts.database.write(lambda connection: connection.execute(work).rowcount)

    served.accounts.on_login = hand_over
    phone.post("/api/login", ACCOUNT)
    assert [event["body"]["kind"] for event in phone.get("/api/me/export").json["events"]] == [
        "seated",
        "played",
        "chat_sent",
    ]
    found = served.accounts.database.read(lambda connection: find_person(connection, guest.id))
    assert found is None
    browser.post("/api/me/delete", {"password": ACCOUNT["password"]})
    for gone in ("Passing by", "hello there", "Ada"):
        assert gone not in everything_stored(served)


def test_guest_with_a_seat_is_not_deleted(browser: Browser, served: AccountServer) -> None:
    browser.post("/api/account", ACCOUNT)
    phone = Browser(served)
    phone.post("/api/guest", {"nickname": "Passing by"})
    guest = person_of(phone)
    store_table(served, guest)
    phone.post("/api/login", ACCOUNT)
    assert served.accounts.database.read(lambda connection: find_person(connection, guest.id))


def test_the_personal_fields_of_events_exist() -> None:
    kinds = {kind.__struct_config__.tag: kind for kind in get_args(events.AnyEvent)}
    for tag, fields in privacy.PERSONAL_FIELDS.items():
        assert set(fields) <= set(kinds[tag].__struct_fields__)
