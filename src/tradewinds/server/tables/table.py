"""State of a table as the fold of its events; pure, without clock, socket or database access."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from tradewinds.kernel.game import Box
from tradewinds.kernel.record import SPECTATOR, Record
from tradewinds.match import Match
from tradewinds.match.clock import Clock
from tradewinds.match.history import Step
from tradewinds.server.accounts.names import skeleton
from tradewinds.server.tables import events as e
from tradewinds.server.tables.history import History, PositionChange

Status = Literal["waiting", "playing", "finished", "closed"]


@dataclass(frozen=True, slots=True)
class SeatAssignment:
    """Occupant of a seat: a person, a bot of a level, or nobody."""

    person: str | None = None
    name: str = ""
    level: str | None = None
    ready: bool = True
    stand_in: bool = False
    """Whether a bot plays until the person returns."""
    resigned: bool = False
    """Whether a bot plays for the rest of the game."""

    @property
    def taken(self) -> bool:
        return self.person is not None or self.level is not None


@dataclass(frozen=True, slots=True)
class ChatMessage:
    name: str
    text: str
    at: int
    seat: int | None


BOT_NAMES = (
    "Bora",
    "Chinook",
    "Grecale",
    "Harmattan",
    "Khamsin",
    "Levante",
    "Mistral",
    "Ostro",
    "Pampero",
    "Sirocco",
    "Tramontana",
    "Zephyr",
)
"""Names of winds, the same in every language; no two have the same initial."""


def bot_name(table: str, seat: int) -> str:
    """Return the name of the bot at a seat, which is always the same for that table."""
    return BOT_NAMES[(sum(table.encode()) + seat) % len(BOT_NAMES)]


class Table:
    """Seats, game, clocks and chat of one table."""

    def __init__(
        self, table: str, find_box: Callable[[e.TableSettings, str | None], Box], chat_kept: int = 500
    ) -> None:
        self.id = table
        self.find_box = find_box
        self.chat_kept = chat_kept
        self.seq = 0
        self.info = 0
        """Version number of the public information about the table, except its position and chat."""
        self.settings: e.TableSettings
        self.owner = ""
        self.places: list[SeatAssignment] = []
        self.status: Status = "waiting"
        self.match: Match
        self.clock: Clock
        self.layout: list[list[Any]] = []
        self.history = History()
        self.decision_start: Record | None = None
        """Position before a decision whose actions are still being applied."""
        self.chat: list[ChatMessage] = []
        self.chat_count = 0
        self.rematch: str | None = None
        self.requests: set[str] = set()
        self.changed = 0
        """Time of the last public change, in milliseconds."""
        self.turn: int | None = None
        """Seat to act; None unless the game is running."""

    def with_entries(self, entries: Iterable[e.LogEntry]) -> "Table":
        """Return a copy with these entries applied."""
        table = self.copy()
        for entry in entries:
            table.apply(entry)
        return table

    def copy(self) -> "Table":
        """Return a copy that shares all immutable parts."""
        table = Table.__new__(Table)
        table.__dict__.update(self.__dict__)
        table.places, table.history = list(self.places), self.history.copy()
        table.chat, table.requests = list(self.chat), set(self.requests)
        if self.begun:
            table.match, table.clock = self.match.copy(), self.clock.copy()
        return table

    def apply(self, entry: e.LogEntry) -> None:
        """Apply an event, which was validated before it was stored."""
        self.seq += 1
        if entry.request:
            self.requests.add(f"{entry.person} {entry.request}")
        event = entry.event
        match event:
            case e.Played() | e.Undone():
                self._apply_move(event, entry)
            case e.ChatSent(name, text, seat):
                self.changed = entry.at
                self.chat.append(ChatMessage(name, text, entry.at, seat))
                self.chat_count += 1
                del self.chat[: -self.chat_kept]
            case _:
                self.changed = entry.at
                self.info += 1
                self._apply_table_event(event, entry)

    def _apply_table_event(self, event: e.AnyEvent, entry: e.LogEntry) -> None:
        match event:
            case e.Opened(settings, owner):
                self.settings, self.owner = settings, owner
                self.places = [SeatAssignment() for _ in range(settings.players)]
            case e.Seated(seat, person, name, ready):
                self._seat(seat, person, name, ready)
            case e.BotAssigned(seat, level):
                self.places[seat] = SeatAssignment(level=level)
            case e.Started():
                self._start(event, entry)
            case e.TimedOut(seat):
                self.places[seat] = replace(self.places[seat], stand_in=True)
                self.clock.spend(seat, entry.at)
            case e.Resigned(seat):
                self.places[seat] = replace(self.places[seat], resigned=True)
            case e.Returned(seat):
                self.places[seat] = replace(self.places[seat], stand_in=False)
                self.clock.return_to(seat, entry.at)
            case e.OwnerChanged(owner):
                self.owner = owner
            case e.Rematched(table):
                self.rematch = table
            case e.Closed():
                self.status = "closed"

    def _seat(self, seat: int, person: str, name: str, ready: bool) -> None:
        """Seat a person. An empty id stands for a deleted account, whose seat a bot plays."""
        begun, before = self.status != "waiting", self.places[seat]
        stand_in, resigned = begun and before.stand_in, not person or (begun and before.resigned)
        self.places[seat] = SeatAssignment(person or None, name, ready=ready, stand_in=stand_in, resigned=resigned)
        if begun:
            self.match.seats = self.seat_names()

    def _start(self, event: e.Started, entry: e.LogEntry) -> None:
        self.status = "playing"
        self.layout = event.layout
        box = self.find_box(self.settings, event.digest)
        self.match = Match.resumed(box, self.seat_names(), event.seed, entry.state)
        self.clock = Clock(self.settings.clock, box.players)
        self.history.start(self.match)
        self._pass_turn(entry.at)

    def _apply_move(self, event: e.Played | e.Undone, entry: e.LogEntry) -> None:
        match, before = self.match, self.match.state
        if isinstance(event, e.Played):
            joined, before = (
                self.decision_start is not None,
                before if self.decision_start is None else self.decision_start,
            )
            match.add(Step(event.seat, event.action, entry.state, event.chance, event.final, joined))
            # The actions of one decision are stored together and visible as one change.
            self.decision_start = before if event.more else None
            if event.more:
                return
            change = PositionChange(event.seat, event.action, before, match.state, undone=False)
        else:
            step = match.take_back(event.seat)
            change = PositionChange(step.seat, step.action, before, match.state, undone=True)
        if SPECTATOR in self.history.add(match, change):
            self.changed = entry.at
        self._pass_turn(entry.at, back=change.undone)
        if self.turn is None:
            self.status = "finished"
            self.info += 1

    def _pass_turn(self, now: int, *, back: bool = False) -> None:
        """Update the seat to act and the clocks; `back` means after an undo."""
        self.turn = None if self.match.is_over else self.match.to_act
        if back:
            self.clock.turn_back(self.turn, now)
        else:
            self.clock.turn(self.turn, now)

    @property
    def begun(self) -> bool:
        """Whether the game has started; it may be over."""
        return self.status in ("playing", "finished")

    def admits(self, person: str | None) -> bool:
        """Return whether a person may see the table; some tables allow no spectators during the game."""
        open_to_all = self.status != "playing" or self.settings.spectators
        return open_to_all or person == self.owner or bool(self.seats_of(person))

    def seat_names(self) -> tuple[str, ...]:
        """Return a name for every seat, no two of which look alike; an empty seat's name is its number."""
        names: list[str] = []
        for seat, place in enumerate(self.places):
            name = place.name or (bot_name(self.id, seat) if place.level else str(seat + 1))
            taken = {skeleton(other) for other in names}
            if skeleton(name) in taken:
                name = next(f"{name} {n}" for n in range(2, 99) if skeleton(f"{name} {n}") not in taken)
            names.append(name)
        return tuple(names)

    def seats_of(self, person: str | None) -> list[int]:
        if person is None:
            return []
        return [seat for seat, place in enumerate(self.places) if place.person == person]

    @property
    def free_undo(self) -> bool:
        """Whether undo is unlimited, because all seats but one were assigned to bots from the start."""
        return sum(place.level is None for place in self.places) == 1

    def may_undo(self, seat: int) -> bool:
        return bool(self.match.last_by(seat)) if self.free_undo else self.match.may_undo(seat)

    @property
    def public_turn(self) -> int | None:
        """Seat to act according to the public mask; None unless the game is running."""
        return self.history.turn if self.status == "playing" else None

    @property
    def bot_to_act(self) -> bool:
        return self.turn is not None and self.is_bot(self.turn)

    def is_bot(self, seat: int) -> bool:
        """Return whether a bot currently plays a seat."""
        place = self.places[seat]
        return place.level is not None or place.stand_in or place.resigned

    @property
    def deadline(self) -> int | None:
        """Time at which the clock of the person to act runs out, if any."""
        return None if self.turn is None or self.bot_to_act else self.clock.deadline

    @property
    def due(self) -> int | None:
        """Time from which the server itself has to act: for a bot's move or a timeout."""
        return self.changed if self.bot_to_act else self.deadline

    def is_duplicate(self, person: str | None, request: str | None) -> bool:
        """Return whether a person's command with this request id has already been executed."""
        return request is not None and f"{person} {request}" in self.requests
