"""Installed games, found through the entry point group `tradewinds.games`.

Names and folders are available without importing a game: message catalogues and the digest of compiled sources need
them before any game is loaded.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

GROUP = "tradewinds.games"


class UnknownGame(ValueError):
    """No game of that name is installed."""


@cache
def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


GAMES = tuple(_installed())
"""The names of all installed games, sorted."""


def game_entry(name: str) -> EntryPoint:
    """Return the entry point that loads a game's `Game` object."""
    if name not in _installed():
        known = ", ".join(GAMES) or f"none; a package offers one by an entry point in {GROUP}"
        raise UnknownGame(f"There is no game {name!r}. Known games: {known}.")
    return _installed()[name]


@cache
def game_folder(name: str) -> Path:
    """Return the folder of a game's package, without importing it."""
    spec = find_spec(game_entry(name).module)
    if spec is None or spec.origin is None:
        raise UnknownGame(f"The game {name!r} is installed without its package {game_entry(name).module}.")
    return Path(spec.origin).parent
