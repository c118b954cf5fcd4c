"""A table: the sum of its events. Nothing here reads a clock, a socket or a database."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from tradewinds.kernel.game import Box
from tradewinds.kernel.record import SPECTATOR, Record, content, with_content
from tradewinds.match import Match
from tradewinds.match.clock import Clock
from tradewinds.match.match import Step
from tradewinds.server.accounts.names import looks
from tradewinds.server.tables import events as e

Status = Literal["waiting", "playing", "finished", "closed"]


@dataclass(frozen=True, slots=True)
class Place:
    """A seat and who has it: a person, a bot of a level, or nobody."""

    person: str | None = None
    name: str = ""
    level: str | None = None
    ready: bool = True
    stand_in: bool = False
    """A bot plays for the person, who may come back."""
    resigned: bool = False
    """A bot plays for the person, for good."""

    @property
    def taken(self) -> bool:
        """Whether somebody sits here."""
        return self.person is not None or self.level is not None


@dataclass(frozen=True, slots=True)
class Change:
    """One change of the position: an action, or one taken back."""

    seat: int
    action: int
    before: Record
    after: Record
    undone: bool


@dataclass(frozen=True, slots=True)
class Remark:
    """Something said at the table."""

    name: str
    text: str
    at: int
    seat: int | None


@dataclass
class Course:
    """The changes of a game and, for each seat and last for the public, which of them it could see.

    A decision may take several actions of which others see nothing. Each viewer therefore counts positions on its own:
    neither numbers nor messages tell anybody more than its mask.
    """

    changes: list[Change] = field(default_factory=list)
    noticed: list[list[int]] = field(default_factory=list)
    masks: list[Record] = field(default_factory=list)
    """What each viewer sees now."""
    earlier: list[Record] = field(default_factory=list)
    """What each viewer saw before the last change that it noticed."""
    turn: int = 0
    """Whose turn it is, as all can see."""

    def begin(self, match: Match) -> None:
        """The game is dealt."""
        self.masks = [match.masked(viewer) for viewer in (*range(match.box.players), SPECTATOR)]
        self.earlier = list(self.masks)
        self.noticed = [[] for _ in self.masks]
        self.turn = match.game.rules.to_act(match.box.record, self.masks[SPECTATOR])

    def add(self, match: Match, change: Change) -> list[int]:
        """The position has changed, which is seen by these viewers."""
        self.changes.append(change)
        seen = []
        for viewer, known in zip((*range(match.box.players), SPECTATOR), match.known(match.state), strict=True):
            if known != content(mask := self.masks[viewer]):
                self.earlier[viewer], self.masks[viewer] = mask, with_content(mask, known)
                self.noticed[viewer].append(len(self.changes) - 1)
                seen.append(viewer)
        if SPECTATOR in seen:
            self.turn = match.game.rules.to_act(match.box.record, self.masks[SPECTATOR])
        return seen

    def copy(self) -> "Course":
        """One that can go another way."""
        noticed = [list(numbers) for numbers in self.noticed]
        return Course(list(self.changes), noticed, list(self.masks), list(self.earlier), self.turn)

    def learned_in_public(self, viewer: int) -> bool:
        """Whether the last change was one for all, and what a viewer knows beyond the others is as it was."""
        if self.noticed[SPECTATOR][-1:] != self.noticed[viewer][-1:]:
            return False
        return own(self.earlier, viewer) == own(self.masks, viewer)

    def position(self, viewer: int) -> int:
        """How many changes a viewer has seen."""
        return len(self.noticed[viewer])


WINDS = (
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
"""Bots are named after winds, in every language; no two with the same initial."""


def wind(table: str, seat: int) -> str:
    """The name of a bot: always the same at a table, others at other tables."""
    return WINDS[(sum(table.encode()) + seat) % len(WINDS)]


def own(masks: list[Record], viewer: int) -> int:
    """What one viewer's mask tells beyond the public one, as one number."""
    return int.from_bytes(content(masks[viewer]), "little") ^ int.from_bytes(content(masks[SPECTATOR]), "little")


