"""People over HTTP, on both databases: guests, accounts, sessions, and what is kept about somebody."""

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest
from argon2 import PasswordHasher
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, insert, select

from tests.server.web import GENEROUS, Answer, Browser, Served, serving
from tradewinds.server import events, wire
from tradewinds.server.people import DAY, HOUR, SESSIONS, People, Person, milliseconds
from tradewinds.server.problems import Refusal
from tradewinds.server.settings import ServerSettings
from tradewinds.server.storage import Database, PlaceRow, TableRow, schema
from tradewinds.server.storage.people import find_by_name, find_session, set_password

T = TypeVar("T")
ACCOUNT = {"name": "Ada", "password": "correct horse"}


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


def test_nobody_is_known_at_first(browser: Browser) -> None:
    assert me(browser.get("/api/me")) is None
    assert me(browser.post("/api/logout")) is None
    for method, path in [("GET", "/api/me/export"), ("GET", "/api/sessions"), ("DELETE", "/api/sessions/x")]:
        refused(browser.ask(method, path), 401, "who")
    refused(browser.ask("PATCH", "/api/me", {"nickname": "A"}), 401, "who")
    refused(browser.post("/api/me/delete", {}), 401, "who")
    refused(browser.post("/api/password", {"old": "", "password": "12345678"}), 401, "who")


def test_a_guest_needs_a_nickname_only_and_can_change_it(browser: Browser) -> None:
    ada = {"nickname": "Ada", "account": None, "language": "de"}
    assert me(browser.post("/api/guest", {"nickname": "  Ada ", "language": "de"})) == ada
    assert me(browser.get("/api/me")) == ada
    first = person_in(browser)
    assert me(browser.ask("PATCH", "/api/me", {"language": "it"})) == ada | {"language": "it"}
    assert me(browser.ask("PATCH", "/api/me", {"nickname": "Bo"})) == ada | {"nickname": "Bo", "language": "it"}
    assert me(browser.post("/api/guest", {"nickname": "Cy"}))["nickname"] == "Cy"
    assert person_in(browser).id == first.id
    assert me(browser.get("/api/me"))["nickname"] == "Cy"
    refused(browser.post("/api/password", {"old": "", "password": "12345678"}), 409, "no_account")


def test_an_account_is_made_of_a_guest_who_stays_the_same_person(browser: Browser, served: Served) -> None:
    browser.post("/api/guest", {"nickname": "Captain"})
    guest = person_in(browser)
    assert me(browser.post("/api/account", ACCOUNT)) == {"nickname": "Captain", "account": "Ada", "language": None}
    assert person_in(browser).id == guest.id
    refused(browser.post("/api/account", {"name": "Eve", "password": "12345678"}), 409, "has_account")
    phone = Browser(served)
    assert me(phone.post("/api/login", ACCOUNT))["nickname"] == "Captain"
    assert person_in(phone).id == guest.id


def test_an_account_without_a_guest_and_its_name_is_taken(browser: Browser, served: Served) -> None:
    assert me(browser.post("/api/account", ACCOUNT)) == {"nickname": "Ada", "account": "Ada", "language": None}
    for name in ("Ada", "aDA", "Ａｄａ", " ada "):
        other = Browser(served)
        other.post("/api/guest", {"nickname": "Ada"})
        refused(other.post("/api/account", {"name": name, "password": "another one"}), 409, "name_taken")
        assert me(other.get("/api/me"))["account"] is None
        refused(Browser(served).post("/api/account", {"name": name, "password": "another one"}), 409, "name_taken")
    assert me(Browser(served).post("/api/login", ACCOUNT | {"name": "ADA"}))["account"] == "Ada"


def test_wrong_password_and_unknown_name_get_the_same_answer(browser: Browser, served: Served) -> None:
    browser.post("/api/account", ACCOUNT)
    stranger = Browser(served)
    wrong = stranger.post("/api/login", {"name": "Ada", "password": "wrong horse"})
    unknown = stranger.post("/api/login", {"name": "Nobody", "password": "wrong horse"})
    impossible = stranger.post("/api/login", {"name": "a\0b", "password": "wrong horse"})
    refused(wrong, 401, "wrong_login")
    assert (wrong.status, wrong.body) == (unknown.status, unknown.body) == (impossible.status, impossible.body)
    assert not stranger.cookies


def test_an_outdated_hash_is_made_again_at_login(browser: Browser, served: Served) -> None:
    browser.post("/api/account", ACCOUNT)
    old = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(ACCOUNT["password"])
    write(served, lambda connection: set_password(connection, person_in(browser).id, old))
    for _ in range(2):
        assert me(Browser(served).post("/api/login", ACCOUNT))
    found = served.people.database.read(lambda connection: find_by_name(connection, "Ada"))
    assert found is not None
    assert "m=19456," in (found.password or "")


