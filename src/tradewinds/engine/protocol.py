"""What can be asked of the engine and what it answers. The JSON Schema of these types documents the protocol."""

from typing import Annotated, Any, Literal

import msgspec

from tradewinds.bots.verdict import Certainty, Decided

Seat = Annotated[int, msgspec.Meta(ge=0, le=15)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Text = Annotated[str, msgspec.Meta(max_length=500_000)]
Short = Annotated[str, msgspec.Meta(max_length=80)]


class BadRequest(ValueError):
    """Something was asked that this game does not have, or before there was a game."""


class Request(msgspec.Struct, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """Fields of every request: an id of one's own, which the answer repeats, and the language of sentences."""

    id: int | Short | None = None
    lang: Literal["en", "de", "it"] = "en"


class Games(Request, tag="games"):
    """Which games, editions and options are there?"""


class New(Request, tag="new"):
    """Begin a game. Without a seed a secret one is drawn; `box` is the text of a box file of one's own."""

    game: Short
    players: Annotated[int, msgspec.Meta(ge=1, le=16)]
    edition: Short | None = None
    options: dict[Short, Short] = {}
    seats: list[Short] | None = None
    seed: Short | None = None
    box: Text | None = None


class Legal(Request, tag="legal"):
    """What may the seat to act do, and how does it read?"""


class Play(Request, tag="play"):
    """Play an action by its number or by its text."""

    move: Number | Short


class Undo(Request, tag="undo"):
    """Take back the last action; with a seat, only if it was that seat's."""

    seat: Seat | None = None


class View(Request, tag="view"):
    """The table as a seat sees it, or as all see it; now or after so many actions."""

    seat: Seat | None = None
    number: Number | None = None


class Position(Request, tag="position"):
    """The position as text: everything, or with a seat what that seat may know."""

    seat: Seat | None = None
    number: Number | None = None


class SetPosition(Request, tag="set_position"):
    """Begin a game from a position in text."""

    text: Text
    seats: list[Short] | None = None
    seed: Short | None = None
    box: Text | None = None


class GetRecord(Request, tag="record"):
    """The record as text; the seed of a running game is in it only if `reveal` is true."""

    reveal: bool | None = None


class Load(Request, tag="load"):
    """Go on from a record in text."""

    text: Text
    box: Text | None = None


class Choice(msgspec.Struct):
    """A legal action: number, text as in records, and a sentence."""

    action: int
    text: str
    sentence: str


class Thought(Request, kw_only=True):
    """Fields of requests that a bot answers from what the seat to act may know, and from nothing else.

    The position is that of the running game; with `text` it is one as its `seat` sees it. With the same seed and
    number of playouts the answer is the same; without limits the bot thinks as much as belongs to it.
    """

    text: Text | None = None
    seat: Seat | None = None
    box: Text | None = None
    playouts: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)] | None = None
    seconds: Annotated[float, msgspec.Meta(gt=0, le=86_400)] | None = None
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = 0


class Choose(Thought, tag="choose"):
    """What does a bot play? `legal` is for outside programs that do not know the rules; the engine looks for itself."""

    bot: Short = "master"
    legal: list[Choice] | None = None


class GetHint(Thought, tag="hint"):
    """Which actions are best, how good, and how certain is that?"""

    best: Annotated[int, msgspec.Meta(ge=1, le=100)] = 3


class Quit(Request, tag="quit"):
    """End the engine."""


AnyRequest = (
    Games | New | Legal | Play | Undo | View | Position | SetPosition | GetRecord | Load | Choose | GetHint | Quit
)


class Error(msgspec.Struct, omit_defaults=True):
    """What was wrong: its kind, a sentence, and for refused moves the rule, for ambiguous ones the choices."""

    kind: str
    message: str
    rule: str | None = None
    choices: list[str] | None = None


class Failure(msgspec.Struct):
    """The answer to a request that failed; nothing has changed."""

    id: int | str | None
    error: Error
    ok: Literal[False] = False


class Advised(Choice):
    """An action with what it promises, with 95 % margins: the share of the win, and points in the end.

    `visits` says how often it was tried, `rival` the points of the best other seat, `plan` what the seat would do in
    the rest of its turn, and `reason` what speaks for the action.
    """

    share: float
    margin: float
    visits: int
    points: float
    points_margin: float
    rival: float
    plan: list[str]
    reason: str | None


class Hint(msgspec.Struct):
    """The best actions for a seat, best first, how certain that is, and each seat's share of the win if it follows."""

    seat: int
    certainty: Certainty
    decided: Decided | None
    verdict: str
    best: list[Advised]
    shares: list[float]
    playouts: int


class Status(msgspec.Struct):
    """Where the game stands."""

    number: int
    over: bool
    to_act: int | None
    can_undo: bool
    commitment: str
    scores: list[int] | None
    winners: list[float] | None
    seed: str | None


class Answer(msgspec.Struct, omit_defaults=True):
    """The answer to a request that succeeded, with the fields that belong to it."""

    id: int | str | None
    ok: Literal[True]
    status: Status | None = None
    legal: list[Choice] | None = None
    story: list[str] | None = None
    view: Any = None
    text: str | None = None
    games: Any = None
    action: int | None = None
    move: str | None = None
    hint: Hint | None = None
