"""What happens at a table, as it is stored: a table is nothing but the sum of its events."""

import time
from typing import Any

import msgspec

from tradewinds.kernel.record import Record
from tradewinds.match.clock import NoClock, Pace


def clock_time() -> int:
    """Now, in milliseconds since the epoch: the time that is kept beside events."""
    return time.time_ns() // 1_000_000


class Settings(msgspec.Struct, frozen=True):
    """What was chosen when the table was opened; it never changes."""

    game: str
    edition: str
    players: int
    options: dict[str, str]
    clock: Pace = NoClock()
    public: bool = False
    spectators: bool = True
    hints: bool = True
    title: str = ""
    """What an edition of the host's own is called; those that come with the games have names in every language."""


class Event(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower):
    """Base of all events. The tag is the stored kind; fields may be added with defaults, never renamed."""


class Opened(Event, frozen=True):
    """The table is set up, by this person."""

    settings: Settings
    owner: str


class Seated(Event, frozen=True):
    """A person sits down, under a name; not ready if somebody else put them there."""

    seat: int
    person: str
    name: str
    ready: bool = True


class Furnished(Event, frozen=True):
    """A seat is given to a bot of a level, or left open."""

    seat: int
    level: str | None = None


class Started(Event, frozen=True):
    """The game begins: the seed, which stays secret until the end, and the edition's fingerprint."""

    seed: str
    digest: str
    layout: list[Any]
    """How the snapshots are laid out, so that a later program can read them."""


class Played(Event, frozen=True):
    """An action; the snapshot beside it is the position that it led to."""

    seat: int
    action: int
    chance: bool
    final: bool
    by_bot: bool = False
    more: bool = False
    """The next event is an action of the same decision."""


class Undone(Event, frozen=True):
    """A seat takes back its last decision; the snapshot beside it is the position that was before."""

    seat: int


class Lapsed(Event, frozen=True):
    """A seat's time is up, or the others have waited for it long enough: a bot plays until its owner returns."""

    seat: int


class Resigned(Event, frozen=True):
    """The owner of a seat leaves it to a bot for good."""

    seat: int


class Returned(Event, frozen=True):
    """The owner of a seat is back."""

    seat: int


class Said(Event, frozen=True):
    """Somebody says something to the table: from a seat of their own, or as one who watches."""

    name: str
    text: str
    seat: int | None = None


class Handed(Event, frozen=True):
    """The table belongs to somebody else now: a guest who opened it has logged in to an account."""

    owner: str


class Rematched(Event, frozen=True):
    """The same people play again, at this table."""

    table: str


class Closed(Event, frozen=True):
    """The table is taken down before a game began."""


AnyEvent = (
    Opened
    | Seated
    | Furnished
    | Started
    | Played
    | Undone
    | Lapsed
    | Resigned
    | Returned
    | Said
    | Handed
    | Rematched
    | Closed
)


class Entry(msgspec.Struct, frozen=True):
    """An event with what is stored beside it: when, by whom, the client's own id of it, and the snapshot."""

    event: AnyEvent
    at: int
    person: str | None = None
    request: str | None = None
    state: Record | None = None


ENCODER = msgspec.json.Encoder()
DECODER = msgspec.json.Decoder(AnyEvent)


def scrubbed(kind: str, body: bytes) -> bytes:
    """An event without the name or the words of somebody whose account is deleted."""
    event = DECODER.decode(body)
    if isinstance(event, Seated):
        event = msgspec.structs.replace(event, name="", person="")
    elif isinstance(event, Said):
        event = msgspec.structs.replace(event, name="", text="")
    return ENCODER.encode(event) if kind in ("seated", "said", "opened") else body
