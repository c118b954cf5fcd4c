"""The websocket of a table: commands come in one by one; what has changed goes out as fast as the client takes it."""

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tradewinds.i18n import Problem, load_words
from tradewinds.kernel.record import SPECTATOR
from tradewinds.server.accounts.people import Person
from tradewinds.server.bots.hints import advise
from tradewinds.server.errors import Refusal, refused
from tradewinds.server.http.rate_limits import Bucket
from tradewinds.server.http.responses import language_of
from tradewinds.server.metrics import MESSAGES, REFUSALS
from tradewinds.server.realtime import protocol
from tradewinds.server.realtime.bounded_websocket import DIRECT, BoundedWebSocket
from tradewinds.server.realtime.view_cache import Gaze
from tradewinds.server.tables.events import clock_time
from tradewinds.server.tables.preview import preview
from tradewinds.server.tables.room import Room
from tradewinds.server.tables.table import Table

if TYPE_CHECKING:
    from tradewinds.server.app import Office

ENCODER = msgspec.json.Encoder()
PUBLIC = "public"
PATIENCE = 100
"""A socket is closed after so many commands beyond its rate."""

TOO_SLOW, TOO_MANY, NOT_FOUND, ENDED, RENEWED, BAD, GOING_AWAY, LATER = 4408, 4429, 4404, 4401, 4409, 4400, 1012, 1013


