"""OpenSpiel's own policy gradient learns Bombay for two against a player who does anything.

./run lab python -m pip install torch
./run lab python docs/examples/openspiel_learner.py --games 500
"""

import argparse
import time

import numpy as np
import torch
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent
from open_spiel.python.pytorch import policy_gradient

import tradewinds.lab.spiel  # noqa: F401  (makes the games known to OpenSpiel)

parser = argparse.ArgumentParser(description="OpenSpiel's policy gradient against a random player.")
parser.add_argument(
    "--game", default="tradewinds_bombay(players=2,chance=sampled,seed=1)", help="as OpenSpiel writes it"
)
parser.add_argument("--games", type=int, default=500)
parser.add_argument("--seed", type=int, default=1)
asked = parser.parse_args()

np.random.seed(asked.seed)
torch.manual_seed(asked.seed)
torch.set_num_threads(1)

environment = rl_environment.Environment(
    asked.game,
    observation_type=rl_environment.ObservationType.OBSERVATION,
    chance_event_sampler=rl_environment.ChanceEventSampler(seed=asked.seed),
)
size = environment.observation_spec()["info_state"][0]
actions = environment.action_spec()["num_actions"]
learner = policy_gradient.PolicyGradient(
    player_id=0,
    info_state_size=size,
    num_actions=actions,
    loss_str="a2c",
    hidden_layers_sizes=(128,),
    batch_size=256,
    num_critic_before_pi=1,
    critic_learning_rate=3e-3,
    pi_learning_rate=3e-3,
    entropy_cost=1e-3,
    max_global_gradient_norm=1.0,
    optimizer_str="adam",
)
agents = [learner, *(random_agent.RandomAgent(seat, actions) for seat in range(1, environment.num_players))]


def play() -> float:
    """One game, from which the learner learns; what it has won."""
    moment = environment.reset()
    while not moment.last():
        # The learner is asked in its own turns only: between them it would learn from actions that it did not take.
        moment = environment.step([agents[moment.current_player()].step(moment).action])
    for agent in agents:
        agent.step(moment)
    return float(moment.rewards[0])


won: list[float] = []
part = max(1, asked.games // 10)
print("  games  CPU seconds   mean return since the line before")
start = time.process_time()
for number in range(1, asked.games + 1):
    won.append(play())
    if number % part == 0:
        mean = float(np.mean(won[-part:]))
        print(
            f"{number:7d} {time.process_time() - start:12.0f}   {mean:+.3f} {'#' * round(40 * (mean + 0.5))}",
            flush=True,
        )
print(f"first tenth {np.mean(won[:part]):+.3f}, last tenth {np.mean(won[-part:]):+.3f}; 0 is as good as the opponent")
