"""OpenSpiel's own tree search plays Bombay for two against a player who does anything.

./run lab python docs/examples/openspiel_mcts.py --games 4 --simulations 25
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random

import tradewinds.lab.spiel  # noqa: F401  (makes the games known to OpenSpiel)

parser = argparse.ArgumentParser(description="OpenSpiel's tree search against a random player.")
parser.add_argument("--game", default="tradewinds_bombay(players=2)", help="as OpenSpiel writes it")
parser.add_argument("--games", type=int, default=4)
parser.add_argument("--simulations", type=int, default=25, help="games played in thought for each decision")
parser.add_argument("--seed", type=int, default=1)
asked = parser.parse_args()

game = pyspiel.load_game(asked.game)
chance = np.random.RandomState(asked.seed)
rollouts = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
searcher = mcts.MCTSBot(game, 1.0, asked.simulations, rollouts, solve=False, random_state=chance)

total = 0.0
for number in range(asked.games):
    # The search takes the seats in turn.
    seat = number % game.num_players()
    bots = [uniform_random.UniformRandomBot(other, chance) for other in range(game.num_players())]
    bots[seat] = searcher
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, likely = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choice(outcomes, p=likely))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    total += state.returns()[seat]
    decisions = sum(step.player >= 0 for step in state.full_history())
    print(f"game {number + 1}: seat {seat + 1}, {decisions} decisions, return {state.returns()[seat]:+.2f}")
print(f"mean return {total / asked.games:+.2f}: +{game.max_utility():.2f} is a win, {game.min_utility():.2f} a loss")
