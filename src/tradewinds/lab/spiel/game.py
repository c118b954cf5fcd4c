"""The games as OpenSpiel knows them, registered under `tradewinds_bombay` and `tradewinds_borneo`."""

import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

import pyspiel

from tradewinds.games import GAMES, load_game
from tradewinds.kernel.game import Box, Game
from tradewinds.kernel.random import SCRIPT_LINES, Rng, fork, stream
from tradewinds.lab.spiel.chance import begin, choose, most_choices
from tradewinds.lab.spiel.memory import BLANK, masks
from tradewinds.lab.spiel.observer import Observer
from tradewinds.lab.spiel.parameters import EXPLICIT, FRESH_SEED, SAMPLED, box_of, defaults, tidy
from tradewinds.lab.spiel.state import SpielState, stand

PREFIX = "tradewinds_"


def has_secrets(box: Box) -> bool:
    """Whether anything is hidden from anybody after the deal."""
    course = begin(box)
    while course.choices:
        course = choose(box, course, 0)
    return any(mask != course.position for mask in masks(box, course.position))


def type_of(game: Game, chance: str = EXPLICIT, secret: bool = True) -> Any:
    """What kind of game it is, in OpenSpiel's terms."""
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + game.name,
        long_name=f"Tradewinds: {game.name.capitalize()}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.SAMPLED_STOCHASTIC if chance == SAMPLED else kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION if secret else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=defaults(game),
    )


def info_of(box: Box, chance: str) -> Any:
    """The sizes of a box's game, in OpenSpiel's terms."""
    return pyspiel.GameInfo(
        num_distinct_actions=box.game.actions,
        max_chance_outcomes=1 if chance == SAMPLED else most_choices(box),
        num_players=box.players,
        min_utility=-1 / box.players,
        max_utility=1 - 1 / box.players,
        utility_sum=0.0,
        max_game_length=box.game.longest(box),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A box of one of the games."""

    rules: ClassVar[Game]
    """The game of which it is a box, given by the subclasses."""

    def __init__(self, params: Mapping[str, object] | None = None) -> None:
        chosen = tidy(self.rules, params or {})
        self.box = box_of(self.rules, chosen)
        chance = str(chosen.get("chance", EXPLICIT))
        super().__init__(type_of(self.rules, chance, has_secrets(self.box)), info_of(self.box, chance), chosen)
        self.sampled = chance == SAMPLED
        seed = int(str(chosen.get("seed", FRESH_SEED)))
        self.rng = stream(secrets.randbits(64) if seed == FRESH_SEED else seed)
        self.start = stand(self.box, begin(self.box), (BLANK,) * self.box.players)

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (str(self),)

    def draw(self) -> Rng:
        """The stream of the next sampled choice; all states of a game draw from the same source."""
        return fork(self.rng)

    def new_initial_state(self) -> SpielState:
        """A game before the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """No game has more choices of chance: the deal and every action could ask for a whole script of them."""
        return (self.box.game.longest(self.box) + 1) * (1 if self.sampled else SCRIPT_LINES)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, object] | None = None) -> Observer:
        """What writes down the observations of players."""
        return Observer(self.box, iig_obs_type, params)


def load(text: str) -> SpielGame:
    """The game that OpenSpiel writes so; who unpickles it need not have imported anything."""
    found: SpielGame = pyspiel.load_game(text)
    return found


def register() -> None:
    """Make the games known to OpenSpiel, once."""
    for name in GAMES:
        if PREFIX + name not in pyspiel.registered_names():
            game = load_game(name)
            # OpenSpiel lets go of it after Python has ended, which only classes survive.
            made = type(f"{name.capitalize()}SpielGame", (SpielGame,), {"rules": game})
            pyspiel.register_game(type_of(game), made)
