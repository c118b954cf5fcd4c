"""ASGI middleware for rate limits, origin and size checks, and security headers.

It wraps the whole application, so that error responses carry the headers too.
"""

from collections.abc import Iterable
from contextlib import suppress

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tradewinds.server.errors import RequestError
from tradewinds.server.http.responses import error_response
from tradewinds.server.metrics import HTTP_RESPONSES
from tradewinds.server.rate_limits import RateLimiter, client_address
from tradewinds.server.settings import ServerSettings

HEADERS = {
    # Most responses depend on the session; cacheable ones set their own header.
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
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
RECORD_PATHS = ("/api/replay", "/api/review")
DEFAULT_PORTS = {"http": ":80", "https": ":443"}


class SecurityMiddleware:
    """Middleware that checks every request before the application sees it, and adds headers to every response."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, rate_limiter: RateLimiter) -> None:
        self.app = app
        self.rate_limiter = rate_limiter
        self.limits = settings.limits
        self.origins = frozenset(normalize_origin(origin) for origin in settings.origins)
        self.hosts = frozenset(_host_of(origin) for origin in self.origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        request = GuardedRequest(scope, receive, send, self._body_limit(scope))
        connection = HTTPConnection(scope)
        try:
            self.rate_limiter.check("requests", client_address(connection))
            self._check_origin(connection)
            self._check_length(connection, request.limit)
        except RequestError as problem:
            await request.refuse(connection, problem)
        else:
            http = scope["type"] == "http"
            # A client that disconnects during a request is not an error.
            with suppress(ClientDisconnect):
                await self.app(scope, request.receive if http else receive, request.send if http else send)

    def _check_origin(self, connection: HTTPConnection) -> None:
        """Refuse unsafe methods and websockets from other origins.

        A request made by a page of another site may carry a visitor's cookie; only the Origin header, which browsers
        always send, tells where it comes from.
        """
        scope = connection.scope
        if scope["type"] == "http" and scope["method"] in SAFE_METHODS:
            return
        host = _single(connection.headers.getlist("host"))
        origin = _single(connection.headers.getlist("origin"))
        scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
        own = normalize_origin(f"{scheme}://{host}")
        if self.origins and _host_of(own) not in self.hosts:
            raise RequestError("wrong_host", "wrong_host", 403, host=host[:100])
        if not host or not origin or normalize_origin(origin) not in (self.origins or {own}):
            known = ", ".join(sorted(self.origins)) or own[:100]
            raise RequestError("wrong_origin", "wrong_origin", 403, origin=origin[:100] or "–", known=known)

    def _body_limit(self, scope: Scope) -> int:
        """Return the maximum size of a body in bytes; requests with game records may be longer."""
        return self.limits.record if scope["path"] in RECORD_PATHS else self.limits.body

    def _check_length(self, connection: HTTPConnection, limit: int) -> None:
        """Refuse a body whose Content-Length is too large."""
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 18 or int(length) > limit:
            raise _too_large(limit)


class GuardedRequest:
    """One request, with a limit on the size of its body and additional headers in its response."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, limit: int) -> None:
        self.scope = scope
        self.inner_receive = receive
        self.inner_send = send
        self.limit = limit
        self.received = 0
        self.overflowed = False

    async def receive(self) -> Message:
        """Receive a message; raise if the body has grown too large."""
        message = await self.inner_receive()
        if message["type"] == "http.request":
            self.received += len(message.get("body", b""))
            if self.received > self.limit:
                self.overflowed = True
                raise _too_large(self.limit)
        return message

    async def send(self, message: Message) -> None:
        """Send a message, adding headers; have the connection closed if the request body was too large."""
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            HTTP_RESPONSES.labels(message["status"]).inc()
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if self.scope["scheme"] in ("https", "wss"):
                headers.setdefault("strict-transport-security", HSTS)
            if self.overflowed:
                headers["connection"] = "close"
        await self.inner_send(message)

    async def refuse(self, connection: HTTPConnection, problem: RequestError) -> None:
        """Respond with an error; a websocket is denied."""
        self.overflowed = problem.status == 413
        response = error_response(connection, problem)
        if self.scope["type"] == "http":
            await response(self.scope, self.inner_receive, self.send)
        else:
            await self._refuse_websocket(response)

    async def _refuse_websocket(self, response: Response) -> None:
        """Deny the websocket, with an HTTP response if the ASGI server supports that."""
        await self.inner_receive()
        if "websocket.http.response" in self.scope.get("extensions", {}):
            start = {"status": response.status_code, "headers": response.raw_headers}
            await self.send({"type": "websocket.http.response.start", **start})
            await self.send({"type": "websocket.http.response.body", "body": response.body})
        else:
            await self.send({"type": "websocket.close", "code": 4000 + response.status_code})


def _too_large(limit: int) -> RequestError:
    return RequestError("too_large", "too_large", 413, limit=limit)


def _single(values: Iterable[str]) -> str:
    """Return the value of a header that must occur exactly once; otherwise an empty string."""
    found = list(values)
    return found[0] if len(found) == 1 else ""


def _host_of(origin: str) -> str:
    """Return the host and port of an origin, which need not be valid."""
    return origin.partition("://")[2]


def normalize_origin(origin: str) -> str:
    """Return an origin as browsers send it: lower case, no default port, no trailing slash."""
    origin = origin.strip().rstrip("/").lower()
    return origin.removesuffix(DEFAULT_PORTS.get(origin.partition("://")[0], "\0"))
