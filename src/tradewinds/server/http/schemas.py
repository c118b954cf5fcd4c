"""What is asked and answered over HTTP only, as types: people, tables in lists, and what was seen of games."""

from typing import Annotated, Any, Literal

import msgspec

from tradewinds.analysis.review import Review
from tradewinds.match.clock import NoClock, Pace
from tradewinds.server.realtime.protocol import Key, Language, Name, Position, Seat, SeatInfo, Told

Password = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


# People


class Guest(msgspec.Struct, forbid_unknown_fields=True):
    """Somebody who wants to play: a nickname is enough."""

    nickname: Name
    language: Language | None = None


class Account(msgspec.Struct, forbid_unknown_fields=True):
    """A name and a password: to make an account of a guest, or to log in."""

    name: Name
    password: Password


class Change(msgspec.Struct, forbid_unknown_fields=True):
    """What to change about oneself; what is left out stays."""

    nickname: Name | None = None
    language: Language | None = None


class ChangePassword(msgspec.Struct, forbid_unknown_fields=True):
    """A password in exchange for another; all other sessions end."""

    old: Annotated[str, msgspec.Meta(max_length=200)]
    password: Password


class DeleteMe(msgspec.Struct, forbid_unknown_fields=True):
    """Delete the account or guest that is asking; an account needs its password."""

    password: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class Me(msgspec.Struct):
    """Who is asking."""

    nickname: str
    account: str | None
    language: str | None


class Whoami(msgspec.Struct):
    """Who is asking, if anybody we know."""

    me: Me | None


class SessionInfo(msgspec.Struct):
    """One browser in which somebody is logged in; times are milliseconds since the epoch."""

    id: str
    created: int
    seen: int
    agent: str
    current: bool


# Tables


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be opened. Each seat is `me` (several are possible: hot-seat), `open`, or a bot's level."""

    game: Key
    seats: Annotated[list[Key], msgspec.Meta(min_length=1, max_length=16)]
    edition: Key | None = None
    options: Annotated[dict[Key, Key], msgspec.Meta(max_length=32)] = {}
    clock: Pace = NoClock()
    public: bool = False
    spectators: bool = True
    hints: bool = True


class ListedResult(msgspec.Struct):
    """How a game ended: points, shares of the win, and the seats whose players had resigned."""

    scores: list[int]
    shares: list[float]
    resigned: list[int] = []


class ListedTable(msgspec.Struct):
    """A table in a list: of the lobby, or of one's own games. `turn` is the seat to act, while a game runs.

    `result` is that of a game that is over; games that ended before lists told it have none.
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
    result: ListedResult | None = None


class Listing(msgspec.Struct):
    """Several tables."""

    tables: list[ListedTable]


# What was seen of games


class Seen(msgspec.Struct):
    """What a seat (None: the public) saw at one of its positions, and what had led there; `last` is the latest."""

    seat: int | None
    position: int
    last: int
    view: Any
    story: list[str]


class Chapter(msgspec.Struct):
    """What a seat (None: the public) was told of the changes that led to its positions from `first` to `last`."""

    seat: int | None
    first: int
    last: int
    story: list[Told]


class ReplayStep(msgspec.Struct):
    """A game after so many actions: the last of them, whose it was, what it did and, if asked for, the table then.

    `seen`: whether these eyes could see anything of it.
    """

    number: int
    seat: int | None
    move: str | None
    seen: bool
    story: list[str]
    view: Any = None


class Replay(msgspec.Struct):
    """Some steps of a game, as a seat or everybody saw them or, with `seat` "open", with all that was hidden.

    `scores` and `shares` of the win are those of a game that is over.
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


class ReplayRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A record whose steps one wants to see: `from` to `to`, with `views` only some at once."""

    record: str
    seat: Seat | Literal["open"] | None = None
    first: Position = msgspec.field(default=0, name="from")
    to: Position | None = None
    views: bool = True


class ReviewRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A record of a finished game, to be reviewed."""

    record: str


class Reviewing(msgspec.Struct, tag_field="type", tag="reviewing"):
    """A review is being made: so many of so many moves are done, or needed none."""

    moves: int
    done: int


class Better(msgspec.Struct):
    """What was played and what would have been better, in sentences, with the rest of the turn after the better action.

    `cost` says in a few words what it cost, `worth` both actions in numbers, and `reason` why one is better.
    """

    played: str
    best: str
    plan: list[str]
    cost: str
    worth: str
    reason: str | None


class Reviewed(Review, frozen=True, kw_only=True, tag_field="type", tag="reviewed"):
    """A review, with sentences for its costly decisions by the numbers of their moves."""

    sentences: dict[int, Better]
