"""Scheduling of bot moves and timeouts for loaded tables."""

import asyncio
import logging
import random
import time
from functools import partial

from tradewinds.kernel.record import SPECTATOR
from tradewinds.server.background import BackgroundTasks
from tradewinds.server.bots.executor import BotExecutor
from tradewinds.server.settings import ServerSettings
from tradewinds.server.storage.database import Database
from tradewinds.server.storage.rows import now_ms
from tradewinds.server.tables import events as e
from tradewinds.server.tables.actor import TableActor, retry_until_available
from tradewinds.server.tables.commands import PendingEvent, move_event
from tradewinds.server.tables.table import Table

log = logging.getLogger("tradewinds.scheduler")

CLAIM_INTERVAL = 1.0
"""Seconds between attempts to claim a table whose bots are played by another process."""


class Scheduler:
    """Runs the bots and clock timers of all tables loaded in a process."""

    def __init__(
        self, database: Database, settings: ServerSettings, bot_executor: BotExecutor, background: BackgroundTasks
    ) -> None:
        self.database = database
        self.settings = settings
        self.bot_executor = bot_executor
        self.background = background
        self.earliest = now_ms() + int(settings.grace * 1000)
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.thinking: set[str] = set()

    def schedule(self, actor: TableActor) -> None:
        """Start the bot or the clock timer of the seat to act, after a table was loaded or has changed."""
        if timer := self.timers.pop(actor.id, None):
            timer.cancel()
        table = actor.table
        if table is None or table.turn is None:
            return
        if table.bot_to_act:
            if actor.id not in self.thinking:
                self.thinking.add(actor.id)
                self.background.spawn(self._run_bots(actor))
        elif table.deadline is not None:
            delay = max(table.deadline, self.earliest) - now_ms()
            loop = asyncio.get_running_loop()
            self.timers[actor.id] = loop.call_later(max(0.0, delay / 1000), self._on_deadline, actor)

    def _on_deadline(self, actor: TableActor) -> None:
        self.timers.pop(actor.id, None)
        self.background.spawn(self._time_out(actor))

    async def _time_out(self, actor: TableActor) -> None:
        """Store a timeout if the deadline has passed; otherwise reschedule."""
        if not await retry_until_available(lambda: actor.emit(timeout_events)):
            await retry_until_available(actor.load)
            self.schedule(actor)

    async def _run_bots(self, actor: TableActor) -> None:
        """Play bot moves until a person is to act."""
        claimed = False
        try:
            while True:
                claimed = claimed or await self.database.claim(actor.id)
                if not await retry_until_available(partial(self._play_move if claimed else self._wait, actor)):
                    return
        finally:
            self.thinking.discard(actor.id)
            self.bot_executor.cache.drop(actor.id)
            if claimed:
                self.database.release_soon(actor.id)

    async def _wait(self, actor: TableActor) -> bool:
        """Wait while another process plays the bots; return whether a bot is still to act."""
        await asyncio.sleep(CLAIM_INTERVAL)
        await actor.refresh()
        return (await actor.load()).bot_to_act

    async def _play_move(self, actor: TableActor) -> bool:
        """Play one bot move; return False if no bot is to act."""
        table = await actor.load()
        if not table.bot_to_act or table.turn is None:
            return False
        seat, number = table.turn, len(table.history.changes)
        box, mask = table.match.box, table.match.masked(seat)
        level = table.places[seat].level or self.settings.stand_in
        legal, owner = table.match.legal(), table.owner
        # No pause between actions invisible to others: its length would reveal their number.
        seen = not number or table.history.visible[SPECTATOR][-1:] == [number - 1]
        began = time.monotonic()
        try:
            choice = await self.bot_executor.choose(actor.id, level, box, mask, seat, owner)
        except Exception:
            log.exception("A bot has failed; it plays anything")
            choice = random.choice(legal)
        if actor.subscribers and seen:
            await asyncio.sleep(max(0.0, self.settings.pause - (time.monotonic() - began)))
        await retry_until_available(lambda: actor.emit(lambda table: bot_move(table, seat, number, choice)))
        return True

    def release(self, actor: TableActor) -> bool:
        """Cancel the timer of a table to be unloaded; return False, changing nothing, while its bots are running."""
        if actor.id in self.thinking:
            return False
        if timer := self.timers.pop(actor.id, None):
            timer.cancel()
        return True

    def stop(self) -> None:
        """Cancel all timers."""
        for timer in self.timers.values():
            timer.cancel()
        self.timers.clear()


def timeout_events(table: Table) -> list[PendingEvent]:
    """Return a timeout event for the seat to act if its deadline has passed, else no events."""
    if table.turn is None or table.deadline is None or table.deadline > now_ms():
        return []
    return [PendingEvent(e.TimedOut(table.turn))]


def bot_move(table: Table, seat: int, number: int, choice: int) -> list[PendingEvent]:
    """Return the event for a bot's move; no events if the position has changed or a person has taken the seat back."""
    if len(table.history.changes) != number or table.turn != seat or not table.is_bot(seat):
        return []
    return [move_event(table.match, choice, by_bot=True)]
