"""The ASGI application."""

import asyncio
import contextlib
import gc
import ipaddress
import logging
import sys
from collections.abc import AsyncIterator

from sqlalchemy import literal, select
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from tradewinds.i18n import Problem
from tradewinds.server.errors import not_found
from tradewinds.server.http import pages
from tradewinds.server.http.responses import handle_problem, request_language
from tradewinds.server.http.routes import accounts, lessons, positions, records, replay, review, tables
from tradewinds.server.http.security import SecurityMiddleware
from tradewinds.server.logs import configure_logging
from tradewinds.server.metrics import exposition
from tradewinds.server.rate_limits import RateLimiter
from tradewinds.server.services import Services, services_of
from tradewinds.server.settings import ServerSettings, settings_from_environment
from tradewinds.server.storage import Database
from tradewinds.warm import warm_up

log = logging.getLogger("tradewinds.server")

SWITCH_INTERVAL = 0.001
"""Thread switch interval in seconds, short so that the storage writer soon gets the GIL."""
GC_THRESHOLD = (2_000, 10, 50)
"""Garbage collector thresholds: a full collection after a million surviving new objects, about 100 MB.

Connections and tables leave no reference cycles, so there is little to collect.
"""


def make_app(settings: ServerSettings, *, warm: bool = True) -> ASGIApp:
    """Return the ASGI application for these settings."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        database = await asyncio.to_thread(Database.open, settings.database, settings.limits.database_seconds)
        services = Services(settings, database, rate_limiter)
        app.state.services, app.state.accounts = services, services.accounts
        if warm:
            await asyncio.to_thread(warm_up)
        # Exclude everything loaded so far from garbage collection: scanning it would stall every table.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLD)
        sys.setswitchinterval(SWITCH_INTERVAL)
        await services.start()
        log.info("ready", extra={"database": database.kind})
        try:
            yield
        finally:
            await services.stop()
            log.info("stopped")

    rate_limiter = RateLimiter(settings.limits)
    app = Starlette(
        routes=[*game_routes, *accounts.routes, *operations_routes, *pages.routes],
        exception_handlers={Problem: handle_problem, 404: pages.not_found_page},
        lifespan=lifespan,
    )
    app.state.rate_limiter = rate_limiter
    return SecurityMiddleware(app, settings, rate_limiter)


def from_environment() -> ASGIApp:
    """Return the application for a worker process, with settings from the environment."""
    configure_logging()
    return make_app(settings_from_environment())


async def table_socket(socket: WebSocket) -> None:
    await services_of(socket).connections.serve(socket, request_language(socket))


async def healthz(request: Request) -> Response:
    """Health check: respond if this process can read its database."""
    await services_of(request).database.read_async(lambda connection: connection.execute(select(literal(1))).all())
    return PlainTextResponse("ok\n")


async def metrics(request: Request) -> Response:
    """Serve metrics, to loopback clients only: with few tables, the counters would reveal hidden information."""
    if request.client is None or not is_loopback(request.client.host):
        raise not_found("address")
    return Response(exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


game_routes = [
    *tables.routes,
    *positions.routes,
    *records.routes,
    *replay.routes,
    *review.routes,
    *lessons.routes,
]

operations_routes = [
    Route("/healthz", healthz),
    Route("/metrics", metrics),
    WebSocketRoute("/ws/tables/{table}", table_socket),
]
