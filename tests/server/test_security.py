"""What every request has to pass, over real sockets: origin, size and rate; and what every answer carries."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.server.http_browser import NO_RATE_LIMITS, AccountServer, Browser, account_server
from tests.server.people.helpers import assert_refused
from tradewinds.server.http.security import HEADERS, SecurityMiddleware, normalize_origin
from tradewinds.server.rate_limits import RateLimiter
from tradewinds.server.settings import ServerLimits, ServerSettings
from tradewinds.server.storage import Database


def serve(
    database: Database | None = None, limits: ServerLimits = NO_RATE_LIMITS, **chosen: Any
) -> AbstractContextManager[AccountServer]:
    return account_server(database, ServerSettings("unused", limits=limits, **chosen))


@pytest.fixture(scope="module")
def served() -> Iterator[AccountServer]:
    with serve() as server:
        yield server


def say(served: AccountServer, text: str) -> str:
    """Send data and return everything received until the server closes."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as connection:
        connection.sendall(text.replace("\n", "\r\n").encode())
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    return answer.decode()


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/upload", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/upload", 405),
        ("GET", "/breakdown", 500),
        ("HEAD", "/nowhere", 404),
        ("OPTIONS", "/upload", 405),
    ],
)
@pytest.mark.parametrize("secure", [False, True])
def test_every_response_has_security_headers(
    served: AccountServer, method: str, path: str, status: int, secure: bool
) -> None:
    answer = Browser(served, secure=secure).ask(method, path, status=status)
    for name, value in HEADERS.items():
        assert answer.headers.get_all(name) == [value]
    assert ("strict-transport-security" in answer.headers) == secure


