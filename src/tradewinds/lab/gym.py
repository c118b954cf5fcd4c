"""A Gymnasium vector environment: one seat learns, a bot in compiled code plays the others, in many games at once."""

from secrets import randbits
from typing import Any

import numpy as np
import numpy.typing as npt

from tradewinds.bots.network import network_of
from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.evaluation import LEARNED, QUICK_BOTS
from tradewinds.kernel.game import Box
from tradewinds.kernel.lookahead import make_thinker
from tradewinds.kernel.observation import LEAST, MOST, Slice, make_sights, sight_of
from tradewinds.kernel.opponents import Company, advise, launch_company, sail_company
from tradewinds.kernel.random import RNG
from tradewinds.kernel.record import home
from tradewinds.kernel.vector import ALL_LEGAL
from tradewinds.lab.vector_games import check_actions, make_fleet, read_only, refused, to_seed

try:
    from gymnasium.spaces import Box as NumberBox
    from gymnasium.spaces import Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise Problem(Phrase("extra.missing", {"package": "Gymnasium", "extra": "lab"})) from error

SEED_BITS = 63

Sights = npt.NDArray[np.int8]
Actions = npt.NDArray[np.int64]


class LearnerEnv(VectorEnv[Sights, Actions, npt.NDArray[Any]]):
    """Many games of one box; in each the learner has a seat, another one in every game.

    An observation is what the learner's seat sees, `info["action_mask"]` has a one for each legal action and
    `info["seat"]` names the seat. The reward is 0 until the game is over, then the share of the win less an equal
    share. A game that ends is followed by the next one in the same step.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, box: Box, num_envs: int, opponents: str = "greedy", keep: bool = True) -> None:
        """`keep=False` hands out the environment's own arrays, which the next step overwrites: nothing is copied."""
        if opponents not in QUICK_BOTS:
            known = ", ".join(QUICK_BOTS)
            raise Problem(Phrase("fleet.opponents", {"opponents": opponents, "known": known}))
        network = network_of(box.game)
        if QUICK_BOTS[opponents] == LEARNED and not network.inputs:
            raise Problem(Phrase("fleet.untrained", {"game": box.game.name}))
        self.box = box
        self.num_envs = num_envs
        self.opponents = opponents
        self.keep = keep
        self.render_mode = None
        self._boxes = home(box.record)
        self._fleet = make_fleet(box, num_envs)
        size = sight_of(box).size
        self._company = Company(
            learners=np.zeros(num_envs, np.int8),
            prizes=np.zeros(num_envs, np.float32),
            ends=make_sights(box, num_envs),
            rngs=np.zeros(num_envs, RNG),
            thinker=make_thinker(box, network),
        )
        self._adviser = self._company._replace(rngs=np.zeros(num_envs, RNG))
        self._seed: np.uint64 | None = None
        self.single_observation_space = NumberBox(LEAST, MOST, (size,), np.int8)
        self.single_action_space = Discrete(box.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def slices(self) -> tuple[Slice, ...]:
        """The named parts of an observation."""
        return sight_of(self.box).slices

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Sights, dict[str, Any]]:
        """Begin all games anew; without a seed by chance. One seed serves all rows, each has games of its own."""
        if isinstance(seed, list):
            raise Problem(Phrase("fleet.one_seed"))
        if options:
            raise Problem(Phrase("fleet.no_options", {"options": ", ".join(options)}))
        self._seed = to_seed(randbits(SEED_BITS) if seed is None else int(seed))
        launch_company(self._boxes, self._fleet, self._company, self._seed, QUICK_BOTS[self.opponents])
        return self.hand_out(self._fleet.sights.numbers), self.tell()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Sights, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]]:
        """The learner's action in every game, and all that happens until it must decide again."""
        if self._seed is None:
            raise Problem(Phrase("fleet.reset_first"))
        fleet, company = self._fleet, self._company
        wanted = check_actions(actions, self.num_envs)
        row = sail_company(self._boxes, fleet, company, self._seed, QUICK_BOTS[self.opponents], wanted)
        if row != ALL_LEGAL:
            raise refused(self.box, fleet, row, int(wanted[row]))
        told = self.tell()
        if fleet.over.any():
            told |= self.tell_ends()
        never = np.zeros(self.num_envs, np.bool_)
        return (
            self.hand_out(fleet.sights.numbers),
            self.hand_out(company.prizes),
            self.hand_out(fleet.over),
            never,
            told,
        )

    def advice(self) -> Actions:
        """What the bot in the other seats would do in the learner's place, knowing what it knows; nothing is done."""
        if self._seed is None:
            raise Problem(Phrase("fleet.reset_first"))
        actions = np.zeros(self.num_envs, np.int64)
        advise(self._boxes, self._fleet, self._company.rngs, self._adviser, QUICK_BOTS[self.opponents], actions)
        return actions

    def tell(self) -> dict[str, Any]:
        """What the learner needs besides the observation."""
        return {"action_mask": self.hand_out(self._fleet.legal), "seat": self.hand_out(self._company.learners)}

    def tell_ends(self) -> dict[str, Any]:
        """What the learner saw at the end of the games that this step ended, and what they brought all seats."""
        over = self._fleet.over.copy()
        sights = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(over):
            sights[row] = self._company.ends.numbers[row].copy()
        rewards = {"rewards": self._fleet.rewards.copy(), "_rewards": over}
        return {"final_obs": sights, "_final_obs": over, "final_info": rewards, "_final_info": over}

    def hand_out(self, array: npt.NDArray[Any]) -> Any:
        """A copy, or a view that cannot be written to."""
        return array.copy() if self.keep else read_only(array)
