"""A game on its way, as OpenSpiel handles it."""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyspiel

from tradewinds.kernel.game import Box
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import Record, blank, content, with_content
from tradewinds.lab.spiel.chance import Course, act, choose, settle
from tradewinds.lab.spiel.memory import BLANK, Memory, look
from tradewinds.lab.spiel.observer import in_words
from tradewinds.match.notation import write

if TYPE_CHECKING:
    from collections.abc import Callable

    from tradewinds.lab.spiel.game import SpielGame


class Standing(NamedTuple):
    """Everything that there is to know of a game on its way. It never changes: copies of a state share it."""

    course: Course
    memories: tuple[Memory, ...]
    player: int
    """Who acts next: a seat, or one of OpenSpiel's numbers for chance and for nobody."""

    def __deepcopy__(self, memo: object) -> "Standing":
        return self


def stand(box: Box, course: Course, memories: tuple[Memory, ...]) -> Standing:
    """A game that has come so far, whose players remember what was before."""
    if course.choices:
        return Standing(course, memories, pyspiel.PlayerId.CHANCE)
    state = with_content(blank(box.game.state_type), course.position)
    over = box.game.rules.is_over(box.record, state)
    player = pyspiel.PlayerId.TERMINAL if over else box.game.rules.to_act(box.record, state)
    return Standing(course, look(box, memories, course.position), int(player))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """The state of a game. OpenSpiel copies and stores what is in its attributes, which is one `Standing`."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.standing = game.start

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (self.game, self.serialize())

    @property
    def game(self) -> "SpielGame":
        """The game that is played."""
        found: SpielGame = self.get_game()
        return found

    @property
    def course(self) -> Course:
        """How far the game has come."""
        return self.standing.course

    @property
    def memories(self) -> tuple[Memory, ...]:
        """What each player has seen and done."""
        return self.standing.memories

    def record(self, content: bytes) -> Record:
        """A position or mask as a record."""
        return with_content(blank(self.game.box.game.state_type), content)

    def current_player(self) -> int:
        """Who acts next."""
        return self.standing.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.standing.player == pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        """What the player may do, which its mask tells."""
        box = self.game.box
        room = np.zeros(box.game.actions + 1, np.int16)
        count = box.game.rules.legal(box.record, self.record(self.memories[player].mask), room)
        found: list[int] = room[:count].tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may choose: one of so many equally likely things or, if it is sampled, whatever comes."""
        count = 1 if self.game.sampled else self.course.choices
        return [(outcome, 1 / count) for outcome in range(count)]

    def _apply_action(self, action: int) -> None:
        """Go on by an action, or by a choice of chance."""
        game, memories = self.game, self.memories
        if not self.course.choices:
            seat = self.standing.player
            memories = (*memories[:seat], memories[seat].do(action), *memories[seat + 1 :])
            course = act(game.box, self.course, action)
        elif game.sampled:
            course = settle(game.box, self.course, game.draw())
        else:
            course = choose(game.box, self.course, action)
        self.standing = stand(game.box, course, memories)

    def returns(self) -> list[float]:
        """What each player has won: its share of the win beyond an equal one."""
        box = self.game.box
        shares = np.zeros(box.players, np.float64)
        if self.is_terminal():
            box.game.rules.winners(box.record, self.record(self.course.position), shares)
            shares -= 1 / box.players
        found: list[float] = shares.tolist()
        return found

    def resample_from_infostate(self, player: int, sampler: "Callable[[], float]") -> "SpielState":
        """A copy in which everything that the player's mask hides is dealt anew; the others remember nothing before."""
        box = self.game.box
        state = self.record(self.memories[player].mask)
        box.game.rules.redeal(box.record, state, player, stream(int(sampler() * 2**63)))
        position = content(state)
        fresh = [BLANK] * box.players
        fresh[player] = self.memories[player]
        other: SpielState = self.clone()
        other.standing = self.standing._replace(
            course=self.course._replace(position=position), memories=look(box, fresh, position)
        )
        return other

    def _action_to_string(self, player: int, action: int) -> str:
        """A move as it stands in records."""
        return f"chance {action}" if player == pyspiel.PlayerId.CHANCE else write(self.game.box, action)

    def __str__(self) -> str:
        course, box = self.course, self.game.box
        lines = list(in_words(box, course.position))
        if course.choices:
            what = write(box, course.action) if course.action >= 0 else "deal"
            lines.append(f"chance: {what}; drawn {list(course.drawn)}, one of {course.choices} follows")
        return "\n".join(lines)


def restore(game: "SpielGame", text: str) -> SpielState:
    """A state that was stored."""
    found: SpielState = game.deserialize_state(text)
    return found
