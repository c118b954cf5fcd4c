"""A game of Borneo in PettingZoo's way, with any legal actions:

python docs/examples/zoo_random.py
"""

from tradewinds.lab import borneo_v0

env = borneo_v0.env(players=3)
env.reset(seed=7)
for number, agent in enumerate(env.agent_iter()):
    env.action_space(agent).seed(number)
    observation, reward, terminated, truncated, info = env.last()
    if terminated or truncated:
        print(f"{agent}: {info['points']} points, reward {reward:+.2f}")
        env.step(None)
    else:
        env.step(env.action_space(agent).sample(observation["action_mask"]))
env.close()
