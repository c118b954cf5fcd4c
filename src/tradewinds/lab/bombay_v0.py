"""PettingZoo environment for Bombay: `bombay_v0.env(players=3)`."""

from tradewinds.lab.zoo import GameEnv, make_env, make_metadata

__all__ = ["env", "raw_env"]


class BombayEnv(GameEnv):
    """AEC environment for Bombay."""

    game = "bombay"
    metadata = make_metadata("bombay_v0")


raw_env = BombayEnv
env = make_env(BombayEnv)
