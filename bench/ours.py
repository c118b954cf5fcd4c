"""What of Tradewinds is measured."""

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from time import perf_counter

import numpy as np

from tradewinds.bots.network import network_of
from tradewinds.bots.turn_search import TurnEnsemble, TurnOptions
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import copy
from tradewinds.lab.simulate import play_batch
from tradewinds.match import Match

SUBJECTS = {
    "bombay 4 players": load_game("bombay").box(4),
    "borneo 4 players, board-2008": load_game("borneo").box(4, "board-2008"),
    "borneo 4 players, card-2007": load_game("borneo").box(4, "card-2007"),
    "bombay 2 players": load_game("bombay").box(2),
    "bombay 3 players": load_game("bombay").box(3),
    "bombay 5 players": load_game("bombay").box(5),
    "borneo 3 players, board-2008": load_game("borneo").box(3, "board-2008"),
    "borneo 5 players, board-2008": load_game("borneo").box(5, "board-2008"),
}
"""The boxes whose random games are measured."""

SEARCHED = list(SUBJECTS)[:3]
"""The boxes in which searches are measured."""

SEARCH = 100
"""Simulations of one search."""


def playouts(box: Box) -> float:
    """Decisions per second of compiled random games on one core."""
    begin, decisions, first = perf_counter(), 0, 0
    while perf_counter() - begin < 0.4:
        decisions += int(play_batch(box, 1, first, 1000).decisions.sum())
        first += 1000
    return decisions / (perf_counter() - begin)


def searching(box: Box) -> float:
    """Positions that the search judges with the network per second on one core, tree included, over random games."""
    chooser, spent, judged = random.Random(1), 0.0, 0
    match = Match(box, seed=str(chooser.random()))
    for number in range(400):
        if match.is_over:
            match = Match(box, seed=str(chooser.random()))
        seat = match.to_act
        if number % 10 == 0 and len(match.legal()) > 1:
            network, rngs = network_of(box.game), [stream(number)]
            ensemble = TurnEnsemble(box, match.masked(seat), seat, network, TurnOptions(), rngs, SEARCH)
            ensemble.grow(0, 0)
            begin = perf_counter()
            ensemble.grow(0, SEARCH)
            spent += perf_counter() - begin
            judged += int(ensemble.trees[0].size[0]) - 1
        match.play(chooser.choice(match.legal()))
    return judged / spent


def from_python(game: str) -> float:
    """Decisions per second when Python makes every step."""
    box, chooser = load_game(game).box(4), random.Random(1)
    rules, room = box.game.rules, np.zeros(box.game.actions + 1, np.int16)
    origin, chance = Match(box, seed="bench"), stream(1)
    begin, decisions = perf_counter(), 0
    while perf_counter() - begin < 0.4:
        state = copy(origin.state)
        while not rules.is_over(box.record, state):
            count = rules.legal(box.record, state, room)
            rules.apply(box.record, state, int(room[chooser.randrange(count)]), chance)
            decisions += 1
    return decisions / (perf_counter() - begin)


def calls(game: str) -> dict[str, Callable[[], object]]:
    """Single calls from Python, in the middle of a game with secrets, where the next action can be taken back."""
    options = {"screens": "closed"} if game == "bombay" else {"stores": "closed"}
    match = Match(load_game(game).box(4, options=options), seed="bench")
    chooser = random.Random(2)
    for _ in range(60):
        match.play(chooser.choice(match.legal()))
    while not can_take_back(match, match.legal()[-1]):
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


def can_take_back(match: Match, action: int) -> bool:
    """Whether an action tells nobody anything."""
    final = match.play(action).final
    if not final:
        match.undo()
    return not final


def start_up(games: Sequence[str], cold: bool) -> float:
    """Seconds from starting Python to the end of a first compiled game of each."""
    code = (
        "from tradewinds.kernel.game import load_game; from tradewinds.lab.simulate import simulate; "
        f"[simulate(load_game(game).box(4), 1, 1) for game in {list(games)}]"
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
