"""Database rows as structs, with fields in the order of the columns. Times are in milliseconds."""

import time

import msgspec


def now_ms() -> int:
    """Return the current time in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


class PersonRow(msgspec.Struct, frozen=True):
    """A guest or, if name and password are set, an account."""

    id: str
    nickname: str
    name: str | None
    name_key: str | None
    password: str | None
    language: str | None
    created: int
    seen: int


class SessionRow(msgspec.Struct, frozen=True):
    """A login session, found by the digest of its token."""

    digest: str
    id: str
    person: str
    created: int
    seen: int
    agent: str


class EditionRow(msgspec.Struct, frozen=True):
    """An edition file that stored games refer to."""

    digest: str
    game: str
    file: bytes


class TableRow(msgspec.Struct, frozen=True):
    """A table's entry in the index, derived from its events."""

    id: str
    game: str
    edition: str
    players: int
    status: str
    public: bool
    owner: str | None
    seq: int
    turn: int | None
    due: int | None
    settings: bytes
    created: int
    changed: int
    result: bytes | None = None


class PlaceRow(msgspec.Struct, frozen=True):
    """A seat and its occupant; for a bot, `name` is its level."""

    table_id: str
    seat: int
    person: str | None
    name: str


class EventRow(msgspec.Struct, frozen=True):
    """An event of a table."""

    table_id: str
    seq: int
    kind: str
    person: str | None
    seat: int | None
    request: str | None
    body: bytes
    state: bytes | None
    at: int


class ReviewRow(msgspec.Struct, frozen=True):
    """The review of a finished game."""

    table_id: str
    body: bytes
    created: int


class TableIndex(msgspec.Struct, frozen=True):
    """The columns of `tables` that change with events."""

    status: str
    turn: int | None
    due: int | None
    owner: str | None
    public: bool
    changed: int
    settings: bytes
    result: bytes | None = None


class EventBatch(msgspec.Struct, frozen=True):
    """Events to append atomically to a table's log from `seq` on, and the resulting index."""

    table_id: str
    seq: int
    rows: list[EventRow]
    index: TableIndex
    places: list[PlaceRow] | None = None

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows, self.seq):
            if row.seq != number or row.table_id != self.table_id:
                raise ValueError(f"Event {row.seq} of {row.table_id} stands where {number} of {self.table_id} belongs.")
        if not self.rows or any(place.table_id != self.table_id for place in self.places or ()):
            raise ValueError(f"An append to {self.table_id} needs events, and places of that table only.")

    @property
    def last(self) -> int:
        """Sequence number of the last event."""
        return self.seq + len(self.rows) - 1


class TableListing(msgspec.Struct, frozen=True):
    """A table with its seats, as returned by list queries."""

    table: TableRow
    places: list[PlaceRow]
    your_turn: bool
