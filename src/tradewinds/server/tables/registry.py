"""Registry of a process's table actors; creates tables, and loads and unloads them."""

import asyncio
import contextlib
import secrets
import time
from functools import partial

from sqlalchemy import Connection

from tradewinds.server.accounts.person import Person
from tradewinds.server.background import BackgroundTasks
from tradewinds.server.bots.executor import BotExecutor
from tradewinds.server.errors import RequestError
from tradewinds.server.metrics import TABLES_LOADED
from tradewinds.server.protocol import schemas
from tradewinds.server.settings import ServerSettings
from tradewinds.server.storage.database import Database
from tradewinds.server.storage.errors import Unavailable
from tradewinds.server.storage.queries.tables import count_tables_of, create_table, due_tables, find_table, tables_of
from tradewinds.server.storage.rows import TableRow, now_ms
from tradewinds.server.tables import events as e
from tradewinds.server.tables.actor import ATTEMPTS, TableActor, retry_until_available
from tradewinds.server.tables.boxes import Boxes
from tradewinds.server.tables.commands import PendingEvent, require_level
from tradewinds.server.tables.event_rows import index_of, places_of, rows_of
from tradewinds.server.tables.scheduler import Scheduler
from tradewinds.server.tables.table import Table

IDLE_SECONDS = 60.0
"""Seconds after which an unused table is unloaded."""
MAINTENANCE_INTERVAL = 5.0
"""Seconds between loading due tables and unloading idle ones."""
OVERDUE_MS = 10_000
"""Milliseconds past the due time after which a table is assumed to be loaded in no process."""
MAX_TABLES = 100_000
"""Limit for queries that should return all tables of a person."""
DUE_BATCH = 200
"""Maximum number of due tables loaded in one round of maintenance."""
MAX_SEQ = 1 << 60
"""Sequence number greater than that of any event."""


