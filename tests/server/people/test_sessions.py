"""Sessions: cookies, what is stored of them, how they end."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import select

from tests.server.http_browser import AccountServer, Browser
from tests.server.people.helpers import ACCOUNT, assert_refused, everything_stored, own_account
from tradewinds.server.accounts.service import DAY, HOUR, MAX_SESSIONS, AccountService
from tradewinds.server.errors import RequestError
from tradewinds.server.protocol import schemas
from tradewinds.server.settings import ServerSettings
from tradewinds.server.storage import schema
from tradewinds.server.storage.queries.accounts import find_session
from tradewinds.server.storage.rows import now_ms


def test_sessions_are_listed_and_ended(browser: Browser, served: AccountServer) -> None:
    browser.post("/api/account", ACCOUNT)
    phone = Browser(served, user_agent="a phone")
    phone.post("/api/login", ACCOUNT)
    stranger = Browser(served)
    stranger.post("/api/guest", {"nickname": "Eve"})
    listed = browser.get("/api/sessions").json
    assert {(session["agent"], session["current"]) for session in listed} == {("a browser", True), ("a phone", False)}
    other = next(session["id"] for session in listed if not session["current"])
    assert_refused(stranger.ask("DELETE", f"/api/sessions/{other}", status=404), "not_found")
    ended: list[list[str]] = []

    async def hear(sessions: list[str]) -> None:
        ended.append(sessions)

    served.accounts.on_sessions_ended = hear
    left = browser.ask("DELETE", f"/api/sessions/{other}").json
    assert [session["current"] for session in left] == [True]
    assert ended == [[other]]
    assert own_account(phone.get("/api/me")) is None
    assert not phone.cookies
    assert_refused(browser.ask("DELETE", f"/api/sessions/{other}", status=404), "not_found")
    assert_refused(browser.ask("DELETE", "/api/sessions/%00", status=404), "not_found")
    assert own_account(browser.ask("DELETE", f"/api/sessions/{left[0]['id']}")) is None
    assert not browser.cookies


def test_logging_out_ends_this_session_only(browser: Browser, served: AccountServer) -> None:
    browser.post("/api/account", ACCOUNT)
    phone = Browser(served)
    phone.post("/api/login", ACCOUNT)
    token = phone.cookies["tradewinds"]
    phone.post("/api/logout")
    assert not phone.cookies
    phone.cookies["tradewinds"] = token
    assert own_account(phone.get("/api/me")) is None
    assert own_account(browser.get("/api/me"))["account"] == "Ada"


def test_every_change_of_identity_rotates_the_token(browser: Browser, served: AccountServer) -> None:
    changed = {"old": ACCOUNT["password"], "password": "battery staple"}
    asked: list[tuple[str, Any]] = [
        ("/api/guest", {"nickname": "Ada"}),
        ("/api/account", ACCOUNT),
        ("/api/password", changed),
        ("/api/login", ACCOUNT | {"password": "battery staple"}),
        ("/api/logout", None),
        ("/api/guest", {"nickname": "Ada"}),
        ("/api/login", ACCOUNT | {"password": "battery staple"}),
        ("/api/me/delete", {"password": "battery staple"}),
    ]
    tokens: list[str] = []
    for path, body in asked:
        browser.post(path, body)
        for token in tokens:
            thief = Browser(served)
            thief.cookies["tradewinds"] = token
            assert own_account(thief.get("/api/me")) is None, path
        if "tradewinds" in browser.cookies:
            tokens.append(browser.cookies["tradewinds"])
            assert own_account(browser.get("/api/me"))["nickname"] == "Ada"
            assert len(browser.get("/api/sessions").json) == 1
    assert len(set(tokens)) == len(tokens) == 6


def test_a_token_that_was_replaced_meanwhile_makes_no_account(served: AccountServer) -> None:
    accounts = served.accounts

    async def story() -> None:
        guest, token = await accounts.create_guest("Ada", None, "")
        await accounts.log_out(guest)
        with pytest.raises(RequestError) as refusal:
            await accounts.create_account(guest, schemas.Credentials(**ACCOUNT), "")
        assert refusal.value.kind == "who"
        assert await accounts.authenticate(token) is None
        _, fresh = await accounts.create_account(None, schemas.Credentials(**ACCOUNT), "")
        assert await accounts.authenticate(fresh) is not None

    asyncio.run(story())


@pytest.mark.parametrize("secure", [False, True])
def test_the_cookie_is_for_this_server_alone(served: AccountServer, secure: bool) -> None:
    browser = Browser(served, secure=secure)
    answers = [browser.post("/api/guest", {"nickname": "Ada"}), browser.get("/api/me"), browser.post("/api/logout")]
    for answer in answers:
        parts = [part.strip().lower() for part in answer.headers["set-cookie"].split(";")]
        assert parts[0].startswith("__host-tradewinds=" if secure else "tradewinds=")
        assert {"httponly", "path=/", "samesite=lax"} <= set(parts)
        assert ("secure" in parts) == secure
        assert not any(part.startswith("domain") for part in parts)
        assert f"max-age={0 if answer is answers[2] else 90 * 86_400}" in parts


def test_sessions_expire_and_are_pruned_with_unused_guests(served: AccountServer) -> None:
    now = now_ms()
    accounts = AccountService(served.accounts.database, ServerSettings("unused"), clock=lambda: now)

    async def story() -> None:
        nonlocal now
        ada, token = await accounts.create_guest("Adalbert", None, "")
        bo, _ = await accounts.create_guest("Bonifacia", None, "")
        await accounts.create_account(None, schemas.Credentials("Cyprian", "12345678"), "")
        now += 80 * DAY
        assert await accounts.authenticate(token) == ada
        now += 20 * DAY
        await accounts.prune()
        assert await accounts.authenticate(token) == ada
        now += 91 * DAY
        assert await accounts.authenticate(token) is None
        assert await accounts.list_sessions(bo) == []
        await accounts.prune()

    asyncio.run(story())
    accounts.close()
    everything = everything_stored(served)
    assert "Adalbert" not in everything
    assert "Bonifacia" not in everything
    assert "Cyprian" in everything
    assert not served.accounts.database.read(lambda connection: connection.execute(select(schema.sessions)).all())


def test_a_session_is_noted_as_used_about_once_an_hour(served: AccountServer) -> None:
    now = now_ms()
    accounts = AccountService(served.accounts.database, ServerSettings("unused"), clock=lambda: now)

    async def story() -> list[int]:
        nonlocal now
        ada, token = await accounts.create_guest("Ada", None, "")
        seen = []
        for _ in range(3):
            now += HOUR * 2 // 3
            await accounts.authenticate(token)
            seen.append((await accounts.list_sessions(ada))[0].seen)
        return seen

    start = now
    first, second, third = asyncio.run(story())
    accounts.close()
    assert (first, second, third) == (start, start + HOUR * 4 // 3, start + HOUR * 4 // 3)


def test_one_person_cannot_fill_the_database_with_sessions(served: AccountServer, browser: Browser) -> None:
    browser.post("/api/account", ACCOUNT)

    async def story() -> int:
        for _ in range(MAX_SESSIONS + 3):
            person, _ = await served.accounts.log_in(None, schemas.Credentials(**ACCOUNT), "")
        return len(await served.accounts.list_sessions(person))

    # A password takes a while to check, on purpose; here it is known to be right.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(served.accounts.passwords, "verify", lambda *_: True)
        assert asyncio.run(story()) == MAX_SESSIONS
    assert own_account(browser.get("/api/me")) is None


def test_only_digests_of_tokens_are_stored(served: AccountServer, browser: Browser) -> None:
    browser.post("/api/guest", {"nickname": "Ada"})
    token = browser.cookies["tradewinds"]
    assert len(token) == 43
    assert token not in everything_stored(served)
    assert served.accounts.database.read(lambda connection: find_session(connection, token)) is None
