"""One game in progress: what has been played, what may be played, and who may know what of it."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec
import numpy as np

from tradewinds.i18n import Phrase
from tradewinds.kernel.bindings import masks
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import SPECTATOR, Record, blank, content, copy, with_content
from tradewinds.match import notation
from tradewinds.match.choices import Choice, tell_choices
from tradewinds.match.errors import IllegalMove, MoveError, TextError
from tradewinds.match.knowledge import learns
from tradewinds.match.position_view import Position
from tradewinds.match.seed import chance, check_seed, commitment, fresh_seed


@dataclass(frozen=True)
class Step:
    """One action that was played: who, what, the position it led to, and what others learned by it."""

    seat: int
    action: int
    state: Record
    chance: bool
    """Chance had a part in it."""
    final: bool
    """Somebody has learned something that cannot be unlearned."""
    joined: bool = False
    """It belongs to the same decision as the action before it, and is taken back with it."""


class Match:
    """A game of one box between named seats. Everything that chance decides comes from the seed."""

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
        self.seed = check_seed(seed) if seed is not None else fresh_seed()
        self.dealt = origin is None
        self.origin = self.deal() if origin is None else copy(origin)
        self.steps: list[Step] = []
        self.floor = 0
        self._room = np.zeros(self.game.actions + 1, np.int16)
        self._known: list[tuple[Record, list[bytes]]] = []

    @classmethod
    def resumed(cls, box: Box, seats: Sequence[str], seed: str, origin: Record) -> "Match":
        """A game that was dealt before, from the position that was dealt then."""
        match = cls(box, seats, seed, origin)
        match.dealt = True
        return match

    def copy(self) -> "Match":
        """The same game, in which something else may be played."""
        match = Match.__new__(Match)
        match.__dict__.update(self.__dict__)
        match.steps = list(self.steps)
        return match

    def deal(self) -> Record:
        """The position that the seed deals."""
        state = blank(self.game.state_type)
        self.game.rules.setup(self.box.record, state, chance(self.seed, 0))
        return state

    @property
    def state(self) -> Record:
        """The position now, with everything that is hidden. Not for seats: they get `masked`."""
        return self.steps[-1].state if self.steps else self.origin

    @property
    def commitment(self) -> str:
        """What can be shown before the first move."""
        return commitment(self.seed)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.rules.is_over(self.box.record, self.state)

    @property
    def to_act(self) -> int:
        """The seat that decides now."""
        return self.game.rules.to_act(self.box.record, self.state)

    def state_at(self, number: int) -> Record:
        """The position after so many actions."""
        if not 0 <= number <= len(self.steps):
            raise TextError(Phrase("record.no_move", {"number": number, "last": len(self.steps)}))
        return self.steps[number - 1].state if number else self.origin

    def masked(self, seat: int = SPECTATOR, number: int | None = None) -> Record:
        """What a seat may know of the position, now or after so many actions: the one gate for secrecy."""
        return self.mask(self.state if number is None else self.state_at(number), seat)

    def mask(self, state: Record, seat: int) -> Record:
        """A copy of a position with everything blanked that the seat may not know."""
        masked = copy(state)
        self.game.rules.mask(self.box.record, masked, seat)
        return masked

    def known(self, state: Record) -> list[bytes]:
        """The masks of all seats and, last, of the public; those of the last two positions are at hand."""
        for position, found in self._known:
            if position is state:
                return found
        found = masks(self.box.record, state, self.box.players)
        self._known = [*self._known[-1:], (state, found)]
        return found

    def view(self, seat: int = SPECTATOR, number: int | None = None) -> msgspec.Struct:
        """The position by names, as a seat sees it."""
        return self.game.view(self.box, self.masked(seat, number))

    def seen_by(self, seat: int = SPECTATOR, number: int | None = None) -> Position:
        """The position as a seat sees it, now or after so many actions; without a seat, as everybody sees it."""
        return Position(self.box, self.masked(seat, number), self.seats)

    def laid_open(self, number: int | None = None) -> Position:
        """The position with everything that is hidden, now or after so many actions. Not for seats."""
        return Position(self.box, copy(self.state if number is None else self.state_at(number)), self.seats)

    def _repr_svg_(self) -> str:
        return self.seen_by().picture()

    def legal(self) -> list[int]:
        """The legal actions, ascending, as the acting seat can see for itself."""
        return [] if self.is_over else self.legal_in(self.masked(self.to_act))

    def legal_in(self, masked: Record) -> list[int]:
        """The legal actions of the seat to act, whose mask this is."""
        actions: list[int] = self._room[: self.game.rules.legal(self.box.record, masked, self._room)].tolist()
        return actions

    def refusal(self, action: int) -> IllegalMove | None:
        """Why an action is not legal now, None if it is."""
        return refusal(self.box, self.masked(self.to_act), action)

    def read(self, text: str) -> int:
        """The legal action that a text means, or one of the three errors."""
        return notation.read(self.box, text, self.legal(), self.refusal)

    def write(self, action: int) -> str:
        """An action as it stands in a record."""
        return notation.write(self.box, action)

    def describe(self, action: int) -> Phrase:
        """What a legal action is and what it costs or brings."""
        return self.game.describe(self.box, self.masked(self.to_act), [action])[0]

    def choices(self) -> list[Choice]:
        """All legal actions with their texts and what they are, for the acting seat."""
        if self.is_over:
            return []
        masked = self.masked(self.to_act)
        return tell_choices(self.box, masked, self.legal_in(masked))

    def play(self, move: int | str) -> Step:
        """Play an action, given by number or in text. What is refused changes nothing."""
        step = self.foresee(move)
        self.add(step)
        return step

    def foresee(self, move: int | str) -> Step:
        """What playing an action would lead to; or its refusal."""
        action = self.read(move) if isinstance(move, str) else move
        before, seat = self.state, self.to_act
        if no := refusal(self.box, with_content(before, self.known(before)[seat]), action):
            raise no
        state, rng = copy(before), chance(self.seed, len(self.steps) + 1)
        self.game.rules.apply(self.box.record, state, action, rng)
        chanced = bool(rng.counter)
        # What chance or a seat reveals and the end cannot be unlearned: undo stops there.
        final = chanced or self.game.rules.is_over(self.box.record, state) or self.reveals(before, state, seat)
        return Step(seat, action, state, chanced, final)

    def play_all(self, moves: Sequence[int | str]) -> list[Step]:
        """Play the actions of one decision, all or none."""
        steps = self.foresee_all(moves)
        for step in steps:
            self.add(step)
        return steps

    def foresee_all(self, moves: Sequence[int | str]) -> list[Step]:
        """What playing several actions of one seat one after the other would lead to; or the first refusal."""
        seat, played, floor = self.to_act, len(self.steps), self.floor
        try:
            for move in moves:
                if self.is_over or self.to_act != seat:
                    raise MoveError(Phrase("move.decision_over", {"text": repr(move)}))
                self.add(replace(self.foresee(move), joined=len(self.steps) > played))
            return self.steps[played:]
        finally:
            del self.steps[played:]
            self.floor = floor

    def add(self, step: Step) -> None:
        """Let an action happen as it was foreseen."""
        self.steps.append(step)
        if step.final:
            self.floor = max(self.floor, len(self.steps))
        elif (answered := self.before_run()) > self.floor and self.shows(len(self.steps)):
            # Another seat's answer cannot be unlearned either, as soon as something of it shows.
            self.floor = answered

    def before_run(self) -> int:
        """How many actions there were before those that the last seat has played in a row."""
        number = len(self.steps)
        while number and self.steps[number - 1].seat == self.steps[-1].seat:
            number -= 1
        return number

    def shows(self, number: int) -> bool:
        """Whether all could see that the action of this number was played."""
        return self.known(self.state_at(number))[SPECTATOR] != self.known(self.state_at(number - 1))[SPECTATOR]

    def reveals(self, before: Record, after: Record, actor: int) -> bool:
        """Whether the change shows another seat anything that was hidden from it."""
        knew, knows = self.known(before), self.known(after)
        # Who knows everything learns nothing.
        everything = content(before)
        others = [seat for seat in range(self.box.players) if seat != actor and knew[seat] != everything]
        return any(learns(self.game, knew[seat], knows[seat]) for seat in others)

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back: nobody has learned anything since."""
        return len(self.steps) > self.floor

    def may_undo(self, seat: int) -> bool:
        """The same as far as a seat may be told: whether it can take back an action of its own."""
        if all(step.seat != seat for step in self.steps[self.floor :]):
            return False
        return self.floor < (last := self.last_for(seat)) and self.steps[last - 1].seat == seat

    def last_for(self, seat: int) -> int:
        """The number of the last action as a seat knows it: what another has begun and nobody sees is not there yet."""
        number = len(self.steps)
        if number and self.steps[-1].seat != seat:
            while number > self.floor and not self.shows(number):
                number -= 1
        return number

    def undo(self, seat: int | None = None) -> Step:
        """Take back the last decision; with a seat, only if it was that seat's. Its first action is returned."""
        self.must_undo(seat)
        return self.take_back(self.steps[-1].seat if seat is None else seat)

    def take_back(self, seat: int) -> Step:
        """Take back the last decision of a seat, and with it what another has begun since."""
        first = self.before(self.last_by(seat))
        step = self.steps[first]
        del self.steps[first:]
        self.floor = min(self.floor, first)
        return step

    def last_by(self, seat: int) -> int:
        """The number of a seat's own last action, 0 if it has played none."""
        return next((number for number in range(len(self.steps), 0, -1) if self.steps[number - 1].seat == seat), 0)

    def undo_freely(self, seat: int) -> Step:
        """Take back a seat's last action with all answers to it, for somebody who plays against bots only."""
        self.must_undo_freely(seat)
        return self.take_back(seat)

    def must_undo_freely(self, seat: int) -> None:
        """Refuse where a seat has nothing that it could take back."""
        if not self.last_by(seat):
            raise MoveError(Phrase("move.undo_nothing"))

    def before(self, number: int) -> int:
        """How many actions there were before the decision of this action, or before what of it can be unlearned."""
        limit = self.floor if self.floor < number else 0
        while self.steps[number - 1].joined and number - 1 > limit:
            number -= 1
        return number - 1

    def must_undo(self, seat: int | None = None) -> None:
        """Refuse where the last action cannot be taken back, or not by this seat."""
        last = len(self.steps) if seat is None else self.last_for(seat)
        if not last:
            raise MoveError(Phrase("move.undo_nothing"))
        # Asked first: whether somebody else's move could be taken back may be a secret.
        if seat is not None and self.steps[last - 1].seat != seat:
            raise MoveError(Phrase("move.undo_other"))
        if last <= self.floor:
            raise MoveError(Phrase("move.undo_known"))

    def story(self, number: int, seat: int = SPECTATOR) -> list[Phrase]:
        """What the action of this number did, as a seat saw it; number 0 tells how the game began."""
        after = self.masked(seat, number)
        if number == 0:
            return self.game.opening(self.box, after)
        before = self.masked(seat, number - 1)
        if content(before) == content(after):
            # The seat has seen nothing of it, so it is told nothing.
            return []
        return self.game.story(self.box, before, self.steps[number - 1].action, after)

    @property
    def published(self) -> int:
        """How many of the actions all have seen; an unfinished decision of which nothing shows is not among them."""
        number = len(self.steps)
        while number and not self.shows(number):
            number -= 1
        return number

    def scores(self) -> list[int]:
        """Each seat's points, once the game is over."""
        self.must_be_over()
        return self.box.results(self.masked())[0]

    def winners(self) -> list[float]:
        """Each seat's share of the win, once the game is over."""
        self.must_be_over()
        return self.box.results(self.masked())[1]

    def must_be_over(self) -> None:
        """Points are counted at the end: before, seats may hide some."""
        if not self.is_over:
            raise MoveError(Phrase("move.not_over"))

    def digest(self, number: int) -> str:
        """A fingerprint of what all could see after so many actions."""
        return hashlib.sha256(self.masked(SPECTATOR, number).tobytes()).hexdigest()[:12]


def refusal(box: Box, masked: Record, action: int) -> IllegalMove | None:
    """Why an action is not legal for the seat to act, whose mask this is; None if it is."""
    code = box.game.rules.refuse(box.record, masked, action)
    if not code:
        return None
    found = box.game.refusals[code]
    return IllegalMove(found.rule, Phrase(f"{box.game.name}.refusal.{found.key}"))


def check_seats(box: Box, seats: Sequence[str] | None) -> tuple[str, ...]:
    """Names for the seats: different, printable and short; numbers where nobody gave any."""
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
