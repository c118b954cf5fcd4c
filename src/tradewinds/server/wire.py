"""What is said between the server and its clients, as types: their JSON Schema documents the protocol.

Over HTTP one asks and answers; over the websocket of a table one sends `Command`s and receives `Message`s.
"""

from typing import Annotated, Any, Literal

import msgspec

from tradewinds.bots.hint import Certainty
from tradewinds.lab.review import Review
from tradewinds.match.clock import NoClock, Pace

Seat = Annotated[int, msgspec.Meta(ge=0, le=15, description="A seat, counted from 0.")]
Position = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
Password = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Request = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[!-~]+$")]
Language = Literal["en", "de", "it"]


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


class SeatInfo(msgspec.Struct):
    """Who sits at a seat: nobody (`open`), a `person`, or a `bot`.

    A bot plays for a person whose time was up (`stand_in`), until they are back, or who has `resigned`.
    """

    kind: Literal["open", "person", "bot"]
    name: str
    level: str | None = None
    ready: bool = True
    stand_in: bool = False
    resigned: bool = False


class TableInfo(msgspec.Struct):
    """A table as everybody may know it who knows its id."""

    id: str
    game: str
    edition: str
    players: int
    options: dict[str, str]
    clock: Pace
    public: bool
    spectators: bool
    hints: bool
    status: Literal["waiting", "playing", "finished", "closed"]
    seats: list[SeatInfo]
    commitment: str | None = None
    rematch: str | None = None


class ListedTable(msgspec.Struct):
    """A table in a list: of the lobby, or of one's own games. `turn` is the seat to act, while a game runs."""

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


class Listing(msgspec.Struct):
    """Several tables."""

    tables: list[ListedTable]


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
    story: "list[Told]"


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


class Reviewing(msgspec.Struct):
    """A review is being made: so many of so many moves are done, or needed none."""

    moves: int
    done: int


class Better(msgspec.Struct):
    """What was played and what would have been better, in sentences."""

    played: str
    best: str


class Reviewed(Review, frozen=True, kw_only=True):
    """A review, with sentences for its costly decisions by the numbers of their moves."""

    sentences: dict[int, Better]


# Commands


class Command(msgspec.Struct, forbid_unknown_fields=True, tag_field="do", tag=str.lower, kw_only=True):
    """Something that a client asks of a table. `id` is of its own choosing: the same id is never carried out twice."""

    id: Request | None = None


class Watch(Command):
    """The first thing to say on a socket: what to be shown, in which language, and what is known already.

    `seats` are seats of one's own; an empty list is the public view, as for a screen that all can see; None is all
    one has, or the public view. `known` tells for each seat (`public` for the public view) the last position seen.
    """

    seats: Annotated[list[Seat], msgspec.Meta(max_length=16)] | None = None
    lang: Language = "en"
    known: Annotated[dict[Key, Position], msgspec.Meta(max_length=16)] = {}
    chat: Position = 0


class Take(Command):
    """Sit down at an open seat, or say that one is ready; `name` is for several people at one screen."""

    seat: Seat
    name: Name | None = None


class Leave(Command):
    """Give up a seat before the game begins."""

    seat: Seat


class Furnish(Command):
    """Give a seat to a bot, or open it; for whoever opened the table, before the game begins."""

    seat: Seat
    level: Key | None = None


class Start(Command):
    """Begin the game."""


class Play(Command):
    """Play an action, by its text or number, for the position that one has seen."""

    position: Position
    move: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    seat: Seat | None = None


class Undo(Command):
    """Take back one's last action."""

    position: Position
    seat: Seat | None = None


class Hint(Command):
    """Ask for advice, where the table allows it."""

    seat: Seat | None = None


class Chat(Command):
    """Say something to the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class Resign(Command):
    """Leave a seat to a bot for good."""

    seat: Seat | None = None


class Return(Command):
    """Take a seat back from the bot that plays for it since its time was up."""

    seat: Seat | None = None


class Rematch(Command):
    """Play again with the same people; the answer names the table."""


class Close(Command):
    """Take the table down before the game begins."""


class Ping(Command):
    """Are you there?"""


AnyCommand = (
    Watch | Take | Leave | Furnish | Start | Play | Undo | Hint | Chat | Resign | Return | Rematch | Close | Ping
)


# Messages


class Choice(msgspec.Struct):
    """A legal action: its number, its text as in records, and a sentence."""

    action: int
    text: str
    sentence: str


class Told(msgspec.Struct):
    """What a change of the position was, as the seat saw it; `position` is the one that it led to."""

    position: int
    lines: list[str]


class Sight(msgspec.Struct):
    """What one seat sees: the position by names and, if it is to act, what it may do.

    `seat` is None for the public view. `view` is described with each game. Positions are counted by what this seat
    could see of them, so they differ between seats.
    """

    seat: int | None
    position: int
    turn: int | None
    view: Any
    story: list[Told]
    legal: list[Choice]
    may_undo: bool


class Line(msgspec.Struct):
    """Something that somebody said; the number counts what was said at this table."""

    number: int
    name: str
    text: str
    at: int


class Result(msgspec.Struct):
    """How a game ended, and the seed that proves how it was dealt."""

    scores: list[int]
    shares: list[float]
    seed: str


class ClockInfo(msgspec.Struct):
    """Milliseconds left for each seat as of now; the clock of `seat` runs."""

    seat: int | None
    left: list[int]


class Message(msgspec.Struct, tag_field="type", tag=str.lower):
    """Something that the server says on a socket."""


class Done(Message):
    """A command was carried out and is stored; `repeated`: it had been before. `table` is that of a rematch."""

    id: str | None = None
    repeated: bool = False
    table: str | None = None


class Table(Message):
    """How the table looks now to this client, what has happened since what it knew, and which commands were done.

    `here` are the seats whose people are connected; None where several processes may serve the table and none of them
    knows of all.
    """

    table: TableInfo
    mine: list[int]
    owner: bool
    sights: list[Sight]
    clock: ClockInfo | None
    chat: list[Line]
    result: Result | None = None
    done: list[Done] = []
    here: list[int] | None = None


class Refused(Message):
    """A command was not carried out, and nothing has changed."""

    id: str | None
    kind: str
    message: str
    rule: str | None = None
    choices: list[str] | None = None


class Advised(Choice):
    """An action with the share of the win that it promises, and its 95 % margin."""

    share: float
    margin: float


class Hinted(Message):
    """Advice for a seat: the best actions, best first, and how certain that is."""

    id: str | None
    seat: int
    position: int
    certainty: Certainty
    best: list[Advised]


class Pong(Message):
    """Yes."""

    id: str | None = None


class Farewell(Message):
    """The socket is about to be closed; whether it is worth coming back at once."""

    message: str
    again: bool


AnyMessage = Table | Done | Refused | Hinted | Pong | Farewell

COMMANDS: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
MESSAGES: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)
