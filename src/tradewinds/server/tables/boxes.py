"""Lookup of boxes: of built-in and custom editions, and of editions stored when a game started."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tradewinds.i18n import Phrase
from tradewinds.kernel.edition import game_of
from tradewinds.kernel.game import Box, BoxError, load_game
from tradewinds.registry import GAMES, UnknownGame
from tradewinds.server.errors import RequestError
from tradewinds.server.storage.database import Database
from tradewinds.server.storage.queries.tables import add_edition, find_edition
from tradewinds.server.storage.rows import EditionRow
from tradewinds.server.tables.events import TableSettings


@dataclass(frozen=True, slots=True)
class CustomEdition:
    """An edition that this server offers in addition to the built-in ones."""

    game: str
    name: str
    title: str
    file: bytes


def custom_editions(files: Iterable[str]) -> dict[tuple[str, str], CustomEdition]:
    """Read edition files into a dictionary by game and name.

    Raise BoxError if an edition is invalid or its name is taken.
    """
    found: dict[tuple[str, str], CustomEdition] = {}
    for text in files:
        file = text.encode()
        game = load_game(game_of(file))
        if errors := game.check_box(file).errors:
            raise BoxError(*errors)
        data = game.read_edition(file)
        if data.name in game.editions or (game.name, data.name) in found:
            raise BoxError(Phrase("box.name_taken", {"name": repr(data.name)}))
        found[game.name, data.name] = CustomEdition(game.name, data.name, data.title, file)
    return found


@lru_cache(maxsize=500)
def builtin_box(game: str, edition: str, players: int, options: tuple[tuple[str, str], ...]) -> Box:
    """Return the box of a built-in edition."""
    return load_game(game).box(players, edition, dict(options))


@lru_cache(maxsize=100)
def stored_box(game: str, players: int, options: tuple[tuple[str, str], ...], file: bytes) -> Box:
    """Return the box of an edition file."""
    return load_game(game).box(players, None, dict(options), file)


class Boxes:
    """Finds the box for a table's settings, in the version its game started with."""

    def __init__(self, database: Database, files: Iterable[str] = ()) -> None:
        self.database = database
        self.custom = custom_editions(files)
        self.stored: set[str] = set()
        self.summaries = {game: self.summary(game) for game in GAMES}
        """Editions and options offered for each game."""

    def summary(self, name: str) -> dict[str, object]:
        """Return the editions and options offered for a game, with the titles of custom editions."""
        game = load_game(name)
        custom = [edition for edition in self.custom.values() if edition.game == name]
        editions = [(edition, self.file(name, edition)) for edition in (*game.editions, *(one.name for one in custom))]
        return {
            **game.summary(),
            "editions": {edition: game.offers(edition, file) for edition, file in editions},
            "titles": {edition.name: edition.title for edition in custom},
        }

    def file(self, game: str, edition: str) -> bytes:
        """Return the file of an offered edition."""
        custom = self.custom.get((game, edition))
        return custom.file if custom else load_game(game).edition_file(edition)

    def title(self, game: str, edition: str) -> str:
        """Return the title of a custom edition, empty for a built-in one."""
        custom = self.custom.get((game, edition))
        return custom.title if custom else ""

    def choose(self, game: str, players: int, edition: str | None, options: Mapping[str, str]) -> Box:
        """Return the box for a new table; raise if there is no such game or its settings are invalid."""
        try:
            found = load_game(game)
        except UnknownGame as error:
            raise RequestError("bad_request", "no_game", 400, game=repr(game)) from error
        custom = self.custom.get((game, edition or ""))
        return found.box(players, edition, options, custom.file if custom else None)

    def find(self, settings: TableSettings, digest: str | None = None) -> Box:
        """Return the box for a table's settings; with a digest, exactly that version."""
        options = tuple(sorted(settings.options.items()))
        box = self.find_offered(settings, options)
        if box is not None and digest in (None, box.digest):
            return box
        file = self.find_stored(digest or "")
        if file is None:
            raise BoxError(Phrase("box.needs_file", {"edition": repr(settings.edition)}))
        return stored_box(settings.game, settings.players, options, file)

    def find_offered(self, settings: TableSettings, options: tuple[tuple[str, str], ...]) -> Box | None:
        """Return the current version of a box, if its edition is still offered."""
        if custom := self.custom.get((settings.game, settings.edition)):
            return stored_box(settings.game, settings.players, options, custom.file)
        if settings.edition in load_game(settings.game).editions:
            return builtin_box(settings.game, settings.edition, settings.players, options)
        return None

    def find_stored(self, digest: str) -> bytes | None:
        """Return the stored edition file with this digest."""
        kept = self.database.read(lambda connection: find_edition(connection, digest))
        return kept.file if kept else None

    def find_file(self, game: str, edition: str, digest: str) -> bytes | None:
        """Return the edition file that a game record refers to, if it is stored or is a custom edition."""
        custom = self.custom.get((game, edition))
        return self.find_stored(digest) or (custom.file if custom else None)

    async def store(self, box: Box) -> None:
        """Store the edition file of a box, so that its games can be loaded after the edition has changed."""
        if box.digest not in self.stored:
            row = EditionRow(box.digest, box.game.name, self.file(box.game.name, box.edition))
            await self.database.write(lambda connection: add_edition(connection, row), repeatable=True)
            self.stored.add(box.digest)