def test_of_two_at_once_one_makes_the_account(served: Served) -> None:
    people = served.people

    async def story() -> list[str]:
        guests = [(await people.guest("Ada", None, ""))[0] for _ in range(2)]
        tries = [people.make_account(guests[n // 2], wire.Account("Ada", f"1234567{n}"), "") for n in range(4)]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        return sorted(answer.kind if isinstance(answer, Refusal) else "made" for answer in answers)

    assert asyncio.run(story()) == ["has_account", "made", "name_taken", "name_taken"]


def test_whoever_logs_in_as_a_guest_hands_over_before_the_guest_is_gone(browser: Browser, served: Served) -> None:
    browser.post("/api/account", ACCOUNT)
    phone = Browser(served)
    phone.post("/api/guest", {"nickname": "On the phone"})
    guest, token = person_in(phone), phone.cookies["tradewinds"]
    handed: list[tuple[str, str, bool]] = []

    async def hand_over(guest_id: str, person: Person) -> None:
        still_known = await served.people.recognise(token) is not None
        handed.append((guest_id, person.id, still_known))

    served.people.on_login = hand_over
    assert me(phone.post("/api/login", ACCOUNT))["account"] == "Ada"
    assert handed == [(guest.id, person_in(browser).id, True)]
    assert asyncio.run(served.people.recognise(token)) is None
    phone.post("/api/login", ACCOUNT)
    assert len(handed) == 1


def test_sessions_are_listed_and_ended(browser: Browser, served: Served) -> None:
    browser.post("/api/account", ACCOUNT)
    phone = Browser(served, user_agent="a phone")
    phone.post("/api/login", ACCOUNT)
    stranger = Browser(served)
    stranger.post("/api/guest", {"nickname": "Eve"})
    listed = browser.get("/api/sessions").json
    assert {(session["agent"], session["current"]) for session in listed} == {("a browser", True), ("a phone", False)}
    other = next(session["id"] for session in listed if not session["current"])
    refused(stranger.ask("DELETE", f"/api/sessions/{other}"), 404, "not_found")
    ended: list[list[str]] = []

    async def hear(sessions: list[str]) -> None:
        ended.append(sessions)

    served.people.on_ended = hear
    left = browser.ask("DELETE", f"/api/sessions/{other}").json
    assert [session["current"] for session in left] == [True]
    assert ended == [[other]]
    assert me(phone.get("/api/me")) is None
    assert not phone.cookies
    refused(browser.ask("DELETE", f"/api/sessions/{other}"), 404, "not_found")
    refused(browser.ask("DELETE", "/api/sessions/%00"), 404, "not_found")
    assert me(browser.ask("DELETE", f"/api/sessions/{left[0]['id']}")) is None
    assert not browser.cookies


def test_logging_out_ends_this_session_only(browser: Browser, served: Served) -> None:
    browser.post("/api/account", ACCOUNT)
    phone = Browser(served)
    phone.post("/api/login", ACCOUNT)
    token = phone.cookies["tradewinds"]
    phone.post("/api/logout")
    assert not phone.cookies
    phone.cookies["tradewinds"] = token
    assert me(phone.get("/api/me")) is None
    assert me(browser.get("/api/me"))["account"] == "Ada"


def test_a_changed_password_ends_all_other_sessions(browser: Browser, served: Served) -> None:
    browser.post("/api/account", ACCOUNT)
    phone = Browser(served)
    phone.post("/api/login", ACCOUNT)
    refused(browser.post("/api/password", {"old": "wrong horse", "password": "battery staple"}), 403, "wrong_password")
    assert me(phone.get("/api/me"))
    assert me(browser.post("/api/password", {"old": ACCOUNT["password"], "password": "battery staple"}))
    assert me(browser.get("/api/me"))
    assert me(phone.get("/api/me")) is None
    refused(phone.post("/api/login", ACCOUNT), 401, "wrong_login")
    assert me(phone.post("/api/login", ACCOUNT | {"password": "battery staple"}))


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


def everything_stored(served: Served) -> str:
    def work(connection: Connection) -> str:
        tables = schema.metadata.sorted_tables
        return repr([tuple(row) for table in tables for row in connection.execute(select(table))])

    return served.people.database.read(work)


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


UNREADABLE = [
    *("", "   ", "a|b", "a;b", "a\nb", "\0", "\xa0", "x" * 31),
    *("\u200b", "a\u202eb", "\u3164", "\u2800\u2800", "\u0301"),
]


def test_names_that_nobody_could_read_are_refused(browser: Browser) -> None:
    browser.post("/api/guest", {"nickname": "fine"})
    for name in UNREADABLE:
        for method, path, body in [
            ("POST", "/api/guest", {"nickname": name}),
            ("POST", "/api/account", {"name": name, "password": "12345678"}),
            ("PATCH", "/api/me", {"nickname": name}),
        ]:
            refused(browser.ask(method, path, body), 400, "bad_request" if len(name) in (0, 31) else "bad_name")
    assert me(browser.get("/api/me")) == {"nickname": "fine", "account": None, "language": None}


def test_names_of_all_scripts_are_welcome(served: Served) -> None:
    for name in ["Zoe\u0308", "李小龙", "O'Neil-Ｘ 3", "🦜", "ß", "x" * 30]:
        answer = Browser(served).post("/api/account", {"name": f" {name}"[-30:], "password": "12345678"})
        assert me(answer)["account"] == ("Zoë" if "oe\u0308" in name else name)


def test_short_passwords_are_refused_with_the_reason(browser: Browser) -> None:
    answer = browser.post("/api/account", {"name": "Ada", "password": "short"})
    refused(answer, 400, "bad_request")
    assert "8" in answer.json["message"]


@pytest.mark.parametrize("secure", [False, True])
def test_the_cookie_is_for_this_server_alone(served: Served, secure: bool) -> None:
    browser = Browser(served, secure=secure)
    answers = [browser.post("/api/guest", {"nickname": "Ada"}), browser.get("/api/me"), browser.post("/api/logout")]
    for answer in answers:
        parts = [part.strip().lower() for part in answer.headers["set-cookie"].split(";")]
        assert parts[0].startswith("__host-tradewinds=" if secure else "tradewinds=")
        assert {"httponly", "path=/", "samesite=lax"} <= set(parts)
        assert ("secure" in parts) == secure
        assert not any(part.startswith("domain") for part in parts)
        assert f"max-age={0 if answer is answers[2] else 90 * 86_400}" in parts


def test_sessions_expire_and_are_pruned_with_unused_guests(served: Served) -> None:
    now = milliseconds()
    people = People(served.people.database, ServerSettings("unused"), clock=lambda: now)

    async def story() -> None:
        nonlocal now
        ada, token = await people.guest("Ada", None, "")
        bo, _ = await people.guest("Bo", None, "")
        await people.make_account(None, wire.Account("Cy", "12345678"), "")
        now += 80 * DAY
        assert await people.recognise(token) == ada
        now += 20 * DAY
        await people.prune()
        assert await people.recognise(token) == ada
        now += 91 * DAY
        assert await people.recognise(token) is None
        assert await people.sessions(bo) == []
        await people.prune()

    asyncio.run(story())
    people.close()
    everything = everything_stored(served)
    assert "Ada" not in everything
    assert "Bo" not in everything
    assert "Cy" in everything
    assert not served.people.database.read(lambda connection: connection.execute(select(schema.sessions)).all())


def test_a_session_is_noted_as_used_about_once_an_hour(served: Served) -> None:
    now = milliseconds()
    people = People(served.people.database, ServerSettings("unused"), clock=lambda: now)

    async def story() -> list[int]:
        nonlocal now
        ada, token = await people.guest("Ada", None, "")
        seen = []
        for _ in range(3):
            now += HOUR * 2 // 3
            await people.recognise(token)
            seen.append((await people.sessions(ada))[0].seen)
        return seen

    start = now
    first, second, third = asyncio.run(story())
    people.close()
    assert (first, second, third) == (start, start + HOUR * 4 // 3, start + HOUR * 4 // 3)


def test_one_person_cannot_fill_the_database_with_sessions(served: Served, browser: Browser) -> None:
    browser.post("/api/account", ACCOUNT)

    async def story() -> int:
        for _ in range(SESSIONS + 3):
            person, _ = await served.people.log_in(None, wire.Account(**ACCOUNT), "")
        return len(await served.people.sessions(person))

    # A password takes a while to check, on purpose; here it is known to be right.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(served.people.passwords, "verify", lambda *_: True)
        assert asyncio.run(story()) == SESSIONS
    assert me(browser.get("/api/me")) is None


def test_only_digests_of_tokens_are_stored(served: Served, browser: Browser) -> None:
    browser.post("/api/guest", {"nickname": "Ada"})
    token = browser.cookies["tradewinds"]
    assert len(token) == 43
    assert token not in everything_stored(served)
    assert served.people.database.read(lambda connection: find_session(connection, token)) is None


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=40),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["nickname", "name", "password", "old", "language", "x"]), inner, max_size=4)
    ),
    max_leaves=6,
)
ROUTES = [
    ("POST", "/api/guest"),
    ("POST", "/api/account"),
    ("POST", "/api/login"),
    ("POST", "/api/password"),
    ("POST", "/api/me/delete"),
    ("PATCH", "/api/me"),
]


ODD = [b"", b"[" * 5000, b"\xff\xfe", b'"\\ud800"', b'{"nickname": "\\ud800"}', b"{}" * 2, b"NaN"]


def test_odd_bodies_are_refused_with_a_sentence(served: Served) -> None:
    def check(route: tuple[str, str], body: bytes) -> None:
        answer = Browser(served).ask(*route, body)
        if answer.status != 200:
            assert 400 <= answer.status < 500, answer.body
            assert answer.json["type"] == "refused"
            assert answer.json["message"]

    @settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.sampled_from(ROUTES), JSON.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=60))
    def check_any(route: tuple[str, str], body: bytes) -> None:
        check(route, body)

    for route in ROUTES:
        for body in ODD:
            check(route, body)
    check_any()
