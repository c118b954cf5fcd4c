"""Borneo for PettingZoo: `borneo_v0.env(players=3)`."""

from tradewinds.lab.zoo import GameEnv, metadata_of, usual

__all__ = ["env", "raw_env"]


class BorneoEnv(GameEnv):
    """One game of Borneo."""

    game = "borneo"
    metadata = metadata_of("borneo_v0")


raw_env = BorneoEnv
env = usual(BorneoEnv)
