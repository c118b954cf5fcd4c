"""A match: the moves played, the legal moves, and what each seat may know."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import SPECTATOR, Record, blank, content, copy, with_content
from tradewinds.match import notation
from tradewinds.match.choices import Choice, describe_choices
from tradewinds.match.errors import IllegalMove, MoveError, TextError
from tradewinds.match.history import Step, StepHistory
from tradewinds.match.position_view import Position
from tradewinds.match.seed import check_seed, commitment, event_rng, new_seed


class Match(StepHistory):
    """A game of one box between named seats. All chance events derive from the seed."""

    def __init__(
        self,
        box: Box,
        seats: Sequence[str] | None = None,
        seed: str | None = None,
        origin: Record | None = None,
    ) -> None:
        self.seats = check_seats(box, seats)
        self.seed = check_seed(seed) if seed is not None else new_seed()
        self.dealt = origin is None
        super().__init__(box, deal(box, self.seed) if origin is None else copy(origin))

    @classmethod
    def resumed(cls, box: Box, seats: Sequence[str], seed: str, origin: Record) -> "Match":
        """Restore a match that was dealt from its seed, given the stored initial state."""
        match = cls(box, seats, seed, origin)
        match.dealt = True
        return match

    def copy(self) -> "Match":
        """Return an independent copy."""
        match = Match.__new__(Match)
        match.__dict__.update(self.__dict__)
        match.steps = list(self.steps)
        return match

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

    def masked(self, seat: int = SPECTATOR, number: int | None = None) -> Record:
        """Return the mask of a seat, now or after `number` actions: what a bot with a perfect memory knows."""
        return self.mask(self.state if number is None else self.state_at(number), seat)

    def shown(self, seat: int = SPECTATOR, number: int | None = None) -> Record:
        """Return what a person at a seat is shown, now or after `number` actions: the mask after `conceal`."""
        return self.show(self.state if number is None else self.state_at(number), seat)

    def mask(self, state: Record, seat: int) -> Record:
        """Return a masked copy of a state."""
        return self.box.masked(state, seat)

    def show(self, state: Record, seat: int) -> Record:
        """Return a copy of a state that holds only what a seat is shown."""
        return self.box.shown(self.mask(state, seat), seat)

    def view(self, seat: int = SPECTATOR, number: int | None = None) -> msgspec.Struct:
        """Return the position as a seat sees it, as the game's view struct."""
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
        """Return the step that playing an action would add, without adding it; raise IllegalMove if it is refused."""
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
        """Play all actions of one decision, or none if any is refused."""
        steps = self.preview_all(moves)
        for step in steps:
            self.add(step)
        return steps

    def preview_all(self, moves: Sequence[int | str]) -> list[Step]:
        """Return the steps that consecutive actions of one seat would add; raise the first refusal, if any."""
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

    def scores(self) -> list[int]:
        """Return each seat's points; the game must be over."""
        self._require_over()
        return self.box.results(self.masked())[0]

    def winners(self) -> list[float]:
        """Return each seat's share of the win; the game must be over."""
        self._require_over()
        return self.box.results(self.masked())[1]

    def _require_over(self) -> None:
        """Raise MoveError before the end of the game, because scores may depend on hidden information."""
        if not self.is_over:
            raise MoveError(Phrase("move.not_over"))

    def digest(self, number: int) -> str:
        """Return a digest of the public position after `number` actions."""
        return hashlib.sha256(self.shown(SPECTATOR, number).tobytes()).hexdigest()[:12]


def deal(box: Box, seed: str) -> Record:
    """Return the initial state dealt from a seed."""
    state = blank(box.game.state_type)
    box.game.rules.setup(box.record, state, event_rng(seed, 0))
    return state


def refusal(box: Box, masked: Record, action: int) -> IllegalMove | None:
    """Return why an action is not legal for the seat to act, judging from its mask, or None if it is legal."""
    code = box.game.rules.refuse(box.record, masked, action)
    if not code:
        return None
    found = box.game.refusals[code]
    return IllegalMove(found.rule, Phrase(f"{box.game.name}.refusal.{found.key}"))


def check_seats(box: Box, seats: Sequence[str] | None) -> tuple[str, ...]:
    """Validate seat names, which must be distinct, printable and short; default to seat numbers."""
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
