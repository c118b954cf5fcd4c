"""The boxes that tables play with: made once, shared by all tables, and kept as they were when a game began."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tradewinds.games import GAMES, UnknownGame, load_game
from tradewinds.i18n import Phrase
from tradewinds.kernel.edition import game_of
from tradewinds.kernel.game import Box, BoxError
from tradewinds.server.errors import Refusal
from tradewinds.server.storage.database import Database
from tradewinds.server.storage.queries.tables import add_edition, find_edition
from tradewinds.server.storage.rows import EditionRow
from tradewinds.server.tables.events import Settings


@dataclass(frozen=True, slots=True)
class OwnEdition:
    """An edition that the host of the server brings along, beside those that come with the games."""

    game: str
    name: str
    title: str
    file: bytes


def own_editions(files: Iterable[str]) -> dict[tuple[str, str], OwnEdition]:
    """The editions in these files by game and name; a BoxError if one cannot be played or its name is taken."""
    found: dict[tuple[str, str], OwnEdition] = {}
    for text in files:
        file = text.encode()
        game = load_game(game_of(file))
        if errors := game.check_box(file).errors:
            raise BoxError(*errors)
        data = game.read_edition(file)
        if data.name in game.editions or (game.name, data.name) in found:
            raise BoxError(Phrase("box.name_taken", {"name": data.name}))
        found[game.name, data.name] = OwnEdition(game.name, data.name, data.title, file)
    return found


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

    def __init__(self, database: Database, files: Iterable[str] = ()) -> None:
        self.database = database
        self.own = own_editions(files)
        self.kept: set[str] = set()
        self.summaries = {game: self.summary(game) for game in GAMES}
        """What can be chosen of each game here."""

    def summary(self, name: str) -> dict[str, object]:
        """What can be chosen of a game; editions of the host's have titles, the others names in every language."""
        game = load_game(name)
        own = [edition for edition in self.own.values() if edition.game == name]
        editions = [(edition, self.file(name, edition)) for edition in (*game.editions, *(one.name for one in own))]
        return {
            **game.summary(),
            "editions": {edition: game.offers(edition, file) for edition, file in editions},
            "titles": {edition.name: edition.title for edition in own},
        }

    def file(self, game: str, edition: str) -> bytes:
        """The file of an edition that is offered here."""
        own = self.own.get((game, edition))
        return own.file if own else load_game(game).edition_file(edition)

    def title(self, game: str, edition: str) -> str:
        """What the host calls an edition of their own; nothing for one that comes with the game."""
        own = self.own.get((game, edition))
        return own.title if own else ""

    def choose(self, game: str, players: int, edition: str | None, options: Mapping[str, str]) -> Box:
        """The box that somebody asks for."""
        try:
            found = load_game(game)
        except UnknownGame as error:
            raise Refusal("bad_request", "no_game", 400, game=game) from error
        own = self.own.get((game, edition or ""))
        return found.box(players, edition, options, own.file if own else None)

    def find(self, settings: Settings, digest: str | None = None) -> Box:
        """The box for these settings; with a fingerprint, exactly the one that has it."""
        options = tuple(sorted(settings.options.items()))
        box = self.find_offered(settings, options)
        if box is not None and digest in (None, box.digest):
            return box
        file = self.find_kept(digest or "")
        if file is None:
            raise BoxError(Phrase("box.needs_file", {"edition": settings.edition}))
        return kept_box(settings.game, settings.players, options, file)

    def find_offered(self, settings: Settings, options: tuple[tuple[str, str], ...]) -> Box | None:
        """The box for these settings as it is today, if its edition is offered."""
        if own := self.own.get((settings.game, settings.edition)):
            return kept_box(settings.game, settings.players, options, own.file)
        if settings.edition in load_game(settings.game).editions:
            return printed_box(settings.game, settings.edition, settings.players, options)
        return None

    def find_kept(self, digest: str) -> bytes | None:
        """The file of an edition with which a game was begun here."""
        kept = self.database.read(lambda connection: find_edition(connection, digest))
        return kept.file if kept else None

    def find_file(self, game: str, edition: str, digest: str) -> bytes | None:
        """The file of the box that a record names, if it is kept or offered here."""
        own = self.own.get((game, edition))
        return self.find_kept(digest) or (own.file if own else None)

    async def keep(self, box: Box) -> None:
        """Keep the file of a box's edition: games that begin with it go on with it, whatever becomes of the file."""
        if box.digest not in self.kept:
            row = EditionRow(box.digest, box.game.name, self.file(box.game.name, box.edition))
            await self.database.write(lambda connection: add_edition(connection, row), repeatable=True)
            self.kept.add(box.digest)
