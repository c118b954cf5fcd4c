"""A server with the account routes on a real socket, and an HTTP client that keeps cookies."""

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from http.cookies import SimpleCookie
from typing import Any, Protocol

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from tradewinds.i18n import Problem
from tradewinds.server.accounts.cookies import current_person
from tradewinds.server.accounts.service import AccountService
from tradewinds.server.http.responses import handle_problem
from tradewinds.server.http.routes.accounts import routes
from tradewinds.server.http.security import SecurityMiddleware
from tradewinds.server.rate_limits import RateLimiter
from tradewinds.server.settings import ServerLimits, ServerSettings
from tradewinds.server.storage import Database

NO_RATE_LIMITS = ServerLimits(requests="100000/second", people="100000/second", logins="100000/second")


class Answer:
    """An HTTP response: status, headers and body."""

    def __init__(self, response: HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class AccountServer:
    """A running server with the account routes."""

    def __init__(self, app: ASGIApp, accounts: AccountService | None = None) -> None:
        config = uvicorn.Config(app, port=0, log_level="critical", ws="websockets-sansio", lifespan="off")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.002)
        self.port: int = self.server.servers[0].sockets[0].getsockname()[1]
        self.host = f"127.0.0.1:{self.port}"
        self.origin = f"http://{self.host}"
        self.known = accounts

    @property
    def accounts(self) -> AccountService:
        assert self.known is not None
        return self.known

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()


class HasAddress(Protocol):
    """Anything with the address of a server."""

    port: int
    host: str
    origin: str


class Browser:
    """An HTTP client that keeps cookies and sends an origin, as browsers do."""

    def __init__(self, served: HasAddress, secure: bool = False, **headers: str) -> None:
        self.served = served
        self.cookies: dict[str, str] = {}
        self.headers = {"origin": served.origin, "user-agent": "a browser", **headers}
        if secure:
            self.headers |= {"origin": f"https://{served.host}", "x-forwarded-proto": "https"}

    def ask(self, method: str, path: str, body: Any = None, status: int | None = 200, **headers: str | None) -> Answer:
        """Send a request and check the status of the response, unless `status` is None.

        A body other than bytes is sent as JSON. A header that is None is omitted.
        """
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        sent: Mapping[str, str | None] = {**self.headers, **headers}
        connection = HTTPConnection("127.0.0.1", self.served.port, timeout=20)
        try:
            named = {name.replace("_", "-"): value for name, value in sent.items() if value is not None}
            if self.cookies:
                named["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            connection.request(method, path, content, named)
            answer = Answer(connection.getresponse())
        finally:
            connection.close()
        assert status in (None, answer.status), (answer.status, answer.body)
        self.keep_cookies(answer)
        return answer

    def keep_cookies(self, answer: Answer) -> None:
        for line in answer.headers.get_all("set-cookie", []):
            for name, morsel in SimpleCookie(line).items():
                if morsel["max-age"] == "0":
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.value

    def get(self, path: str, status: int | None = 200) -> Answer:
        return self.ask("GET", path, status=status)

    def post(self, path: str, body: Any = None, status: int | None = 200) -> Answer:
        return self.ask("POST", path, body, status)


async def upload(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def raise_error(_request: Request) -> Response:
    raise RuntimeError("This is a breakdown on purpose.")


async def greet_person(socket: WebSocket) -> None:
    person = await current_person(socket)
    await socket.accept()
    await socket.send_text(person.nickname if person else "nobody")
    await socket.close()


@contextmanager
def account_server(database: Database | None, settings: ServerSettings) -> Iterator[AccountServer]:
    """Serve the account routes and some test routes, with the real application's middleware."""
    app = Starlette(
        routes=[
            *routes,
            Route("/upload", upload, methods=["POST"]),
            Route("/breakdown", raise_error),
            WebSocketRoute("/socket", greet_person),
        ],
        exception_handlers={Problem: handle_problem},
    )
    rate_limiter = RateLimiter(settings.limits)
    accounts = AccountService(database, settings) if database else None
    app.state.accounts, app.state.rate_limiter = accounts, rate_limiter
    served = AccountServer(SecurityMiddleware(app, settings, rate_limiter), accounts)
    try:
        yield served
    finally:
        served.stop()
        if accounts:
            accounts.close()
