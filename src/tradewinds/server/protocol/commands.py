"""Commands that clients send to a table, over its websocket or over HTTP."""

from typing import Annotated

import msgspec

from tradewinds.engine.protocol import Seat
from tradewinds.i18n import Language

Position = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
RequestId = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern="^[!-~]+$")]
MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
MoveNumber = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Command(msgspec.Struct, forbid_unknown_fields=True, tag_field="do", tag=str.lower, kw_only=True):
    """A command from a client to a table. The client chooses `id`; commands with the same id are executed only once."""

    id: RequestId | None = None


class Watch(Command):
    """Subscribe to a table; must be the first command on a socket.

    `seats` selects some of one's own seats; an empty list selects the public view, as for a shared screen, and None all
    of one's own seats, or the public view if there are none. `known` maps each seat (`public` for the public view) to
    the last position seen, and `chat` is the number of the last chat line seen.
    """

    seats: Annotated[list[Seat], msgspec.Meta(max_length=16)] | None = None
    lang: Language = "en"
    known: Annotated[dict[Key, Position], msgspec.Meta(max_length=16)] = {}
    chat: Position = 0


class Take(Command):
    """Take an open seat, or confirm a reserved one; `name` tells apart several people who share a screen."""

    seat: Seat
    name: Name | None = None


class Leave(Command):
    """Give up a seat before the game starts."""

    seat: Seat


class AssignBot(Command, tag="assign_bot"):
    """Assign a seat to a bot, or open it if `level` is None. Only for the owner, before the game starts."""

    seat: Seat
    level: Key | None = None


class Start(Command):
    """Start the game."""


class Play(Command):
    """Play an action, given as text or number, at the position last seen.

    A list contains the actions of one decision in the order of the rules: all of them are played or none, and `undo`
    takes them back together.
    """

    position: Position
    move: MoveText | MoveNumber | Annotated[list[MoveText | MoveNumber], msgspec.Meta(min_length=1, max_length=64)]
    seat: Seat | None = None


class Preview(Command):
    """Ask what several actions of one decision, in any order, would do together. Changes nothing.

    With `suggest`, the selection is replaced with the one that costs the fewest points.
    """

    position: Position
    moves: Annotated[list[MoveText | MoveNumber], msgspec.Meta(max_length=64)] = []
    suggest: bool = False
    seat: Seat | None = None


class Why(Command):
    """Ask why an action is not legal at the position last seen. Changes nothing."""

    position: Position
    move: MoveText | MoveNumber
    seat: Seat | None = None


class Undo(Command):
    """Take back one's last decision: one action, or several played together."""

    position: Position
    seat: Seat | None = None


class HintCommand(Command, tag="hint"):
    """Ask for a hint, if the table allows hints."""

    seat: Seat | None = None


class Chat(Command):
    """Send a chat line."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class Resign(Command):
    """Resign: a bot plays the seat for the rest of the game."""

    seat: Seat | None = None


class Return(Command):
    """Take a seat back from the bot that stands in for it."""

    seat: Seat | None = None


class ReplaceAbsent(Command, tag="replace_absent"):
    """Let a bot stand in for another player until they return, in a game without a clock.

    The game must have waited for that player for a while, which is shorter if they are known to be disconnected.
    """

    seat: Seat


class Rematch(Command):
    """Play again with the same people; the reply names the new table."""


class Close(Command):
    """Close the table before the game starts."""


class Ping(Command):
    """Ask for a `pong`."""


SeatingCommand = Take | Leave | AssignBot | Start | Close | Rematch
PlayingCommand = Play | Preview | Why | Undo | HintCommand | Chat | Resign | Return | ReplaceAbsent
AnyCommand = Watch | SeatingCommand | PlayingCommand | Ping

COMMANDS: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
