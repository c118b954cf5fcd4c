"""Actor of a loaded table: serialises its commands, stores their events, and notifies subscribers."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Protocol, TypeVar

from tradewinds.server import protocol
from tradewinds.server.accounts.person import Person
from tradewinds.server.background import BackgroundTasks
from tradewinds.server.errors import RequestError, not_found
from tradewinds.server.metrics import EVENTS, LOST_RACES, STORE_SECONDS
from tradewinds.server.settings import ServerSettings
from tradewinds.server.storage.database import Database
from tradewinds.server.storage.errors import Unavailable
from tradewinds.server.storage.queries.tables import load_events
from tradewinds.server.storage.rows import EventBatch, now_ms
from tradewinds.server.storage.writer import FIRST_PAUSE, LONGEST_PAUSE
from tradewinds.server.tables import events as e
from tradewinds.server.tables.boxes import Boxes
from tradewinds.server.tables.commands import PendingEvent, decide
from tradewinds.server.tables.event_rows import index_of, places_of, read_row, rows_of
from tradewinds.server.tables.table import Table
from tradewinds.server.tables.view_cache import ViewCache

T = TypeVar("T")

DISCONNECT_DELAY = 3.0
"""Seconds before a disconnect is announced, so that reloading a page goes unnoticed."""
ATTEMPTS = 5
"""Attempts to store a command's events while other processes append to the same log."""
OUTDATED = ("stale", "not_playing")
"""Kinds of refusal that may be caused by a stale copy of the table."""


class Subscriber(Protocol):
    """A receiver of table updates."""

    person: Person | None

    def notify(self) -> None:
        """Called when the table has changed but is not loaded."""

    def push(self, table: Table) -> None:
        """Called with the table when it has changed."""


class TableHost(Protocol):
    """Interface that actors need from their registry."""

    database: Database
    settings: ServerSettings
    boxes: Boxes
    background: BackgroundTasks

    def schedule(self, actor: "TableActor") -> None:
        """Start the bot or the clock timer of the seat to act, after a table was loaded or has changed."""

    def discard(self, actor: "TableActor") -> None:
        """Remove the actor of a table that does not exist."""


