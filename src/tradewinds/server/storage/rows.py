"""What the database keeps, one record per row; fields stand in the order of the columns. Times are milliseconds."""

import msgspec


class PersonRow(msgspec.Struct, frozen=True):
    """Somebody who plays here: a guest, or an account once there are a name and a password."""

    id: str
    nickname: str
    name: str | None
    name_key: str | None
    password: str | None
    language: str | None
    created: int
    seen: int


class SessionRow(msgspec.Struct, frozen=True):
    """A browser that a person has signed in with, found by the digest of its secret."""

    digest: str
    id: str
    person: str
    created: int
    seen: int
    agent: str


class EditionRow(msgspec.Struct, frozen=True):
    """The file of an edition that games here were begun with."""

    digest: str
    game: str
    file: bytes


class TableRow(msgspec.Struct, frozen=True):
    """A table as lists show it: an index of what its events say."""

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
    """A seat and who sits there."""

    table_id: str
    seat: int
    person: str | None
    name: str


class EventRow(msgspec.Struct, frozen=True):
    """One thing that happened at a table."""

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
    """What the decisions of a finished game were worth."""

    table_id: str
    body: bytes
    made: int


class TableIndex(msgspec.Struct, frozen=True):
    """The columns of a table that its events may change."""

    status: str
    turn: int | None
    due: int | None
    owner: str | None
    public: bool
    changed: int
    settings: bytes
    result: bytes | None = None


class Append(msgspec.Struct, frozen=True):
    """Events that belong together, to be stored all or not at all, and what the table's index says after them."""

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
        """The number of the last event."""
        return self.seq + len(self.rows) - 1


class ListedTable(msgspec.Struct, frozen=True):
    """A table in a list, with everybody at it."""

    table: TableRow
    places: list[PlaceRow]
    your_turn: bool


class Counts(msgspec.Struct, frozen=True):
    """How much there is of everything."""

    tables: dict[str, int]
    people: int
    accounts: int
    sessions: int
