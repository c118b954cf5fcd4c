"""PettingZoo environment for Borneo: `borneo_v0.env(players=3)`."""

from tradewinds.lab.zoo import GameEnv, make_env, make_metadata

__all__ = ["env", "raw_env"]


class BorneoEnv(GameEnv):
    """AEC environment for Borneo."""

    game = "borneo"
    metadata = make_metadata("borneo_v0")


raw_env = BorneoEnv
env = make_env(BorneoEnv)