class TableActor:
    """Holds the committed state of one table and serialises its writes.

    `table` is never mutated: events are applied to a copy, which replaces it once they are durable, so readers need no
    lock and only see stored events. Writers hold `lock`.
    """

    def __init__(self, table: str, host: TableHost) -> None:
        self.id = table
        self.host = host
        self.lock = asyncio.Lock()
        self.subscribers: set[Subscriber] = set()
        self.table: Table | None = None
        self.views: ViewCache
        self.used = time.monotonic()
        self.notification: asyncio.Handle | None = None
        """Scheduled call that notifies the subscribers."""
        self.loading: asyncio.Task[Table] | None = None
        self.behind = False
        """Whether storage is known to have newer events."""
        self.catching_up = False
        self.storing = 0
        """Sequence number of the last event being stored; 0 if none."""
        self.postponed = 0
        """Sequence number from a notification that arrived while those events were being stored; 0 if none."""

    def subscribe(self, subscriber: Subscriber) -> None:
        self.subscribers.add(subscriber)
        self.notify()

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self.subscribers.discard(subscriber)
        asyncio.get_running_loop().call_later(DISCONNECT_DELAY, self.notify)

    def connected_seats(self, table: Table) -> list[int] | None:
        """Return the seats of connected people, or None if other processes may serve the table too."""
        if self.is_shared:
            return None
        people = {subscriber.person.id for subscriber in self.subscribers if subscriber.person is not None}
        return [seat for seat, place in enumerate(table.places) if place.person in people]

    @contextlib.asynccontextmanager
    async def exclusive(self) -> AsyncIterator[None]:
        """Hold the write lock; raise Unavailable if it is not acquired in time."""
        try:
            async with asyncio.timeout(self.host.database.timeout):
                await self.lock.acquire()
        except TimeoutError as error:
            raise Unavailable from error
        try:
            yield
        finally:
            self.lock.release()

    async def load(self) -> Table:
        """Return the table, reading it from storage if necessary."""
        self.used = time.monotonic()
        if self.table is not None:
            return self.table
        if self.loading is None:
            self.loading = asyncio.get_running_loop().create_task(self._load())
            self.loading.add_done_callback(self._on_loaded)
        # Concurrent callers share one read, which survives the cancellation of any of them.
        return await asyncio.shield(self.loading)

    async def _load(self) -> Table:
        table = await self._read()
        if self.table is None:
            self.table, self.views = table, ViewCache(table)
        return self.table

    def _on_loaded(self, task: "asyncio.Task[Table]") -> None:
        """Mark the exception as retrieved, since `load` raises it to its callers, and catch up with storage."""
        self.loading = None
        if not task.cancelled():
            task.exception()
        self._catch_up()

    async def _read(self) -> Table:
        """Rebuild the table from all its stored events."""
        possible = self.id.isascii() and self.id.isprintable()
        rows = await self.host.database.read_async(lambda c: load_events(c, self.id)) if possible else []
        if not rows:
            self.host.discard(self)
            raise not_found("table")
        table = Table(self.id, self.host.boxes.find, self.host.settings.limits.chat_kept)
        for row in rows:
            table.apply(read_row(row, table))
        return table

    async def reload(self) -> None:
        """Rebuild the table from storage after stored events were rewritten."""
        while self.table is not None:
            table = await self._read()
            if self.table is not None and self.table.seq <= table.seq:
                self.table, self.views = table, ViewCache(table)
                self.publish()
                return

    async def refresh(self) -> bool:
        """Apply events stored by other processes; return whether there were any."""
        table = await self.load()
        rows = await self.host.database.read_async(lambda connection: load_events(connection, self.id, table.seq))
        if rows:
            following = table.copy()
            for row in rows:
                following.apply(read_row(row, following))
            self._adopt(following, table)
        return bool(rows)

    def _adopt(self, table: Table, before: Table) -> None:
        """Replace `before` with `table`, whose additional events are durable, and publish it."""
        if self.table is before:
            self.table = self.views.table = table
            self.publish()
        else:
            # `before` was replaced meanwhile: read the new events from storage.
            self.on_stored(table.seq)

    def on_stored(self, seq: int) -> None:
        """Handle a notification that events up to `seq` are stored."""
        if seq <= self.storing:
            # Probably stored by this process, whose append is about to return.
            self.postponed = seq
        elif self.loading is not None or (self.table is not None and self.table.seq < seq):
            self.behind = True
            self._catch_up()

    def _catch_up(self) -> None:
        if self.behind and self.loading is None and not self.catching_up:
            self.catching_up = True
            self.host.background.spawn(self._read_on())

    async def _read_on(self) -> None:
        """Refresh the table until it is up to date, waiting for the database if necessary."""
        try:
            while self.behind and self.table is not None:
                self.behind = False
                await retry_until_available(self.refresh)
        finally:
            self.catching_up = False

    @property
    def is_shared(self) -> bool:
        """Whether other processes may append events to this table."""
        return self.host.database.kind != "sqlite"

    async def execute(self, person: Person, command: protocol.AnyCommand) -> protocol.Done:
        """Execute a person's command, at most once per request id."""
        async with self.exclusive():
            for _ in range(ATTEMPTS):
                table = await self.load()
                if table.is_duplicate(person.id, command.id):
                    return protocol.Done(command.id, repeated=True)
                try:
                    pending = decide(table, person, command, self.connected_seats(table))
                except RequestError as refusal:
                    # The client may have seen a newer position, served by another process.
                    if refusal.kind in OUTDATED and self.is_shared and await self.refresh():
                        continue
                    raise
                if await self.store(table, pending, person.id, command.id):
                    return protocol.Done(command.id)
            raise RequestError("busy", "busy", 503)

    async def emit(self, produce: Callable[[Table], list[PendingEvent]]) -> bool:
        """Store the events that `produce` returns for the current table; return whether there were any.

        `produce` is called again if another process has appended events first.
        """
        async with self.exclusive():
            for _ in range(ATTEMPTS):
                table = await self.load()
                pending = produce(table)
                if not pending:
                    return False
                if await self.store(table, pending, None, None):
                    return True
            return False

    async def store(self, table: Table, pending: list[PendingEvent], person: str | None, request: str | None) -> bool:
        """Append events to the log of a table, then publish them; return False if another process was first."""
        with STORE_SECONDS.time():
            now = now_ms()
            entries = [e.LogEntry(item.event, now, person, request, item.state) for item in pending]
            if isinstance(pending[-1].event, e.Started):
                await self.host.boxes.store(table.find_box(table.settings, pending[-1].event.digest))
            following, first = table.with_entries(entries), table.seq + 1
            seated = places_of(following) if following.info != table.info else None
            batch = EventBatch(self.id, first, rows_of(self.id, first, entries), index_of(following), seated)
            if not await self._append(batch, following, table):
                LOST_RACES.inc()
                await self.refresh()
                return False
        for item in pending:
            EVENTS.labels(item.event.__struct_config__.tag).inc()
        return True

    async def _append(self, batch: EventBatch, following: Table, table: Table) -> bool:
        """Store a batch; once it is durable, `following` replaces `table`, even if the caller has been cancelled."""
        self.storing = batch.last
        try:
            return await self.host.database.append(batch, partial(self._adopt, following, table))
        finally:
            postponed, self.storing, self.postponed = self.postponed, 0, 0
            self.on_stored(postponed)

    def publish(self) -> None:
        """Notify subscribers, and schedule the next bot move or timeout."""
        self.notify()
        self.host.schedule(self)

    def notify(self) -> None:
        """Notify subscribers soon, but after callers that await an append, so that one message serves both."""
        if self.notification is not None:
            self.notification.cancel()
        self.notification = asyncio.get_running_loop().call_soon(self._notify_now)

    def _notify_now(self) -> None:
        self.notification = None
        for subscriber in list(self.subscribers):
            if self.table is None:
                subscriber.notify()
            else:
                subscriber.push(self.table)


async def retry_until_available(work: Callable[[], Awaitable[T]]) -> T:
    """Call `work` until the database is available."""
    pause = FIRST_PAUSE
    while True:
        try:
            return await work()
        except Unavailable:
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
