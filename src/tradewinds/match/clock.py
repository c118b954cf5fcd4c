"""Clocks at a table: how long a seat may think. Times are milliseconds since the epoch, given by the caller."""

from typing import Annotated

import msgspec

DAY = 86_400


class NoClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="none"):
    """Everybody takes the time they need."""


class MoveClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="move"):
    """So many seconds for each turn: all decisions that a seat makes before another one is to act."""

    seconds: Annotated[int, msgspec.Meta(ge=5, le=3600)]


class BankClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="bank"):
    """So many seconds for the whole game, and some more after each turn."""

    seconds: Annotated[int, msgspec.Meta(ge=10, le=4 * 3600)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=300)] = 0


class DaysClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="days"):
    """So many days for each turn, for people who look in now and then."""

    days: Annotated[int, msgspec.Meta(ge=1, le=30)]


Pace = NoClock | MoveClock | BankClock | DaysClock

BACK = 10_000
"""Who returns to a seat whose time was up has at least this long."""


class Clock:
    """The clocks of all seats of a game, of which one runs. They change only when the turn passes, which all see."""

    def __init__(self, pace: Pace, seats: int) -> None:
        self.pace = pace
        self.left = [self.full] * seats
        self.seat: int | None = None
        self.since = 0
        self.saved: tuple[int, int] | None = None
        """The seat that passed the turn last, and what it had left then."""

    def copy(self) -> "Clock":
        """One that can run differently."""
        clock = Clock.__new__(Clock)
        clock.__dict__.update(self.__dict__)
        clock.left = list(self.left)
        return clock

    @property
    def full(self) -> int:
        """What a seat has at the beginning."""
        match self.pace:
            case MoveClock(seconds) | BankClock(seconds):
                return seconds * 1000
            case DaysClock(days):
                return days * DAY * 1000
            case NoClock():
                return 0

    def turn(self, seat: int | None, now: int) -> None:
        """It is this seat's turn now, or nobody's; the clock goes on if it was before."""
        if seat == self.seat:
            return
        if self.seat is not None:
            self.saved = self.seat, max(0, self.left[self.seat] - (now - self.since))
            self.left[self.seat] = self.after_turn(self.seat, now)
        self.seat, self.since = seat, now

    def turn_back(self, seat: int | None, now: int) -> None:
        """An action is taken back, and the turn with it: nobody has gained time by passing it to and fro."""
        if seat == self.seat:
            return
        saved, waited = self.saved, self.seat
        before = None if waited is None else self.left[waited]
        self.turn(seat, now)
        if before is not None and waited is not None and isinstance(self.pace, BankClock):
            self.left[waited] = before
        if seat is not None and saved is not None and saved[0] == seat:
            self.left[seat] = saved[1]
        self.saved = None

    def after_turn(self, seat: int, now: int) -> int:
        """What a seat has for its next turn."""
        if isinstance(self.pace, BankClock):
            return max(0, self.left[seat] - (now - self.since)) + self.pace.increment * 1000
        return self.full

    def return_to(self, seat: int, now: int) -> None:
        """Somebody comes back to a seat: the time that ran meanwhile does not count, and there is some to decide in."""
        self.left[seat] = max(self.left[seat] if isinstance(self.pace, BankClock) else self.full, BACK)
        if self.seat == seat:
            self.since = now

    def spend(self, seat: int, now: int) -> None:
        """The time of a seat is up."""
        if isinstance(self.pace, BankClock):
            self.left[seat] = 0
        if self.seat == seat:
            self.since = now

    @property
    def deadline(self) -> int | None:
        """When the time of the seat to act is up; None if it never is."""
        if self.seat is None or isinstance(self.pace, NoClock):
            return None
        return self.since + self.left[self.seat]
