"""What is said over the websocket of a table, as types: clients send `Command`s and receive `Message`s.

Their JSON Schema, with that of `bodies`, which are for HTTP, documents the protocol.
"""

from typing import Annotated, Any, Literal

import msgspec

from tradewinds.bots.verdict import Certainty, Decided
from tradewinds.match.clock import Pace

Seat = Annotated[int, msgspec.Meta(ge=0, le=15, description="A seat, counted from 0.")]
Position = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Request = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[!-~]+$")]
Language = Literal["en", "de", "it"]
MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
MoveNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


# Tables


class SeatInfo(msgspec.Struct):
    """Who sits at a seat: nobody (`open`), a `person`, or a `bot`.

    A bot plays for a person whose time was up (`stand_in`), until they are back, or who has `resigned`. Who plays at
    the screen of another seat, and so may see all that it sees, sits `beside` it.
    """

    kind: Literal["open", "person", "bot"]
    name: str
    level: str | None = None
    ready: bool = True
    stand_in: bool = False
    resigned: bool = False
    beside: int | None = None


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
    title: str = ""
    """What an edition is called that does not come with the game."""
    free_undo: bool = False
    """One person plays against bots only and may take back as far as they like."""


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
    """Play an action, by its text or number, for the position that one has seen.

    A list holds the actions of one decision, in the order of the rules: all are carried out or none, and they are taken
    back together.
    """

    position: Position
    move: MoveText | MoveNumber | Annotated[list[MoveText | MoveNumber], msgspec.Meta(min_length=1, max_length=64)]
    seat: Seat | None = None


class Preview(Command):
    """Ask what several actions of one decision would do together, chosen in any order; nothing is changed.

    With `suggest`, what was chosen is replaced by what costs the fewest points.
    """

    position: Position
    moves: Annotated[list[MoveText | MoveNumber], msgspec.Meta(max_length=64)] = []
    suggest: bool = False
    seat: Seat | None = None


class Undo(Command):
    """Take back one's last decision: an action, or those that were played together."""

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
    """Take a seat back from the bot that plays for it since its time was up or others left it to one."""

    seat: Seat | None = None


class Relieve(Command):
    """Leave another seat to a bot until its owner returns, where no clock runs and the game has waited for it.

    It has to wait longer for somebody who is connected, or who may be.
    """

    seat: Seat


class Rematch(Command):
    """Play again with the same people; the answer names the table."""


class Close(Command):
    """Take the table down before the game begins."""


class Ping(Command):
    """Are you there?"""


Seating = Take | Leave | Furnish | Start | Close | Rematch
Playing = Play | Preview | Undo | Hint | Chat | Resign | Return | Relieve
AnyCommand = Watch | Seating | Playing | Ping


# Messages


class Choice(msgspec.Struct):
    """A legal action: its number, its text as in records, and a sentence."""

    action: int
    text: str
    sentence: str


class Selection(msgspec.Struct):
    """Several actions that make up one decision, as far as they are chosen; all by their texts.

    One of the `heads` begins a decision; `options` can be chosen or dropped in any order, and `chosen` are;
    `suggestion` what costs the fewest points (empty: nothing is suggested). `play` is the list for the command `play`,
    empty while the decision cannot be confirmed. `label` says what confirming does.
    """

    heads: list[str]
    options: list[str]
    chosen: list[str]
    suggestion: list[str]
    play: list[str]
    sentence: str
    label: str


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
    selection: Selection | None = None
    """Where several actions make up the decision of this seat: what is chosen to begin with."""


class Line(msgspec.Struct):
    """Something that somebody said, who sat at `seat` then or, without one, watched; `number` counts what was said."""

    number: int
    name: str
    text: str
    at: int
    seat: int | None = None


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
    """An action with what it promises, with 95 % margins: the share of the win, and points in the end.

    `rival` are the points of the best other seat, `plan` what the seat would do in the rest of its turn, and `reason`
    what speaks for the action.
    """

    share: float
    margin: float
    points: float
    points_margin: float
    rival: float
    plan: list[str]
    reason: str | None


class Hinted(Message):
    """Advice for a seat: the best actions, best first, and how sure that is, as a word and as a sentence.

    Where the win is decided whatever the seat plays, points are compared.
    """

    id: str | None
    seat: int
    position: int
    certainty: Certainty
    decided: Decided | None
    verdict: str
    best: list[Advised]


class Previewed(Message):
    """What a selection would do for a seat at a position."""

    id: str | None
    seat: int
    position: int
    selection: Selection


class Pong(Message):
    """Yes."""

    id: str | None = None


class Farewell(Message):
    """The socket is about to be closed; whether it is worth coming back at once."""

    message: str
    again: bool


AnyMessage = Table | Done | Refused | Hinted | Previewed | Pong | Farewell

COMMANDS: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
MESSAGES: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)