class Client:
    """One socket at one table."""

    def __init__(self, socket: WebSocket, office: "Office", room: Room, person: Person | None) -> None:
        self.socket = socket
        self.wire: BoundedWebSocket = socket.scope["extensions"][DIRECT]
        self.office = office
        self.room = room
        self.person = person
        self.gaze: Gaze | None = None
        self.wanted: list[int] | None = None
        self.known: dict[int, int] = {}
        self.heard = 0
        self.shown: tuple[object, ...] = ()
        self.placed: tuple[Table | None, int, list[int]] = (None, 0, [])
        """Its seats, at a table as it was arranged then."""
        self.news = asyncio.Event()
        self.done: list[protocol.Done] = []
        """Commands that were carried out, which the client is yet to be told."""
        self.stuck_since: float | None = None
        self.given_up: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.bucket: Bucket = office.rates.bucket("commands")
        self.excess = 0
        self.language = language_of(socket)

    def wake(self) -> None:
        """Something has changed at the table."""
        self.news.set()

    def show_now(self, table: Table) -> None:
        """Show what has changed at once, if the client takes it; else, and where there is a problem, `show` does."""
        if self.stuck_since is not None or not self.wire.takes_text:
            self.news.set()
            return
        try:
            message = self.look(table)
        except Problem:
            self.news.set()
            return
        if message is not None:
            self.wire.write_text(message)
            MESSAGES.inc()
        elif self.done:
            self.news.set()

    def give_up(self) -> None:
        """The client does not take what it is sent."""
        if not self.given_up.done():
            self.given_up.set_result(None)

    async def run(self) -> Exception:
        """Talk with the client until it leaves, and return why.

        Raised, the reason would hold this call, which holds the tasks, which hold the reason.
        """
        try:
            await self.first_words()
        except Exception as reason:
            return reason
        self.room.join(self)
        loop = asyncio.get_running_loop()
        tasks = [loop.create_task(self.show()), loop.create_task(self.listen())]
        try:
            await asyncio.wait({*tasks, self.given_up}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.room.part(self)
            for task in tasks:
                task.cancel()
            reasons = await asyncio.gather(*tasks, return_exceptions=True)
        return next((reason for reason in reasons if isinstance(reason, Exception)), Gone(TOO_SLOW, "slow"))

    async def first_words(self) -> None:
        """The client must say what it wants to see before anything is shown."""
        command = None
        try:
            async with asyncio.timeout(self.office.settings.limits.watch_seconds):
                while not isinstance(command, protocol.Watch):
                    command = await self.receive()
                    if command is not None and not isinstance(command, protocol.Watch):
                        await self.refuse(command.id, Refusal("watch_first", "watch_first"))
        except TimeoutError:
            raise Gone(TOO_SLOW, "watch") from None
        self.language = command.lang
        self.watch(await self.table_for(command), command)
        self.room.hall.attendant.attend(self.room)

    async def table_for(self, command: protocol.Watch) -> Table:
        """The table, not before what the client has seen of it: another process may have shown more of it."""
        table = await self.room.loaded()
        if self.room.is_shared and is_ahead(command, table):
            await self.room.refresh()
        return await self.room.loaded()

    def watch(self, table: Table, command: protocol.Watch) -> None:
        """Look at what the client asks for, as far as it may."""
        self.language = command.lang
        mine = table.seats_of(self.person.id if self.person else None)
        seats = mine if command.seats is None else command.seats
        if any(seat not in mine for seat in seats):
            raise Refusal("not_yours", "not_yours", 403, seat=next(s for s in seats if s not in mine) + 1)
        self.must_be_admitted(table)
        self.wanted = command.seats
        self.gaze = Gaze(tuple(dict.fromkeys(seats)) or (SPECTATOR,), command.lang)
        names = {PUBLIC: SPECTATOR, **{str(seat): seat for seat in mine}}
        self.known = {names[name]: position for name, position in command.known.items() if name in names}
        self.heard = command.chat
        self.shown = ()
        self.news.set()

    def must_be_admitted(self, table: Table) -> None:
        """Some tables let nobody watch."""
        if not table.admits(self.person.id if self.person else None):
            raise Refusal("not_allowed", "no_spectators", 403)

    async def show(self) -> None:
        """Send what has changed. A slow client misses what lies between, never the latest."""
        while True:
            await self.news.wait()
            self.news.clear()
            message = self.look(await self.room.loaded())
            if message is not None:
                await self.send(message)
            while self.done:
                await self.say(self.done.pop(0))

    def look(self, table: Table) -> bytes | None:
        """How the table looks now to this client, and what of its commands is done; None if it looks as before."""
        if self.placed[:2] != (table, table.info):
            self.placed = table, table.info, table.seats_of(self.person.id if self.person else None)
        mine = self.placed[2]
        self.must_be_admitted(table)
        if self.wanted is None or any(seat not in mine for seat in self.wanted):
            self.gaze = Gaze(tuple(mine) or (SPECTATOR,), self.language)
        assert self.gaze is not None
        begun = table.status in ("playing", "finished")
        positions = {viewer: table.course.position(viewer) for viewer in self.gaze.viewers} if begun else {}
        here = self.room.here(table)
        appearance = (self.gaze, positions, table.info, table.said, here)
        if appearance == self.shown:
            return None
        owner = self.person is not None and table.owner == self.person.id
        gallery, now = self.room.gallery, clock_time()
        message = gallery.poster(self.gaze, self.known, mine, owner, self.heard, now, self.done, here)
        self.shown, self.heard, self.done = appearance, table.said, []
        self.known.update(positions)
        return message

    async def listen(self) -> None:
        """Carry out commands, one after the other."""
        while True:
            command = await self.receive()
            if command is not None:
                try:
                    await self.answer(command)
                except Problem as problem:
                    await self.refuse(command.id, problem)

    async def answer(self, command: protocol.AnyCommand) -> None:
        """Carry out one command and say so."""
        match command:
            case protocol.Ping():
                await self.say(protocol.Pong(command.id))
            case protocol.Watch():
                self.watch(await self.table_for(command), command)
            case protocol.Hint():
                await self.say(await advise(self.office, self.room, self.known_person(), command, self.language))
            case protocol.Preview():
                await self.say(await preview(self.room, self.known_person(), command, self.language))
            case _:
                done = await self.office.carry_out(self.room, self.known_person(), command, patient=True)
                self.done.append(done)
                if self.room.announcing is None:
                    self.news.set()

    def known_person(self) -> Person:
        """Who sends commands; a stranger can only watch."""
        if self.person is None:
            raise Refusal("who", "who", 401)
        return self.person

    async def receive(self) -> protocol.AnyCommand | None:
        """The next command; None if what came was none, which is said."""
        event = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1000))
        data = event.get("text") or event.get("bytes") or ""
        command, problem = None, None
        try:
            command = protocol.COMMANDS.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            problem = Refusal("bad_request", "bad_request", 400, reason=str(error))
        if not self.bucket.take():
            self.excess += 1
            if self.excess > PATIENCE:
                raise Gone(TOO_MANY, "rate")
            problem = Refusal("too_many", "too_many", 429, seconds=1)
        if problem is None:
            return command
        await self.refuse(command.id if command else None, problem)
        return None

    async def refuse(self, request: str | None, problem: Problem) -> None:
        """Say why something is not done."""
        message = refused(problem, load_words(self.language), request)
        REFUSALS.labels(message.kind).inc()
        await self.say(message)

    async def say(self, message: protocol.Message) -> None:
        """Send a message."""
        await self.send(ENCODER.encode(message))

    async def send(self, message: bytes) -> None:
        """Send bytes. Since when the client has not taken them is noted, see `Sockets.look_for_slow`."""
        if self.socket.application_state is WebSocketState.DISCONNECTED:
            raise WebSocketDisconnect
        self.stuck_since = self.stuck_since or time.monotonic()
        await self.wire.send_text(message)
        self.stuck_since = None
        MESSAGES.inc()

    async def farewell(self, key: str, code: int, *, again: bool) -> None:
        """Say goodbye and close."""
        message = protocol.Farewell(load_words(self.language).text(f"server.{key}"), again)
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self.say(message), 1)
        await close(self.socket, code)


def is_ahead(command: protocol.Watch, table: Table) -> bool:
    """Whether a client has seen or heard more than there is."""
    if table.status not in ("playing", "finished"):
        return bool(command.known) or command.chat > table.said
    viewers = {PUBLIC: SPECTATOR, **{str(seat): seat for seat in range(table.settings.players)}}
    known = {viewers[name]: position for name, position in command.known.items() if name in viewers}
    seen = any(position > table.course.position(viewer) for viewer, position in known.items())
    return seen or command.chat > table.said


class Gone(Exception):
    """The server gives a client up."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


async def close(socket: WebSocket, code: int) -> None:
    """Close a socket that may be closed already, or whose client takes nothing any more."""
    if socket.application_state is not WebSocketState.DISCONNECTED:
        with contextlib.suppress(Exception):
            await asyncio.wait_for(socket.close(code), 1)
