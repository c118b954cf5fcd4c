"""The application: everything that a process needs to serve tables, and the addresses under which it is found."""

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
from tradewinds.server.accounts.people import People, Person
from tradewinds.server.errors import not_found
from tradewinds.server.http import pages
from tradewinds.server.http.pasted_records import Records
from tradewinds.server.http.rate_limits import Rates
from tradewinds.server.http.responses import explain
from tradewinds.server.http.routes import accounts, lessons, positions, records, replay, review, tables
from tradewinds.server.http.security import Security
from tradewinds.server.logs import set_up_logs
from tradewinds.server.metrics import exposition
from tradewinds.server.realtime import protocol
from tradewinds.server.realtime.connections import SESSIONS_CHECKED, Sockets
from tradewinds.server.settings import ServerSettings, handed_over
from tradewinds.server.storage import Database
from tradewinds.server.storage.errors import Unavailable
from tradewinds.server.tables.registry import Hall
from tradewinds.server.tables.room import Room
from tradewinds.warm import warm_up

log = logging.getLogger("tradewinds.server")

PRUNING = 6 * 3600.0
"""Seconds between forgetting sessions and guests that were not used for long."""


SWITCHING = 0.001
"""Seconds for which one thread may keep the others waiting: the writer needs little time, but soon."""
COLLECTING = (2_000, 10, 50)
"""When the collector looks for cycles: at everything after a million new objects, some 100 MB, that are still there.

Sockets and tables leave no cycles, so it has little to find, and who comes and goes does not make it look more often.
"""


ARRANGING = (protocol.Take, protocol.Leave, protocol.Furnish, protocol.Undo)
"""Commands that could be given again and again for ever, each an event that is kept."""


class Office:
    """Everything that handlers need."""

    def __init__(self, settings: ServerSettings, database: Database, rates: Rates) -> None:
        self.settings = settings
        self.database = database
        self.rates = rates
        self.people = People(database, settings)
        self.hall = Hall(database, settings)
        self.sockets = Sockets(self)
        self.reviewing: dict[str, int] = {}
        """Reviews that are being made, and how many decisions each has weighed."""
        self.records = Records(self.hall.boxes)
        self.people.on_login = self.hall.hand_over
        self.people.on_ended = self.sockets.ended
        self.people.on_renewed = self.sockets.renewed
        self.people.on_leaving = self.hall.vacate
        self.people.on_deleted = self.hall.forget

    async def carry_out(
        self, room: Room, person: Person, command: protocol.AnyCommand, *, patient: bool = False
    ) -> protocol.Done:
        """A command that changes a table, over a socket or over HTTP.

        Who is patient waits for the outcome also where the connection to the database was lost during the commit.
        """
        if isinstance(command, protocol.Chat):
            self.rates.check("chat", person.id)
        if isinstance(command, ARRANGING):
            self.rates.check("arranging", person.id)
        try:
            async with asyncio.timeout(None if patient else 2 * self.settings.limits.database_seconds):
                if isinstance(command, protocol.Rematch):
                    return protocol.Done(command.id, table=await self.hall.rematch(person, room.id))
                return await room.obey(person, command)
        except TimeoutError as error:
            raise Unavailable("unknown") from error

    async def begin(self) -> None:
        """Ready to serve."""
        await self.hall.begin()
        self.hall.regularly(PRUNING, self.people.prune)
        self.hall.regularly(self.settings.limits.send_seconds / 4, self.sockets.look_for_slow)
        if self.database.kind != "sqlite":
            self.hall.regularly(SESSIONS_CHECKED, self.sockets.look_for_ended)

    async def end(self) -> None:
        """Say goodbye to everybody, stop, and close the database when everything is in it."""
        await self.sockets.end()
        await self.hall.end()
        self.people.close()
        await asyncio.to_thread(self.database.close)


def make_app(settings: ServerSettings, *, warm: bool = True) -> ASGIApp:
    """The application for these settings."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        database = await asyncio.to_thread(Database.open, settings.database, settings.limits.database_seconds)
        office = Office(settings, database, rates)
        app.state.office, app.state.people = office, office.people
        if warm:
            await asyncio.to_thread(warm_up)
        # What is loaded by now stays: the collector need not look at it again, which would hold up every table.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECTING)
        sys.setswitchinterval(SWITCHING)
        await office.begin()
        log.info("ready", extra={"database": database.kind})
        try:
            yield
        finally:
            await office.end()
            log.info("stopped")

    rates = Rates(settings.limits)
    app = Starlette(
        routes=[*game_routes, *accounts.routes, *operation, *pages.routes],
        exception_handlers={Problem: explain, 404: pages.lost},
        lifespan=lifespan,
    )
    app.state.rates = rates
    return Security(app, settings, rates)


def from_environment() -> ASGIApp:
    """The application of a worker process."""
    set_up_logs()
    return make_app(handed_over())


async def table_socket(socket: WebSocket) -> None:
    """The socket of a table."""
    office: Office = socket.app.state.office
    await office.sockets.serve(socket)


async def healthz(request: Request) -> Response:
    """Whether this process can serve: it answers, and storage can be read."""
    office: Office = request.app.state.office
    await office.database.reading(lambda connection: connection.execute(select(literal(1))).all())
    return PlainTextResponse("ok\n")


async def metrics(request: Request) -> Response:
    """What was counted, for this machine only: counters tell players more than they should know of a single table."""
    if request.client is None or not is_loopback(request.client.host):
        raise not_found("address")
    return Response(exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")


def is_loopback(host: str) -> bool:
    """Whether a client is on this machine."""
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

operation = [
    Route("/healthz", healthz),
    Route("/metrics", metrics),
    WebSocketRoute("/ws/tables/{table}", table_socket),
]
