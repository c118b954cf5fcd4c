"""Requests and answers of the engine protocol, documented by their JSON Schema."""

from typing import Annotated, Any, Literal

import msgspec

from tradewinds.bots.hint_text import HintInfo
from tradewinds.i18n import Language
from tradewinds.match.choices import ChoiceInfo
from tradewinds.match.errors import ErrorInfo

Seat = Annotated[int, msgspec.Meta(ge=0, le=15, description="A seat, counted from 0.")]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Text = Annotated[str, msgspec.Meta(max_length=500_000)]
Short = Annotated[str, msgspec.Meta(max_length=80)]


class BadRequest(ValueError):
    """Raised for a request that cannot be answered: unknown seat or bot, no game yet, or game over."""


class Request(msgspec.Struct, forbid_unknown_fields=True, tag_field="do", kw_only=True):
    """Fields of every request: an optional id, which the answer repeats, and the language of the answer's sentences."""

    id: int | Short | None = None
    lang: Language = "en"


class Games(Request, tag="games"):
    """List the games, editions and options."""


class New(Request, tag="new"):
    """Start a game. Without a seed a secret one is drawn; `box` is the text of a custom box file."""

    game: Short
    players: Annotated[int, msgspec.Meta(ge=1, le=16)]
    edition: Short | None = None
    options: dict[Short, Short] = {}
    seats: list[Short] | None = None
    seed: Short | None = None
    box: Text | None = None


class Legal(Request, tag="legal"):
    """List the legal actions of the seat to act."""


class PlayRequest(Request, tag="play"):
    """Play an action by number or text."""

    move: Number | Short


class UndoRequest(Request, tag="undo"):
    """Undo the last decision; with a seat, only if it was that seat's."""

    seat: Seat | None = None


class View(Request, tag="view"):
    """Get the position as a seat or a spectator sees it, now or after `number` actions."""

    seat: Seat | None = None
    number: Number | None = None


class GetPosition(Request, tag="position"):
    """Get the position as text: in full or, with a seat, masked for that seat; now or after `number` actions."""

    seat: Seat | None = None
    number: Number | None = None


class SetPosition(Request, tag="set_position"):
    """Start a game from a position text."""

    text: Text
    seats: list[Short] | None = None
    seed: Short | None = None
    box: Text | None = None


class GetRecord(Request, tag="record"):
    """Get the record as text; it contains the seed of a running game only if `reveal` is true."""

    reveal: bool | None = None


class Load(Request, tag="load"):
    """Continue from a record."""

    text: Text
    box: Text | None = None


class BotRequest(Request, kw_only=True):
    """Fields of requests that a bot answers from the mask of the seat to act.

    The position is that of the running game or, with `text`, the given one, masked for `seat`. The same seed and number
    of playouts give the same answer; without limits the bot uses its own budget.
    """

    text: Text | None = None
    seat: Seat | None = None
    box: Text | None = None
    playouts: Annotated[int, msgspec.Meta(ge=1, le=10_000_000)] | None = None
    seconds: Annotated[float, msgspec.Meta(gt=0, le=86_400)] | None = None
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = 0


class Choose(BotRequest, tag="choose"):
    """Ask a bot for a move. `legal` is for external programs that do not know the rules; the engine ignores it."""

    bot: Short = "master"
    legal: list[ChoiceInfo] | None = None


class GetHint(BotRequest, tag="hint"):
    """Ask for the best actions, their values, and how certain the recommendation is."""

    best: Annotated[int, msgspec.Meta(ge=1, le=100)] = 3


class Quit(Request, tag="quit"):
    """Stop the engine."""


AnyRequest = (
    Games
    | New
    | Legal
    | PlayRequest
    | UndoRequest
    | View
    | GetPosition
    | SetPosition
    | GetRecord
    | Load
    | Choose
    | GetHint
    | Quit
)


class ErrorAnswer(msgspec.Struct):
    """The answer to a request that failed; nothing has changed."""

    id: int | str | None
    error: ErrorInfo
    ok: Literal[False] = False


class Status(msgspec.Struct):
    """The status of the match."""

    number: int
    over: bool
    to_act: int | None
    can_undo: bool
    commitment: str
    scores: list[int] | None
    winners: list[float] | None
    seed: str | None


class Answer(msgspec.Struct, omit_defaults=True):
    """The answer to a request that succeeded; fields that do not apply to the request are omitted."""

    id: int | str | None
    ok: Literal[True]
    status: Status | None = None
    legal: list[ChoiceInfo] | None = None
    story: list[str] | None = None
    view: Any = None
    text: str | None = None
    games: Any = None
    action: int | None = None
    move: str | None = None
    hint: HintInfo | None = None
