"""Guests and accounts over HTTP: made, logged in to, changed."""

import asyncio

from argon2 import PasswordHasher

from tests.server.http_browser import AccountServer, Browser
from tests.server.people.helpers import ACCOUNT, assert_refused, own_account, person_of, write
from tradewinds.server.accounts.person import Person
from tradewinds.server.errors import RequestError
from tradewinds.server.protocol import schemas
from tradewinds.server.storage.queries.accounts import find_by_key, key_of, update_person


def test_new_visitors_are_anonymous(browser: Browser) -> None:
    assert own_account(browser.get("/api/me")) is None
    assert own_account(browser.post("/api/logout")) is None
    for method, path in [("GET", "/api/me/export"), ("GET", "/api/sessions"), ("DELETE", "/api/sessions/x")]:
        assert_refused(browser.ask(method, path, status=401), "who")
    assert_refused(browser.ask("PATCH", "/api/me", {"nickname": "A"}, status=401), "who")
    assert_refused(browser.post("/api/me/delete", {}, status=401), "who")
    assert_refused(browser.post("/api/password", {"old": "", "password": "12345678"}, status=401), "who")


def test_a_guest_needs_a_nickname_only_and_can_change_it(browser: Browser) -> None:
    ada = {"nickname": "Ada", "account": None, "language": "de"}
    assert own_account(browser.post("/api/guest", {"nickname": "  Ada ", "language": "de"})) == ada
    assert own_account(browser.get("/api/me")) == ada
    first = person_of(browser)
    assert own_account(browser.ask("PATCH", "/api/me", {"language": "it"})) == ada | {"language": "it"}
    assert own_account(browser.ask("PATCH", "/api/me", {"nickname": "Bo"})) == ada | {
        "nickname": "Bo",
        "language": "it",
    }
    assert own_account(browser.post("/api/guest", {"nickname": "Cy"}))["nickname"] == "Cy"
    assert person_of(browser).id == first.id
    assert own_account(browser.get("/api/me"))["nickname"] == "Cy"
    assert_refused(browser.post("/api/password", {"old": "", "password": "12345678"}, status=409), "no_account")


def test_guest_who_registers_stays_the_same_person(browser: Browser, served: AccountServer) -> None:
    browser.post("/api/guest", {"nickname": "Captain"})
    guest = person_of(browser)
    assert own_account(browser.post("/api/account", ACCOUNT)) == {
        "nickname": "Captain",
        "account": "Ada",
        "language": None,
    }
    assert person_of(browser).id == guest.id
    assert_refused(browser.post("/api/account", {"name": "Eve", "password": "12345678"}, status=409), "has_account")
    phone = Browser(served)
    assert own_account(phone.post("/api/login", ACCOUNT))["nickname"] == "Captain"
    assert person_of(phone).id == guest.id


def test_an_account_without_a_guest_and_its_name_is_taken(browser: Browser, served: AccountServer) -> None:
    assert own_account(browser.post("/api/account", ACCOUNT)) == {"nickname": "Ada", "account": "Ada", "language": None}
    for name in ("Ada", "aDA", "Ａｄａ", " ada "):
        other = Browser(served)
        other.post("/api/guest", {"nickname": "Ada"})
        assert_refused(other.post("/api/account", {"name": name, "password": "another one"}, status=409), "name_taken")
        assert own_account(other.get("/api/me"))["account"] is None
        assert_refused(
            Browser(served).post("/api/account", {"name": name, "password": "another one"}, status=409), "name_taken"
        )
    assert own_account(Browser(served).post("/api/login", ACCOUNT | {"name": "ADA"}))["account"] == "Ada"


def test_wrong_password_and_unknown_name_get_the_same_answer(browser: Browser, served: AccountServer) -> None:
    browser.post("/api/account", ACCOUNT)
    stranger = Browser(served)
    wrong = stranger.post("/api/login", {"name": "Ada", "password": "wrong horse"}, status=401)
    unknown = stranger.post("/api/login", {"name": "Nobody", "password": "wrong horse"}, status=401)
    impossible = stranger.post("/api/login", {"name": "a\0b", "password": "wrong horse"}, status=401)
    assert_refused(wrong, "wrong_login")
    assert wrong.body == unknown.body == impossible.body
    assert not stranger.cookies


def test_outdated_hash_is_renewed_at_login(browser: Browser, served: AccountServer) -> None:
    browser.post("/api/account", ACCOUNT)
    old = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(ACCOUNT["password"])
    write(served, lambda connection: update_person(connection, person_of(browser).id, password=old))
    for _ in range(2):
        assert own_account(Browser(served).post("/api/login", ACCOUNT))
    found = served.accounts.database.read(lambda connection: find_by_key(connection, key_of("Ada")))
    assert found is not None
    assert "m=19456," in (found.password or "")


def test_concurrent_registrations_create_one_account(served: AccountServer) -> None:
    accounts = served.accounts

    async def story() -> list[str]:
        guests = [(await accounts.create_guest("Ada", None, ""))[0] for _ in range(2)]
        tries = [
            accounts.create_account(guests[n // 2], schemas.Credentials("Ada", f"1234567{n}"), "") for n in range(4)
        ]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        return sorted(answer.kind if isinstance(answer, RequestError) else "made" for answer in answers)

    assert asyncio.run(story()) == ["has_account", "made", "name_taken", "name_taken"]


def test_login_hands_over_the_guest_before_deleting_it(browser: Browser, served: AccountServer) -> None:
    browser.post("/api/account", ACCOUNT)
    phone = Browser(served)
    phone.post("/api/guest", {"nickname": "On the phone"})
    guest, token = person_of(phone), phone.cookies["tradewinds"]
    handed: list[tuple[str, str, bool]] = []

    async def hand_over(guest_id: str, person: Person) -> None:
        still_known = await served.accounts.authenticate(token) is not None
        handed.append((guest_id, person.id, still_known))

    served.accounts.on_login = hand_over
    assert own_account(phone.post("/api/login", ACCOUNT))["account"] == "Ada"
    assert handed == [(guest.id, person_of(browser).id, True)]
    assert asyncio.run(served.accounts.authenticate(token)) is None
    phone.post("/api/login", ACCOUNT)
    assert len(handed) == 1


def test_a_changed_password_ends_all_other_sessions(browser: Browser, served: AccountServer) -> None:
    browser.post("/api/account", ACCOUNT)
    phone = Browser(served)
    phone.post("/api/login", ACCOUNT)
    assert_refused(
        browser.post("/api/password", {"old": "wrong horse", "password": "battery staple"}, status=403),
        "wrong_password",
    )
    assert own_account(phone.get("/api/me"))
    assert own_account(browser.post("/api/password", {"old": ACCOUNT["password"], "password": "battery staple"}))
    assert own_account(browser.get("/api/me"))
    assert own_account(phone.get("/api/me")) is None
    assert_refused(phone.post("/api/login", ACCOUNT, status=401), "wrong_login")
    assert own_account(phone.post("/api/login", ACCOUNT | {"password": "battery staple"}))


def test_short_passwords_are_refused_with_the_reason(browser: Browser) -> None:
    answer = browser.post("/api/account", {"name": "Ada", "password": "short"}, status=400)
    assert_refused(answer, "bad_request")
    assert "8" in answer.json["message"]
