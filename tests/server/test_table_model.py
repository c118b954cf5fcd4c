"""A table as a state machine: whatever people ask of it in whatever order, it does what a small model says."""

import random
from dataclasses import dataclass

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.server.twins import find_box
from tradewinds.i18n import Problem
from tradewinds.kernel.game import load_game
from tradewinds.kernel.record import SPECTATOR
from tradewinds.match import GameRecord, MoveError
from tradewinds.match.clock import BankClock, NoClock
from tradewinds.match.record import record_text, verify
from tradewinds.server import protocol
from tradewinds.server.accounts.person import Person
from tradewinds.server.errors import RequestError
from tradewinds.server.tables import events as e
from tradewinds.server.tables.commands import PendingEvent, decide, move_event
from tradewinds.server.tables.event_rows import read_row, rows_of
from tradewinds.server.tables.scheduler import bot_move
from tradewinds.server.tables.table import Table
from tradewinds.server.tables.view_cache import ViewCache, Viewport

PEOPLE = [Person(f"id-{name}", name, None, None, f"session-{name}") for name in ("Ada", "Bob", "Cleo")]
OWNER = PEOPLE[0]
BOXES = [("bombay", 2, {"screens": "closed"}), ("bombay", 3, {}), ("borneo", 3, {"stores": "closed"})]
someone = st.sampled_from(PEOPLE)
seats = st.integers(0, 3)
own = st.one_of(st.none(), seats)


@dataclass
class Chair:
    """What the model knows of a seat."""

    person: str | None = None
    bot: bool = False
    away: bool = False
    resigned: bool = False


