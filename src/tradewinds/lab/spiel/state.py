"""OpenSpiel states of the games."""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np
import pyspiel

from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, stream
from tradewinds.kernel.record import Record, blank, content, with_content
from tradewinds.lab.spiel.chance import Transition, apply_action, apply_chance, sample_chance
from tradewinds.lab.spiel.history import EMPTY_HISTORY, PlayerHistory, observe_all
from tradewinds.lab.spiel.observer import position_lines
from tradewinds.match.notation import write


class StateData(NamedTuple):
    """The immutable content of a state, shared between its copies."""

    transition: Transition
    histories: tuple[PlayerHistory, ...]
    player: int
    """The player to act: a seat, or one of OpenSpiel's ids for chance and terminal states."""

    def __deepcopy__(self, memo: object) -> "StateData":
        return self


def make_state_data(box: Box, transition: Transition, histories: tuple[PlayerHistory, ...]) -> StateData:
    """Return the content of a state after a transition."""
    if transition.choices:
        return StateData(transition, histories, pyspiel.PlayerId.CHANCE)
    state = with_content(blank(box.game.state_type), transition.position)
    over = box.game.rules.is_over(box.record, state)
    player = pyspiel.PlayerId.TERMINAL if over else box.game.rules.to_act(box.record, state)
    return StateData(transition, observe_all(box, histories, transition.position), int(player))


class StateGame(Protocol):
    """The part of a game that its states use."""

    box: Box
    sampled: bool
    start: StateData

    def draw(self) -> Rng:
        """Return a random stream for the next sampled chance node."""

    def deserialize_state(self, text: str) -> Any:
        """Return the state that was serialised as this text."""


class SpielState(pyspiel.State):  # type: ignore[misc]
    """An OpenSpiel state. Its only attribute is a `StateData`, which OpenSpiel copies and serialises."""

    def __init__(self, game: StateGame) -> None:
        super().__init__(game)
        self.data = game.start

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (self.game, self.serialize())

    @property
    def game(self) -> StateGame:
        found: StateGame = self.get_game()
        return found

    @property
    def transition(self) -> Transition:
        return self.data.transition

    @property
    def histories(self) -> tuple[PlayerHistory, ...]:
        return self.data.histories

    def record(self, content: bytes) -> Record:
        return with_content(blank(self.game.box.game.state_type), content)

    def current_player(self) -> int:
        """Return the player to act."""
        return self.data.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return bool(self.data.player == pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal actions, from the player's mask."""
        return self.game.box.legal_actions(self.record(self.histories[player].mask))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes with their probabilities; if chance is sampled, there is a single one."""
        count = 1 if self.game.sampled else self.transition.choices
        return [(outcome, 1 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        """Apply a player's action or a chance outcome."""
        game, histories = self.game, self.histories
        if not self.transition.choices:
            seat = self.data.player
            histories = (*histories[:seat], histories[seat].add_action(action), *histories[seat + 1 :])
            transition = apply_action(game.box, self.transition, action)
        elif game.sampled:
            transition = sample_chance(game.box, self.transition, game.draw())
        else:
            transition = apply_chance(game.box, self.transition, action)
        self.data = make_state_data(game.box, transition, histories)

    def returns(self) -> list[float]:
        """Return each player's share of the win minus 1 / players, or zeros before the end."""
        box = self.game.box
        shares = np.zeros(box.players, np.float64)
        if self.is_terminal():
            box.game.rules.winners(box.record, self.record(self.transition.position), shares)
            shares -= 1 / box.players
        found: list[float] = shares.tolist()
        return found

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """Return a state in which what the player cannot know is redealt; other players' histories start here."""
        box = self.game.box
        state = self.record(self.histories[player].mask)
        box.game.rules.redeal(box.record, state, player, stream(int(sampler() * 2**63)))
        position = content(state)
        fresh = [EMPTY_HISTORY] * box.players
        fresh[player] = self.histories[player]
        other: SpielState = self.clone()
        other.data = self.data._replace(
            transition=self.transition._replace(position=position), histories=observe_all(box, fresh, position)
        )
        return other

    def _action_to_string(self, player: int, action: int) -> str:
        """Return a move in record notation."""
        return f"chance {action}" if player == pyspiel.PlayerId.CHANCE else write(self.game.box, action)

    def __str__(self) -> str:
        transition, box = self.transition, self.game.box
        lines = list(position_lines(box, transition.position))
        if transition.choices:
            what = write(box, transition.action) if transition.action >= 0 else "deal"
            lines.append(f"chance: {what}; drawn {list(transition.drawn)}, one of {transition.choices} follows")
        return "\n".join(lines)


def restore(game: StateGame, text: str) -> SpielState:
    found: SpielState = game.deserialize_state(text)
    return found
