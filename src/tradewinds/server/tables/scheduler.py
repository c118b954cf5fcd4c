"""Sees to what has to happen at a table without a person: bots that are to act, and time that is up."""

import asyncio
import logging
import random
import time
from functools import partial
from typing import TYPE_CHECKING

from tradewinds.kernel.record import SPECTATOR
from tradewinds.server.tables import events as e
from tradewinds.server.tables.commands import Deed, action
from tradewinds.server.tables.events import clock_time
from tradewinds.server.tables.room import Room, insist
from tradewinds.server.tables.table import Table

if TYPE_CHECKING:
    from tradewinds.server.tables.registry import Hall

log = logging.getLogger("tradewinds.attendant")

PATIENCE = 1.0
"""Seconds before asking again whether another process still thinks for a table."""


class Attendant:
    """Looks after all tables of a process. It is told of every change and decides what comes next."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self.earliest = clock_time() + int(hall.settings.grace * 1000)
        self.timers: dict[str, asyncio.TimerHandle] = {}
        self.thinking: set[str] = set()

    def attend(self, room: Room) -> None:
        """A table has changed or was loaded: see to what is next."""
        if timer := self.timers.pop(room.id, None):
            timer.cancel()
        table = room.table
        if table is None or table.turn is None:
            return
        if table.plays_itself:
            if room.id not in self.thinking:
                self.thinking.add(room.id)
                self.hall.do(self.think(room))
        elif table.deadline is not None:
            delay = max(table.deadline, self.earliest) - clock_time()
            loop = asyncio.get_running_loop()
            self.timers[room.id] = loop.call_later(max(0.0, delay / 1000), self.time_up, room)

    def time_up(self, room: Room) -> None:
        """The clock of the seat to act has run out, as far as this process knows."""
        self.timers.pop(room.id, None)
        self.hall.do(self.lapse(room))

    async def lapse(self, room: Room) -> None:
        """Let a bot take the seat, if its time is really up."""
        if not await insist(lambda: room.act(lapsed)):
            await insist(room.loaded)
            self.attend(room)

    async def think(self, room: Room) -> None:
        """Move for bots as long as it is a bot's turn."""
        claimed = False
        try:
            while True:
                claimed = claimed or await self.hall.database.claiming(room.id)
                if not await insist(partial(self.move if claimed else self.wait, room)):
                    return
        finally:
            self.thinking.discard(room.id)
            self.hall.thinkers.trees.drop(room.id)
            if claimed:
                self.hall.database.releasing(room.id)

    async def wait(self, room: Room) -> bool:
        """Another process thinks for this table; whether it may still be necessary to step in."""
        await asyncio.sleep(PATIENCE)
        await room.refresh()
        return (await room.loaded()).plays_itself

    async def move(self, room: Room) -> bool:
        """One move of a bot; False if it is not a bot's turn."""
        table = await room.loaded()
        if not table.plays_itself or table.turn is None:
            return False
        seat, number = table.turn, len(table.course.changes)
        box, mask = table.match.box, table.course.masks[seat]
        level = table.places[seat].level or self.hall.settings.stand_in
        legal, owner = table.match.legal(), table.owner
        # Between actions of which nobody sees anything there is nothing to follow, and nothing to count.
        seen = not number or table.course.noticed[SPECTATOR][-1:] == [number - 1]
        began = time.monotonic()
        try:
            choice = await self.hall.thinkers.choose(room.id, level, box, mask, seat, owner)
        except Exception:
            log.exception("A bot has failed; it plays anything")
            choice = random.choice(legal)
        if room.listeners and seen:
            await asyncio.sleep(max(0.0, self.hall.settings.pause - (time.monotonic() - began)))
        await insist(lambda: room.act(lambda table: bot_move(table, seat, number, choice)))
        return True

    def leave(self, room: Room) -> bool:
        """Forget a table, unless a bot is thinking for it."""
        if room.id in self.thinking:
            return False
        if timer := self.timers.pop(room.id, None):
            timer.cancel()
        return True

    def end(self) -> None:
        """Wait for nothing any more."""
        for timer in self.timers.values():
            timer.cancel()
        self.timers.clear()


def lapsed(table: Table) -> list[Deed]:
    """The seat to act, if its time is up."""
    if table.turn is None or table.deadline is None or table.deadline > clock_time():
        return []
    return [Deed(e.Lapsed(table.turn))]


def bot_move(table: Table, seat: int, number: int, choice: int) -> list[Deed]:
    """A bot's action, if the position is still the one that it thought about and the seat is still a bot's."""
    if len(table.course.changes) != number or table.turn != seat or not table.is_bot(seat):
        return []
    return [action(table.match, choice, by_bot=True)]
