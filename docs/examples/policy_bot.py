"""The small network of train_policy.py, and a bot that plays by what it has learned:

    POLICY=policy.pt tradewinds arena bombay --players 2 --bots docs/examples/policy_bot.py:Learned,greedy

The network sees what its seat may know and nothing else, as the numbers that `observation_tensor` makes of its mask.
"""

import os
from typing import Any

import numpy as np

from tradewinds.bots import Budget
from tradewinds.kernel.game import Box
from tradewinds.kernel.observation import observation_tensor
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import Record

try:
    import torch
except ImportError:
    torch = None  # type: ignore[assignment]

UNITS = 128
"""The size of both layers."""


def make_policy(inputs: int, actions: int) -> Any:
    """Two layers; what comes out is a number for every action, and as the last one what the position is worth."""
    nn = torch.nn
    return nn.Sequential(
        nn.Linear(inputs, UNITS), nn.ReLU(), nn.Linear(UNITS, UNITS), nn.ReLU(), nn.Linear(UNITS, actions + 1)
    )


def judge(policy: Any, sights: Any, legal: Any) -> tuple[Any, Any]:
    """The logarithm of each action's probability, and the worth of each position. Large numbers are seen smaller."""
    numbers = sights.float()
    out = policy(numbers.sign() * numbers.abs().log1p())
    return out[:, :-1].masked_fill(legal == 0, -1e9).log_softmax(1), out[:, -1]


class Learned:
    """Plays what the trained network holds for the most promising action. It must have learned the same game."""

    def __init__(self) -> None:
        if torch is None:
            raise ImportError("PyTorch is missing; install it with: pip install torch")
        torch.set_num_threads(1)
        self.weights = torch.load(os.environ.get("POLICY", "policy.pt"), weights_only=True)["weights"]
        self.policy: Any = None

    def choose(self, box: Box, masked: Record, seat: int, budget: Budget, rng: Rng) -> int:  # noqa: ARG002
        """The most probable of the legal actions."""
        room, legal = np.zeros(box.game.actions + 1, np.int16), np.zeros(box.game.actions, np.int8)
        legal[room[: box.game.rules.legal(box.record, masked, room)]] = 1
        seen = torch.from_numpy(observation_tensor(box, masked, seat))[None]
        if self.policy is None:
            self.policy = make_policy(seen.shape[1], len(legal))
            self.policy.load_state_dict(self.weights)
        with torch.no_grad():
            return int(judge(self.policy, seen, torch.from_numpy(legal)[None])[0].argmax())
