"""Websocket connection of one client to one table: receives commands, sends state updates at the client's pace."""

import asyncio
import contextlib
import time
from collections.abc import Iterable

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tradewinds.i18n import Problem, load_words
from tradewinds.kernel.record import SPECTATOR
from tradewinds.server import protocol
from tradewinds.server.accounts.person import Person
from tradewinds.server.errors import RequestError, refusal_message
from tradewinds.server.metrics import MESSAGES, REFUSALS
from tradewinds.server.rate_limits import TokenBucket
from tradewinds.server.realtime.bounded_websocket import RAW_SOCKET, BoundedWebSocket
from tradewinds.server.realtime.closing import CloseCode, Disconnect, close
from tradewinds.server.storage.rows import now_ms
from tradewinds.server.tables.actor import TableActor
from tradewinds.server.tables.commands import not_yours, require_admitted
from tradewinds.server.tables.dispatcher import CommandDispatcher
from tradewinds.server.tables.table import Table
from tradewinds.server.tables.view_cache import Viewport

ENCODER = msgspec.json.Encoder()
PUBLIC = "public"
MAX_EXCESS_COMMANDS = 100
"""Commands beyond the rate limit that are refused before the socket is closed."""


class Connection:
    """One client connected to one table."""

    def __init__(
        self,
        socket: WebSocket,
        dispatcher: CommandDispatcher,
        actor: TableActor,
        person: Person | None,
        language: str,
    ) -> None:
        self.socket = socket
        self.raw_socket: BoundedWebSocket = socket.scope["extensions"][RAW_SOCKET]
        self.dispatcher = dispatcher
        self.actor = actor
        self.person = person
        self.viewport: Viewport | None = None
        self.requested_seats: list[int] | None = None
        self.known_positions: dict[int, int] = {}
        self.chat_seen = 0
        self.last_sent: tuple[object, ...] = ()
        self.seats_cache: tuple[Table | None, int, list[int]] = (None, 0, [])
        """The table, its `info` version, and this person's seats at it."""
        self.changed = asyncio.Event()
        self.acknowledgements: list[protocol.Done] = []
        """Replies to executed commands that have not been sent yet."""
        self.blocked_since: float | None = None
        self.dropped: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.bucket: TokenBucket = dispatcher.rate_limiter.bucket("commands")
        self.excess_commands = 0
        self.language = language

    def notify(self) -> None:
        """Have `_send_updates` send the new state."""
        self.changed.set()

    def push(self, table: Table) -> None:
        """Send the new state at once if the socket is writable; otherwise leave it to `_send_updates`."""
        if self.blocked_since is not None or not self.raw_socket.can_write:
            self.changed.set()
            return
        try:
            message = self._next_message(table)
        except Problem:
            self.changed.set()
            return
        if message is not None:
            self.raw_socket.write_text(message)
            MESSAGES.inc()
        elif self.acknowledgements:
            self.changed.set()

    def drop(self) -> None:
        """Disconnect a client that does not read."""
        if not self.dropped.done():
            self.dropped.set_result(None)

    async def run(self) -> Exception:
        """Serve the client until it disconnects, and return the reason.

        The reason is returned, not raised: its traceback would form a reference cycle with the tasks.
        """
        try:
            await self._handshake()
        except Exception as reason:
            return reason
        self.actor.subscribe(self)
        loop = asyncio.get_running_loop()
        tasks = [loop.create_task(self._send_updates()), loop.create_task(self._receive_commands())]
        try:
            await asyncio.wait({*tasks, self.dropped}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.actor.unsubscribe(self)
            for task in tasks:
                task.cancel()
            reasons = await asyncio.gather(*tasks, return_exceptions=True)
        failures = [reason for reason in reasons if isinstance(reason, Exception)]
        return failures[0] if failures else Disconnect(CloseCode.TOO_SLOW, "slow")

    async def _handshake(self) -> None:
        """Wait for the client's first `watch` command."""
        command = None
        try:
            async with asyncio.timeout(self.actor.host.settings.limits.watch_seconds):
                while not isinstance(command, protocol.Watch):
                    command = await self._receive()
                    if command is not None and not isinstance(command, protocol.Watch):
                        await self.refuse(command.id, RequestError("watch_first", "watch_first"))
        except TimeoutError:
            raise Disconnect(CloseCode.TOO_SLOW, "watch") from None
        self.language = command.lang
        self._subscribe(await self._load_table(command), command)
        self.actor.host.schedule(self.actor)

    async def _load_table(self, command: protocol.Watch) -> Table:
        """Load the table; refresh it if the client has seen a later state through another process."""
        table = await self.actor.load()
        if self.actor.is_shared and _is_ahead(command, table):
            await self.actor.refresh()
        return await self.actor.load()

    def _subscribe(self, table: Table, command: protocol.Watch) -> None:
        """Set the viewport to the requested seats; raise if the client may not see them."""
        self.language = command.lang
        mine = table.seats_of(self.person.id if self.person else None)
        seats = mine if command.seats is None else command.seats
        for seat in seats:
            if seat not in mine:
                raise not_yours(seat)
        require_admitted(table, self.person)
        self.requested_seats = command.seats
        self.viewport = Viewport(tuple(dict.fromkeys(seats)) or (SPECTATOR,), command.lang)
        self.known_positions = _known_positions(command, mine)
        self.chat_seen = command.chat
        self.last_sent = ()
        self.changed.set()

    async def _send_updates(self) -> None:
        """Send state updates forever. A slow client may miss intermediate states, but never the latest."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            message = self._next_message(await self.actor.load())
            if message is not None:
                await self.send_bytes(message)
            while self.acknowledgements:
                await self.send(self.acknowledgements.pop(0))

    def _next_message(self, table: Table) -> bytes | None:
        """Encode the current state with all pending replies; return None if nothing has changed."""
        if self.seats_cache[:2] != (table, table.info):
            self.seats_cache = table, table.info, table.seats_of(self.person.id if self.person else None)
        mine = self.seats_cache[2]
        require_admitted(table, self.person)
        if self.requested_seats is None or any(seat not in mine for seat in self.requested_seats):
            self.viewport = Viewport(tuple(mine) or (SPECTATOR,), self.language)
        assert self.viewport is not None
        viewers = self.viewport.viewers if table.begun else ()
        positions = {viewer: table.history.position(viewer) for viewer in viewers}
        connected = self.actor.connected_seats(table)
        state = (self.viewport, positions, table.info, table.chat_count, connected)
        if state == self.last_sent:
            return None
        owner = self.person is not None and table.owner == self.person.id
        views, now = self.actor.views, now_ms()
        message = views.table_message(
            self.viewport, self.known_positions, mine, owner, self.chat_seen, now, self.acknowledgements, connected
        )
        self.last_sent, self.chat_seen, self.acknowledgements = state, table.chat_count, []
        self.known_positions.update(positions)
        return message

    async def _receive_commands(self) -> None:
        """Handle commands forever, one at a time."""
        while True:
            command = await self._receive()
            if command is not None:
                try:
                    await self._handle(command)
                except Problem as problem:
                    await self.refuse(command.id, problem)

    async def _handle(self, command: protocol.AnyCommand) -> None:
        match command:
            case protocol.Ping():
                await self.send(protocol.Pong(command.id))
            case protocol.Watch():
                self._subscribe(await self._load_table(command), command)
            case _:
                person = self._require_person()
                answer = await self.dispatcher.answer(self.actor, person, command, self.language, patient=True)
                if not isinstance(answer, protocol.Done):
                    await self.send(answer)
                    return
                self.acknowledgements.append(answer)
                if self.actor.notification is None:
                    self.changed.set()

    def _require_person(self) -> Person:
        """Return the person; raise if there is none, since anonymous clients may only watch."""
        if self.person is None:
            raise RequestError("who", "who", 401)
        return self.person

    async def _receive(self) -> protocol.AnyCommand | None:
        """Receive a command; return None if it was refused."""
        event = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1000))
        data = event.get("text") or event.get("bytes") or ""
        command, problem = None, None
        try:
            command = protocol.COMMANDS.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            problem = RequestError("bad_request", "bad_request", 400, reason=str(error))
        if not self.bucket.take():
            self.excess_commands += 1
            if self.excess_commands > MAX_EXCESS_COMMANDS:
                raise Disconnect(CloseCode.TOO_MANY, "rate")
            problem = RequestError("too_many", "too_many", 429, seconds=1)
        if problem is None:
            return command
        await self.refuse(command.id if command else None, problem)
        return None

    async def refuse(self, request: str | None, problem: Problem) -> None:
        message = refusal_message(problem, load_words(self.language), request)
        REFUSALS.labels(message.kind).inc()
        await self.send(message)

    async def send(self, message: protocol.Message) -> None:
        await self.send_bytes(ENCODER.encode(message))

    async def send_bytes(self, message: bytes) -> None:
        """Send an encoded message; `ConnectionManager.drop_slow` drops the client if that takes too long."""
        if self.socket.application_state is WebSocketState.DISCONNECTED:
            raise WebSocketDisconnect
        self.blocked_since = self.blocked_since or time.monotonic()
        await self.raw_socket.send_text(message)
        self.blocked_since = None
        MESSAGES.inc()

    async def end_session(self) -> None:
        """Tell the client that its session has ended, then close the socket."""
        message = protocol.Closing(load_words(self.language).text("server.session_ended"), again=False)
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self.send(message), 1)
        await close(self.socket, CloseCode.SESSION_ENDED)


def _is_ahead(command: protocol.Watch, table: Table) -> bool:
    """Return whether the client has already seen a later state of the table."""
    if command.chat > table.chat_count:
        return True
    if not table.begun:
        return bool(command.known)
    known = _known_positions(command, range(table.settings.players))
    return any(position > table.history.position(viewer) for viewer, position in known.items())


def _known_positions(command: protocol.Watch, seats: Iterable[int]) -> dict[int, int]:
    """Return the last position that the client has seen for each of these seats and for the public view."""
    viewers = {PUBLIC: SPECTATOR, **{str(seat): seat for seat in seats}}
    return {viewers[name]: position for name, position in command.known.items() if name in viewers}
