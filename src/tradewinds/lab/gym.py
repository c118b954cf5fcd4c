"""Gymnasium vector environment: one learning seat, with compiled bots in the other seats."""

from secrets import randbits
from typing import Any

import numpy as np
import numpy.typing as npt

from tradewinds.bots.network import network_of
from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.evaluation import COMPILED_BOTS, NETWORK
from tradewinds.kernel.game import Box
from tradewinds.kernel.lookahead import make_search_context
from tradewinds.kernel.observation import MAX_VALUE, MIN_VALUE, Slice, make_observations, observation_spec
from tradewinds.kernel.opponents import Opponents, expert_actions, reset_with_opponents, step_with_opponents
from tradewinds.kernel.random import RNG
from tradewinds.kernel.record import backing_array
from tradewinds.kernel.vector import ALL_LEGAL
from tradewinds.lab.vector_games import as_seed, check_actions, illegal_action, make_vector_state, read_only

try:
    from gymnasium.spaces import Box as NumberBox
    from gymnasium.spaces import Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise Problem(Phrase("extra.missing", {"package": "Gymnasium", "extra": "lab"})) from error

SEED_BITS = 63

Observations = npt.NDArray[np.int8]
Actions = npt.NDArray[np.int64]


class LearnerEnv(VectorEnv[Observations, Actions, npt.NDArray[Any]]):
    """Many games of one box; in each the learner plays one seat, which changes from game to game.

    The observation is that of the learner's seat; `info["action_mask"]` marks the legal actions and `info["seat"]` is
    the seat. The reward is 0 until the game is over, then the share of the win minus 1 / players. Finished games are
    reset in the same step.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, box: Box, num_envs: int, opponents: str = "greedy", keep: bool = True) -> None:
        """Create the environment; with `keep=False`, returned arrays are views that the next step overwrites."""
        if opponents not in COMPILED_BOTS:
            known = ", ".join(COMPILED_BOTS)
            raise Problem(Phrase("vector.opponents", {"opponents": repr(opponents), "known": known}))
        network = network_of(box.game)
        if COMPILED_BOTS[opponents] == NETWORK and not network.inputs:
            raise Problem(Phrase("vector.untrained", {"game": box.game.name}))
        self.box = box
        self.num_envs = num_envs
        self.opponents = opponents
        self.keep = keep
        self.render_mode = None
        self._boxes = backing_array(box.record)
        self._vector = make_vector_state(box, num_envs)
        size = observation_spec(box).size
        self._opponents = Opponents(
            learners=np.zeros(num_envs, np.int8),
            learner_rewards=np.zeros(num_envs, np.float32),
            final_observations=make_observations(box, num_envs),
            rngs=np.zeros(num_envs, RNG),
            context=make_search_context(box, network),
        )
        self._expert = self._opponents._replace(rngs=np.zeros(num_envs, RNG))
        self._seed: np.uint64 | None = None
        self.single_observation_space = NumberBox(MIN_VALUE, MAX_VALUE, (size,), np.int8)
        self.single_action_space = Discrete(box.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def slices(self) -> tuple[Slice, ...]:
        """The named slices of an observation."""
        return observation_spec(self.box).slices

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Start all games. One seed serves all rows; each row plays different games of that seed."""
        if isinstance(seed, list):
            raise Problem(Phrase("vector.one_seed"))
        if options:
            raise Problem(Phrase("vector.no_options", {"options": ", ".join(options)}))
        self._seed = as_seed(randbits(SEED_BITS) if seed is None else int(seed))
        reset_with_opponents(self._boxes, self._vector, self._opponents, self._seed, COMPILED_BOTS[self.opponents])
        return self._export(self._vector.observations.values), self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observations, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """Apply the learner's actions and play on until the learner is to act again in every game."""
        if self._seed is None:
            raise Problem(Phrase("vector.reset_first"))
        vector, opponents = self._vector, self._opponents
        wanted = check_actions(actions, self.num_envs)
        row = step_with_opponents(self._boxes, vector, opponents, self._seed, COMPILED_BOTS[self.opponents], wanted)
        if row != ALL_LEGAL:
            raise illegal_action(self.box, vector, row, int(wanted[row]))
        infos = self._infos()
        if vector.over.any():
            infos |= self._final_infos()
        never = np.zeros(self.num_envs, np.bool_)
        return (
            self._export(vector.observations.values),
            self._export(opponents.learner_rewards),
            self._export(vector.over),
            never,
            infos,
        )

    def advice(self) -> Actions:
        """Return the actions that the opponents' bot would choose for the learner, without playing them."""
        if self._seed is None:
            raise Problem(Phrase("vector.reset_first"))
        actions = np.zeros(self.num_envs, np.int64)
        expert_actions(
            self._boxes, self._vector, self._opponents.rngs, self._expert, COMPILED_BOTS[self.opponents], actions
        )
        return actions

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._export(self._vector.legal), "seat": self._export(self._opponents.learners)}

    def _final_infos(self) -> dict[str, Any]:
        """Return the final observations and the rewards of all seats for games that ended in this step."""
        over = self._vector.over.copy()
        sights = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(over):
            sights[row] = self._opponents.final_observations.values[row].copy()
        rewards = {"rewards": self._vector.rewards.copy(), "_rewards": over}
        return {"final_obs": sights, "_final_obs": over, "final_info": rewards, "_final_info": over}

    def _export(self, array: npt.NDArray[Any]) -> Any:
        """Return a copy or a read-only view, depending on `keep`."""
        return array.copy() if self.keep else read_only(array)
