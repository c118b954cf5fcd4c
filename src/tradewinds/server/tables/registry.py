"""All tables of a process: opened, found, loaded when somebody needs them and forgotten when nobody does."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from sqlalchemy import Connection

from tradewinds.server.accounts.people import Person
from tradewinds.server.bots.thinkers import Thinkers
from tradewinds.server.errors import Refusal
from tradewinds.server.http import schemas
from tradewinds.server.metrics import ROOMS
from tradewinds.server.settings import ServerSettings
from tradewinds.server.storage.database import Database
from tradewinds.server.storage.errors import Unavailable
from tradewinds.server.storage.queries.tables import count_tables_of, create_table, due_tables, find_table, tables_of
from tradewinds.server.storage.rows import TableRow
from tradewinds.server.tables import events as e
from tradewinds.server.tables.boxes import Boxes
from tradewinds.server.tables.commands import Deed, must_be_level
from tradewinds.server.tables.event_rows import index_of, places_of, rows_of
from tradewinds.server.tables.events import clock_time
from tradewinds.server.tables.room import ATTEMPTS, Room, insist
from tradewinds.server.tables.scheduler import Attendant
from tradewinds.server.tables.table import Table

log = logging.getLogger("tradewinds.hall")

IDLE = 60.0
"""Seconds after which a table that nobody uses is forgotten."""
LOOK = 5.0
"""Seconds between looking for tables where something is due and nobody is."""
OVERDUE = 10_000
"""Milliseconds after which something that has not happened is not being seen to by another process."""
MANY = 100_000
"""More tables than one person has."""
AT_ONCE = 200
"""So many of them are loaded at once."""
LAST = 1 << 60
"""An event after all others."""


class Hall:
    """The rooms of this process."""

    def __init__(self, database: Database, settings: ServerSettings) -> None:
        self.database = database
        self.settings = settings
        self.boxes = Boxes(database, settings.boxes)
        self.thinkers = Thinkers(settings.thinking_threads, settings.limits.search_trees)
        self.attendant = Attendant(self)
        self.rooms: dict[str, Room] = {}
        self.margin = OVERDUE
        self.tasks: set[asyncio.Task[None]] = set()
        self.loop: asyncio.AbstractEventLoop

    def room(self, table: str) -> Room:
        """The room of a table; whether there is such a table shows when it is loaded.

        From now on it is used: were it forgotten before somebody has said what to watch, they would hear of nothing.
        """
        room = self.rooms.get(table)
        if room is None:
            room = self.rooms[table] = Room(table, self)
            ROOMS.set(len(self.rooms))
        room.used = time.monotonic()
        return room

    def do(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start something that goes on beside everything else; should it fail, that is logged."""
        task = asyncio.get_running_loop().create_task(self.watched(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def watched(self, work: Awaitable[None]) -> None:
        """Do something and log what goes wrong."""
        try:
            await work
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("A task has failed")

    def regularly(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do something now and then, from now on; should it fail once, it is done again the next time."""

        async def again_and_again() -> None:
            while True:
                await self.watched(work())
                await asyncio.sleep(seconds)

        self.do(again_and_again())

    async def open(self, person: Person, wanted: schemas.NewTable) -> str:
        """Open a table."""
        await self.must_have_room(person)
        entries = [e.Entry(event, clock_time(), person.id) for event in self.opening(person, wanted)]
        return await self.create(person, entries)

    def opening(self, person: Person, wanted: schemas.NewTable) -> list[e.AnyEvent]:
        """The events that set up a table as wanted; what cannot be played is refused."""
        box = self.boxes.choose(wanted.game, len(wanted.seats), wanted.edition, wanted.options)
        settings = e.Settings(
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
        return [e.Opened(settings, person.id), *seating(person, wanted)]

    async def create(self, person: Person, entries: list[e.Entry]) -> str:
        """A table of its first events."""
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
            # It is there if the answer to an earlier attempt was lost: ids are never used twice.
            if find_table(connection, table.id) is None:
                create_table(connection, row, rows, seated)

        await self.database.write(work, repeatable=True)
        return table.id

    async def must_have_room(self, person: Person) -> None:
        """Nobody may keep too many tables."""
        limits = self.settings.limits
        for status, most in (("waiting", limits.tables_waiting), ("playing", limits.tables_running)):
            count = await self.database.reading(partial(count_tables_of, owner=person.id, statuses=[status]))
            if count >= most:
                raise Refusal("too_many", f"too_many_{status}", 429, most=most)

    async def rematch(self, person: Person, table: str) -> str:
        """A table for the same people once more, at which whoever asks is ready."""
        found = await self.table_again(person, table)
        await self.room(found).act(lambda waiting: agreed(waiting, person.id))
        return found

    async def table_again(self, person: Person, table: str) -> str:
        """The table of a rematch; the first who asks opens it."""
        room = self.room(table)
        async with room.turn():
            for _ in range(ATTEMPTS):
                found = await room.loaded()
                if found.rematch is not None:
                    return found.rematch
                must_rematch(found, person)
                await self.must_have_room(person)
                entries = [e.Entry(event, clock_time(), person.id) for event in again(found, person)]
                created = await self.create(person, entries)
                try:
                    if await room.store(found, [Deed(e.Rematched(created))], person.id, None):
                        return created
                except Unavailable:
                    self.do(self.take_down(created))
                    raise
                await self.take_down(created)
            raise Refusal("busy", "busy", 503)

    async def take_down(self, table: str) -> None:
        """Close a table that nobody knows of."""
        await insist(lambda: self.room(table).act(lambda _table: [Deed(e.Closed())]))

    async def hand_over(self, guest: str, person: Person) -> None:
        """All seats of a guest who turned out to be somebody with an account."""
        for table in await self.tables_of(guest, ["waiting", "playing", "finished"]):
            await self.room(table).act(lambda table: handed_over(table, guest, person))

    async def vacate(self, person: str) -> None:
        """Somebody is about to be deleted: their seats are open again, or a bot's where a game runs."""
        for table in await self.tables_of(person, ["waiting", "playing"]):
            await self.room(table).act(lambda table: vacated(table, person))

    async def tables_of(self, person: str, statuses: list[str]) -> list[str]:
        """The tables where somebody sits, or which they opened."""
        found = await self.database.reading(lambda c: tables_of(c, person, statuses, MANY))
        return [listed.table.id for listed in found]

    async def forget(self, tables: set[str]) -> None:
        """Somebody is deleted who was at these tables: what is loaded of them must not know the name any more."""
        for room in [self.rooms[table] for table in tables if table in self.rooms]:
            await room.read_again()

    async def begin(self) -> None:
        """Listen to other processes, and look after tables where nobody is."""
        self.loop = asyncio.get_running_loop()
        self.database.on_notice = self.noticed
        self.database.on_gap = self.missed
        self.regularly(LOOK, self.look_after)

    def noticed(self, table: str, seq: int) -> None:
        """A process has stored something; said in a thread of storage."""
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self.hear, table, seq)

    def hear(self, table: str, seq: int) -> None:
        """The same in the loop; only tables in memory matter."""
        if room := self.rooms.get(table):
            room.heard(seq)

    def missed(self) -> None:
        """Notices may have been missed: everything in memory is read again."""
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self.hear_all)

    def hear_all(self) -> None:
        """Look at every table in memory."""
        for room in self.rooms.values():
            room.heard(LAST)

    async def look_after(self) -> None:
        """Bots and clocks of tables that nobody has loaded, and tables that nobody needs."""
        await self.load_due(clock_time() + self.margin)
        # At first everything that is due; later what is overdue, since whoever has a table loaded sees to it in time.
        self.margin = -OVERDUE
        self.tidy()

    async def load_due(self, before: int) -> None:
        """Load the tables where a bot should have moved or a clock runs out before this time."""
        for row in await self.database.reading(lambda connection: due_tables(connection, before, AT_ONCE)):
            room = self.room(row.id)
            await room.loaded()
            room.heard(row.seq)
            self.attendant.attend(room)

    def tidy(self) -> None:
        """Forget the tables that nobody has used for a while."""
        now = time.monotonic()
        for table, room in list(self.rooms.items()):
            if not room.listeners and not room.lock.locked() and now - room.used > IDLE and self.attendant.leave(room):
                del self.rooms[table]
        ROOMS.set(len(self.rooms))

    async def end(self) -> None:
        """Stop thinking and waiting; what is stored is stored."""
        self.attendant.end()
        self.thinkers.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def seating(person: Person, wanted: schemas.NewTable) -> list[e.AnyEvent]:
    """The events that give the seats of a table to those who are wanted there."""
    events: list[e.AnyEvent] = []
    for seat, who in enumerate(wanted.seats):
        if who == "me":
            events.append(e.Seated(seat, person.id, person.nickname))
        elif who != "open":
            must_be_level(who)
            events.append(e.Furnished(seat, who))
    return events


def again(table: Table, person: Person) -> list[e.AnyEvent]:
    """The events that set up a table like another one: everybody at the same seat, who is still to say yes."""
    events: list[e.AnyEvent] = [e.Opened(table.settings, person.id)]
    for seat, place in enumerate(table.places):
        if place.person is not None:
            events.append(e.Seated(seat, place.person, place.name, ready=place.person == person.id))
        elif place.level is not None:
            events.append(e.Furnished(seat, place.level))
    return events


def agreed(table: Table, person: str) -> list[Deed]:
    """The events by which somebody who was put at a table says yes."""
    late = [seat for seat in table.seats_of(person) if table.status == "waiting" and not table.places[seat].ready]
    return [Deed(e.Seated(seat, person, table.places[seat].name)) for seat in late]


def must_rematch(table: Table, person: Person) -> None:
    """Those who have played to the end may play again."""
    if table.status != "finished":
        raise Refusal("not_over", "not_over")
    if not table.seats_of(person.id):
        raise Refusal("not_allowed", "only_seated", 403)


def handed_over(table: Table, guest: str, person: Person) -> list[Deed]:
    """The events by which a guest's seats and table become an account's."""
    seats = [Deed(e.Seated(seat, person.id, table.places[seat].name)) for seat in table.seats_of(guest)]
    return [*seats, Deed(e.Handed(person.id))] if table.owner == guest else seats


def vacated(table: Table, person: str) -> list[Deed]:
    """The events by which somebody's seats become nobody's, and a table that waits somebody else's or is closed."""
    deeds = [Deed(e.Seated(seat, "", "")) for seat in table.seats_of(person)]
    if table.owner == person and table.status == "waiting":
        others = [place.person for place in table.places if place.person not in (None, person)]
        deeds.append(Deed(e.Handed(others[0]) if others and others[0] else e.Closed()))
    return deeds