class TableRegistry:
    """Table actors of this process by table id."""

    def __init__(self, database: Database, settings: ServerSettings, background: BackgroundTasks) -> None:
        self.database = database
        self.settings = settings
        self.background = background
        self.boxes = Boxes(database, settings.boxes)
        self.bot_executor = BotExecutor(settings.bot_threads, settings.limits.cached_bots)
        self.scheduler = Scheduler(database, settings, self.bot_executor, background)
        self.actors: dict[str, TableActor] = {}
        self.margin = OVERDUE_MS
        self.loop: asyncio.AbstractEventLoop

    def actor(self, table: str) -> TableActor:
        """Return the actor of a table; only loading it tells whether the table exists.

        Marks the actor as used, so that it is not unloaded before the caller subscribes.
        """
        actor = self.actors.get(table)
        if actor is None:
            actor = self.actors[table] = TableActor(table, self)
            TABLES_LOADED.set(len(self.actors))
        actor.used = time.monotonic()
        return actor

    def schedule(self, actor: TableActor) -> None:
        """Start the bot or the clock timer of the seat to act, after a table was loaded or has changed."""
        self.scheduler.schedule(actor)

    def discard(self, actor: TableActor) -> None:
        """Remove the actor of a table that does not exist."""
        self.actors.pop(actor.id, None)

    async def open(self, person: Person, wanted: schemas.NewTable) -> str:
        """Open a table and return its id."""
        await self.require_table_quota(person)
        entries = [e.LogEntry(event, now_ms(), person.id) for event in self._opening_events(person, wanted)]
        return await self._create(person, entries)

    def _opening_events(self, person: Person, wanted: schemas.NewTable) -> list[e.AnyEvent]:
        """Return the first events of a new table; raise if its settings are invalid."""
        box = self.boxes.choose(wanted.game, len(wanted.seats), wanted.edition, wanted.options)
        settings = e.TableSettings(
            game=wanted.game,
            edition=box.edition,
            players=box.players,
            options=dict(box.options),
            clock=wanted.clock,
            public=wanted.public,
            spectators=wanted.spectators,
            hints=wanted.hints,
            title=self.boxes.title(wanted.game, box.edition),
        )
        return [e.Opened(settings, person.id), *seating_events(person, wanted)]

    async def _create(self, person: Person, entries: list[e.LogEntry]) -> str:
        """Store a new table with its first events and return its id."""
        table = Table(secrets.token_urlsafe(12), self.boxes.find)
        for entry in entries:
            table.apply(entry)
        index = index_of(table)
        row = TableRow(
            id=table.id,
            game=table.settings.game,
            edition=table.settings.edition,
            players=table.settings.players,
            status=table.status,
            public=table.settings.public,
            owner=person.id,
            seq=table.seq,
            turn=None,
            due=None,
            settings=index.settings,
            created=table.changed,
            changed=table.changed,
        )
        rows, seated = rows_of(table.id, 1, entries), places_of(table)

        def work(connection: Connection) -> None:
            # An earlier attempt may have been committed; ids are never reused.
            if find_table(connection, table.id) is None:
                create_table(connection, row, rows, seated)

        await self.database.write(work, repeatable=True)
        return table.id

    async def require_table_quota(self, person: Person) -> None:
        """Raise if a person owns too many waiting or running tables."""
        limits = self.settings.limits
        for status, most in (("waiting", limits.tables_waiting), ("playing", limits.tables_running)):
            count = await self.database.read_async(partial(count_tables_of, owner=person.id, statuses=[status]))
            if count >= most:
                raise RequestError("too_many", f"too_many_{status}", 429, most=most)

    async def rematch(self, person: Person, table: str) -> str:
        """Mark the person as ready for the rematch of a table, created if necessary; return its id."""
        found = await self._find_or_create_rematch(person, table)
        await self.actor(found).emit(lambda waiting: confirm_events(waiting, person.id))
        return found

    async def _find_or_create_rematch(self, person: Person, table: str) -> str:
        """Return the id of the rematch of a table, creating it on the first request."""
        actor = self.actor(table)
        async with actor.exclusive():
            for _ in range(ATTEMPTS):
                found = await actor.load()
                if found.rematch is not None:
                    return found.rematch
                require_rematch_allowed(found, person)
                await self.require_table_quota(person)
                entries = [e.LogEntry(event, now_ms(), person.id) for event in rematch_events(found, person)]
                created = await self._create(person, entries)
                try:
                    if await actor.store(found, [PendingEvent(e.Rematched(created))], person.id, None):
                        return created
                except Unavailable:
                    self.background.spawn(self._close(created))
                    raise
                await self._close(created)
            raise RequestError("busy", "busy", 503)

    async def _close(self, table: str) -> None:
        """Close a rematch that was created but could not be linked to its table."""
        await retry_until_available(lambda: self.actor(table).emit(lambda _table: [PendingEvent(e.Closed())]))

    async def transfer_guest(self, guest: str, person: Person) -> None:
        """Transfer all seats and tables of a guest to the account they logged in to."""
        for table in await self.tables_of(guest, ["waiting", "playing", "finished"]):
            await self.actor(table).emit(lambda table: transfer_events(table, guest, person))

    async def vacate_seats(self, person: str) -> None:
        """Free the seats of a person who is about to be deleted; bots take over running games."""
        for table in await self.tables_of(person, ["waiting", "playing"]):
            await self.actor(table).emit(lambda table: vacate_events(table, person))

    async def tables_of(self, person: str, statuses: list[str]) -> list[str]:
        """Return the ids of the tables where a person has a seat or is the owner."""
        found = await self.database.read_async(lambda c: tables_of(c, person, statuses, MAX_TABLES))
        return [listed.table.id for listed in found]

    async def reload(self, tables: set[str]) -> None:
        """Reload tables after personal data was removed from their events."""
        for actor in [self.actors[table] for table in tables if table in self.actors]:
            await actor.reload()

    def start(self) -> None:
        """Subscribe to storage notifications and start maintenance."""
        self.loop = asyncio.get_running_loop()
        self.database.on_notification = self._on_notification
        self.database.on_gap = self._on_gap
        self.background.run_every(MAINTENANCE_INTERVAL, self.maintain)

    def _on_notification(self, table: str, seq: int) -> None:
        """Called on a storage thread when any process has appended events."""
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._on_stored, table, seq)

    def _on_stored(self, table: str, seq: int) -> None:
        if actor := self.actors.get(table):
            actor.on_stored(seq)

    def _on_gap(self) -> None:
        """Called on a storage thread when notifications may have been missed."""
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._refresh_all)

    def _refresh_all(self) -> None:
        for actor in self.actors.values():
            actor.on_stored(MAX_SEQ)

    async def maintain(self) -> None:
        """Load tables where a bot or a clock is due, and unload idle ones."""
        await self.load_due(now_ms() + self.margin)
        # From the second round on, only overdue tables: others are handled by the process that has them loaded.
        self.margin = -OVERDUE_MS
        self.unload_idle()

    async def load_due(self, before: int) -> None:
        """Load the tables where a bot is to move or a clock runs out before this time."""
        for row in await self.database.read_async(lambda connection: due_tables(connection, before, DUE_BATCH)):
            actor = self.actor(row.id)
            await actor.load()
            actor.on_stored(row.seq)
            self.scheduler.schedule(actor)

    def unload_idle(self) -> None:
        """Unload tables without subscribers that have not been used for a while."""
        now = time.monotonic()
        for table, actor in list(self.actors.items()):
            if (
                not actor.subscribers
                and not actor.lock.locked()
                and now - actor.used > IDLE_SECONDS
                and self.scheduler.release(actor)
            ):
                del self.actors[table]
        TABLES_LOADED.set(len(self.actors))

    def stop(self) -> None:
        """Stop bots and timers."""
        self.scheduler.stop()
        self.bot_executor.close()


