"""The games as PettingZoo environments in which the seats act one after another: any box, one game at a time."""

from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from secrets import randbits
from typing import Any, ClassVar, ParamSpec, TypedDict

import numpy as np
import numpy.typing as npt

from tradewinds.games import load_game
from tradewinds.i18n import Phrase, Problem, load_words
from tradewinds.kernel.game import Box
from tradewinds.kernel.observation import LEAST, MOST, Slice, sight, sight_of
from tradewinds.kernel.random import stream, sub_key
from tradewinds.kernel.record import Record, blank, copy, with_content
from tradewinds.lab.zoo_render import RENDER_MODES, check_mode, render, seat_names
from tradewinds.match.match import refusal

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise Problem(Phrase("extra.missing", {"package": "PettingZoo", "extra": "lab"})) from error

P = ParamSpec("P")

SEED_BITS = 63

ILLEGAL = -1.0
"""What an illegal action brings the seat that tries it: less than any game that is played to its end."""


class Observation(TypedDict):
    """What a seat sees, and a one for each of its legal actions."""

    observation: npt.NDArray[np.int8]
    action_mask: npt.NDArray[np.int8]


class GameEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """One game of a box. An observation is made from the mask of its seat and nothing else."""

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
        """A box as `tradewinds box list` shows them, or of a file; and how to show it, in which language."""
        super().__init__()
        file = Path(box_file).read_bytes() if box_file is not None else None
        self.box: Box = load_game(self.game).box(players, edition, options, file)
        self.render_mode = check_mode(render_mode)
        self.language = load_words(language).language
        self.possible_agents = seat_names(players)
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(self.box.game.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: self.make_space() for agent in self.possible_agents}
        self._room = np.zeros(self.box.game.actions + 1, np.int16)
        self._seed = randbits(SEED_BITS)
        self._number = -1

    def make_space(self) -> Any:
        """All observations that can be."""
        numbers = spaces.Box(LEAST, MOST, (sight_of(self.box).size,), np.int8)
        return spaces.Dict({"observation": numbers, "action_mask": spaces.Box(0, 1, (self.box.game.actions,), np.int8)})

    @property
    def slices(self) -> tuple[Slice, ...]:
        """The named parts of what a seat sees."""
        return sight_of(self.box).slices

    def observation_space(self, agent: str) -> Any:
        """What a seat can see: always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All actions of the game: always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin the first game of a seed; without one the next game of the seed before. There are no options."""
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
        self.show()

    @property
    def to_act(self) -> int:
        """The seat that decides, counted from 0."""
        return self.box.game.rules.to_act(self.box.record, self._state)

    @property
    def is_over(self) -> bool:
        """Whether the game has been played to its end."""
        return self.box.game.rules.is_over(self.box.record, self._state)

    def masked(self, agent: str) -> Record:
        """What a seat may know of the position, in memory of its own: the one gate for secrecy."""
        masked = copy(self._state)
        self.box.game.rules.mask(self.box.record, masked, self.possible_agents.index(agent))
        return masked

    def observe(self, agent: str) -> Observation:
        """What a seat sees; who has nothing to decide has no legal action."""
        seat, masked = self.possible_agents.index(agent), self.masked(agent)
        actions = np.zeros(self.box.game.actions, np.int8)
        if not self.is_over and seat == self.to_act:
            actions[self._room[: self.box.game.rules.legal(self.box.record, masked, self._room)]] = 1
        return {"observation": sight(self.box, masked, seat), "action_mask": actions}

    def step(self, action: int | None) -> None:
        """The action of the seat that decides; None once the game is over. What is not legal changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.play(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.is_over:
            self.end()
        else:
            self.agent_selection = self.possible_agents[self.to_act]
        self._accumulate_rewards()
        self.show()

    def play(self, agent: str, action: int | None) -> None:
        """Carry out an action if it is legal."""
        if action is None or not self.action_spaces[agent].contains(action):
            values = {"action": repr(action), "last": self.box.game.actions - 1}
            raise Problem(Phrase("zoo.action", values))
        if no := refusal(self.box, self.masked(agent), int(action)):
            raise no
        self.box.game.rules.apply(self.box.record, self._state, int(action), self._rng)

    def end(self) -> None:
        """Everybody's points, and as reward the share of the win less an equal one; then all leave, seat by seat."""
        points, shares = self.box.results(self._state)
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = shares[seat] - 1 / self.box.players
            self.infos[agent] = {"points": points[seat], "win": shares[seat]}
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def show(self) -> None:
        """In the mode for people every position is shown as it comes."""
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as the seat sees it that is to act."""
        return render(self.box, self.masked(self.agent_selection), self.render_mode, self.language)

    def close(self) -> None:
        """There is nothing to be closed."""

    def __getstate__(self) -> dict[str, Any]:
        """What a copy or a file needs: all the rest, and records as bytes."""
        kept = {name: value for name, value in self.__dict__.items() if name not in ("_state", "_rng")}
        begun = self._number >= 0
        return {"kept": kept, "records": (self._state.tobytes(), self._rng.tobytes()) if begun else None}

    def __setstate__(self, found: dict[str, Any]) -> None:
        """The same game once more, at the same point."""
        self.__dict__.update(found["kept"])
        if found["records"]:
            state, rng = found["records"]
            self._state = with_content(blank(self.box.game.state_type), state)
            self._rng = with_content(stream(0), rng)


def game_key(seed: int, number: int) -> int:
    """The key of the chance in a game of a seed: the same as of `simulate` and of tables with many games."""
    with np.errstate(over="ignore"):
        return int(sub_key(np.uint64(seed & 0xFFFF_FFFF_FFFF_FFFF), number))


def metadata_of(name: str) -> dict[str, Any]:
    """What PettingZoo wants to know of an environment."""
    return {"name": name, "render_modes": list(RENDER_MODES), "is_parallelizable": False}


def usual(raw: Callable[P, GameEnv]) -> Callable[P, Any]:
    """What makes an environment with PettingZoo's usual wrappers: an illegal action loses, calls out of order fail."""

    @wraps(raw)
    def env(*args: P.args, **kwargs: P.kwargs) -> Any:
        inner = wrappers.TerminateIllegalWrapper(raw(*args, **kwargs), illegal_reward=ILLEGAL)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))

    return env
