"""Commands that clients send to a table, over its websocket or HTTP."""

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
    """A command from a client to a table. The client chooses `id`; a repeated id is executed only once."""

    id: RequestId | None = None


class Watch(Command):
    """Subscribe to a table. The first command on a socket.

    `seats` are own seats; an empty list is the public view, as for a shared screen; None is all own seats, or the
    public view. `known` maps each seat (`public` for the public view) to the last position seen.
    """

    seats: Annotated[list[Seat], msgspec.Meta(max_length=16)] | None = None
    lang: Language = "en"
    known: Annotated[dict[Key, Position], msgspec.Meta(max_length=16)] = {}
    chat: Position = 0


class Take(Command):
    """Take an open seat, or confirm a reserved one; `name` is for several people at one screen."""

    seat: Seat
    name: Name | None = None


class Leave(Command):
    """Give up a seat before the game starts."""

    seat: Seat


class AssignBot(Command, tag="assign_bot"):
    """Assign a seat to a bot, or open it (`level` None). For the owner, before the game starts."""

    seat: Seat
    level: Key | None = None


class Start(Command):
    """Start the game."""


class Play(Command):
    """Play an action, by its text or number, at the position seen.

    A list holds the actions of one decision in the order of the rules: all are played or none, and `undo` takes them
    back together.
    """

    position: Position
    move: MoveText | MoveNumber | Annotated[list[MoveText | MoveNumber], msgspec.Meta(min_length=1, max_length=64)]
    seat: Seat | None = None


class Preview(Command):
    """Ask what several actions of one decision would do together, in any order. Changes nothing.

    With `suggest`, the choice is replaced by the one that costs the fewest points.
    """

    position: Position
    moves: Annotated[list[MoveText | MoveNumber], msgspec.Meta(max_length=64)] = []
    suggest: bool = False
    seat: Seat | None = None


class Why(Command):
    """Ask why an action is not possible at the position seen. Changes nothing."""

    position: Position
    move: MoveText | MoveNumber
    seat: Seat | None = None


class Undo(Command):
    """Take back one's last decision: an action, or those played together."""

    position: Position
    seat: Seat | None = None


class HintCommand(Command, tag="hint"):
    """Ask for a hint, where the table allows it."""

    seat: Seat | None = None


class Chat(Command):
    """Send a chat line."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class Resign(Command):
    """Hand a seat to a bot for the rest of the game."""

    seat: Seat | None = None


class Return(Command):
    """Take a seat back from the bot that stands in for it."""

    seat: Seat | None = None


class ReplaceAbsent(Command, tag="replace_absent"):
    """Let a bot stand in for another seat until its owner returns, in a game without clock.

    The game must have waited for that seat, and longer for a person who is connected or may be.
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
