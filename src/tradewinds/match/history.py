"""The steps of a match, and which of them can be undone."""

from dataclasses import dataclass

from tradewinds.i18n import Phrase
from tradewinds.kernel.bindings import masks
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import SPECTATOR, Record, content
from tradewinds.match.errors import MoveError, TextError
from tradewinds.match.knowledge import learns


@dataclass(frozen=True)
class Step:
    """A played action with the state it led to and what it revealed."""

    seat: int
    action: int
    state: Record
    chance: bool
    """Whether chance was involved."""
    final: bool
    """Whether it revealed information and can therefore not be undone."""
    joined: bool = False
    """Whether it belongs to the same decision as the previous action and is undone with it."""


class StepHistory:
    """Steps from an initial state. Undo stops where information was revealed."""

    def __init__(self, box: Box, origin: Record) -> None:
        self.box = box
        self.game = box.game
        self.origin = origin
        self.steps: list[Step] = []
        self.floor = 0
        """The number of steps that cannot be undone."""
        self._shown: list[tuple[Record, list[bytes]]] = []

    @property
    def state(self) -> Record:
        """The current state with all hidden information. Bots get `masked` and people `shown` instead."""
        return self.steps[-1].state if self.steps else self.origin

    def state_at(self, number: int) -> Record:
        """Return the state after `number` actions."""
        if not 0 <= number <= len(self.steps):
            raise TextError(Phrase("record.no_move", {"number": number, "last": len(self.steps)}))
        return self.steps[number - 1].state if number else self.origin

    def shown_to_all(self, state: Record) -> list[bytes]:
        """Return what each seat and, last, spectators are shown of a state; the last two states are cached."""
        for position, found in self._shown:
            if position is state:
                return found
        found = masks(self.box.record, state, self.box.players, shown=True)
        self._shown = [*self._shown[-1:], (state, found)]
        return found

    @property
    def published(self) -> int:
        """The number of actions visible to spectators, excluding a pending decision that is still hidden."""
        number = len(self.steps)
        while number and not self.is_visible(number):
            number -= 1
        return number

    def add(self, step: Step) -> None:
        """Append a previewed step."""
        self.steps.append(step)
        if step.final:
            self.floor = max(self.floor, len(self.steps))
        elif (answered := self.before_run()) > self.floor and self.is_visible(len(self.steps)):
            # A visible answer by another seat is information as well.
            self.floor = answered

    def before_run(self) -> int:
        """Return the number of actions before the current run of actions by a single seat."""
        number = len(self.steps)
        while number and self.steps[number - 1].seat == self.steps[-1].seat:
            number -= 1
        return number

    def is_visible(self, number: int) -> bool:
        """Return whether spectators could see that action `number` was played."""
        before, after = self.state_at(number - 1), self.state_at(number)
        return self.shown_to_all(before)[SPECTATOR] != self.shown_to_all(after)[SPECTATOR]

    def reveals(self, before: Record, after: Record, actor: int) -> bool:
        """Return whether a state change shows any seat but the actor something it was not shown before."""
        saw, sees = self.shown_to_all(before), self.shown_to_all(after)
        # A seat that is shown everything cannot learn anything.
        everything = content(before)
        others = [seat for seat in range(self.box.players) if seat != actor and saw[seat] != everything]
        return any(learns(self.game, saw[seat], sees[seat]) for seat in others)

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be undone: nothing has been revealed since."""
        return len(self.steps) > self.floor

    def may_undo(self, seat: int) -> bool:
        """Return whether a seat can undo an action of its own; the answer does not leak hidden actions."""
        if all(step.seat != seat for step in self.steps[self.floor :]):
            return False
        return self.floor < (last := self.last_for(seat)) and self.steps[last - 1].seat == seat

    def last_for(self, seat: int) -> int:
        """Return the number of the last action known to a seat; others' hidden pending actions are excluded."""
        number = len(self.steps)
        if number and self.steps[-1].seat != seat:
            while number > self.floor and not self.is_visible(number):
                number -= 1
        return number

    def undo(self, seat: int | None = None) -> Step:
        """Undo the last decision (given a seat, that seat's last decision) and return its first step."""
        self.require_undo(seat)
        return self.take_back(self.steps[-1].seat if seat is None else seat)

    def take_back(self, seat: int) -> Step:
        """Remove a seat's last decision and everything after it."""
        first = self.before(self.last_by(seat))
        step = self.steps[first]
        del self.steps[first:]
        self.floor = min(self.floor, first)
        return step

    def last_by(self, seat: int) -> int:
        """Return the number of a seat's own last action, or 0."""
        return next((number for number in range(len(self.steps), 0, -1) if self.steps[number - 1].seat == seat), 0)

    def undo_freely(self, seat: int) -> Step:
        """Undo a seat's last decision and everything after it, revealed or not; only for games against bots."""
        self.require_free_undo(seat)
        return self.take_back(seat)

    def require_free_undo(self, seat: int) -> None:
        """Raise MoveError if the seat has nothing to undo."""
        if not self.last_by(seat):
            raise MoveError(Phrase("move.undo_nothing"))

    def before(self, number: int) -> int:
        """Return how many actions precede the decision of action `number`, or the part of it that can be undone."""
        limit = self.floor if self.floor < number else 0
        while self.steps[number - 1].joined and number - 1 > limit:
            number -= 1
        return number - 1

    def require_undo(self, seat: int | None = None) -> None:
        """Raise MoveError if the last action cannot be undone, or not by this seat."""
        last = len(self.steps) if seat is None else self.last_for(seat)
        if not last:
            raise MoveError(Phrase("move.undo_nothing"))
        # Checked first: whether another seat's move can be undone may be hidden information.
        if seat is not None and self.steps[last - 1].seat != seat:
            raise MoveError(Phrase("move.undo_other"))
        if last <= self.floor:
            raise MoveError(Phrase("move.undo_known"))
