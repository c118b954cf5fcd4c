"""The lobby as a state machine over the real application and a real database: who sees which tables, and when."""

import asyncio
import tempfile
from collections.abc import Coroutine
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
)

from tests.server.servers import UNLIMITED, fast_settings
from tradewinds.server import protocol
from tradewinds.server.accounts.person import Person
from tradewinds.server.errors import RequestError
from tradewinds.server.http.routes.tables import table_summary
from tradewinds.server.protocol import schemas
from tradewinds.server.rate_limits import RateLimiter
from tradewinds.server.services import Services
from tradewinds.server.settings import ServerSettings
from tradewinds.server.storage import Database
from tradewinds.server.storage.queries.tables import list_public, tables_of
from tradewinds.server.tables.view_cache import ViewCache, Viewport

T = TypeVar("T")
WAITING, RUNNING = 3, 2
"""Tables that one person may have."""


@dataclass
class TableModel:
    """The model of a table."""

    owner: str
    public: bool
    seats: list[str]
    """Who sits there: a person's id, `bot`, or nothing."""
    status: str = "waiting"
    rematch: str | None = None
    ready: set[int] = field(default_factory=lambda: {0, 1})


class LobbyMachine(RuleBasedStateMachine):
    """An application without sockets, and a model of its lobby."""

    people: Bundle[Person] = Bundle("people")
    tables: Bundle[str] = Bundle("tables")

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.loop = asyncio.new_event_loop()
        limits = msgspec.structs.replace(UNLIMITED, tables_waiting=WAITING, tables_running=RUNNING)
        self.settings = fast_settings(f"sqlite:///{Path(self.folder.name) / 'lobby.db'}", limits=limits)
        self.model: dict[str, TableModel] = {}
        self.names: dict[str, str] = {}
        self.tables_since_restart = 0
        self.services = self.start_app(self.settings)

    def start_app(self, chosen: ServerSettings) -> Services:
        """Start the application."""
        services = Services(chosen, Database.open(chosen.database), RateLimiter(chosen.limits))
        self.run(services.start())
        return services

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine and let pending bots move."""

        async def done() -> T:
            return await asyncio.wait_for(work, 300)

        return self.loop.run_until_complete(done())

    def teardown(self) -> None:
        self.run(self.services.stop())
        self.loop.close()
        self.folder.cleanup()

    def ask(self, work: Coroutine[Any, Any, T], expected: str | None) -> T | None:
        """Send a request; check that it succeeds or is refused as expected."""
        try:
            found = self.run(work)
        except RequestError as refusal:
            assert refusal.kind == expected
            return None
        assert expected is None
        return found

    def command(self, person: Person, table: str, command: protocol.AnyCommand, expected: str | None) -> bool:
        """Send a command to a table."""
        done = self.services.dispatcher.execute(self.services.registry.actor(table), person, command)
        return self.ask(done, expected) is not None

    def full(self, person: Person) -> str | None:
        """Return why a person cannot have another table."""
        mine = [table.status for table in self.model.values() if table.owner == person.id]
        return "too_many" if mine.count("waiting") >= WAITING or mine.count("playing") >= RUNNING else None

    # People

    @initialize(target=people)
    def begin(self) -> Any:
        """Create a guest and an account."""
        account = schemas.Credentials("Bob", "correct horse")
        known, _ = self.run(self.services.accounts.create_account(None, account, "a browser"))
        self.names[known.id] = known.nickname
        return multiple(known, self.arrive("Ada"))

    @precondition(lambda self: len(self.names) < 4)
    @rule(target=people, name=st.sampled_from(["Ada", "Bob", "Cleo"]))
    def arrive(self, name: str) -> Person:
        person, _ = self.run(self.services.accounts.create_guest(name, None, "a browser"))
        self.names[person.id] = name
        return person

    @precondition(lambda self: len(self.names) > 2)
    @rule(person=consumes(people))
    def go(self, person: Person) -> None:
        """Delete a person and update the model of all tables."""
        self.run(self.services.accounts.delete(person, "correct horse" if person.account else None))
        del self.names[person.id]
        for key, table in self.model.items():
            waiting = table.status == "waiting"
            table.seats = [("" if waiting else "gone") if who == person.id else who for who in table.seats]
            if table.owner == person.id:
                others = [who for who in table.seats if waiting and who not in ("", "bot")]
                table.owner = others[0] if others else ""
                table.status = "closed" if waiting and not others else table.status
            if table.status == "playing" and set(table.seats) <= {"gone", "bot"}:
                self.run(self.finished(key))
                table.status = "finished"

    # Tables

    @rule(target=tables, person=people, public=st.booleans(), seats=st.sampled_from(["me open", "me novice", "me me"]))
    def open(self, person: Person, public: bool, seats: str) -> Any:
        wanted = schemas.NewTable(game="bombay", seats=seats.split(), public=public)
        table = self.ask(self.services.registry.open(person, wanted), self.full(person))
        if table is None:
            return multiple()
        who = {"me": person.id, "open": "", "novice": "bot"}
        self.tables_since_restart += 1
        self.model[table] = TableModel(person.id, public, [who[seat] for seat in seats.split()])
        return table

    @rule(person=people, table=tables, seat=st.integers(0, 1))
    def take(self, person: Person, table: str, seat: int) -> None:
        known = self.model[table]
        expected = "begun" if known.status != "waiting" else None
        if expected is None and known.seats[seat] not in ("", person.id):
            expected = "taken"
        if self.command(person, table, protocol.Take(seat=seat), expected):
            known.seats[seat] = person.id
            known.ready.add(seat)

    @rule(person=people, table=tables, seat=st.integers(0, 1))
    def leave(self, person: Person, table: str, seat: int) -> None:
        known = self.model[table]
        expected = "begun" if known.status != "waiting" else None if known.seats[seat] == person.id else "not_yours"
        if self.command(person, table, protocol.Leave(seat=seat), expected):
            known.seats[seat] = ""

    @rule(person=people, table=tables)
    def start(self, person: Person, table: str) -> None:
        known = self.model[table]
        expected = "begun" if known.status != "waiting" else None
        if expected is None and person.id not in (known.owner, *known.seats):
            expected = "not_allowed"
        elif expected is None and ("" in known.seats or "gone" in known.seats or len(known.ready) < 2):
            expected = "not_ready"
        if self.command(person, table, protocol.Start(), expected):
            known.status = "playing"

    @rule(table=tables, person=people)
    def settle(self, table: str, person: Person) -> None:
        """Fill all open seats, which starts the game."""
        known = self.model[table]
        for seat in (0, 1):
            if known.status == "waiting" and known.seats[seat] in ("", person.id):
                self.take(person, table, seat)
        self.start(person, table)

    @rule(table=tables)
    def resign(self, table: str) -> None:
        """Resign all seats and let bots finish the game."""
        known = self.model[table]
        if known.status == "playing":
            for seat, who in enumerate(known.seats):
                person = next(
                    (Person(who, name, None, None, "") for id_, name in self.names.items() if id_ == who), None
                )
                if person is not None:
                    self.command(person, table, protocol.Resign(seat=seat), None)
            self.run(self.finished(table))
            known.status = "finished"

    async def finished(self, table: str) -> None:
        """Wait until bots have finished a game."""
        actor = self.services.registry.actor(table)
        while True:
            async with actor.lock:
                if (await actor.load()).status == "finished":
                    return
                self.services.registry.scheduler.schedule(actor)
            await asyncio.sleep(0.002)

    @rule(target=tables, person=people, table=tables)
    def rematch(self, person: Person, table: str) -> Any:
        known = self.model[table]
        expected = None if known.rematch or known.status == "finished" else "not_over"
        if expected is None and not known.rematch:
            expected = "not_allowed" if person.id not in known.seats else self.full(person)
        created = self.ask(self.services.registry.rematch(person, table), expected)
        if created is None or known.rematch:
            assert created == (known.rematch if created else None)
            if created is not None and (again := self.model[created]).status == "waiting":
                again.ready |= {seat for seat, who in enumerate(again.seats) if who == person.id}
            return multiple()
        known.rematch = created
        seats = ["" if who == "gone" else who for who in known.seats]
        ready = {seat for seat, who in enumerate(seats) if who in (person.id, "bot", "")}
        self.model[created] = TableModel(person.id, known.public, seats, ready=ready)
        return created

    @rule(target=tables, person=people, table=tables)
    def play_again(self, person: Person, table: str) -> Any:
        """Play a whole game and its rematch."""
        self.settle(table, person)
        self.resign(table)
        return self.rematch(person, table)

    @rule(person=people, table=tables)
    def close(self, person: Person, table: str) -> None:
        known = self.model[table]
        expected = "begun" if known.status != "waiting" else None if person.id == known.owner else "not_allowed"
        if self.command(person, table, protocol.Close(), expected):
            known.status = "closed"

    # Nothing is lost

    @rule(table=tables)
    def forget(self, table: str) -> None:
        """Reload a table from storage and compare."""
        before, after = self.run(self.seen_twice(table))
        assert after == before

    async def seen_twice(self, table: str) -> tuple[tuple[int, bytes], tuple[int, bytes]]:
        """Return a table as every viewer sees it, before and after reloading, without bot moves in between."""
        actor = self.services.registry.actor(table)

        async def look() -> tuple[int, bytes]:
            found = await actor.load()
            return found.seq, ViewCache(found).table_message(Viewport((-1,), "en"), {}, [], False, 0, 0)

        async with actor.lock:
            before = await look()
            actor.table = None
            return before, await look()

    @precondition(lambda self: self.tables_since_restart > 2)
    @rule()
    def restart(self) -> None:
        """Restart the application with the same database."""
        self.tables_since_restart = 0
        self.run(self.services.stop())
        self.services = self.start_app(self.settings)

    @invariant()
    def lists_are_right(self) -> None:
        database = self.services.database
        for statuses in (["waiting"], ["playing"]):
            found = database.read(partial(list_public, statuses=statuses, limit=100))
            expected = {key for key, table in self.model.items() if table.public and table.status in statuses}
            assert {one.table.id for one in found} == expected
            assert [one.table.changed for one in found] == sorted((one.table.changed for one in found), reverse=True)
        for person in self.names:
            self.own_list_is_right(person)

    def own_list_is_right(self, person: str) -> None:
        """Check a person's list of games, those at their turn first."""
        statuses = ["waiting", "playing", "finished"]
        found = self.services.database.read(lambda connection: tables_of(connection, person, statuses, 100))
        shown = {one.table.id: table_summary(one, person) for one in found}
        mine = {key: table for key, table in self.model.items() if person in (table.owner, *table.seats)}
        assert set(shown) == {key for key, table in mine.items() if table.status in statuses}
        turns = [one.your_turn for one in found]
        assert turns == sorted(turns, reverse=True)
        for key, one in shown.items():
            assert one.status == mine[key].status
            assert one.mine == [seat for seat, who in enumerate(mine[key].seats) if who == person]
            assert (one.turn is not None) == (one.status == "playing")
            assert one.my_turn == (one.turn in one.mine)


TestLobby = LobbyMachine.TestCase
TestLobby.settings = settings(max_examples=12, stateful_step_count=35)
