"""LRU cache of bots that are in the middle of a planned move."""

from collections import OrderedDict
from typing import NamedTuple

from tradewinds.bots import Bot
from tradewinds.bots.registry import make_bot
from tradewinds.bots.turn_search import LevelBot
from tradewinds.kernel.game import Game


class CachedBot(NamedTuple):
    """A bot with the seat and level it plays."""

    seat: int
    level: str
    bot: LevelBot


class BotCache:
    """Bots that have planned their next actions, one for each table.

    A plan is a few hundred bytes; a bot without one is cheap to make again.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.kept: OrderedDict[str, CachedBot] = OrderedDict()

    def take(self, table: str, seat: int, level: str, game: Game) -> Bot:
        """Remove and return the cached bot of a seat, or make a new one."""
        found = self.kept.pop(table, None)
        if found is not None and (found.seat, found.level) == (seat, level):
            return found.bot
        return make_bot(level, game)

    def keep(self, table: str, seat: int, level: str, bot: Bot) -> None:
        """Cache a bot that has a plan, and drop the oldest beyond the limit."""
        self.kept.pop(table, None)
        if isinstance(bot, LevelBot) and bot.has_plan:
            self.kept[table] = CachedBot(seat, level, bot)
        while len(self.kept) > self.limit:
            self.kept.popitem(last=False)

    def drop(self, table: str) -> None:
        """Remove the cached bot of a table, if any."""
        self.kept.pop(table, None)
