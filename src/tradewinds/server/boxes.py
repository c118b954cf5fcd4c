"""The boxes that tables play with: made once, shared by all tables, and kept as they were when a game began."""

from functools import lru_cache

from tradewinds.games import load_game
from tradewinds.kernel.game import Box, BoxError
from tradewinds.server.events import Settings
from tradewinds.server.storage.database import Database
from tradewinds.server.storage.rows import EditionRow
from tradewinds.server.storage.tables import add_edition, find_edition
from tradewinds.words import Phrase


@lru_cache(maxsize=500)
def printed_box(game: str, edition: str, players: int, options: tuple[tuple[str, str], ...]) -> Box:
    """A box that comes with the program."""
    return load_game(game).box(players, edition, dict(options))


@lru_cache(maxsize=100)
def kept_box(game: str, players: int, options: tuple[tuple[str, str], ...], file: bytes) -> Box:
    """A box from an edition's file as it was kept."""
    return load_game(game).box(players, None, dict(options), file)


class Boxes:
    """Finds boxes by what a table says, in the version that its game began with."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.kept: set[str] = set()

    def find(self, settings: Settings, digest: str | None = None) -> Box:
        """The box for these settings; with a fingerprint, exactly the one that has it."""
        options = tuple(sorted(settings.options.items()))
        if settings.edition in load_game(settings.game).editions:
            box = printed_box(settings.game, settings.edition, settings.players, options)
            if digest in (None, box.digest):
                return box
        kept = self.database.read(lambda connection: find_edition(connection, digest or ""))
        if kept is None:
            raise BoxError(Phrase("box.needs_file", {"edition": settings.edition}))
        return kept_box(settings.game, settings.players, options, kept.file)

    async def keep(self, box: Box) -> None:
        """Keep the file of a box's edition: games that begin with it go on with it, whatever becomes of the file."""
        if box.digest not in self.kept:
            row = EditionRow(box.digest, box.game.name, box.game.edition_file(box.edition))
            await self.database.write(lambda connection: add_edition(connection, row))
            self.kept.add(box.digest)
