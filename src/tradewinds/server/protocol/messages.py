"""Messages that a table sends to its clients."""

from typing import Any, Literal

import msgspec

from tradewinds.bots.hint_text import HintInfo
from tradewinds.match.choices import ChoiceInfo
from tradewinds.match.clock import Pace
from tradewinds.match.errors import ErrorInfo


class SeatInfo(msgspec.Struct):
    """Who plays a seat: nobody (`open`), a `person`, or a `bot`.

    A bot stands in (`stand_in`) for a person who ran out of time until they return, or for one who has `resigned`.
    `beside` is the first seat of the same person, who sees what both seats see.
    """

    kind: Literal["open", "person", "bot"]
    name: str
    level: str | None = None
    ready: bool = True
    stand_in: bool = False
    resigned: bool = False
    beside: int | None = None


class TableInfo(msgspec.Struct):
    """The public information about a table."""

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
    """The title of an edition that does not ship with the game."""
    free_undo: bool = False
    """A single person plays against bots and may undo without limit."""


class SelectionInfo(msgspec.Struct):
    """A decision that takes several actions, as far as it is chosen; all actions by their texts.

    One of the `heads` begins the decision; `options` can be chosen or dropped in any order, `chosen` are chosen.
    `suggestion` is the choice that costs the fewest points (empty: none). `play` is the list for the command `play`,
    empty while the decision cannot be confirmed. `label` says what confirming does.
    """

    heads: list[str]
    options: list[str]
    chosen: list[str]
    suggestion: list[str]
    play: list[str]
    sentence: str
    label: str


class StoryEntry(msgspec.Struct):
    """What a move did, as the seat saw it, in sentences; `position` is the position it led to."""

    position: int
    lines: list[str]


class SeatView(msgspec.Struct):
    """What one seat sees: the position and, if it is to act, its legal actions.

    `seat` is None for the public view. `view` is defined by each game. Positions count the changes that this seat could
    see, so they differ between seats.
    """

    seat: int | None
    position: int
    turn: int | None
    view: Any
    story: list[StoryEntry]
    legal: list[ChoiceInfo]
    may_undo: bool
    selection: SelectionInfo | None = None
    """The initial selection, if the decision of this seat takes several actions."""


class ChatLine(msgspec.Struct):
    """A chat line; `seat` is the sender's seat then, None for a spectator, and `number` counts the lines."""

    number: int
    name: str
    text: str
    at: int
    seat: int | None = None


class GameResult(msgspec.Struct):
    """The result of a game, and the seed that proves the deal."""

    scores: list[int]
    shares: list[float]
    seed: str


class ClockInfo(msgspec.Struct):
    """Milliseconds left for each seat as of now; the clock of `seat` is running."""

    seat: int | None
    left: list[int]


class Message(msgspec.Struct, tag_field="type", tag=str.lower):
    """A message from the server."""


class Done(Message):
    """A command was executed and stored; `repeated`: it had been before. `table` is the table of a rematch."""

    id: str | None = None
    repeated: bool = False
    table: str | None = None


class TableState(Message, tag="table"):
    """The current state of the table for this client, the story since what it knew, and its executed commands.

    `connected` are the seats whose people are connected; None where several processes may serve the table.
    """

    table: TableInfo
    mine: list[int]
    owner: bool
    views: list[SeatView]
    clock: ClockInfo | None
    chat: list[ChatLine]
    result: GameResult | None = None
    done: list[Done] = []
    connected: list[int] | None = None


class Refused(ErrorInfo, Message, omit_defaults=False):
    """A command was refused; nothing has changed."""

    id: str | None = None


class Hinted(HintInfo, Message):
    """A hint for a seat at a position."""

    id: str | None
    position: int


class Previewed(Message):
    """What a selection would do for a seat at a position."""

    id: str | None
    seat: int
    position: int
    selection: SelectionInfo


class Explained(Message):
    """Why an action is not possible for a seat at a position, with its rule; no message if it is possible."""

    id: str | None
    seat: int
    position: int
    message: str | None = None
    rule: str | None = None


class Pong(Message):
    """The reply to `ping`."""

    id: str | None = None


class Closing(Message, tag="closing"):
    """The socket is about to close; `again`: the client should reconnect at once."""

    message: str
    again: bool


AnyMessage = TableState | Done | Refused | Hinted | Previewed | Explained | Pong | Closing

MESSAGES: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)
