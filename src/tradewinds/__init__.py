"""Tradewinds: the trading board games Bombay and Borneo, implemented exactly as their rulebooks say.

The names below are the public API, described in docs/api.md. Each is imported on first use, so that `import tradewinds`
is fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tradewinds.analysis.review import Review, review
    from tradewinds.bots import Bot, Budget
    from tradewinds.bots.hint import Advice, Hint, hint
    from tradewinds.bots.registry import make_bot
    from tradewinds.drawing import Picture
    from tradewinds.executor import LocalExecutor
    from tradewinds.i18n import LANGUAGES, Phrase, Problem, Words, load_words
    from tradewinds.kernel.game import Box, BoxError, Game, load_game
    from tradewinds.kernel.observation import Slice
    from tradewinds.kernel.random import stream
    from tradewinds.kernel.record import SPECTATOR
    from tradewinds.lab.arena import ArenaResult, arena
    from tradewinds.lab.pictures import arena_picture, position_picture, review_picture
    from tradewinds.lab.simulate import Simulation, simulate
    from tradewinds.lab.study.api import StudyResult, study
    from tradewinds.lab.vector_games import VectorGames, observation
    from tradewinds.match import (
        AmbiguousMove,
        Choice,
        GameRecord,
        IllegalMove,
        InvalidMove,
        Match,
        MoveError,
        Position,
        TextError,
        match_from_record,
        verify,
    )
    from tradewinds.match.record import position_text, read_position, record_text
    from tradewinds.registry import GAMES

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "LANGUAGES",
    "SPECTATOR",
    "Advice",
    "AmbiguousMove",
    "ArenaResult",
    "Bot",
    "Box",
    "BoxError",
    "Budget",
    "Choice",
    "Game",
    "GameRecord",
    "Hint",
    "IllegalMove",
    "InvalidMove",
    "LocalExecutor",
    "Match",
    "MoveError",
    "Phrase",
    "Picture",
    "Position",
    "Problem",
    "Review",
    "Simulation",
    "Slice",
    "StudyResult",
    "TextError",
    "VectorGames",
    "Words",
    "__version__",
    "arena",
    "arena_picture",
    "hint",
    "load_game",
    "load_words",
    "make_bot",
    "match_from_record",
    "observation",
    "position_picture",
    "position_text",
    "read_position",
    "record_text",
    "review",
    "review_picture",
    "simulate",
    "stream",
    "study",
    "verify",
]

_HOMES = {
    "bots": "Bot Budget",
    "bots.registry": "make_bot",
    "bots.hint": "Advice Hint hint",
    "drawing": "Picture",
    "kernel.game": "Box BoxError Game load_game",
    "kernel.random": "stream",
    "kernel.record": "SPECTATOR",
    "kernel.observation": "Slice",
    "lab.arena": "ArenaResult arena",
    "executor": "LocalExecutor",
    "lab.pictures": "arena_picture position_picture review_picture",
    "analysis.review": "Review review",
    "lab.simulate": "Simulation simulate",
    "lab.study.api": "StudyResult study",
    "lab.vector_games": "VectorGames observation",
    "match": "AmbiguousMove Choice GameRecord IllegalMove InvalidMove Match MoveError Position TextError "
    "match_from_record verify",
    "match.record": "position_text read_position record_text",
    "i18n": "LANGUAGES Phrase Problem Words load_words",
    "registry": "GAMES",
}
_HOME_OF = {name: f"tradewinds.{home}" for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Import a public name on first use."""
    if name not in _HOME_OF:
        raise AttributeError(f"tradewinds has no public name {name!r}; see docs/api.md for those it has.")
    found = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
