"""A table that is being used: its events go through here one by one, first into storage, then to everybody."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

from tradewinds.server.accounts.people import Person
from tradewinds.server.errors import Refusal, not_found
from tradewinds.server.metrics import EVENTS, LOST, STORING
from tradewinds.server.realtime import protocol
from tradewinds.server.realtime.view_cache import Gallery
from tradewinds.server.storage.errors import Unavailable
from tradewinds.server.storage.queries.tables import load_events
from tradewinds.server.storage.rows import Append
from tradewinds.server.storage.writer import FIRST_PAUSE, LONGEST_PAUSE
from tradewinds.server.tables import events as e
from tradewinds.server.tables.commands import Deed, judge
from tradewinds.server.tables.event_rows import index_of, places_of, read_row, rows_of
from tradewinds.server.tables.events import clock_time
from tradewinds.server.tables.table import Table

if TYPE_CHECKING:
    from tradewinds.server.tables.registry import Hall

T = TypeVar("T")

ABSENCE = 3.0
"""Seconds before others hear that somebody has left: who loads the page again is not gone."""
ATTEMPTS = 5
"""So often a command is judged again after another process was quicker."""
OUTDATED = ("stale", "not_playing")
"""Refusals that may mean that this process has not heard of something yet."""


class Listener(Protocol):
    """Somebody who wants to hear that the table has changed."""

    person: Person | None

    def wake(self) -> None:
        """There is something to see, as soon as the table is loaded."""

    def show_now(self, table: Table) -> None:
        """There is something to see."""


class Room:
    """One table in memory: what is stored of it, and nothing else.

    `table` is never changed, only replaced by a later one: events happen to a copy, which takes its place when they are
    durable. So whoever looks at it sees what is stored, and never less than before. The lock is for those who want
    something to happen.
    """

    def __init__(self, table: str, hall: "Hall") -> None:
        self.id = table
        self.hall = hall
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.table: Table | None = None
        self.gallery: Gallery
        self.used = time.monotonic()
        self.announcing: asyncio.Handle | None = None
        """Everybody will be shown the table in a moment."""
        self.loading: asyncio.Task[Table] | None = None
        self.behind = False
        """More is said to be stored than is in memory."""
        self.catching_up = False
        self.storing = 0
        """The last event of those that are on their way to storage, else 0."""
        self.postponed = 0
        """What was heard meanwhile of the same events."""

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

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """The right to let something happen, which one has at a time; who would wait too long is refused."""
        try:
            async with asyncio.timeout(self.hall.database.patience):
                await self.lock.acquire()
        except TimeoutError as error:
            raise Unavailable from error
        try:
            yield
        finally:
            self.lock.release()

    async def loaded(self) -> Table:
        """The table as it is stored, in memory."""
        self.used = time.monotonic()
        if self.table is not None:
            return self.table
        if self.loading is None:
            self.loading = asyncio.get_running_loop().create_task(self.load())
            self.loading.add_done_callback(self.has_loaded)
        # All who wait for it have it read once, and who leaves does not take it from the others.
        return await asyncio.shield(self.loading)

    async def load(self) -> Table:
        """Read the table into memory."""
        table = await self.read()
        if self.table is None:
            self.table, self.gallery = table, Gallery(table)
        return self.table

    def has_loaded(self, task: "asyncio.Task[Table]") -> None:
        """Loading has come to an end; those who wait for it know how."""
        self.loading = None
        if not task.cancelled():
            task.exception()
        self.catch_up()

    async def read(self) -> Table:
        """Read the table from storage, from its first event."""
        possible = self.id.isascii() and self.id.isprintable()
        rows = await self.hall.database.reading(lambda c: load_events(c, self.id)) if possible else []
        if not rows:
            self.hall.rooms.pop(self.id, None)
            raise not_found("table")
        table = Table(self.id, self.hall.boxes.find, self.hall.settings.limits.chat_kept)
        for row in rows:
            table.apply(read_row(row, table))
        return table

    async def read_again(self) -> None:
        """Read everything from storage again: it says something else now about the same events."""
        while self.table is not None:
            table = await self.read()
            if self.table is not None and self.table.seq <= table.seq:
                self.table, self.gallery = table, Gallery(table)
                self.announce()
                return

    async def refresh(self) -> bool:
        """Read what other processes have stored since; whether there was anything."""
        table = await self.loaded()
        rows = await self.hall.database.reading(lambda connection: load_events(connection, self.id, table.seq))
        if rows:
            following = table.copy()
            for row in rows:
                following.apply(read_row(row, following))
            self.adopt(following, table)
        return bool(rows)

    def adopt(self, table: Table, before: Table) -> None:
        """What was added to the table as it was before is stored: let it take its place, and everybody see it."""
        if self.table is before:
            self.table = self.gallery.table = table
            self.announce()
        else:
            # Something else has taken its place meanwhile, and it is added to that.
            self.heard(table.seq)

    def heard(self, seq: int) -> None:
        """This event is said to be stored."""
        if seq <= self.storing:
            # Probably by this process, which will hear of it in a moment.
            self.postponed = seq
        elif self.loading is not None or (self.table is not None and self.table.seq < seq):
            self.behind = True
            self.catch_up()

    def catch_up(self) -> None:
        """Read what is said to be stored, unless that is being done."""
        if self.behind and self.loading is None and not self.catching_up:
            self.catching_up = True
            self.hall.do(self.read_on())

    async def read_on(self) -> None:
        """Refresh the table until nothing more is said to be stored, however long the database does not answer."""
        try:
            while self.behind and self.table is not None:
                self.behind = False
                await insist(self.refresh)
        finally:
            self.catching_up = False

    @property
    def is_shared(self) -> bool:
        """Whether other processes may let something happen at this table."""
        return self.hall.database.kind != "sqlite"

    async def obey(self, person: Person, command: protocol.AnyCommand) -> protocol.Done:
        """Carry out a command, once."""
        async with self.turn():
            for _ in range(ATTEMPTS):
                table = await self.loaded()
                if table.has_done(person.id, command.id):
                    return protocol.Done(command.id, repeated=True)
                try:
                    deeds = judge(table, person, command, self.here(table))
                except Refusal as refusal:
                    # It may have been made for a position that another process has shown.
                    if refusal.kind in OUTDATED and self.is_shared and await self.refresh():
                        continue
                    raise
                if await self.store(table, deeds, person.id, command.id):
                    return protocol.Done(command.id)
            raise Refusal("busy", "busy", 503)

    async def act(self, decide: Callable[[Table], list[Deed]]) -> bool:
        """Let the table itself do something: a bot's move, time that is up. Whether it was still to be done."""
        async with self.turn():
            for _ in range(ATTEMPTS):
                table = await self.loaded()
                deeds = decide(table)
                if not deeds:
                    return False
                if await self.store(table, deeds, None, None):
                    return True
            return False

    async def store(self, table: Table, deeds: list[Deed], person: str | None, request: str | None) -> bool:
        """Make durable what was decided for a table, then let everybody see it; False if another process was quicker.

        It is stored right after what has happened at that table, or not at all.
        """
        with STORING.time():
            now = clock_time()
            entries = [e.Entry(deed.event, now, person, request, deed.state) for deed in deeds]
            if isinstance(deeds[-1].event, e.Started):
                await self.hall.boxes.keep(table.find_box(table.settings, deeds[-1].event.digest))
            following, first = table.after(entries), table.seq + 1
            seated = places_of(following) if following.info != table.info else None
            append = Append(self.id, first, rows_of(self.id, first, entries), index_of(following), seated)
            if not await self.send(append, following, table):
                LOST.inc()
                await self.refresh()
                return False
        for deed in deeds:
            EVENTS.labels(deed.event.__struct_config__.tag).inc()
        return True

    async def send(self, append: Append, following: Table, table: Table) -> bool:
        """Hand events to storage; the table that follows is adopted when they are durable, whoever still waits."""
        self.storing = append.last
        try:
            return await self.hall.database.append(append, partial(self.adopt, following, table))
        finally:
            heard, self.storing, self.postponed = self.postponed, 0, 0
            self.heard(heard)

    def announce(self) -> None:
        """Everybody may look, and what is to happen next is seen to."""
        self.tell()
        self.hall.attendant.attend(self)

    def tell(self) -> None:
        """Everybody may look; who waits for what was stored goes first, so that what is shown says that it is done."""
        if self.announcing is not None:
            self.announcing.cancel()
        self.announcing = asyncio.get_running_loop().call_soon(self.show)

    def show(self) -> None:
        """Let everybody see the table; where it is not in memory, each when it is."""
        self.announcing = None
        for listener in list(self.listeners):
            if self.table is None:
                listener.wake()
            else:
                listener.show_now(self.table)


async def insist(work: Callable[[], Awaitable[T]]) -> T:
    """Do something as often as it takes until the database answers."""
    pause = FIRST_PAUSE
    while True:
        try:
            return await work()
        except Unavailable:
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
