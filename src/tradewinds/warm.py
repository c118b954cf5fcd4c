"""Ahead-of-time compilation: once per machine, with one process per game.

`python -m tradewinds.warm GAME …` compiles the given games.
"""

import subprocess
import sys
from pathlib import Path

from tradewinds.bots import DEFAULT_BUDGET, Budget
from tradewinds.bots.hint import hint
from tradewinds.bots.registry import make_bot
from tradewinds.kernel.compile import config
from tradewinds.kernel.game import load_game
from tradewinds.kernel.random import stream
from tradewinds.match import Match
from tradewinds.registry import GAMES


def warm_up() -> None:
    """Compile everything a server table needs, or load it from the cache."""
    missing = [] if config.DISABLE_JIT else [name for name in GAMES if not marker_file(name).exists()]
    others = [subprocess.Popen([sys.executable, "-m", "tradewinds.warm", name]) for name in missing[1:]]
    for name in missing[:1]:
        exercise_game(name)
    # A failed process is harmless: the game is compiled below instead.
    for other in others:
        other.wait()
    for name in GAMES:
        exercise_game(name)


def marker_file(name: str) -> Path:
    """Return the file that marks a game as compiled."""
    return Path(config.CACHE_DIR) / f"{name}.warm"


def exercise_game(name: str) -> None:
    """Run the compiled functions that a server table uses."""
    game = load_game(name)
    box = game.box(game.players[0])
    match = Match(box)
    make_bot("master", game).choose(box, match.masked(match.to_act), match.to_act, DEFAULT_BUDGET, stream(1))
    hint(box, match.masked(match.to_act), match.to_act, Budget(64))
    match.play(match.legal()[0])
    match.view(0)
    if not config.DISABLE_JIT:
        marker_file(name).touch()


if __name__ == "__main__":
    for name in sys.argv[1:]:
        exercise_game(name)