def test_foreign_scripts_and_frames_are_forbidden() -> None:
    policy = HEADERS["content-security-policy"]
    assert "unsafe" not in policy
    for part in ("default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
        assert part in policy.split("; ")


FOREIGN = [
    "http://evil.example",
    "null",
    "",
    "https://{host}",
    "http://{host}.evil.example",
    "http://127.0.0.1:1",
    None,
]


@pytest.mark.parametrize("origin", FOREIGN)
def test_foreign_origins_cannot_change_anything(served: AccountServer, origin: str | None) -> None:
    origin = origin and origin.format(host=served.host)
    for method in ("POST", "PUT", "PATCH", "DELETE", "TRACE", "REPORT"):
        answer = Browser(served).ask(method, "/upload", b"", 403, origin=origin)
        assert_refused(answer, "wrong_origin")
        assert answer.headers["x-content-type-options"] == "nosniff"
    Browser(served).ask("GET", "/nowhere", status=404, origin=origin)


def test_own_origin_can_change_things(served: AccountServer) -> None:
    assert Browser(served).post("/upload", b"1234").body == b"4"
    assert Browser(served, origin=served.origin.upper()).post("/upload", b"").body == b"0"


def test_duplicate_origin_or_host_is_refused(served: AccountServer) -> None:
    request = "POST /upload HTTP/1.1\nHost: {host}\nConnection: close\nContent-Length: 0\nOrigin: {own}\n{more}\n"
    lines = {"host": served.host, "own": served.origin}
    assert say(served, request.format(**lines, more="")).startswith("HTTP/1.1 200")
    for more in ("Origin: http://evil.example\n", f"Host: {served.host}\n"):
        assert not say(served, request.format(**lines, more=more)).startswith("HTTP/1.1 200")


@pytest.mark.parametrize("origin", FOREIGN)
def test_websockets_of_foreign_origins_are_refused(served: AccountServer, origin: str | None) -> None:
    headers = [] if origin is None else [("Origin", origin.format(host=served.host))]
    with pytest.raises(InvalidStatus) as caught:
        connect(f"ws://{served.host}/socket", additional_headers=headers, compression=None).close()
    response = caught.value.response
    assert response.status_code == 403
    assert b"wrong_origin" in (response.body or b"")
    assert response.headers["x-content-type-options"] == "nosniff"


def test_websocket_of_own_origin_is_authenticated(database_url: str) -> None:
    database = Database.open(database_url)
    with serve(database) as served:
        browser = Browser(served)
        browser.post("/api/guest", {"nickname": "Ada"})
        for cookie, name in [(f"tradewinds={browser.cookies['tradewinds']}", "Ada"), ("tradewinds=x", "nobody")]:
            headers = {"Origin": served.origin, "Cookie": cookie}
            with connect(f"ws://{served.host}/socket", additional_headers=headers) as open_socket:
                assert open_socket.recv() == name
    database.close()


def test_configured_origins_restrict_origin_and_host() -> None:
    with serve(origins=["https://Play.example.org/", "http://localhost:8000"]) as served:
        browser = Browser(served, secure=True)

        def status(origin: str, host: str) -> int:
            return browser.ask("POST", "/upload", b"", None, origin=origin, host=host).status

        assert status("https://play.example.org", "play.example.org") == 200
        assert status("https://play.example.org", "play.example.org:443") == 200
        assert status("http://localhost:8000", "localhost:8000") == 200
        assert status("https://evil.example", "play.example.org") == 403
        assert status(f"https://{served.host}", served.host) == 403
        assert status("https://play.example.org", "evil.example") == 403
        assert status("http://play.example.org", "play.example.org") == 403
        assert_refused(browser.ask("POST", "/upload", b"", host="evil.example", status=403), "wrong_host")
        assert_refused(browser.ask("POST", "/upload", b"", host="[", status=403), "wrong_host")
        browser.ask("GET", "/nowhere", status=404, host="evil.example")


def test_refusals_speak_the_language_of_the_client(served: AccountServer) -> None:
    for language, words in [("de-AT,en", "nicht angenommen"), ("it", "non sono accettate"), ("fr", "not accepted")]:
        answer = Browser(served).ask("POST", "/upload", b"", 403, origin="null", accept_language=language)
        assert words in answer.json["message"]


def test_declared_oversized_body_is_refused_at_once(served: AccountServer) -> None:
    browser = Browser(served)
    assert browser.post("/upload", b"x" * 16_384).body == b"16384"
    answer = browser.post("/upload", b"x" * 16_385, 413)
    assert_refused(answer, "too_large")
    assert answer.headers["connection"] == "close"
    # Nothing of the body is sent here: the answer comes without it.
    head = f"POST /upload HTTP/1.1\nHost: {served.host}\nOrigin: {served.origin}\n"
    assert say(served, f"{head}Content-Length: 99999999999\n\n").startswith("HTTP/1.1 413")
    assert say(served, f"{head}Content-Length: {'9' * 30}\n\n").startswith(("HTTP/1.1 413", "HTTP/1.1 400"))


def test_chunked_oversized_body_is_cut_off(served: AccountServer) -> None:
    head = f"POST /upload HTTP/1.1\nHost: {served.host}\nOrigin: {served.origin}\nTransfer-Encoding: chunked\n"
    piece = f"1000\n{'x' * 4096}\n"
    fits = say(served, f"{head}Connection: close\n\n{piece * 4}0\n\n")
    assert fits.startswith("HTTP/1.1 200")
    assert fits.endswith("16384")
    # The end never comes, and neither does the server wait for it.
    cut = say(served, f"{head}\n{piece * 5}")
    assert cut.startswith("HTTP/1.1 413")
    assert "too_large" in cut
    assert "connection: close" in cut.lower()


def test_requests_are_rate_limited_by_address() -> None:
    with serve(limits=ServerLimits(requests="5/minute")) as served:
        browser = Browser(served)
        assert [browser.get("/nowhere", None).status for _ in range(5)] == [404] * 5
        answer = browser.get("/nowhere", 429)
        assert_refused(answer, "too_many")
        assert 1 <= int(answer.headers["retry-after"]) <= 13
        with pytest.raises(InvalidStatus) as caught:
            connect(f"ws://{served.host}/socket", additional_headers={"Origin": served.origin}).close()
        assert caught.value.response.status_code == 429
        # The proxy in front of the server tells who really asks.
        Browser(served, x_forwarded_for="192.0.2.7").get("/nowhere", 404)


def test_guests_and_logins_are_rate_limited(sqlite_url: str) -> None:
    database = Database.open(sqlite_url)
    with serve(database, ServerLimits(people="3/hour", logins="4/hour")) as served:
        for _ in range(3):
            Browser(served).post("/api/guest", {"nickname": "Ada"})
        browser = Browser(served)
        answer = browser.post("/api/guest", {"nickname": "Ada"}, 429)
        assert_refused(answer, "too_many")
        assert int(answer.headers["retry-after"]) >= 1
        assert_refused(browser.post("/api/account", {"name": "Ada", "password": "12345678"}, status=429), "too_many")

        def attempt(name: str, address: str) -> int:
            account = {"name": name, "password": "wrong horse"}
            return Browser(served, x_forwarded_for=address).post("/api/login", account, None).status

        # Four from one address; two for one name, from wherever and however it is written.
        assert [attempt(f"n{number}", "192.0.2.1") for number in range(5)] == [401] * 4 + [429]
        assert [attempt(name, f"192.0.2.{number}") for number, name in enumerate(SPELLINGS, 2)] == [
            *[401] * 2,
            *[429] * (len(SPELLINGS) - 2),
        ]
    database.close()


SPELLINGS = [
    "Zoë",
    "zOË",
    " zoë",
    "Zoë \t",
    "\u3000Zoë",
    "\u2003Zoë\u205f",
    "Zoe\u0308",
    "\x1fＺｏë\x85",
    "\tZＯE\u0308\n",
]
"""One name, as somebody might write it who wants to try more passwords."""


def test_login_attempts_count_for_the_account_in_any_spelling(sqlite_url: str) -> None:
    database = Database.open(sqlite_url)
    with serve(database) as served:
        account = {"name": "Zoë", "password": "correct horse"}
        Browser(served).post("/api/account", account)
        for name in SPELLINGS:
            answer = Browser(served).post("/api/login", account | {"name": name})
            assert answer.json["me"]["account"] == "Zoë", name
    with serve(database, ServerLimits(logins="20/minute")) as served:
        browser = Browser(served)
        browser.post("/api/login", account)
        # Changing a password and deleting oneself try passwords of the same account.
        for number, name in enumerate(SPELLINGS[:7]):
            wrong = {"name": name, "password": "wrong horse"}
            assert_refused(
                Browser(served, x_forwarded_for=f"192.0.2.{number}").post("/api/login", wrong, 401), "wrong_login"
            )
        change = {"old": "wrong horse", "password": "battery staple"}
        assert_refused(browser.post("/api/password", change, 403), "wrong_password")
        assert_refused(browser.post("/api/me/delete", {"password": "wrong horse"}, 403), "wrong_password")
        assert_refused(browser.post("/api/password", change, 429), "too_many")
    database.close()


def test_origins_are_normalised() -> None:
    assert normalize_origin("HTTPS://Play.Example.org:443/") == "https://play.example.org"
    assert normalize_origin("http://a:80") == "http://a"
    assert normalize_origin("http://a:443") == "http://a:443"
    assert normalize_origin("null") == "null"


def test_websocket_is_closed_on_internal_error() -> None:
    sent: list[Message] = []

    async def never(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise AssertionError("The socket reached the application.")

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    settings = ServerSettings("unused")
    scope = {"type": "websocket", "scheme": "ws", "path": "/", "query_string": b"", "headers": [(b"host", b"a")]}
    asyncio.run(SecurityMiddleware(never, settings, RateLimiter(settings.limits))(scope, receive, send))
    assert sent == [{"type": "websocket.close", "code": 4403}]
