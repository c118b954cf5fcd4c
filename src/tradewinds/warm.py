"""Compiling what tables need before anybody waits for it: once for each machine, every game in a process of its own.

As a program, `python -m tradewinds.warm GAME …`, it compiles those games and is done.
"""

import subprocess
import sys
from pathlib import Path

from tradewinds.bots import OWN, Budget
from tradewinds.bots.catalogue import make_bot
from tradewinds.bots.hint import hint
from tradewinds.games import GAMES, load_game
from tradewinds.kernel.compile import config
from tradewinds.kernel.random import stream
from tradewinds.match import Match


def warm_up() -> None:
    """Compile or load everything before the first table needs it."""
    missing = [] if config.DISABLE_JIT else [name for name in GAMES if not mark(name).exists()]
    others = [subprocess.Popen([sys.executable, "-m", "tradewinds.warm", name]) for name in missing[1:]]
    for name in missing[:1]:
        play_a_little(name)
    # One that fails is no harm: what it should have left is compiled here.
    for other in others:
        other.wait()
    for name in GAMES:
        play_a_little(name)


def mark(name: str) -> Path:
    """The file that says that a game lies compiled beside it."""
    return Path(config.CACHE_DIR) / f"{name}.warm"


def play_a_little(name: str) -> None:
    """Do whatever a table does."""
    game = load_game(name)
    box = game.box(game.players[0])
    match = Match(box)
    make_bot("master", game).choose(box, match.masked(match.to_act), match.to_act, OWN, stream(1))
    hint(box, match.masked(match.to_act), match.to_act, Budget(64))
    match.play(match.legal()[0])
    game.view(box, match.masked(0))
    if not config.DISABLE_JIT:
        mark(name).touch()


if __name__ == "__main__":
    for name in sys.argv[1:]:
        play_a_little(name)
