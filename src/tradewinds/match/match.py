"""A match: the moves played, the legal moves, and what each seat may know."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from tradewinds.i18n import Phrase
from tradewinds.kernel.bindings import masks
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import SPECTATOR, Record, blank, content, copy, with_content
from tradewinds.match import notation
from tradewinds.match.choices import Choice, describe_choices
from tradewinds.match.errors import IllegalMove, MoveError, TextError
from tradewinds.match.knowledge import learns
from tradewinds.match.position_view import Position
from tradewinds.match.seed import check_seed, commitment, event_rng, new_seed


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


class Match:
    """A game of one box between named seats. All chance events derive from the seed."""

    def __init__(
        self,
        box: Box,
        seats: Sequence[str] | None = None,
        seed: str | None = None,
        origin: Record | None = None,
    ) -> None:
        self.box = box
        self.game = box.game
        self.seats = check_seats(box, seats)
        self.seed = check_seed(seed) if seed is not None else new_seed()
        self.dealt = origin is None
        self.origin = self.deal() if origin is None else copy(origin)
        self.steps: list[Step] = []
        self.floor = 0
        self._shown: list[tuple[Record, list[bytes]]] = []

    @classmethod
    def resumed(cls, box: Box, seats: Sequence[str], seed: str, origin: Record) -> "Match":
        """Return a dealt match from its stored initial state."""
        match = cls(box, seats, seed, origin)
        match.dealt = True
        return match

    def copy(self) -> "Match":
        """Return an independent copy."""
        match = Match.__new__(Match)
        match.__dict__.update(self.__dict__)
        match.steps = list(self.steps)
        return match

    def deal(self) -> Record:
        """Return the initial state dealt from the seed."""
        state = blank(self.game.state_type)
        self.game.rules.setup(self.box.record, state, event_rng(self.seed, 0))
        return state

    @property
    def state(self) -> Record:
        """The current state with all hidden information. Bots get `masked` and people `shown` instead."""
        return self.steps[-1].state if self.steps else self.origin

    @property
    def commitment(self) -> str:
        """The commitment to the seed, which can be published before the first move."""
        return commitment(self.seed)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.game.rules.is_over(self.box.record, self.state)

    @property
    def to_act(self) -> int:
        """The seat to act."""
        return self.game.rules.to_act(self.box.record, self.state)

    def state_at(self, number: int) -> Record:
        """Return the state after `number` actions."""
        if not 0 <= number <= len(self.steps):
            raise TextError(Phrase("record.no_move", {"number": number, "last": len(self.steps)}))
        return self.steps[number - 1].state if number else self.origin

    def masked(self, seat: int = SPECTATOR, number: int | None = None) -> Record:
        """Return the mask of a seat, now or after `number` actions: what a bot with a perfect memory knows."""
        return self.mask(self.state if number is None else self.state_at(number), seat)

    def shown(self, seat: int = SPECTATOR, number: int | None = None) -> Record:
        """Return what a person at a seat is shown, now or after `number` actions: the mask less closed screens."""
        return self.show(self.state if number is None else self.state_at(number), seat)

    def mask(self, state: Record, seat: int) -> Record:
        """Return a masked copy of a state."""
        return self.box.masked(state, seat)

    def show(self, state: Record, seat: int) -> Record:
        """Return a copy of a state with only what a seat is shown."""
        return self.box.shown(self.mask(state, seat), seat)

    def shown_to_all(self, state: Record) -> list[bytes]:
        """Return what each seat and, last, spectators are shown of a state; the last two states are cached."""
        for position, found in self._shown:
            if position is state:
                return found
        found = masks(self.box.record, state, self.box.players, shown=True)
        self._shown = [*self._shown[-1:], (state, found)]
        return found

    def view(self, seat: int = SPECTATOR, number: int | None = None) -> msgspec.Struct:
        """Return the position as the game's view struct, as a seat sees it."""
        return self.game.view(self.box, self.shown(seat, number))

    def seen_by(self, seat: int = SPECTATOR, number: int | None = None) -> Position:
        """Return the position as a seat or, by default, a spectator sees it, now or after `number` actions."""
        return Position(self.box, self.shown(seat, number), self.seats)

    def laid_open(self, number: int | None = None) -> Position:
        """Return the position with all hidden information, now or after `number` actions."""
        return Position(self.box, copy(self.state if number is None else self.state_at(number)), self.seats)

    def _repr_svg_(self) -> str:
        return self.seen_by().picture()

    def legal(self) -> list[int]:
        """Return the legal actions in ascending order."""
        return [] if self.is_over else self.box.legal_actions(self.masked(self.to_act))

    def refusal(self, action: int) -> IllegalMove | None:
        """Return why an action is not legal now, or None if it is."""
        return refusal(self.box, self.masked(self.to_act), action)

    def read(self, text: str) -> int:
        """Parse a move; raises InvalidMove, IllegalMove or AmbiguousMove."""
        return notation.read(self.box, text, self.legal(), self.refusal)

    def write(self, action: int) -> str:
        """Return an action in record notation."""
        return notation.write(self.box, action)

    def describe(self, action: int) -> Phrase:
        """Return the description of a legal action, with its cost or gain."""
        return self.game.describe(self.box, self.shown(self.to_act), [action])[0]

    def choices(self) -> list[Choice]:
        """Return all legal actions with their notation and description."""
        if self.is_over:
            return []
        shown = self.shown(self.to_act)
        return describe_choices(self.box, shown, self.box.legal_actions(shown))

    def play(self, move: int | str) -> Step:
        """Play an action, given by number or text. A refused move changes nothing."""
        step = self.preview(move)
        self.add(step)
        return step

    def preview(self, move: int | str) -> Step:
        """Return the step that playing an action would add, or raise its refusal."""
        action = self.read(move) if isinstance(move, str) else move
        before, seat = self.state, self.to_act
        if no := refusal(self.box, with_content(before, self.shown_to_all(before)[seat]), action):
            raise no
        state, rng = copy(before), event_rng(self.seed, len(self.steps) + 1)
        self.game.rules.apply(self.box.record, state, action, rng)
        chanced = bool(rng.counter)
        # Undo stops at revealed information and at the end of the game.
        final = chanced or self.game.rules.is_over(self.box.record, state) or self.reveals(before, state, seat)
        return Step(seat, action, state, chanced, final)

    def play_all(self, moves: Sequence[int | str]) -> list[Step]:
        """Play the actions of one decision, all or none."""
        steps = self.preview_all(moves)
        for step in steps:
            self.add(step)
        return steps

    def preview_all(self, moves: Sequence[int | str]) -> list[Step]:
        """Return the steps that consecutive actions of one seat would add, or raise the first refusal."""
        seat, played, floor = self.to_act, len(self.steps), self.floor
        try:
            for move in moves:
                if self.is_over or self.to_act != seat:
                    raise MoveError(Phrase("move.decision_over", {"text": repr(move)}))
                self.add(replace(self.preview(move), joined=len(self.steps) > played))
            return self.steps[played:]
        finally:
            del self.steps[played:]
            self.floor = floor

    def add(self, step: Step) -> None:
        """Append a previewed step."""
        self.steps.append(step)
        if step.final:
            self.floor = max(self.floor, len(self.steps))
        elif (answered := self.before_run()) > self.floor and self.is_visible(len(self.steps)):
            # A visible answer by another seat is information as well.
            self.floor = answered

    def before_run(self) -> int:
        """Return the number of actions before the last seat's current run."""
        number = len(self.steps)
        while number and self.steps[number - 1].seat == self.steps[-1].seat:
            number -= 1
        return number

    def is_visible(self, number: int) -> bool:
        """Return whether spectators could see that action `number` was played."""
        before, after = self.state_at(number - 1), self.state_at(number)
        return self.shown_to_all(before)[SPECTATOR] != self.shown_to_all(after)[SPECTATOR]

    def reveals(self, before: Record, after: Record, actor: int) -> bool:
        """Return whether a change shows another seat something that was not shown before."""
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
        """Return whether a seat can undo an action of its own, without leaking hidden actions."""
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
        """Undo the last decision (with a seat, only that seat's) and return its first step."""
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
        """Undo a seat's last decision with all answers to it, for games against bots only."""
        self.require_free_undo(seat)
        return self.take_back(seat)

    def require_free_undo(self, seat: int) -> None:
        """Raise MoveError if the seat has nothing to undo."""
        if not self.last_by(seat):
            raise MoveError(Phrase("move.undo_nothing"))

    def before(self, number: int) -> int:
        """Return the number of actions before a decision, or before the part of it that can be undone."""
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

    def story(self, number: int, seat: int = SPECTATOR) -> list[Phrase]:
        """Return the story of action `number` as a seat saw it; number 0 is the opening."""
        after = self.shown(seat, number)
        if number == 0:
            return self.game.opening(self.box, after)
        before = self.shown(seat, number - 1)
        if content(before) == content(after):
            # The action was hidden from the seat.
            return []
        return self.game.story(self.box, before, self.steps[number - 1].action, after)

    @property
    def published(self) -> int:
        """The number of actions visible to spectators, without a hidden pending decision."""
        number = len(self.steps)
        while number and not self.is_visible(number):
            number -= 1
        return number

    def scores(self) -> list[int]:
        """Return each seat's points; the game must be over."""
        self._require_over()
        return self.box.results(self.masked())[0]

    def winners(self) -> list[float]:
        """Return each seat's share of the win; the game must be over."""
        self._require_over()
        return self.box.results(self.masked())[1]

    def _require_over(self) -> None:
        """Raise MoveError before the end, as scores may depend on hidden information."""
        if not self.is_over:
            raise MoveError(Phrase("move.not_over"))

    def digest(self, number: int) -> str:
        """Return a digest of the public position after `number` actions."""
        return hashlib.sha256(self.shown(SPECTATOR, number).tobytes()).hexdigest()[:12]


def refusal(box: Box, masked: Record, action: int) -> IllegalMove | None:
    """Return why an action is not legal for the seat to act, from its mask, or None if it is."""
    code = box.game.rules.refuse(box.record, masked, action)
    if not code:
        return None
    found = box.game.refusals[code]
    return IllegalMove(found.rule, Phrase(f"{box.game.name}.refusal.{found.key}"))


def check_seats(box: Box, seats: Sequence[str] | None) -> tuple[str, ...]:
    """Validate seat names: distinct, printable and short. The default is numbers."""
    if seats is None:
        return tuple(str(number + 1) for number in range(box.players))
    names = tuple(name.strip() for name in seats)
    if len(names) != box.players:
        raise TextError(Phrase("record.seat_count", {"count": len(names), "players": box.players}))
    for name in names:
        if not name or len(name) > 40 or not name.isprintable() or set("|;") & set(name):
            raise TextError(Phrase("record.seat_name", {"name": repr(name[:60])}))
    if len(set(names)) < len(names):
        raise TextError(Phrase("record.seat_twice"))
    return names