def seating_events(person: Person, wanted: schemas.NewTable) -> list[e.AnyEvent]:
    """Return the events that fill the seats of a new table."""
    events: list[e.AnyEvent] = []
    for seat, who in enumerate(wanted.seats):
        if who == "me":
            events.append(e.Seated(seat, person.id, person.nickname))
        elif who != "open":
            require_level(who)
            events.append(e.BotAssigned(seat, who))
    return events


def rematch_events(table: Table, person: Person) -> list[e.AnyEvent]:
    """Return the first events of a rematch, with the same seats, which everyone else has to confirm."""
    events: list[e.AnyEvent] = [e.Opened(table.settings, person.id)]
    for seat, place in enumerate(table.places):
        if place.person is not None:
            events.append(e.Seated(seat, place.person, place.name, ready=place.person == person.id))
        elif place.level is not None:
            events.append(e.BotAssigned(seat, place.level))
    return events


def confirm_events(table: Table, person: str) -> list[PendingEvent]:
    """Return the events by which a person confirms their seats at a rematch."""
    late = [seat for seat in table.seats_of(person) if table.status == "waiting" and not table.places[seat].ready]
    return [PendingEvent(e.Seated(seat, person, table.places[seat].name)) for seat in late]


def require_rematch_allowed(table: Table, person: Person) -> None:
    if table.status != "finished":
        raise RequestError("not_over", "not_over")
    if not table.seats_of(person.id):
        raise RequestError("not_allowed", "only_seated", 403)


def transfer_events(table: Table, guest: str, person: Person) -> list[PendingEvent]:
    """Return the events that transfer a guest's seats and ownership to an account."""
    seats = [PendingEvent(e.Seated(seat, person.id, table.places[seat].name)) for seat in table.seats_of(guest)]
    return [*seats, PendingEvent(e.OwnerChanged(person.id))] if table.owner == guest else seats


def vacate_events(table: Table, person: str) -> list[PendingEvent]:
    """Return the events that free a person's seats and, if they own a waiting table, transfer or close it."""
    pending = [PendingEvent(e.Seated(seat, "", "")) for seat in table.seats_of(person)]
    if table.owner == person and table.status == "waiting":
        others = [place.person for place in table.places if place.person not in (None, person)]
        pending.append(PendingEvent(e.OwnerChanged(others[0]) if others and others[0] else e.Closed()))
    return pending
