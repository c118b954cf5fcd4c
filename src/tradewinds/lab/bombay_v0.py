"""Bombay for PettingZoo: `bombay_v0.env(players=3)`."""

from tradewinds.lab.zoo import GameEnv, metadata_of, usual

__all__ = ["env", "raw_env"]


class BombayEnv(GameEnv):
    """One game of Bombay."""

    game = "bombay"
    metadata = metadata_of("bombay_v0")


raw_env = BombayEnv
env = usual(BombayEnv)
