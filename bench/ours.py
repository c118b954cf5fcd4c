"""What of Tradewinds is measured."""

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from time import perf_counter

import numpy as np

from tradewinds.games import load_game
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import copy
from tradewinds.lab.simulate import play_batch
from tradewinds.match import Match

GAME = load_game("bombay")


def playouts(players: int) -> float:
    """Decisions per second of compiled random games on one core."""
    box = GAME.box(players)
    begin, decisions, first = perf_counter(), 0, 0
    while perf_counter() - begin < 0.4:
        decisions += int(play_batch(box, 1, first, 1000).decisions.sum())
        first += 1000
    return decisions / (perf_counter() - begin)


def from_python() -> float:
    """Decisions per second when Python makes every step."""
    box, chooser = GAME.box(4), random.Random(1)
    room = np.zeros(GAME.actions + 1, np.int16)
    origin, chance = Match(box, seed="bench"), stream(1)
    begin, decisions = perf_counter(), 0
    while perf_counter() - begin < 0.4:
        state = copy(origin.state)
        while not GAME.rules.is_over(box.record, state):
            count = GAME.rules.legal(box.record, state, room)
            GAME.rules.apply(box.record, state, int(room[chooser.randrange(count)]), chance)
            decisions += 1
    return decisions / (perf_counter() - begin)


def calls() -> dict[str, Callable[[], object]]:
    """Single calls from Python, in the middle of a game with closed screens."""
    match = Match(GAME.box(4, options={"screens": "closed"}), seed="bench")
    chooser = random.Random(2)
    for _ in range(60):
        match.play(chooser.choice(match.legal()))
    action = match.legal()[-1]

    def play() -> None:
        match.play(action)
        match.undo()

    return {
        "legal": match.legal,
        "apply": play,
        "mask": lambda: match.masked(0),
        "view": lambda: match.view(0),
    }


def start_up(cold: bool) -> float:
    """Seconds from starting Python to the end of a first compiled game."""
    code = (
        "from tradewinds.games import load_game; from tradewinds.lab.simulate import simulate; "
        "simulate(load_game('bombay').box(4), 1, 1)"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TRADEWINDS_CACHE": folder} if cold else None
        begin = perf_counter()
        subprocess.run([sys.executable, "-c", code], env=environment, check=True)
        return perf_counter() - begin


def importing() -> float:
    """Seconds of `import tradewinds` itself, without starting Python."""
    code = "import time; t = time.perf_counter(); import tradewinds; print(time.perf_counter() - t)"
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
