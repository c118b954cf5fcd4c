"""Compile what the tests need before workers start: `python -m tests.warm GAME …`.

This only saves time: without it, the tests compile what they need.
"""

import sys

from tradewinds.kernel.game import load_game
from tradewinds.lab.fuzz import fuzz
from tradewinds.lab.simulate import simulate
from tradewinds.lab.study.api import study
from tradewinds.lab.vector_games import VectorGames
from tradewinds.warm import exercise_game


def exercise_lab(name: str) -> None:
    """Run the compiled functions that the lab uses, to compile them."""
    game = load_game(name)
    box = game.box(game.players[0])
    simulate(box, 1, 1)
    fuzz([box], 1, 1)
    study("length", [box], 2)
    tables = VectorGames(box, 1)
    tables.step(tables.random_actions())


if __name__ == "__main__":
    for name in sys.argv[1:]:
        exercise_game(name)
        exercise_lab(name)
