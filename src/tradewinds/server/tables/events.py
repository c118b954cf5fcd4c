"""Events of a table as stored in the event log; a table's state is the fold of its events."""

from typing import Any

import msgspec

from tradewinds.kernel.record import Record
from tradewinds.match.clock import NoClock, Pace


class TableSettings(msgspec.Struct, frozen=True):
    """Immutable options chosen when a table is opened."""

    game: str
    edition: str
    players: int
    options: dict[str, str]
    clock: Pace = NoClock()
    public: bool = False
    spectators: bool = True
    hints: bool = True
    title: str = ""
    """Title of a custom edition; built-in editions are named by the translations."""


class Event(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower):
    """Base class of events.

    The tag is the stored `kind` and must never change; fields may be added with defaults, never renamed.
    """


class Opened(Event, frozen=True):
    """The table was opened."""

    settings: TableSettings
    owner: str


class Seated(Event, frozen=True):
    """A person took a seat; not `ready` if someone else seated them. An empty `person` is a deleted account."""

    seat: int
    person: str
    name: str
    ready: bool = True


class BotAssigned(Event, frozen=True, tag="bot_assigned"):
    """A seat was given to a bot of a level, or emptied if `level` is None."""

    seat: int
    level: str | None = None


class Started(Event, frozen=True):
    """The game started; the seed is secret until it is over, and `digest` identifies the version of the edition."""

    seed: str
    digest: str
    layout: list[Any]
    """Record layout of the snapshots, so that later versions of the program can read them."""


class Played(Event, frozen=True):
    """An action was played; the entry's snapshot is the resulting position."""

    seat: int
    action: int
    chance: bool
    final: bool
    by_bot: bool = False
    more: bool = False
    """Whether the next event is an action of the same decision."""


class Undone(Event, frozen=True):
    """A seat took back its last decision; the entry's snapshot is the position before it."""

    seat: int


class TimedOut(Event, frozen=True, tag="timed_out"):
    """A player ran out of time or was replaced as absent; a bot plays until they return."""

    seat: int


class Resigned(Event, frozen=True):
    """A player resigned; a bot plays for the rest of the game."""

    seat: int


class Returned(Event, frozen=True):
    """The player of a timed-out seat returned."""

    seat: int


class ChatSent(Event, frozen=True, tag="chat_sent"):
    """A chat message from a seat, or from a spectator if `seat` is None."""

    name: str
    text: str
    seat: int | None = None


class OwnerChanged(Event, frozen=True, tag="owner_changed"):
    """The table was transferred to another person, such as the account a guest logged in to."""

    owner: str


class Rematched(Event, frozen=True):
    """A rematch was opened at another table."""

    table: str


class Closed(Event, frozen=True):
    """The table was closed before its game started."""


AnyEvent = (
    Opened
    | Seated
    | BotAssigned
    | Started
    | Played
    | Undone
    | TimedOut
    | Resigned
    | Returned
    | ChatSent
    | OwnerChanged
    | Rematched
    | Closed
)


class LogEntry(msgspec.Struct, frozen=True):
    """An event with its metadata: time, person, the client's request id, and a snapshot if the position changed."""

    event: AnyEvent
    at: int
    person: str | None = None
    request: str | None = None
    state: Record | None = None


ENCODER = msgspec.json.Encoder()
DECODER = msgspec.json.Decoder(AnyEvent)
