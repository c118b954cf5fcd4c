"""Execution of people's commands, within rate and time limits."""

import asyncio

from tradewinds.server import protocol
from tradewinds.server.accounts.service import Person
from tradewinds.server.rate_limits import RateLimiter
from tradewinds.server.storage.errors import Unavailable
from tradewinds.server.tables.actor import TableActor
from tradewinds.server.tables.questions import explain, give_hint, preview
from tradewinds.server.tables.registry import TableRegistry
from tradewinds.server.tables.table import Table

RATES: dict[type, str] = {
    protocol.Chat: "chat",
    protocol.Take: "arranging",
    protocol.Leave: "arranging",
    protocol.AssignBot: "arranging",
    protocol.Undo: "arranging",
}
"""Rate limits of the commands that can be repeated forever, each storing an event."""

Answer = protocol.Done | protocol.Hinted | protocol.Previewed | protocol.Explained


class CommandDispatcher:
    """Passes commands to the tables of a registry."""

    def __init__(self, registry: TableRegistry, rate_limiter: RateLimiter) -> None:
        self.registry = registry
        self.rate_limiter = rate_limiter
        self.timeout = 2 * registry.settings.limits.database_seconds

    async def answer(
        self, actor: TableActor, person: Person, command: protocol.AnyCommand, language: str, *, patient: bool = False
    ) -> Answer:
        """Answer a question or execute a command; see `execute`."""
        match command:
            case protocol.HintCommand():
                table, executor = await actor.load(), self.registry.bot_executor
                return await give_hint(table, person, command, language, executor, self.rate_limiter)
            case protocol.Preview():
                return preview(await self._settled(actor), person, command, language)
            case protocol.Why():
                return explain(await self._settled(actor), person, command, language)
        return await self.execute(actor, person, command, patient=patient)

    async def _settled(self, actor: TableActor) -> Table:
        """Return the table after the commands that are being executed."""
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
