"""What every request has to pass before it is looked at: rate, origin and size; and what every answer carries.

It is wrapped around the whole application, so that nothing gets past it, not even the answer to a breakdown.
"""

from collections.abc import Iterable
from contextlib import suppress

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tradewinds.server.errors import Refusal
from tradewinds.server.http.rate_limits import Rates, address_of
from tradewinds.server.http.responses import refusal
from tradewinds.server.metrics import ANSWERS
from tradewinds.server.settings import ServerSettings

HEADERS = {
    # Most answers depend on who asks: what may be kept says so itself.
    "cache-control": "no-store",
    "content-security-policy": "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
HSTS = "max-age=31536000"
HARMLESS = ("GET", "HEAD", "OPTIONS")
RECORD_PATHS = ("/api/replay", "/api/review")
DEFAULT_PORTS = {"http": ":80", "https": ":443"}


class Security:
    """Middleware that guards an application."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, rates: Rates) -> None:
        self.app = app
        self.rates = rates
        self.limits = settings.limits
        self.origins = frozenset(normal_origin(origin) for origin in settings.origins)
        self.hosts = frozenset(host_in(origin) for origin in self.origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what must not pass, and pass on the rest."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        guarded = Guarded(scope, receive, send, self.longest(scope))
        connection = HTTPConnection(scope)
        try:
            self.check_rate(connection)
            self.check_origin(connection)
            self.check_length(connection, guarded.limit)
        except Refusal as problem:
            await guarded.refuse(connection, problem)
        else:
            http = scope["type"] == "http"
            # Who leaves in the middle of a request is no breakdown.
            with suppress(ClientDisconnect):
                await self.app(scope, guarded.receive if http else receive, guarded.send if http else send)

    def check_rate(self, connection: HTTPConnection) -> None:
        """Refuse an address that asks too often."""
        self.rates.check("requests", address_of(connection))

    def check_origin(self, connection: HTTPConnection) -> None:
        """Refuse whatever changes something, or opens a socket, unless a page of ours asks for it.

        A page of somebody else's would carry our visitor's cookie: only the origin, which browsers always tell, shows
        whose page it is.
        """
        scope = connection.scope
        if scope["type"] == "http" and scope["method"] in HARMLESS:
            return
        host = single(connection.headers.getlist("host"))
        origin = single(connection.headers.getlist("origin"))
        scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
        own = normal_origin(f"{scheme}://{host}")
        if self.origins and host_in(own) not in self.hosts:
            raise Refusal("wrong_host", "wrong_host", 403, host=host[:100])
        if not host or not origin or normal_origin(origin) not in (self.origins or {own}):
            known = ", ".join(sorted(self.origins)) or own[:100]
            raise Refusal("wrong_origin", "wrong_origin", 403, origin=origin[:100] or "–", known=known)

    def longest(self, scope: Scope) -> int:
        """How many bytes a request may have: records are longer than everything else."""
        return self.limits.record if scope["path"] in RECORD_PATHS else self.limits.body

    def check_length(self, connection: HTTPConnection, limit: int) -> None:
        """Refuse a body that says itself that it is too long."""
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 18 or int(length) > limit:
            raise too_large(limit)


class Guarded:
    """One request on its way: counts the bytes that come, and adds headers to the answer."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, limit: int) -> None:
        self.scope = scope
        self.inner_receive = receive
        self.inner_send = send
        self.limit = limit
        self.received = 0
        self.overflown = False

    async def receive(self) -> Message:
        """The next piece; a body is cut off when it gets too long."""
        message = await self.inner_receive()
        if message["type"] == "http.request":
            self.received += len(message.get("body", b""))
            if self.received > self.limit:
                self.overflown = True
                raise too_large(self.limit)
        return message

    async def send(self, message: Message) -> None:
        """Send on, with headers; who sends too much is disconnected after the answer."""
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            ANSWERS.labels(message["status"]).inc()
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if self.scope["scheme"] in ("https", "wss"):
                headers.setdefault("strict-transport-security", HSTS)
            if self.overflown:
                headers["connection"] = "close"
        await self.inner_send(message)

    async def refuse(self, connection: HTTPConnection, problem: Refusal) -> None:
        """Answer with a refusal; a socket is not accepted in the first place."""
        self.overflown = problem.status == 413
        response = refusal(connection, problem)
        if self.scope["type"] == "http":
            await response(self.scope, self.inner_receive, self.send)
        else:
            await self.refuse_socket(response)

    async def refuse_socket(self, response: Response) -> None:
        """Refuse a socket, with the response where the server can send one."""
        await self.inner_receive()
        if "websocket.http.response" in self.scope.get("extensions", {}):
            start = {"status": response.status_code, "headers": response.raw_headers}
            await self.send({"type": "websocket.http.response.start", **start})
            await self.send({"type": "websocket.http.response.body", "body": response.body})
        else:
            await self.send({"type": "websocket.close", "code": 4000 + response.status_code})


def too_large(limit: int) -> Refusal:
    """The refusal of a body that is too long."""
    return Refusal("too_large", "too_large", 413, limit=limit)


def single(values: Iterable[str]) -> str:
    """The value of a header that must come once; nothing if it is missing or comes more often."""
    found = list(values)
    return found[0] if len(found) == 1 else ""


def host_in(origin: str) -> str:
    """The host and port of an origin; what clients send need not be a valid address."""
    return origin.partition("://")[2]


def normal_origin(origin: str) -> str:
    """An origin in the form in which browsers send it: small letters, no default port, no slash at the end."""
    origin = origin.strip().rstrip("/").lower()
    return origin.removesuffix(DEFAULT_PORTS.get(origin.partition("://")[0], "\0"))