class TableMachine(RuleBasedStateMachine):
    """A table beside a model of it."""

    @initialize(box=st.sampled_from(BOXES), spectators=st.booleans(), clock=st.booleans(), seed=st.integers(0, 2**32))
    def open(self, box: tuple[str, int, dict[str, str]], spectators: bool, clock: bool, seed: int) -> None:
        game, players, options = box
        made = load_game(game).box(players, None, options)
        pace = BankClock(60, 2) if clock else NoClock()
        wanted = e.TableSettings(game, made.edition, players, dict(made.options), pace, spectators=spectators)
        self.chooser, self.now, self.asked = random.Random(seed), 1_000_000, 0
        self.table, self.entries = Table("t", find_box), list[e.LogEntry]()
        self.status, self.chairs = "waiting", [Chair() for _ in range(players)]
        self.positions: dict[int, int] = {}
        self.acted: dict[int, int] = {}
        self.spectators = spectators
        self.happen([PendingEvent(e.Opened(wanted, OWNER.id))], OWNER, None)

    # What is done, and what it may come to

    def happen(self, pending: list[PendingEvent], person: Person | None, request: str | None) -> None:
        """Let events happen, through the form in which they are stored."""
        first = self.table.seq + 1
        entries = [
            e.LogEntry(item.event, self.now, person.id if person else None, request, item.state) for item in pending
        ]
        for row in rows_of("t", first, entries):
            self.table.apply(read_row(row, self.table))
        self.entries += entries

    def ask(self, person: Person, command: protocol.AnyCommand, expected: str | None) -> bool:
        """Ask something; it is refused as expected, and then nothing changes, or it is done."""
        before = self.skeleton(self.table)
        try:
            pending = decide(self.table, person, command)
        except Problem as problem:
            kind = problem.kind if isinstance(problem, RequestError | MoveError) else str(problem)
            assert kind == expected
            assert self.skeleton(self.table) == before
            return False
        assert expected is None
        assert self.skeleton(self.table) == before
        self.asked += 1
        self.happen(pending, person, f"r{self.asked}")
        assert self.table.is_duplicate(person.id, f"r{self.asked}")
        return True

    def skeleton(self, table: Table) -> list[bytes]:
        """Everything that everybody sees, without what was told before."""
        begun = table.status in ("playing", "finished")
        known = {viewer: table.history.position(viewer) for viewer in self.everybody} if begun else {}
        views = ViewCache(table)
        return [
            views.table_message(Viewport((viewer,), "en"), known, [], False, 0, self.now) for viewer in self.everybody
        ]

    def told(self, table: Table) -> list[bytes]:
        """Everything that everybody sees who arrives."""
        views = ViewCache(table)
        return [views.table_message(Viewport((viewer,), "en"), {}, [], False, 0, self.now) for viewer in self.everybody]

    @property
    def everybody(self) -> list[int]:
        """All who may look."""
        return [*range(len(self.chairs)), SPECTATOR]

    def mine(self, person: Person) -> list[int]:
        return [number for number, chair in enumerate(self.chairs) if chair.person == person.id]

    def unfit(self, person: Person, seat: int | None) -> str | None:
        """Why somebody cannot act for a seat of a running game."""
        mine = self.mine(person)
        if self.status != "playing":
            return "not_playing"
        if seat is None:
            if len(mine) != 1:
                return "which_seat"
            seat = mine[0]
        if seat not in mine:
            return "not_yours"
        return "resigned" if self.chairs[seat].resigned else None

    # Before the game

    @rule(person=someone, seat=seats, name=st.sampled_from([None, "Zoe", "Ada", " Ada ", "a|b", "\u202e", ";"]))
    def take(self, person: Person, seat: int, name: str | None) -> None:
        expected = "begun" if self.status != "waiting" else None
        if expected is None and seat >= len(self.chairs):
            expected = "no_seat"
        elif expected is None and (self.chairs[seat].bot or self.chairs[seat].person not in (None, person.id)):
            expected = "taken"
        elif expected is None and name is not None and not set(name) <= set("Zoe Ada"):
            expected = "bad_name"
        if self.ask(person, protocol.Take(seat=seat, name=name), expected):
            self.chairs[seat] = Chair(person.id)

    @rule(person=someone, seat=seats)
    def leave(self, person: Person, seat: int) -> None:
        expected = "begun" if self.status != "waiting" else None if seat in self.mine(person) else "not_yours"
        if self.ask(person, protocol.Leave(seat=seat), expected):
            self.chairs[seat] = Chair()

    @rule(person=someone, seat=seats, level=st.sampled_from([None, "novice", "skilled", "wizard"]))
    def assign_bot(self, person: Person, seat: int, level: str | None) -> None:
        expected = "begun" if self.status != "waiting" else "not_allowed" if person is not OWNER else None
        if expected is None:
            expected = "no_level" if level == "wizard" else "no_seat" if seat >= len(self.chairs) else None
        if self.ask(person, protocol.AssignBot(seat=seat, level=level), expected):
            self.chairs[seat] = Chair(bot=level is not None)

    @rule(person=someone)
    def start(self, person: Person) -> None:
        expected = "begun" if self.status != "waiting" else None
        if expected is None and person is not OWNER and not self.mine(person):
            expected = "not_allowed"
        elif expected is None and any(chair.person is None and not chair.bot for chair in self.chairs):
            expected = "not_ready"
        if self.ask(person, protocol.Start(), expected):
            self.status = "playing"

    @rule(alone=st.booleans())
    def fill(self, alone: bool) -> None:
        """The owner sits down with a friend or alone with bots, so that a game comes about."""
        for number, chair in enumerate(self.chairs):
            if self.status == "waiting" and chair.person is None and not chair.bot:
                if alone and self.mine(OWNER):
                    self.assign_bot(OWNER, number, "novice")
                else:
                    self.take(PEOPLE[number % 2], number, None)
        self.start(OWNER)

    @rule(person=someone, sure=st.sampled_from([False, False, False, True]))
    def close(self, person: Person, sure: bool) -> None:
        expected = "begun" if self.status != "waiting" else "not_allowed" if person is not OWNER else None
        if (expected or sure) and self.ask(person, protocol.Close(), expected):
            self.status = "closed"

    # At any time

    @rule(person=someone, text=st.sampled_from(["hello", "  ", "\x07", "two\nlines"]))
    def chat(self, person: Person, text: str) -> None:
        here = self.spectators or person is OWNER or bool(self.mine(person))
        expected = "not_allowed" if not here else None if text in ("hello", "two\nlines") else "bad_request"
        before = self.table.chat_count
        said = self.ask(person, protocol.Chat(text=text), expected)
        assert self.table.chat_count == before + said

    @rule(milliseconds=st.integers(0, 5000))
    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds

    @rule()
    def read_again(self) -> None:
        """Everything read from storage again is the same table."""
        table = Table("t", find_box)
        for row in rows_of("t", 1, self.entries):
            table.apply(read_row(row, table))
        assert self.told(table) == self.told(self.table)
        assert (table.seq, table.changed, table.due) == (self.table.seq, self.table.changed, self.table.due)
        self.table = table

    # During the game

    @rule(person=someone, seat=own)
    def resign(self, person: Person, seat: int | None) -> None:
        if self.ask(person, protocol.Resign(seat=seat), self.unfit(person, seat)):
            self.chairs[self.mine(person)[0] if seat is None else seat].resigned = True

    @rule(person=someone, seat=own)
    def come_back(self, person: Person, seat: int | None) -> None:
        expected, meant = self.unfit(person, seat), self.mine(person)[:1] if seat is None else [seat]
        if expected is None and not self.chairs[meant[0]].away:
            expected = "not_away"
        if self.ask(person, protocol.Return(seat=seat), expected):
            self.chairs[meant[0]].away = False

    @precondition(lambda self: self.status == "playing")
    @rule()
    def lapse(self) -> None:
        """The time of the seat to act is up."""
        if self.table.deadline is not None:
            assert self.table.turn is not None
            self.now = max(self.now, self.table.deadline)
            self.happen([PendingEvent(e.TimedOut(self.table.turn))], None, None)
            self.chairs[self.table.turn].away = True

    @rule(person=someone, seat=own, late=st.integers(0, 1), move=st.integers(0, 3000))
    def play_anything(self, person: Person, seat: int | None, late: int, move: int) -> None:
        """Somebody plays whatever comes to mind."""
        expected = self.unfit(person, seat)
        meant = (self.mine(person) or [0])[0] if seat is None else seat
        position = 0
        if expected is None:
            position = self.table.history.position(meant) + late
            wrong = self.table.match.refusal(move) is not None if move < self.table.match.game.actions else True
            turn = self.table.match.to_act
            expected = "stale" if late else "not_your_turn" if turn != meant else "not_legal" if wrong else None
        if self.ask(person, protocol.Play(position=position, move=move, seat=seat), expected):
            self.played(meant)

    @precondition(lambda self: self.status == "playing")
    @rule(count=st.integers(1, 25))
    def play_on(self, count: int) -> None:
        """Everybody plays on at random; bots where they have to."""
        for _ in range(count):
            if self.status == "playing":
                self.move()

    def move(self) -> None:
        """The seat to act plays something legal."""
        match, seat = self.table.match, self.table.match.to_act
        chair, choice = self.chairs[seat], self.chooser.choice(match.legal())
        assert self.table.bot_to_act == (chair.bot or chair.away or chair.resigned)
        if chair.bot or chair.resigned or (chair.away and self.chooser.random() < 0.5):
            self.happen([move_event(match, choice, by_bot=True)], None, None)
        else:
            person = next(person for person in PEOPLE if person.id == chair.person)
            position = self.table.history.position(seat)
            self.happen(
                decide(self.table, person, protocol.Play(position=position, move=choice, seat=seat)), person, None
            )
        self.played(seat)

    def played(self, seat: int) -> None:
        """Something was played for a seat."""
        self.acted[seat] = self.table.history.position(seat)
        if not self.chairs[seat].bot and self.entries[-1].person is not None:
            self.chairs[seat].away = False
        if self.table.match.is_over:
            self.status = "finished"

    @rule(person=someone, seat=own, late=st.sampled_from([0, 0, 0, 1, -1, -2]))
    def undo(self, person: Person, seat: int | None, late: int) -> None:
        """Somebody takes back: alone with bots whatever they did last, else as long as nobody has learned anything."""
        expected, position, meant = self.unfit(person, seat), 0, 0
        if expected is None:
            meant, match = self.mine(person)[0] if seat is None else seat, self.table.match
            now = self.table.history.position(meant)
            position = max(0, now + late)
            if sum(not chair.bot for chair in self.chairs) == 1:
                own = [number for number, step in enumerate(match.steps) if step.seat == meant]
                stale = position > now or position < self.acted.get(meant, 0)
                expected = "stale" if stale else None if own else "move"
            else:
                own = []
                expected = "stale" if position != now else None if match.may_undo(meant) else "move"
            before = match.state_at(own[-1]) if own else None
        thought = len(self.table.history.changes) if self.status == "playing" else 0
        bot = self.table.turn
        if self.ask(person, protocol.Undo(position=position, seat=seat), expected):
            self.acted[meant] = self.table.history.position(meant)
            self.chairs[meant].away = False
            assert before is None or self.table.match.state.tobytes() == before.tobytes()
            assert self.table.turn == meant
            # What a bot has thought about a position that was taken back is dropped.
            assert bot is None or bot_move(self.table, bot, thought, 0) == []

    @precondition(lambda self: self.status == "playing")
    @rule(count=st.integers(1, 6), late=st.sampled_from([0, 0, -1]))
    def think_again(self, count: int, late: int) -> None:
        """Somebody who sits here takes back, again and again."""
        for _ in range(count):
            person = self.chooser.choice([person for person in PEOPLE if self.mine(person)] or PEOPLE)
            self.undo(person, self.chooser.choice(self.mine(person) or [0]), late)

    # Always

    @invariant()
    def fits_the_model(self) -> None:
        table = self.table
        assert table.status == self.status
        assert table.seq == len(self.entries)
        for chair, place in zip(self.chairs, table.places, strict=True):
            assert (place.person, place.level is not None) == (chair.person, chair.bot)
            assert (place.stand_in, place.resigned) == (chair.away, chair.resigned)
        if self.status in ("playing", "finished"):
            assert min(table.clock.left) >= 0
            positions = {viewer: table.history.position(viewer) for viewer in self.everybody}
            assert all(positions[viewer] >= before for viewer, before in self.positions.items())
            self.positions = positions

    def teardown(self) -> None:
        """Whatever happened, the game can be finished, stored and proven."""
        if hasattr(self, "table"):
            while self.status == "playing":
                self.move()
            self.fits_the_model()
            self.read_again()
            if self.status == "finished":
                verify(GameRecord.parse(record_text(self.table.match)))


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=20, stateful_step_count=30)
