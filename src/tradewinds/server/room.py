"""A table that is being used: its events go through here one by one, first into storage, then to everybody."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from tradewinds.server import events as e
from tradewinds.server import wire
from tradewinds.server.entries import index_of, places_of, read_row, rows_of
from tradewinds.server.events import clock_time
from tradewinds.server.metrics import EVENTS, LOST, STORING
from tradewinds.server.orders import Deed, judge
from tradewinds.server.people import Person
from tradewinds.server.problems import Refusal, not_found
from tradewinds.server.sight import Gallery
from tradewinds.server.storage.rows import Append
from tradewinds.server.storage.tables import load_events
from tradewinds.server.table import Table

if TYPE_CHECKING:
    from tradewinds.server.hall import Hall

log = logging.getLogger("tradewinds.table")

ABSENCE = 3.0
"""Seconds before others hear that somebody has left: who loads the page again is not gone."""
ATTEMPTS = 5
"""So often a command is judged again after another process was quicker."""


class Listener(Protocol):
    """Somebody who wants to hear that the table has changed."""

    person: Person | None

    def wake(self) -> None:
        """There is something to see, as soon as nobody holds the table's lock."""

    def show_now(self, table: Table) -> None:
        """There is something to see, and nobody holds the table's lock."""


class Room:
    """One table in memory. Whoever looks at it or changes it holds its lock: nobody sees what is not stored yet."""

    def __init__(self, table: str, hall: "Hall") -> None:
        self.id = table
        self.hall = hall
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.table: Table | None = None
        self.gallery: Gallery
        self.used = time.monotonic()
        self.announcing = False
        """Everybody will be shown the table in a moment."""

    def join(self, listener: Listener) -> None:
        """Somebody looks at the table from now on."""
        self.listeners.add(listener)
        self.tell()

    def part(self, listener: Listener) -> None:
        """Somebody does not look any more; others hear of it, unless they come back at once."""
        self.listeners.discard(listener)
        asyncio.get_running_loop().call_later(ABSENCE, self.tell)

    def here(self, table: Table) -> list[int] | None:
        """The seats whose people are connected, None if another process may know of more."""
        if self.hall.database.kind != "sqlite":
            return None
        people = {listener.person.id for listener in self.listeners if listener.person is not None}
        return [seat for seat, place in enumerate(table.places) if place.person in people]

    async def loaded(self) -> Table:
        """The table as stored, in memory; to be called with the lock held."""
        self.used = time.monotonic()
        if self.table is None:
            possible = self.id.isascii() and self.id.isprintable()
            rows = await self.hall.database.reading(lambda c: load_events(c, self.id)) if possible else []
            if not rows:
                self.hall.rooms.pop(self.id, None)
                raise not_found("table")
            table = Table(self.id, self.hall.boxes.find, self.hall.settings.limits.chat_kept)
            for row in rows:
                table.apply(read_row(row, table))
            self.table, self.gallery = table, Gallery(table)
        return self.table

    async def refresh(self) -> None:
        """Catch up with what other processes have stored; to be called with the lock held."""
        if self.table is None:
            return
        table = self.table
        rows = await self.hall.database.reading(lambda connection: load_events(connection, self.id, table.seq))
        try:
            for row in rows:
                table.apply(read_row(row, table))
        except BaseException:
            self.table = None
            raise
        if rows:
            self.announce()

    async def heard(self, seq: int) -> None:
        """Another process says that the table is at this event."""
        if self.table is None or self.table.seq >= seq:
            return
        async with self.lock:
            if self.table is not None and self.table.seq < seq:
                await self.refresh()

    async def obey(self, person: Person, command: wire.AnyCommand) -> wire.Done:
        """Carry out a command, once."""
        async with self.lock:
            for _ in range(ATTEMPTS):
                table = await self.loaded()
                if table.has_done(person.id, command.id):
                    return wire.Done(command.id, repeated=True)
                deeds = judge(table, person, command, self.here(table))
                if await self.store(deeds, person.id, command.id):
                    return wire.Done(command.id)
            raise Refusal("busy", "busy", 503)

    async def act(self, decide: Callable[[Table], list[Deed]]) -> bool:
        """Let the table itself do something: a bot's move, time that is up. Whether it was still to be done."""
        async with self.lock:
            for _ in range(ATTEMPTS):
                deeds = decide(await self.loaded())
                if not deeds:
                    return False
                if await self.store(deeds, None, None):
                    return True
            return False

    async def store(self, deeds: list[Deed], person: str | None, request: str | None) -> bool:
        """Make events durable, then let everybody see them; False if another process was quicker."""
        with STORING.time():
            if not await self.stored(deeds, person, request):
                LOST.inc()
                self.table = None
                await self.loaded()
                self.announce()
                return False
        for deed in deeds:
            EVENTS.labels(deed.event.__struct_config__.tag).inc()
        self.announce()
        return True

    async def stored(self, deeds: list[Deed], person: str | None, request: str | None) -> bool:
        """Apply events and store them. Whatever goes wrong, the table is then read again from storage."""
        table, now = await self.loaded(), clock_time()
        first = table.seq + 1
        entries = [e.Entry(deed.event, now, person, request, deed.state) for deed in deeds]
        try:
            if isinstance(deeds[-1].event, e.Started):
                await self.hall.boxes.keep(table.find_box(table.settings, deeds[-1].event.digest))
            before = table.info
            for entry in entries:
                table.apply(entry)
            seated = places_of(table) if table.info != before else None
            return await self.hall.database.append(
                Append(self.id, first, rows_of(self.id, first, entries), index_of(table), seated)
            )
        except BaseException:
            self.table = None
            raise

    def announce(self) -> None:
        """Everybody may look, and what is to happen next is seen to."""
        self.tell()
        self.hall.attendant.attend(self)

    def tell(self) -> None:
        """Everybody may look, as soon as the lock is free."""
        if not self.announcing:
            self.announcing = True
            asyncio.get_running_loop().call_soon(self.show)

    def show(self) -> None:
        """Let everybody see the table; where somebody is changing it again already, each when that is stored."""
        self.announcing = False
        for listener in list(self.listeners):
            if self.table is None or self.lock.locked():
                listener.wake()
            else:
                listener.show_now(self.table)
