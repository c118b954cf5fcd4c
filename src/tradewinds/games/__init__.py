"""The catalogue: which games there are. A game is a folder of this package that defines GAME."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tradewinds.kernel.game import Game

GAMES = ("bombay", "borneo")


class UnknownGame(ValueError):
    """No game of that name is registered."""


def load_game(name: str) -> "Game":
    """The game of that name, imported only now so that unused games cost nothing."""
    if name not in GAMES:
        raise UnknownGame(f"There is no game {name!r}. Known games: {', '.join(GAMES)}.")
    game: Game = import_module(f"tradewinds.games.{name}").GAME
    if game.name != name:
        raise UnknownGame(f"The game in the folder {name!r} calls itself {game.name!r}: both must be the same.")
    return game