class Table:
    """Who sits where, the game between them, its clocks and what was said."""

    def __init__(self, table: str, find_box: Callable[[e.Settings, str | None], Box], chat_kept: int = 500) -> None:
        self.id = table
        self.find_box = find_box
        self.chat_kept = chat_kept
        self.seq = 0
        self.info = 0
        """Counts changes of what all may know about the table besides its game."""
        self.settings: e.Settings
        self.owner = ""
        self.places: list[Place] = []
        self.status: Status = "waiting"
        self.match: Match
        self.clock: Clock
        self.layout: list[list[Any]] = []
        self.course = Course()
        self.decided: Record | None = None
        """The position before a decision of which more actions follow."""
        self.remarks: list[Remark] = []
        self.said = 0
        self.rematch: str | None = None
        self.requests: set[str] = set()
        self.changed = 0
        """When anything happened last that all may know of."""
        self.turn: int | None = None
        """The seat to act, while a game runs."""

    def after(self, entries: Iterable[e.Entry]) -> "Table":
        """The table as it is when these events have happened; this one stays as it is."""
        table = self.copy()
        for entry in entries:
            table.apply(entry)
        return table

    def copy(self) -> "Table":
        """One to which other things can happen. What never changes is shared."""
        table = Table.__new__(Table)
        table.__dict__.update(self.__dict__)
        table.places, table.course = list(self.places), self.course.copy()
        table.remarks, table.requests = list(self.remarks), set(self.requests)
        if self.status in ("playing", "finished"):
            table.match, table.clock = self.match.copy(), self.clock.copy()
        return table

    def apply(self, entry: e.Entry) -> None:
        """Let an event happen. It has been judged before: here it is only carried out."""
        self.seq += 1
        if entry.request:
            self.requests.add(f"{entry.person} {entry.request}")
        event = entry.event
        match event:
            case e.Played() | e.Undone():
                self.play(event, entry)
            case e.Said(name, text, seat):
                self.changed = entry.at
                self.remarks.append(Remark(name, text, entry.at, seat))
                self.said += 1
                del self.remarks[: -self.chat_kept]
            case _:
                self.changed = entry.at
                self.info += 1
                self.arrange(event, entry)

    def arrange(self, event: e.AnyEvent, entry: e.Entry) -> None:
        """What happens around the game: seats, beginning and end."""
        match event:
            case e.Opened(settings, owner):
                self.settings, self.owner = settings, owner
                self.places = [Place() for _ in range(settings.players)]
            case e.Seated(seat, person, name, ready):
                self.seat(seat, person, name, ready)
            case e.Furnished(seat, level):
                self.places[seat] = Place(level=level)
            case e.Started():
                self.begin(event, entry)
            case e.Lapsed(seat):
                self.places[seat] = replace(self.places[seat], stand_in=True)
                self.clock.spend(seat, entry.at)
            case e.Resigned(seat):
                self.places[seat] = replace(self.places[seat], resigned=True)
            case e.Returned(seat):
                self.places[seat] = replace(self.places[seat], stand_in=False)
                self.clock.return_to(seat, entry.at)
            case e.Handed(owner):
                self.owner = owner
            case e.Rematched(table):
                self.rematch = table
            case e.Closed():
                self.status = "closed"

    def seat(self, seat: int, person: str, name: str, ready: bool) -> None:
        """A person sits down, or takes a seat over during the game. Who was deleted since is nobody: a bot plays."""
        begun, before = self.status != "waiting", self.places[seat]
        stand_in, resigned = begun and before.stand_in, not person or (begun and before.resigned)
        self.places[seat] = Place(person or None, name, ready=ready, stand_in=stand_in, resigned=resigned)
        if begun:
            self.match.seats = self.seat_names()

    def begin(self, event: e.Started, entry: e.Entry) -> None:
        """The game begins from the position beside the event."""
        self.status = "playing"
        self.layout = event.layout
        box = self.find_box(self.settings, event.digest)
        self.match = Match.resumed(box, self.seat_names(), event.seed, entry.state)
        self.clock = Clock(self.settings.clock, box.players)
        self.course.begin(self.match)
        self.pass_turn(entry.at)

    def play(self, event: e.Played | e.Undone, entry: e.Entry) -> None:
        """An action, or one taken back."""
        match, before = self.match, self.match.state
        if isinstance(event, e.Played):
            joined, before = self.decided is not None, before if self.decided is None else self.decided
            match.add(Step(event.seat, event.action, entry.state, event.chance, event.final, joined))
            # The actions of one decision are stored together and seen as one change.
            self.decided = before if event.more else None
            if event.more:
                return
            change = Change(event.seat, event.action, before, match.state, undone=False)
        else:
            step = match.take_back(event.seat)
            change = Change(step.seat, step.action, before, match.state, undone=True)
        if SPECTATOR in self.course.add(match, change):
            self.changed = entry.at
        self.pass_turn(entry.at, back=change.undone)
        if self.turn is None:
            self.status = "finished"
            self.info += 1

    def pass_turn(self, now: int, *, back: bool = False) -> None:
        """See whose turn it is, or is again."""
        self.turn = None if self.match.is_over else self.match.to_act
        if back:
            self.clock.turn_back(self.turn, now)
        else:
            self.clock.turn(self.turn, now)

    def admits(self, person: str | None) -> bool:
        """Whether somebody may look at the table: some let nobody watch while a game runs."""
        open_to_all = self.status != "playing" or self.settings.spectators
        return open_to_all or person == self.owner or bool(self.seats_of(person))

    def seat_names(self) -> tuple[str, ...]:
        """A name for every seat, no two that look the same; a number where there is none."""
        names: list[str] = []
        for seat, place in enumerate(self.places):
            name = place.name or (wind(self.id, seat) if place.level else str(seat + 1))
            taken = {looks(other) for other in names}
            if looks(name) in taken:
                name = next(f"{name} {n}" for n in range(2, 99) if looks(f"{name} {n}") not in taken)
            names.append(name)
        return tuple(names)

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that a person has."""
        if person is None:
            return []
        return [seat for seat, place in enumerate(self.places) if place.person == person]

    @property
    def free_undo(self) -> bool:
        """Whether one person plays against bots only, and may take back as far as they like. Who left still counts."""
        return sum(place.level is None for place in self.places) == 1

    def may_undo(self, seat: int) -> bool:
        """Whether a seat can take back an action of its own, as far as it may be told."""
        return bool(self.match.last_by(seat)) if self.free_undo else self.match.may_undo(seat)

    @property
    def turn_seen(self) -> int | None:
        """The seat to act as all can see it, while a game runs."""
        return self.course.turn if self.status == "playing" else None

    @property
    def plays_itself(self) -> bool:
        """Whether a bot is to act."""
        return self.turn is not None and self.is_bot(self.turn)

    def is_bot(self, seat: int) -> bool:
        """Whether a bot plays for a seat now."""
        place = self.places[seat]
        return place.level is not None or place.stand_in or place.resigned

    @property
    def deadline(self) -> int | None:
        """When the time of the person to act is up."""
        return None if self.turn is None or self.plays_itself else self.clock.deadline

    @property
    def due(self) -> int | None:
        """When something has to happen without a person."""
        return self.changed if self.plays_itself else self.deadline

    def has_done(self, person: str | None, request: str | None) -> bool:
        """Whether a person's command of this id was carried out before."""
        return request is not None and f"{person} {request}" in self.requests
