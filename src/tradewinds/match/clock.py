"""Time controls and clocks. Times are milliseconds since the epoch, provided by the caller."""

from typing import Annotated

import msgspec

DAY = 86_400


class NoClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="none"):
    """No time control."""


class MoveClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="move"):
    """A fixed number of seconds per turn; a turn is all decisions of a seat until another seat acts."""

    seconds: Annotated[int, msgspec.Meta(ge=5, le=3600)]


class BankClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="bank"):
    """A time bank in seconds for the whole game, with an increment after each turn."""

    seconds: Annotated[int, msgspec.Meta(ge=10, le=4 * 3600)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=300)] = 0


class DaysClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="days"):
    """A number of days per turn, for correspondence games."""

    days: Annotated[int, msgspec.Meta(ge=1, le=30)]


Pace = NoClock | MoveClock | BankClock | DaysClock

BACK = 10_000
"""Minimum time for a player who returns to a seat that had run out of time."""


class Clock:
    """The clocks of all seats; at most one is running.

    They change only when the turn passes from seat to seat, which is public.
    """

    def __init__(self, pace: Pace, seats: int) -> None:
        self.pace = pace
        self.left = [self.full] * seats
        self.seat: int | None = None
        self.since = 0
        self.saved: tuple[int, int] | None = None
        """The last seat that passed the turn, and its remaining time at that moment."""

    def copy(self) -> "Clock":
        """Return an independent copy."""
        clock = Clock.__new__(Clock)
        clock.__dict__.update(self.__dict__)
        clock.left = list(self.left)
        return clock

    @property
    def full(self) -> int:
        """The initial time of each seat, in milliseconds."""
        match self.pace:
            case MoveClock(seconds) | BankClock(seconds):
                return seconds * 1000
            case DaysClock(days):
                return days * DAY * 1000
            case NoClock():
                return 0

    def turn(self, seat: int | None, now: int) -> None:
        """Stop the running clock and start that of `seat`, if any; a clock that is already running continues."""
        if seat == self.seat:
            return
        if self.seat is not None:
            self.saved = self.seat, max(0, self.left[self.seat] - (now - self.since))
            self.left[self.seat] = self.after_turn(self.seat, now)
        self.seat, self.since = seat, now

    def turn_back(self, seat: int | None, now: int) -> None:
        """Return the turn to a seat after an undo, restoring the clocks so that nobody gains time."""
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
        """Return a seat's time for its next turn."""
        if isinstance(self.pace, BankClock):
            return max(0, self.left[seat] - (now - self.since)) + self.pace.increment * 1000
        return self.full

    def return_to(self, seat: int, now: int) -> None:
        """Restart a seat's clock for a returning player, without charging the time since the timeout."""
        self.left[seat] = max(self.left[seat] if isinstance(self.pace, BankClock) else self.full, BACK)
        if self.seat == seat:
            self.since = now

    def spend(self, seat: int, now: int) -> None:
        """Record a timeout: empty a seat's time bank, and restart its clock if it is running."""
        if isinstance(self.pace, BankClock):
            self.left[seat] = 0
        if self.seat == seat:
            self.since = now

    @property
    def deadline(self) -> int | None:
        """The time at which the running clock expires, or None."""
        if self.seat is None or isinstance(self.pace, NoClock):
            return None
        return self.since + self.left[self.seat]
