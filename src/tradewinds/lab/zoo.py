"""PettingZoo AEC environments for any box of any game."""

from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from secrets import randbits
from typing import Any, ClassVar, ParamSpec, TypedDict

import numpy as np
import numpy.typing as npt

from tradewinds.i18n import Phrase, Problem, load_words
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.observation import MAX_VALUE, MIN_VALUE, Slice, observation_spec, observation_tensor
from tradewinds.kernel.random import stream, sub_key
from tradewinds.kernel.record import Record, blank, with_content
from tradewinds.lab.zoo_render import RENDER_MODES, agent_names, check_render_mode, render
from tradewinds.match.match import refusal

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise Problem(Phrase("extra.missing", {"package": "PettingZoo", "extra": "lab"})) from error

P = ParamSpec("P")

SEED_BITS = 63

ILLEGAL_REWARD = -1.0
"""Reward for attempting an illegal action: lower than any reward of a finished game."""


class Observation(TypedDict):
    """Observation tensor and legal action mask of a seat."""

    observation: npt.NDArray[np.int8]
    action_mask: npt.NDArray[np.int8]


class GameEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """AEC environment for one box. Observations depend only on the mask of the seat."""

    game: ClassVar[str]
    metadata: dict[str, Any]

    def __init__(
        self,
        players: int = 4,
        edition: str | None = None,
        options: Mapping[str, str] | None = None,
        box_file: str | Path | None = None,
        render_mode: str | None = None,
        language: str = "en",
    ) -> None:
        """Create an environment for a box listed by `tradewinds box list`, or for a box file."""
        super().__init__()
        file = Path(box_file).read_bytes() if box_file is not None else None
        self.box: Box = load_game(self.game).box(players, edition, options, file)
        self.render_mode = check_render_mode(render_mode)
        self.language = load_words(language).language
        self.possible_agents = agent_names(players)
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(self.box.game.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._make_observation_space() for agent in self.possible_agents}
        self._seed = randbits(SEED_BITS)
        self._number = -1

    def _make_observation_space(self) -> Any:
        numbers = spaces.Box(MIN_VALUE, MAX_VALUE, (observation_spec(self.box).size,), np.int8)
        return spaces.Dict({"observation": numbers, "action_mask": spaces.Box(0, 1, (self.box.game.actions,), np.int8)})

    @property
    def slices(self) -> tuple[Slice, ...]:
        """The named slices of an observation."""
        return observation_spec(self.box).slices

    def observation_space(self, agent: str) -> Any:
        """Return the agent's observation space."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the agent's action space."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start the first game of a seed, or the next game of the previous seed. Options are ignored."""
        self._number = 0 if seed is not None else self._number + 1
        self._seed = self._seed if seed is None else int(seed)
        self._rng = stream(game_key(self._seed, self._number))
        self._state = blank(self.box.game.state_type)
        self.box.game.rules.setup(self.box.record, self._state, self._rng)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.to_act]
        self._render_if_human()

    @property
    def to_act(self) -> int:
        """The seat to act, numbered from 0."""
        return self.box.game.rules.to_act(self.box.record, self._state)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.box.game.rules.is_over(self.box.record, self._state)

    def masked(self, agent: str) -> Record:
        """Return a copy of the state masked for an agent; observations and renderings use nothing else."""
        return self.box.masked(self._state, self.possible_agents.index(agent))

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation; only the agent to act has legal actions."""
        seat, masked = self.possible_agents.index(agent), self.masked(agent)
        actions = np.zeros(self.box.game.actions, np.int8)
        if not self.is_over and seat == self.to_act:
            actions[self.box.legal_actions(masked)] = 1
        return {"observation": observation_tensor(self.box, masked, seat), "action_mask": actions}

    def step(self, action: int | None) -> None:
        """Apply the selected agent's action (None once the game is over). An illegal action changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._apply(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.is_over:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[self.to_act]
        self._accumulate_rewards()
        self._render_if_human()

    def _apply(self, agent: str, action: int | None) -> None:
        """Apply an action, or raise its refusal."""
        if action is None or not self.action_spaces[agent].contains(action):
            values = {"action": repr(action), "last": self.box.game.actions - 1}
            raise Problem(Phrase("zoo.action", values))
        if no := refusal(self.box, self.masked(agent), int(action)):
            raise no
        self.box.game.rules.apply(self.box.record, self._state, int(action), self._rng)

    def _finish(self) -> None:
        """Set the final rewards (share of the win minus 1 / players) and infos."""
        points, shares = self.box.results(self._state)
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = shares[seat] - 1 / self.box.players
            self.infos[agent] = {"points": points[seat], "win": shares[seat]}
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def _render_if_human(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Render the position as the agent to act sees it."""
        agent = self.agent_selection
        shown = self.box.shown(self.masked(agent), self.possible_agents.index(agent))
        return render(self.box, shown, self.render_mode, self.language)

    def close(self) -> None:
        """Do nothing; there are no resources to release."""

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes for pickling, with records as bytes."""
        attributes = {name: value for name, value in self.__dict__.items() if name not in ("_state", "_rng")}
        begun = self._number >= 0
        return {"kept": attributes, "records": (self._state.tobytes(), self._rng.tobytes()) if begun else None}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.__dict__.update(saved["kept"])
        if saved["records"]:
            state, rng = saved["records"]
            self._state = with_content(blank(self.box.game.state_type), state)
            self._rng = with_content(stream(0), rng)


def game_key(seed: int, number: int) -> int:
    """Return the random key of a seed's game by number, the same as in `simulate` and `VectorGames`."""
    with np.errstate(over="ignore"):
        return int(sub_key(np.uint64(seed & 0xFFFF_FFFF_FFFF_FFFF), number))


def make_metadata(name: str) -> dict[str, Any]:
    """Return the PettingZoo metadata of an environment."""
    return {"name": name, "render_modes": list(RENDER_MODES), "is_parallelizable": False}


def make_env(raw: Callable[P, GameEnv]) -> Callable[P, Any]:
    """Wrap an environment class in PettingZoo's usual wrappers: illegal actions end the game, order is enforced."""

    @wraps(raw)
    def env(*args: P.args, **kwargs: P.kwargs) -> Any:
        inner = wrappers.TerminateIllegalWrapper(raw(*args, **kwargs), illegal_reward=ILLEGAL_REWARD)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))

    return env
