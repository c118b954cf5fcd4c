"""LRU cache of search trees, bounded in bytes."""

from collections import OrderedDict
from typing import NamedTuple

from tradewinds.bots import Bot
from tradewinds.bots.registry import make_bot
from tradewinds.bots.search import SearchBot
from tradewinds.bots.turn_search import TurnSearchBot
from tradewinds.kernel.game import Game
from tradewinds.server.metrics import TREE_BYTES


class CachedTree(NamedTuple):
    """A bot with its search tree, the seat and level it plays, and the size of the tree in bytes."""

    seat: int
    level: str
    bot: SearchBot | TurnSearchBot
    size: int


class TreeCache:
    """Bots with their search trees, one for each table.

    A tree is reused while the same seat keeps acting. During a search, the bot is not in the cache, so its tree cannot
    be evicted.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.kept: OrderedDict[str, CachedTree] = OrderedDict()
        self.size = 0
        """Total bytes of the cached trees."""

    def take(self, table: str, seat: int, level: str, game: Game) -> Bot:
        """Remove and return the cached bot of a seat, or make a new one."""
        found = self.drop(table)
        if found is not None and (found.seat, found.level) == (seat, level):
            return found.bot
        return make_bot(level, game)

    def keep(self, table: str, seat: int, level: str, bot: Bot) -> None:
        """Cache a bot that has a search tree, and evict the oldest trees beyond the limit."""
        self.drop(table)
        if isinstance(bot, (SearchBot, TurnSearchBot)) and (size := bot.tree_bytes):
            self.kept[table] = CachedTree(seat, level, bot, size)
            self.size += size
        while self.size > self.limit:
            self.drop(next(iter(self.kept)))
        TREE_BYTES.set(self.size)

    def drop(self, table: str) -> CachedTree | None:
        """Remove and return the cached tree of a table, if any."""
        found = self.kept.pop(table, None)
        if found is not None:
            self.size -= found.size
            TREE_BYTES.set(self.size)
        return found
