"""Dispatch of commands to tables, with rate limits and timeouts, and replies to queries from the seat to act."""

import asyncio

import msgspec

from tradewinds.bots.hint_text import hint_info
from tradewinds.i18n import load_words
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import Record
from tradewinds.match import MoveError, notation
from tradewinds.match.errors import error_info
from tradewinds.match.match import refusal
from tradewinds.match.selection import parse_chosen, select
from tradewinds.server import protocol
from tradewinds.server.accounts.person import Person
from tradewinds.server.errors import RequestError
from tradewinds.server.rate_limits import RateLimiter
from tradewinds.server.storage.errors import Unavailable
from tradewinds.server.tables.actor import TableActor
from tradewinds.server.tables.commands import require_current, require_own_seat, require_turn
from tradewinds.server.tables.messages import selection_message
from tradewinds.server.tables.registry import TableRegistry
from tradewinds.server.tables.table import Table

RATES: dict[type, str] = {
    protocol.Chat: "chat",
    protocol.Take: "arranging",
    protocol.Leave: "arranging",
    protocol.AssignBot: "arranging",
    protocol.Undo: "arranging",
}
"""Rate limits for commands that can be repeated indefinitely and store an event each time."""

Answer = protocol.Done | protocol.Hinted | protocol.Previewed | protocol.Explained


class CommandDispatcher:
    """Executes commands at the tables of a registry and answers queries about them."""

    def __init__(self, registry: TableRegistry, rate_limiter: RateLimiter) -> None:
        self.registry = registry
        self.rate_limiter = rate_limiter
        self.timeout = 2 * registry.settings.limits.database_seconds

    async def answer(
        self, actor: TableActor, person: Person, command: protocol.AnyCommand, language: str, *, patient: bool = False
    ) -> Answer:
        """Answer a query or execute a command; see `execute`."""
        match command:
            case protocol.HintCommand():
                return await self._hint(await actor.load(), person, command, language)
            case protocol.Preview():
                return preview(await self._settled(actor), person, command, language)
            case protocol.Why():
                return explain(await self._settled(actor), person, command, language)
        return await self.execute(actor, person, command, patient=patient)

    async def _hint(
        self, table: Table, person: Person, command: protocol.HintCommand, language: str
    ) -> protocol.Hinted:
        """Return the best few actions for a person's seat; raise unless it is to act."""
        seat = require_own_seat(table, person, command.seat)
        if not table.settings.hints:
            raise RequestError("not_allowed", "no_hints", 403)
        require_turn(table, seat)
        self.rate_limiter.check("hints", person.id)
        box, mask, position = table.match.box, table.match.masked(seat), table.history.position(seat)
        words = load_words(language).with_seats(table.match.seats)
        found = await self.registry.bot_executor.compute_hint(box, mask, seat, person.id)
        info = hint_info(box, mask, found, words)
        return protocol.Hinted(**msgspec.structs.asdict(info), id=command.id, position=position)

    async def _settled(self, actor: TableActor) -> Table:
        """Return the table after waiting for any command in progress."""
        async with actor.lock:
            return await actor.load()

    async def execute(
        self, actor: TableActor, person: Person, command: protocol.AnyCommand, *, patient: bool = False
    ) -> protocol.Done:
        """Execute a command that changes a table.

        A `patient` caller waits for the outcome even if the database connection was lost during the commit.
        """
        if rate := RATES.get(type(command)):
            self.rate_limiter.check(rate, person.id)
        try:
            async with asyncio.timeout(None if patient else self.timeout):
                if isinstance(command, protocol.Rematch):
                    return protocol.Done(command.id, table=await self.registry.rematch(person, actor.id))
                return await actor.execute(person, command)
        except TimeoutError as error:
            raise Unavailable("unknown") from error


def preview(table: Table, person: Person, command: protocol.Preview, language: str) -> protocol.Previewed:
    """Return what a selection would do."""
    seat = require_seat_to_act(table, person, command)
    box = table.match.box
    found = select(box, table.history.masks[seat], parse_chosen(box, command.moves), suggest=command.suggest)
    if found is None:
        raise RequestError("no_selection", "no_selection")
    words = load_words(language).with_seats(table.match.seats)
    return protocol.Previewed(command.id, seat, command.position, selection_message(box, found, words))


def explain(table: Table, person: Person, command: protocol.Why, language: str) -> protocol.Explained:
    """Explain why an action is not legal; the reply has no message if it is legal."""
    seat = require_seat_to_act(table, person, command)
    answer = protocol.Explained(command.id, seat, command.position)
    found = why_not(table.match.box, table.history.masks[seat], table.match.legal(), command.move)
    if found is not None:
        words = load_words(language).with_seats(table.match.seats)
        info = error_info(found, words, "not_legal")
        answer.message, answer.rule = info.message, info.rule
    return answer


def why_not(box: Box, mask: Record, legal: list[int], move: int | str) -> MoveError | None:
    """Return why a move is not legal for the seat to act, judged by its mask, or None if it is legal."""
    if isinstance(move, int):
        return refusal(box, mask, move)
    try:
        notation.read(box, move, legal, lambda action: refusal(box, mask, action))
    except MoveError as error:
        return error
    return None


def require_seat_to_act(table: Table, person: Person, command: protocol.Preview | protocol.Why) -> int:
    """Return the seat of a query; raise unless it is the person's own, is to act, and the position is current."""
    seat = require_own_seat(table, person, command.seat)
    require_current(table, seat, command.position)
    require_turn(table, seat)
    return seat
