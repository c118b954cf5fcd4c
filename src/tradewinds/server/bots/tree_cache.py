"""Search trees that bots keep between two actions of one turn: so many bytes in a process, the oldest go first."""

from collections import OrderedDict
from typing import NamedTuple

from tradewinds.bots import Bot
from tradewinds.bots.catalogue import make_bot
from tradewinds.bots.search import SearchBot
from tradewinds.kernel.game import Game
from tradewinds.server.metrics import TREES


class Kept(NamedTuple):
    """A bot that has a tree, for the seat and level that it plays."""

    seat: int
    level: str
    bot: SearchBot
    size: int


class TreeCache:
    """Bots by table. Who thinks takes its bot out, so that nobody drops the tree that is being grown.

    A tree serves only as long as one seat acts again and again; a bot whose tree was dropped plants another.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.kept: OrderedDict[str, Kept] = OrderedDict()
        self.size = 0
        """Bytes of all trees that are kept."""

    def take(self, table: str, seat: int, level: str, game: Game) -> Bot:
        """Return the bot of a level for a seat, with its tree if that was kept."""
        found = self.drop(table)
        if found is not None and (found.seat, found.level) == (seat, level):
            return found.bot
        return make_bot(level, game)

    def keep(self, table: str, seat: int, level: str, bot: Bot) -> None:
        """Keep a bot with its tree until the seat acts again, and drop the oldest trees where that is too much."""
        self.drop(table)
        if isinstance(bot, SearchBot) and (size := bot.tree_bytes):
            self.kept[table] = Kept(seat, level, bot, size)
            self.size += size
        while self.size > self.limit:
            self.drop(next(iter(self.kept)))
        TREES.set(self.size)

    def drop(self, table: str) -> Kept | None:
        """Forget the tree of a table, and return it if there was one."""
        found = self.kept.pop(table, None)
        if found is not None:
            self.size -= found.size
            TREES.set(self.size)
        return found
