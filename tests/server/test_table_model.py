"""A table as a state machine: whatever people ask of it in whatever order, it does what a small model says."""

import random
from dataclasses import dataclass

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.server.equivalent_games import find_box
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
class SeatModel:
    """The model of a seat."""

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
        self.status, self.seats_model = "waiting", [SeatModel() for _ in range(players)]
        self.positions: dict[int, int] = {}
        self.acted: dict[int, int] = {}
        self.spectators = spectators
        self.apply_events([PendingEvent(e.Opened(wanted, OWNER.id))], OWNER, None)

    # What is done, and what it may come to

    def apply_events(self, pending: list[PendingEvent], person: Person | None, request: str | None) -> None:
        """Apply events after encoding and decoding them."""
        first = self.table.seq + 1
        entries = [
            e.LogEntry(item.event, self.now, person.id if person else None, request, item.state) for item in pending
        ]
        for row in rows_of("t", first, entries):
            self.table.apply(read_row(row, self.table))
        self.entries += entries

    def ask(self, person: Person, command: protocol.AnyCommand, expected: str | None) -> bool:
        """Send a command; check that it is executed, or refused as expected without effect."""
        before = self.public_view(self.table)
        try:
            pending = decide(self.table, person, command)
        except Problem as problem:
            kind = problem.kind if isinstance(problem, RequestError | MoveError) else str(problem)
            assert kind == expected
            assert self.public_view(self.table) == before
            return False
        assert expected is None
        assert self.public_view(self.table) == before
        self.asked += 1
        self.apply_events(pending, person, f"r{self.asked}")
        assert self.table.is_duplicate(person.id, f"r{self.asked}")
        return True

    def public_view(self, table: Table) -> list[bytes]:
        """Return what every viewer sees, without the story."""
        begun = table.status in ("playing", "finished")
        known = {viewer: table.history.position(viewer) for viewer in self.everybody} if begun else {}
        views = ViewCache(table)
        return [
            views.table_message(Viewport((viewer,), "en"), known, [], False, 0, self.now) for viewer in self.everybody
        ]

    def full_view(self, table: Table) -> list[bytes]:
        """Return what every viewer who connects now sees."""
        views = ViewCache(table)
        return [views.table_message(Viewport((viewer,), "en"), {}, [], False, 0, self.now) for viewer in self.everybody]

    @property
    def everybody(self) -> list[int]:
        """Return all viewers."""
        return [*range(len(self.seats_model)), SPECTATOR]

    def mine(self, person: Person) -> list[int]:
        return [number for number, chair in enumerate(self.seats_model) if chair.person == person.id]

    def refusal_to_act(self, person: Person, seat: int | None) -> str | None:
        """Return why a person cannot act for a seat of a running game."""
        mine = self.mine(person)
        if self.status != "playing":
            return "not_playing"
        if seat is None:
            if len(mine) != 1:
                return "which_seat"
            seat = mine[0]
        if seat not in mine:
            return "not_yours"
        return "resigned" if self.seats_model[seat].resigned else None

    # Before the game

    @rule(person=someone, seat=seats, name=st.sampled_from([None, "Zoe", "Ada", " Ada ", "a|b", "\u202e", ";"]))
    def take(self, person: Person, seat: int, name: str | None) -> None:
        expected = "begun" if self.status != "waiting" else None
        if expected is None and seat >= len(self.seats_model):
            expected = "no_seat"
        elif expected is None and (
            self.seats_model[seat].bot or self.seats_model[seat].person not in (None, person.id)
        ):
            expected = "taken"
        elif expected is None and name is not None and not set(name) <= set("Zoe Ada"):
            expected = "bad_name"
        if self.ask(person, protocol.Take(seat=seat, name=name), expected):
            self.seats_model[seat] = SeatModel(person.id)

    @rule(person=someone, seat=seats)
    def leave(self, person: Person, seat: int) -> None:
        expected = "begun" if self.status != "waiting" else None if seat in self.mine(person) else "not_yours"
        if self.ask(person, protocol.Leave(seat=seat), expected):
            self.seats_model[seat] = SeatModel()

    @rule(person=someone, seat=seats, level=st.sampled_from([None, "novice", "skilled", "wizard"]))
    def assign_bot(self, person: Person, seat: int, level: str | None) -> None:
        expected = "begun" if self.status != "waiting" else "not_allowed" if person is not OWNER else None
        if expected is None:
            expected = "no_level" if level == "wizard" else "no_seat" if seat >= len(self.seats_model) else None
        if self.ask(person, protocol.AssignBot(seat=seat, level=level), expected):
            self.seats_model[seat] = SeatModel(bot=level is not None)

    @rule(person=someone)
    def start(self, person: Person) -> None:
        expected = "begun" if self.status != "waiting" else None
        if expected is None and person is not OWNER and not self.mine(person):
            expected = "not_allowed"
        elif expected is None and any(chair.person is None and not chair.bot for chair in self.seats_model):
            expected = "not_ready"
        if self.ask(person, protocol.Start(), expected):
            self.status = "playing"

    @rule(alone=st.booleans())
    def fill(self, alone: bool) -> None:
        """Fill all seats so that a game can start."""
        for number, chair in enumerate(self.seats_model):
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
        """Rebuild the table from its stored events and compare."""
        table = Table("t", find_box)
        for row in rows_of("t", 1, self.entries):
            table.apply(read_row(row, table))
        assert self.full_view(table) == self.full_view(self.table)
        assert (table.seq, table.changed, table.due) == (self.table.seq, self.table.changed, self.table.due)
        self.table = table

    # During the game

    @rule(person=someone, seat=own)
    def resign(self, person: Person, seat: int | None) -> None:
        if self.ask(person, protocol.Resign(seat=seat), self.refusal_to_act(person, seat)):
            self.seats_model[self.mine(person)[0] if seat is None else seat].resigned = True

    @rule(person=someone, seat=own)
    def come_back(self, person: Person, seat: int | None) -> None:
        expected, meant = self.refusal_to_act(person, seat), self.mine(person)[:1] if seat is None else [seat]
        if expected is None and not self.seats_model[meant[0]].away:
            expected = "not_away"
        if self.ask(person, protocol.Return(seat=seat), expected):
            self.seats_model[meant[0]].away = False

    @precondition(lambda self: self.status == "playing")
    @rule()
    def time_out(self) -> None:
        """Let the seat to act run out of time."""
        if self.table.deadline is not None:
            assert self.table.turn is not None
            self.now = max(self.now, self.table.deadline)
            self.apply_events([PendingEvent(e.TimedOut(self.table.turn))], None, None)
            self.seats_model[self.table.turn].away = True

    @rule(person=someone, seat=own, late=st.integers(0, 1), move=st.integers(0, 3000))
    def play_anything(self, person: Person, seat: int | None, late: int, move: int) -> None:
        """Try an arbitrary action."""
        expected = self.refusal_to_act(person, seat)
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
        """Play random actions for all seats."""
        for _ in range(count):
            if self.status == "playing":
                self.move()

    def move(self) -> None:
        """Play a legal action of the seat to act."""
        match, seat = self.table.match, self.table.match.to_act
        chair, choice = self.seats_model[seat], self.chooser.choice(match.legal())
        assert self.table.bot_to_act == (chair.bot or chair.away or chair.resigned)
        if chair.bot or chair.resigned or (chair.away and self.chooser.random() < 0.5):
            self.apply_events([move_event(match, choice, by_bot=True)], None, None)
        else:
            person = next(person for person in PEOPLE if person.id == chair.person)
            position = self.table.history.position(seat)
            self.apply_events(
                decide(self.table, person, protocol.Play(position=position, move=choice, seat=seat)), person, None
            )
        self.played(seat)

    def played(self, seat: int) -> None:
        """Update the model after an action of a seat."""
        self.acted[seat] = self.table.history.position(seat)
        if not self.seats_model[seat].bot and self.entries[-1].person is not None:
            self.seats_model[seat].away = False
        if self.table.match.is_over:
            self.status = "finished"

    @rule(person=someone, seat=own, late=st.sampled_from([0, 0, 0, 1, -1, -2]))
    def undo(self, person: Person, seat: int | None, late: int) -> None:
        """Undo: freely against bots only, else while nothing was revealed."""
        expected, position, meant = self.refusal_to_act(person, seat), 0, 0
        if expected is None:
            meant, match = self.mine(person)[0] if seat is None else seat, self.table.match
            now = self.table.history.position(meant)
            position = max(0, now + late)
            if sum(not chair.bot for chair in self.seats_model) == 1:
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
            self.seats_model[meant].away = False
            assert before is None or self.table.match.state.tobytes() == before.tobytes()
            assert self.table.turn == meant
            # What a bot has thought about a position that was taken back is dropped.
            assert bot is None or bot_move(self.table, bot, thought, 0) == []

    @precondition(lambda self: self.status == "playing")
    @rule(count=st.integers(1, 6), late=st.sampled_from([0, 0, -1]))
    def undo_repeatedly(self, count: int, late: int) -> None:
        """Undo several times."""
        for _ in range(count):
            person = self.chooser.choice([person for person in PEOPLE if self.mine(person)] or PEOPLE)
            self.undo(person, self.chooser.choice(self.mine(person) or [0]), late)

    # Always

    @invariant()
    def fits_the_model(self) -> None:
        table = self.table
        assert table.status == self.status
        assert table.seq == len(self.entries)
        for chair, place in zip(self.seats_model, table.places, strict=True):
            assert (place.person, place.level is not None) == (chair.person, chair.bot)
            assert (place.stand_in, place.resigned) == (chair.away, chair.resigned)
        if self.status in ("playing", "finished"):
            assert min(table.clock.left) >= 0
            positions = {viewer: table.history.position(viewer) for viewer in self.everybody}
            assert all(positions[viewer] >= before for viewer, before in self.positions.items())
            self.positions = positions

    def teardown(self) -> None:
        """Finish the game and verify its record."""
        if hasattr(self, "table"):
            while self.status == "playing":
                self.move()
            self.fits_the_model()
            self.read_again()
            if self.status == "finished":
                verify(GameRecord.parse(record_text(self.table.match)))


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=20, stateful_step_count=30)
