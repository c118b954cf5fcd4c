"""Playing levels, weakest to strongest: search budget and temperature, by game and number of players.

All levels use the game's network and search. Weaker levels search less and choose more warmly among moves that look
alike. Each game's `levels.toml` holds the numbers, so that a level is about as far above the one below it in every game
and at every number of players.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from tradewinds.kernel.game import Box

LEVELS = ("novice", "casual", "skilled", "expert", "master")
"""Levels by name, weakest first."""


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Simulations and seconds of a decision, whichever end first, and the softmax temperature of the choice.

    The time limits are meant for slow machines; a tenth of them is usually enough, except for the master.
    """

    simulations: int
    seconds: float = 1.0
    temperature: float = 0.0


DEFAULT_LEVELS = {
    "novice": Level(1, 0.5, 0.06),
    "casual": Level(1, 0.5, 0.03),
    "skilled": Level(1, 0.5, 0.01),
    "expert": Level(64),
    "master": Level(20_000, 2.0),
}
"""Levels of games without a `levels.toml`."""


@cache
def read_levels(path: Path) -> Mapping[str, Mapping[str, Level]]:
    """Return the levels of a game by number of players."""
    if not path.exists():
        return {}
    with path.open("rb") as file:
        return msgspec.convert(tomllib.load(file), dict[str, dict[str, Level]])


def level_for(box: Box, name: str) -> Level:
    """Return the level of this name in a box."""
    return read_levels(box.game.folder / "levels.toml").get(str(box.players), DEFAULT_LEVELS)[name]
