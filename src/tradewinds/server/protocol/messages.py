"""Messages that a table sends to its clients."""

from typing import Any, Literal

import msgspec

from tradewinds.bots.hint_text import HintInfo
from tradewinds.match.choices import ChoiceInfo
from tradewinds.match.clock import Pace
from tradewinds.match.errors import ErrorInfo


class SeatInfo(msgspec.Struct):
    """Who plays a seat: nobody (`open`), a `person`, or a `bot`.

    With `stand_in`, a bot plays for a person who ran out of time or was absent, until they return; with `resigned`, for
    the rest of the game. If a person has several seats, `beside` is the first of them for each of the others: the
    person sees what all of them see.
    """

    kind: Literal["open", "person", "bot"]
    name: str
    level: str | None = None
    ready: bool = True
    stand_in: bool = False
    resigned: bool = False
    beside: int | None = None


class TableInfo(msgspec.Struct):
    """Public information about a table."""

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
    """Title of a custom edition; empty for a built-in one."""
    free_undo: bool = False
    """Whether a single person plays against bots and may undo without limit."""


class SelectionInfo(msgspec.Struct):
    """A partially chosen decision that consists of several actions, all given as text.

    One of the `heads` starts the decision; `options` can be toggled in any order, and `chosen` are the selected ones.
    `suggestion` is the selection that costs the fewest points, or empty. `play` is the list to send with the command
    `play`, empty while the selection is incomplete. `sentence` describes the effects of the selection or what is still
    missing, and `label` what confirming does.
    """

    heads: list[str]
    options: list[str]
    chosen: list[str]
    suggestion: list[str]
    play: list[str]
    sentence: str
    label: str


class StoryEntry(msgspec.Struct):
    """The story of one change, as the viewer saw it; `position` is the number of the position it led to."""

    position: int
    lines: list[str]


class SeatView(msgspec.Struct):
    """What one seat sees: the position and, if it is to act, its legal actions.

    `seat` is None for the public view. The type of `view` depends on the game. `position` counts the changes that this
    seat could see, so it differs between seats.
    """

    seat: int | None
    position: int
    turn: int | None
    view: Any
    story: list[StoryEntry]
    legal: list[ChoiceInfo]
    may_undo: bool
    selection: SelectionInfo | None = None
    """Initial selection, if this seat is to make a decision that consists of several actions."""


class ChatLine(msgspec.Struct):
    """A chat line, numbered from 1; `seat` is the sender's seat at that time, None for a spectator."""

    number: int
    name: str
    text: str
    at: int
    seat: int | None = None


class GameResult(msgspec.Struct):
    """The result of a game: points, shares of the win, and the seed, which proves that the deal was fair."""

    scores: list[int]
    shares: list[float]
    seed: str


class ClockInfo(msgspec.Struct):
    """Milliseconds left for each seat as of now; `seat` is the one whose clock is running."""

    seat: int | None
    left: list[int]


class Message(msgspec.Struct, tag_field="type", tag=str.lower):
    """A message from the server."""


class Done(Message):
    """A command was executed and stored; `repeated` if by an earlier request. `table` is the table of a rematch."""

    id: str | None = None
    repeated: bool = False
    table: str | None = None


class TableState(Message, tag="table"):
    """The current state of the table for this client, the story since the positions it knew, and its executed commands.

    `connected` lists the seats whose players are connected; None if several processes may serve the table.
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
    """What a selection of actions would do, for a seat at a position."""

    id: str | None
    seat: int
    position: int
    selection: SelectionInfo


class Explained(Message):
    """Why an action is not legal for a seat at a position, with the rule; `message` is None if it is legal."""

    id: str | None
    seat: int
    position: int
    message: str | None = None
    rule: str | None = None


class Pong(Message):
    """The reply to `ping`."""

    id: str | None = None


class Closing(Message, tag="closing"):
    """The socket is about to close; `again` tells whether the client should reconnect at once."""

    message: str
    again: bool


AnyMessage = TableState | Done | Refused | Hinted | Previewed | Explained | Pong | Closing

MESSAGES: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)
