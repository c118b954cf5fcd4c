"""The ASGI application: services of a process and the routes to them."""

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
from tradewinds.server.accounts.service import AccountService, Person
from tradewinds.server.errors import not_found
from tradewinds.server.http import pages
from tradewinds.server.http.pasted_records import RecordCache
from tradewinds.server.http.rate_limits import RateLimiter
from tradewinds.server.http.responses import handle_problem
from tradewinds.server.http.routes import accounts, lessons, positions, records, replay, review, tables
from tradewinds.server.http.security import SecurityMiddleware
from tradewinds.server.logs import configure_logging
from tradewinds.server.metrics import exposition
from tradewinds.server.realtime import protocol
from tradewinds.server.realtime.connections import SESSION_CHECK_SECONDS, ConnectionManager
from tradewinds.server.settings import ServerSettings, settings_from_environment
from tradewinds.server.storage import Database
from tradewinds.server.storage.errors import Unavailable
from tradewinds.server.tables.actor import TableActor
from tradewinds.server.tables.registry import TableRegistry
from tradewinds.warm import warm_up

log = logging.getLogger("tradewinds.server")

PRUNE_INTERVAL = 6 * 3600.0
"""Seconds between deletions of expired sessions and guests."""
SWITCH_INTERVAL = 0.001
"""Thread switch interval in seconds, short because the storage writer needs little time, but soon."""
GC_THRESHOLD = (2_000, 10, 50)
"""Collector thresholds: a full collection after a million surviving objects, some 100 MB.

Connections and tables leave no reference cycles, so there is little to collect.
"""

TABLE_COMMANDS = (protocol.Take, protocol.Leave, protocol.AssignBot, protocol.Undo)
"""Commands that can be repeated forever, each storing an event; rate limited."""


class Services:
    """Services shared by all request handlers of a process."""

    def __init__(self, settings: ServerSettings, database: Database, rate_limiter: RateLimiter) -> None:
        self.settings = settings
        self.database = database
        self.rate_limiter = rate_limiter
        self.accounts = AccountService(database, settings)
        self.registry = TableRegistry(database, settings)
        self.connections = ConnectionManager(self)
        self.reviewing: dict[str, int] = {}
        """Running reviews and the number of decisions each has evaluated."""
        self.records = RecordCache(self.registry.boxes)
        self.accounts.on_login = self.registry.transfer_guest
        self.accounts.on_sessions_ended = self.connections.end_sessions
        self.accounts.on_tokens_renewed = self.connections.replace_tokens
        self.accounts.on_deleting = self.registry.vacate_seats
        self.accounts.on_deleted = self.registry.reload

    async def execute(
        self, actor: TableActor, person: Person, command: protocol.AnyCommand, *, patient: bool = False
    ) -> protocol.Done:
        """Execute a command that changes a table.

        A `patient` caller waits for the outcome even if the database connection was lost during the commit.
        """
        if isinstance(command, protocol.Chat):
            self.rate_limiter.check("chat", person.id)
        if isinstance(command, TABLE_COMMANDS):
            self.rate_limiter.check("arranging", person.id)
        try:
            async with asyncio.timeout(None if patient else 2 * self.settings.limits.database_seconds):
                if isinstance(command, protocol.Rematch):
                    return protocol.Done(command.id, table=await self.registry.rematch(person, actor.id))
                return await actor.execute(person, command)
        except TimeoutError as error:
            raise Unavailable("unknown") from error

    async def start(self) -> None:
        """Start background tasks."""
        await self.registry.start()
        self.registry.run_every(PRUNE_INTERVAL, self.accounts.prune)
        self.registry.run_every(self.settings.limits.send_seconds / 4, self.connections.drop_slow)
        if self.database.kind != "sqlite":
            self.registry.run_every(SESSION_CHECK_SECONDS, self.connections.check_sessions)

    async def stop(self) -> None:
        """Close all connections, stop background tasks, and flush and close the database."""
        await self.connections.shut_down()
        await self.registry.stop()
        self.accounts.close()
        await asyncio.to_thread(self.database.close)


def make_app(settings: ServerSettings, *, warm: bool = True) -> ASGIApp:
    """Return the ASGI application for these settings."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        database = await asyncio.to_thread(Database.open, settings.database, settings.limits.database_seconds)
        services = Services(settings, database, rate_limiter)
        app.state.services, app.state.accounts = services, services.accounts
        if warm:
            await asyncio.to_thread(warm_up)
        # Exclude everything loaded so far from collection: scanning it would stall every table.
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
    """Return the application of a worker process, with settings from the environment."""
    configure_logging()
    return make_app(settings_from_environment())


async def table_socket(socket: WebSocket) -> None:
    services: Services = socket.app.state.services
    await services.connections.serve(socket)


async def healthz(request: Request) -> Response:
    """Report whether this process answers and can read its database."""
    services: Services = request.app.state.services
    await services.database.read_async(lambda connection: connection.execute(select(literal(1))).all())
    return PlainTextResponse("ok\n")


async def metrics(request: Request) -> Response:
    """Serve metrics to loopback clients only: counters would reveal hidden information about a single table."""
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
