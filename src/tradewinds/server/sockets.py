"""All sockets of a process: who may come in, who is too slow, and whose session has ended."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket, WebSocketDisconnect

from tradewinds.server.http_people import person_of
from tradewinds.server.metrics import DROPPED, SOCKETS
from tradewinds.server.problems import Refusal, not_found
from tradewinds.server.rates import address_of
from tradewinds.server.storage.people import existing_sessions
from tradewinds.server.talk import BAD, ENDED, GOING_AWAY, NOT_FOUND, TOO_MANY, Client, Gone, close
from tradewinds.words import Problem

if TYPE_CHECKING:
    from tradewinds.server.app import Office

log = logging.getLogger("tradewinds.sockets")

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
        person = await person_of(socket)
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
        try:
            await client.run()
        except (WebSocketDisconnect, OSError):
            return
        except Gone as gone:
            DROPPED.labels(gone.reason).inc()
            await close(client.socket, gone.code)
        except Problem as problem:
            with contextlib.suppress(Exception):
                await client.refuse(None, problem)
            status = problem.status if isinstance(problem, Refusal) else 400
            await close(client.socket, NOT_FOUND if status == not_found("table").status else BAD)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("A socket has failed")
            await close(client.socket, 1011)

    async def ended(self, sessions: list[str]) -> None:
        """Some sessions have ended: what is shown to them is not theirs any more."""
        gone = [client for client in self.clients if client.person is not None and client.person.session in sessions]
        await asyncio.gather(*(client.farewell("session_ended", ENDED, again=False) for client in gone))

    async def look_for_ended(self) -> None:
        """Close what belongs to sessions that have ended in another process."""
        known = {client.person.session for client in self.clients if client.person is not None}
        if known:
            left = await self.office.database.reading(partial(existing_sessions, ids=known))
            await self.ended(sorted(known - left))

    async def end(self) -> None:
        """Let nobody in any more, and tell those who are still here that it is worth coming back."""
        self.closing = True
        await asyncio.gather(*(close(client.socket, GOING_AWAY) for client in list(self.clients)))
