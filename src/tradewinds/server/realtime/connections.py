"""All sockets of a process: who may come in, who is too slow, and whose session has ended."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket, WebSocketDisconnect

from tradewinds.i18n import Problem
from tradewinds.server.errors import Refusal, not_found
from tradewinds.server.http.rate_limits import address_of
from tradewinds.server.http.routes.accounts import person_of
from tradewinds.server.metrics import DROPPED, SOCKETS
from tradewinds.server.realtime.connection import (
    BAD,
    ENDED,
    GOING_AWAY,
    LATER,
    NOT_FOUND,
    RENEWED,
    TOO_MANY,
    Client,
    Gone,
    close,
)
from tradewinds.server.storage.errors import Unavailable
from tradewinds.server.storage.queries.accounts import existing_sessions

if TYPE_CHECKING:
    from tradewinds.server.app import Office

log = logging.getLogger("tradewinds.sockets")

ON_ITS_WAY = 2.0
"""Seconds in which an answer with a new cookie has arrived."""
SESSIONS_CHECKED = 60.0
"""Seconds after which a session that ended elsewhere is noticed."""


class Sockets:
    """All open sockets of a process, and how many each person and address has."""

    def __init__(self, office: "Office") -> None:
        self.office = office
        self.clients: set[Client] = set()
        self.counts: Counter[str] = Counter()
        self.closing = False

    async def serve(self, socket: WebSocket) -> None:
        """Let somebody in, and talk until they leave."""
        try:
            person = await person_of(socket)
        except Unavailable:
            DROPPED.labels("database").inc()
            await socket.accept()
            await close(socket, LATER)
            return
        keys = [f"address {address_of(socket)}", *([f"person {person.id}"] if person else [])]
        limits = self.office.settings.limits
        most = {"address": limits.sockets_per_address, "person": limits.sockets_per_person}
        await socket.accept()
        full = len(self.clients) >= limits.sockets or any(self.counts[key] >= most[key.split()[0]] for key in keys)
        if full or self.closing:
            DROPPED.labels("full").inc()
            await close(socket, GOING_AWAY if self.closing else TOO_MANY)
            return
        client = Client(socket, self.office, self.office.hall.room(socket.path_params["table"]), person)
        self.clients.add(client)
        self.counts.update(keys)
        SOCKETS.set(len(self.clients))
        try:
            await self.attend(client)
        finally:
            self.clients.discard(client)
            self.uncount(keys)
            SOCKETS.set(len(self.clients))

    def uncount(self, keys: list[str]) -> None:
        """A socket less; what is at nothing is forgotten."""
        for key in keys:
            self.counts[key] -= 1
            if not self.counts[key]:
                del self.counts[key]

    async def look_for_slow(self) -> None:
        """Give up the clients that have not taken a message for too long."""
        before = time.monotonic() - self.office.settings.limits.send_seconds
        for client in self.clients:
            if client.stuck_since is not None and client.stuck_since < before:
                client.give_up()

    async def attend(self, client: Client) -> None:
        """Let a client talk until it leaves or has to."""
        match await client.run():
            case WebSocketDisconnect() | OSError():
                return
            case Gone() as gone:
                DROPPED.labels(gone.reason).inc()
                await close(client.socket, gone.code)
            case Problem() as problem:
                with contextlib.suppress(Exception):
                    await client.refuse(None, problem)
                await close(client.socket, code_for(problem))
            case failure:
                log.error("A socket has failed", exc_info=failure)
                await close(client.socket, 1011)

    async def ended(self, sessions: list[str]) -> None:
        """Some sessions have ended: what is shown to them is not theirs any more."""
        gone = [client for client in self.clients if client.person is not None and client.person.session in sessions]
        await asyncio.gather(*(client.farewell("session_ended", ENDED, again=False) for client in gone))

    async def renewed(self, digests: list[str]) -> None:
        """Some have been given another token: whoever came with the one before has to come back, with the new one.

        That is on its way with the answer to whatever they have asked, which has to be there first.
        """
        self.office.hall.do(self.part_with(digests, ON_ITS_WAY))

    async def part_with(self, digests: list[str], after: float = 0.0) -> None:
        """Close the sockets that were opened with some tokens."""
        await asyncio.sleep(after)
        gone = [client for client in self.clients if client.person is not None and client.person.digest in digests]
        await asyncio.gather(*(close(client.socket, RENEWED) for client in gone))

    async def look_for_ended(self) -> None:
        """Close what belongs to sessions that have ended or got another token in another process."""
        known = {client.person.session: client.person.digest for client in self.clients if client.person is not None}
        if known:
            left = await self.office.database.reading(partial(existing_sessions, ids=known))
            await self.ended(sorted(known.keys() - left))
            await self.part_with([digest for session, digest in known.items() if left.get(session, digest) != digest])

    async def end(self) -> None:
        """Let nobody in any more, and tell those who are still here that it is worth coming back."""
        self.closing = True
        await asyncio.gather(*(close(client.socket, GOING_AWAY) for client in list(self.clients)))


def code_for(problem: Problem) -> int:
    """The code with which a socket is closed that cannot go on."""
    if isinstance(problem, Unavailable):
        return LATER
    return NOT_FOUND if isinstance(problem, Refusal) and problem.status == not_found("table").status else BAD
