"""Management of a process's websocket connections: limits, slow clients and ended sessions."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Collection
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect

from tradewinds.i18n import Problem
from tradewinds.server.accounts.cookies import current_person
from tradewinds.server.background import BackgroundTasks
from tradewinds.server.errors import RequestError
from tradewinds.server.metrics import DROPPED, SOCKETS
from tradewinds.server.rate_limits import client_address
from tradewinds.server.realtime.closing import CloseCode, Disconnect, close
from tradewinds.server.realtime.connection import Connection
from tradewinds.server.storage.errors import Unavailable
from tradewinds.server.storage.queries.accounts import existing_sessions
from tradewinds.server.tables.dispatcher import CommandDispatcher

log = logging.getLogger("tradewinds.sockets")

TOKEN_GRACE_SECONDS = 2.0
"""Seconds to wait for the response with a new cookie to arrive."""
SESSION_CHECK_SECONDS = 60.0
"""Seconds between checks for sessions ended by other processes."""


class ConnectionManager:
    """The open connections of a process, with limits per person and address."""

    def __init__(self, dispatcher: CommandDispatcher, background: BackgroundTasks) -> None:
        self.dispatcher = dispatcher
        self.registry = dispatcher.registry
        self.limits = self.registry.settings.limits
        self.background = background
        self.active: set[Connection] = set()
        self.counts: Counter[str] = Counter()
        self.closing = False

    async def serve(self, socket: WebSocket, language: str) -> None:
        """Accept a websocket and serve it until it closes; close it at once if a limit is reached."""
        try:
            person = await current_person(socket)
        except Unavailable:
            DROPPED.labels("database").inc()
            await socket.accept()
            await close(socket, CloseCode.TRY_LATER)
            return
        keys = [f"address {client_address(socket)}", *([f"person {person.id}"] if person else [])]
        limits = self.limits
        most = {"address": limits.sockets_per_address, "person": limits.sockets_per_person}
        await socket.accept()
        full = len(self.active) >= limits.sockets or any(self.counts[key] >= most[key.split()[0]] for key in keys)
        if full or self.closing:
            DROPPED.labels("full").inc()
            await close(socket, CloseCode.RESTARTING if self.closing else CloseCode.TOO_MANY)
            return
        actor = self.registry.actor(socket.path_params["table"])
        connection = Connection(socket, self.dispatcher, actor, person, language)
        self.active.add(connection)
        self.counts.update(keys)
        SOCKETS.set(len(self.active))
        try:
            await self._run(connection)
        finally:
            self.active.discard(connection)
            self._release(keys)
            SOCKETS.set(len(self.active))

    def _release(self, keys: list[str]) -> None:
        for key in keys:
            self.counts[key] -= 1
            if not self.counts[key]:
                del self.counts[key]

    async def drop_slow(self) -> None:
        """Drop clients to which a message could not be sent for too long."""
        before = time.monotonic() - self.limits.send_seconds
        for connection in self.active:
            if connection.blocked_since is not None and connection.blocked_since < before:
                connection.drop()

    async def _run(self, connection: Connection) -> None:
        """Serve a connection; then close it with the code for the reason it ended."""
        match await connection.run():
            case WebSocketDisconnect() | OSError():
                return
            case Disconnect() as disconnect:
                DROPPED.labels(disconnect.reason).inc()
                await close(connection.socket, disconnect.code)
            case Problem() as problem:
                with contextlib.suppress(Exception):
                    await connection.refuse(None, problem)
                await close(connection.socket, close_code(problem))
            case failure:
                log.error("A socket has failed", exc_info=failure)
                await close(connection.socket, CloseCode.FAILED)

    async def end_sessions(self, sessions: Collection[str]) -> None:
        """Close the connections of sessions that have ended."""
        matching = [one for one in self.active if one.person is not None and one.person.session in sessions]
        await asyncio.gather(*(connection.end_session() for connection in matching))

    async def replace_tokens(self, digests: list[str]) -> None:
        """Close the connections opened with replaced tokens, so that clients reconnect with the new one.

        This happens after a delay: the HTTP response with the new token must arrive first.
        """
        self.background.spawn(self._close_with_tokens(digests, TOKEN_GRACE_SECONDS))

    async def _close_with_tokens(self, digests: list[str], after: float = 0.0) -> None:
        """After a delay, close the connections opened with the tokens of these digests."""
        await asyncio.sleep(after)
        matching = [one for one in self.active if one.person is not None and one.person.digest in digests]
        await asyncio.gather(*(close(connection.socket, CloseCode.TOKEN_RENEWED) for connection in matching))

    async def check_sessions(self) -> None:
        """Close the connections whose session another process has ended or given a new token."""
        known = {one.person.session: one.person.digest for one in self.active if one.person is not None}
        if known:
            left = await self.registry.database.read_async(partial(existing_sessions, ids=known))
            await self.end_sessions(known.keys() - left)
            await self._close_with_tokens(
                [digest for session, digest in known.items() if left.get(session, digest) != digest]
            )

    async def shut_down(self) -> None:
        """Refuse new clients, and close all connections with the code for a restart, so that clients reconnect."""
        self.closing = True
        await asyncio.gather(*(close(connection.socket, CloseCode.RESTARTING) for connection in list(self.active)))


def close_code(problem: Problem) -> CloseCode:
    """Return the websocket close code for a problem."""
    if isinstance(problem, Unavailable):
        return CloseCode.TRY_LATER
    missing = isinstance(problem, RequestError) and problem.status == 404
    return CloseCode.NOT_FOUND if missing else CloseCode.BAD_REQUEST
