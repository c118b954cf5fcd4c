"""Request and response bodies that only the HTTP API uses."""

from typing import Annotated, Any, Literal

import msgspec

from tradewinds.analysis.review import Review
from tradewinds.engine.protocol import Seat
from tradewinds.i18n import Language
from tradewinds.match.clock import NoClock, Pace
from tradewinds.server.protocol.commands import Key, Name, Position
from tradewinds.server.protocol.messages import SeatInfo, StoryEntry

Password = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


# Accounts


class NewGuest(msgspec.Struct, forbid_unknown_fields=True):
    """Create a guest."""

    nickname: Name
    language: Language | None = None


class Credentials(msgspec.Struct, forbid_unknown_fields=True):
    """An account name and password, to create an account or to log in."""

    name: Name
    password: Password


class ProfileUpdate(msgspec.Struct, forbid_unknown_fields=True):
    """Change nickname or language; omitted fields stay unchanged."""

    nickname: Name | None = None
    language: Language | None = None


class PasswordChange(msgspec.Struct, forbid_unknown_fields=True):
    """Change the password; all other sessions end."""

    old: Annotated[str, msgspec.Meta(max_length=200)]
    password: Password


class AccountDeletion(msgspec.Struct, forbid_unknown_fields=True):
    """Delete the current guest or account; an account requires its password."""

    password: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class Profile(msgspec.Struct):
    """The current person."""

    nickname: str
    account: str | None
    language: str | None


class Whoami(msgspec.Struct):
    """The current person, if any."""

    me: Profile | None


class SessionInfo(msgspec.Struct):
    """A logged-in browser; times are milliseconds since the epoch."""

    id: str
    created: int
    seen: int
    agent: str
    current: bool


# Tables


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """Create a table. Each seat is `me` (more than once for hot-seat play), `open`, or a bot level."""

    game: Key
    seats: Annotated[list[Key], msgspec.Meta(min_length=1, max_length=16)]
    edition: Key | None = None
    options: Annotated[dict[Key, Key], msgspec.Meta(max_length=32)] = {}
    clock: Pace = NoClock()
    public: bool = False
    spectators: bool = True
    hints: bool = True


class ResultSummary(msgspec.Struct):
    """The result of a game: points, shares of the win, and the seats that resigned."""

    scores: list[int]
    shares: list[float]
    resigned: list[int] = []


class TableSummary(msgspec.Struct):
    """A table in the lobby or in the list of one's own games.

    `turn` is the seat to act, and None unless the game is running; `result` is None unless it is over.
    """

    id: str
    game: str
    edition: str
    players: int
    status: str
    clock: Pace
    seats: list[SeatInfo]
    changed: int
    turn: int | None = None
    mine: list[int] = []
    my_turn: bool = False
    title: str = ""
    result: ResultSummary | None = None


class TableList(msgspec.Struct):
    """A list of tables."""

    tables: list[TableSummary]


# Positions, replays and reviews


class PositionView(msgspec.Struct):
    """What a seat or the public (None) saw at a position, and the story that led to it; `last` is the latest."""

    seat: int | None
    position: int
    last: int
    view: Any
    story: list[str]


class StorySection(msgspec.Struct):
    """The story as a seat, or the public (None), saw it, from its position `first` to `last`."""

    seat: int | None
    first: int
    last: int
    story: list[StoryEntry]


class ReplayStep(msgspec.Struct):
    """A game after `number` actions: the last action, its seat, its story and, if requested, the view.

    `seen` tells whether the viewer could see any change.
    """

    number: int
    seat: int | None
    move: str | None
    seen: bool
    story: list[str]
    view: Any = None


class Replay(msgspec.Struct):
    """Steps of a game as a seat or the public (None) saw them or, if `seat` is "open", with all hidden information.

    `last` is the number of actions in the game. `scores` and `shares` of the win are None unless it is over.
    """

    game: str
    edition: str
    players: int
    seats: list[str]
    last: int
    seat: int | Literal["open"] | None
    steps: list[ReplayStep]
    scores: list[int] | None
    shares: list[float] | None
    title: str = ""


class ReplayRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Replay a record from step `from` to `to`; with `views`, a response contains a limited number of steps."""

    record: str
    seat: Seat | Literal["open"] | None = None
    first: Position = msgspec.field(default=0, name="from")
    to: Position | None = None
    views: bool = True


class ReviewRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Review the record of a finished game."""

    record: str


class ReviewProgress(msgspec.Struct, tag_field="type", tag="reviewing"):
    """A review is in progress: `done` of the `moves` have been reviewed or need no review."""

    moves: int
    done: int


class ReviewSentences(msgspec.Struct):
    """Sentences about a costly decision: the action played, a better one, and the rest of the turn after that (`plan`).

    `cost` says briefly what the mistake cost, `worth` gives the value of both actions, and `reason` says why one is
    better.
    """

    played: str
    best: str
    plan: list[str]
    cost: str
    worth: str
    reason: str | None


class ReviewResult(Review, frozen=True, kw_only=True, tag_field="type", tag="reviewed"):
    """A review, with sentences about its costly decisions by move number."""

    sentences: dict[int, ReviewSentences]
