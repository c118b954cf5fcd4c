"""Compiles what the tests of games need, so that workers do not all compile the same: `python -m tests.warm GAME …`.

It only saves time: without it the tests compile what they meet.
"""

import sys

from tradewinds.kernel.game import load_game
from tradewinds.lab.fuzz import fuzz
from tradewinds.lab.simulate import simulate
from tradewinds.lab.study.api import study
from tradewinds.lab.vector_games import VectorGames
from tradewinds.warm import exercise_game


def play_in_the_laboratory(name: str) -> None:
    """Do a little of what is done with many games at once."""
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
        play_in_the_laboratory(name)
