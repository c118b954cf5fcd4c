"""OpenSpiel games, registered as `tradewinds_bombay` and `tradewinds_borneo`."""

import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

import pyspiel

from tradewinds.kernel.game import Box, Game, load_game
from tradewinds.kernel.random import SCRIPT_LINES, Rng, fork, stream
from tradewinds.lab.spiel.chance import first_deal, initial
from tradewinds.lab.spiel.history import EMPTY_HISTORY, masks
from tradewinds.lab.spiel.observer import Observer
from tradewinds.lab.spiel.parameters import EXPLICIT, FRESH_SEED, SAMPLED, box_of, defaults, normalize
from tradewinds.lab.spiel.state import SpielState, make_state_data
from tradewinds.registry import GAMES

PREFIX = "tradewinds_"


def has_secrets(box: Box) -> bool:
    """Return whether anything is hidden from a seat or from spectators after the deal."""
    position, _ = first_deal(box)
    return any(mask != position for mask in masks(box, position))


def game_type(game: Game, chance: str = EXPLICIT, secret: bool = True) -> Any:
    """Return the OpenSpiel game type."""
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


def game_info(box: Box, chance: str) -> Any:
    """Return the OpenSpiel game info of a box."""
    return pyspiel.GameInfo(
        num_distinct_actions=box.game.actions,
        # Piles and bags are fullest at the deal, so no later chance node has more outcomes.
        max_chance_outcomes=1 if chance == SAMPLED else max(first_deal(box)[1], default=1),
        num_players=box.players,
        min_utility=-1 / box.players,
        max_utility=1 - 1 / box.players,
        utility_sum=0.0,
        max_game_length=box.game.longest(box),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """An OpenSpiel game of one box."""

    rules: ClassVar[Game]
    """The underlying game, set by subclasses."""

    def __init__(self, params: Mapping[str, object] | None = None) -> None:
        chosen = normalize(self.rules, params or {})
        self.box = box_of(self.rules, chosen)
        chance = str(chosen.get("chance", EXPLICIT))
        super().__init__(game_type(self.rules, chance, has_secrets(self.box)), game_info(self.box, chance), chosen)
        self.sampled = chance == SAMPLED
        seed = int(str(chosen.get("seed", FRESH_SEED)))
        self.rng = stream(secrets.randbits(64) if seed == FRESH_SEED else seed)
        self.start = make_state_data(self.box, initial(self.box), (EMPTY_HISTORY,) * self.box.players)

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (str(self),)

    def draw(self) -> Rng:
        """Return a random stream for the next sampled chance node, forked from one that all states share."""
        return fork(self.rng)

    def new_initial_state(self) -> SpielState:
        """Return the state before the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound: the deal and every action use the maximum number of draws."""
        return (self.box.game.longest(self.box) + 1) * (1 if self.sampled else SCRIPT_LINES)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, object] | None = None) -> Observer:
        """Return an observer of this game."""
        return Observer(self.box, iig_obs_type, params)


def load(text: str) -> SpielGame:
    """Load a game from its string. Pickles refer to this function, so that unpickling registers the games first."""
    found: SpielGame = pyspiel.load_game(text)
    return found


def register() -> None:
    """Register the games with OpenSpiel, once."""
    for name in GAMES:
        if PREFIX + name not in pyspiel.registered_names():
            game = load_game(name)
            # Must be a class: OpenSpiel releases it after interpreter shutdown, which no other callable survives.
            made = type(f"{name.capitalize()}SpielGame", (SpielGame,), {"rules": game})
            pyspiel.register_game(game_type(game), made)
