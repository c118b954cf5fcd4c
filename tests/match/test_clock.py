"""Clocks: what runs, what is left, and when time is up."""

import pytest

from tradewinds.match.clock import BACK, DAY, BankClock, Clock, DaysClock, MoveClock, NoClock, Pace


def test_without_a_clock_time_is_never_up() -> None:
    clock = Clock(NoClock(), 2)
    clock.turn(0, 1000)
    assert clock.deadline is None
    clock.turn(1, 99_000_000)
    assert clock.deadline is None


@pytest.mark.parametrize(("pace", "full"), [(MoveClock(30), 30_000), (DaysClock(2), 2 * DAY * 1000)])
def test_a_clock_for_each_turn_is_full_at_each_turn(pace: Pace, full: int) -> None:
    clock = Clock(pace, 2)
    clock.turn(0, 1000)
    assert clock.deadline == 1000 + full
    clock.turn(1, 9000)
    assert clock.deadline == 9000 + full
    clock.turn(0, 10_000)
    assert (clock.deadline, clock.left) == (10_000 + full, [full, full])


def test_the_clock_runs_on_through_all_decisions_of_a_turn() -> None:
    clock = Clock(MoveClock(30), 2)
    clock.turn(0, 1000)
    clock.turn(0, 20_000)
    assert clock.deadline == 31_000


def test_a_bank_is_spent_and_gets_its_increment_after_each_turn() -> None:
    clock = Clock(BankClock(60, 5), 2)
    clock.turn(0, 0)
    clock.turn(1, 20_000)
    assert clock.left == [45_000, 60_000]
    clock.turn(0, 21_000)
    assert clock.left == [45_000, 64_000]
    assert clock.deadline == 66_000


def test_a_bank_is_never_less_than_empty() -> None:
    clock = Clock(BankClock(60), 2)
    clock.turn(0, 0)
    clock.turn(1, 1_000_000)
    assert clock.left == [0, 60_000]
    clock.turn(0, 1_000_001)
    assert clock.deadline == 1_000_001


def test_clock_stops_when_nobody_is_to_act() -> None:
    clock = Clock(BankClock(60), 2)
    clock.turn(0, 0)
    clock.turn(None, 10_000)
    assert (clock.deadline, clock.left) == (None, [50_000, 60_000])


def test_time_that_is_up_is_spent() -> None:
    clock = Clock(BankClock(60), 2)
    clock.turn(0, 0)
    clock.spend(0, 60_000)
    assert clock.left == [0, 60_000]


@pytest.mark.parametrize(("pace", "left"), [(MoveClock(30), 30_000), (BankClock(60), BACK), (DaysClock(1), DAY * 1000)])
def test_returning_player_has_minimum_time(pace: Pace, left: int) -> None:
    clock = Clock(pace, 2)
    clock.turn(0, 0)
    clock.spend(0, DAY * 1000)
    clock.return_to(0, 3 * DAY * 1000)
    assert clock.deadline == 3 * DAY * 1000 + left


def test_returning_out_of_turn_keeps_the_running_clock() -> None:
    clock = Clock(BankClock(60), 2)
    clock.turn(0, 0)
    clock.turn(1, 60_000)
    clock.return_to(0, 65_000)
    assert (clock.left[0], clock.deadline) == (BACK, 120_000)
    clock.return_to(1, 66_000)
    assert clock.left[1] == 60_000


@pytest.mark.parametrize("pace", [MoveClock(60), BankClock(60, 5), DaysClock(1)])
def test_undo_of_a_passed_turn_gains_no_time(pace: Pace) -> None:
    clock = Clock(pace, 2)
    clock.turn(0, 0)
    full = clock.full
    for now in range(1000, 11_000, 1000):
        clock.turn(1, now)
        clock.turn_back(0, now)
        assert (clock.left[0], clock.left[1]) == (full - now, full)
    clock.turn(1, 20_000)
    assert clock.left[0] == (full - 20_000 + 5_000 if isinstance(pace, BankClock) else full)


def test_undo_within_a_turn_keeps_the_clock() -> None:
    clock = Clock(BankClock(60, 5), 2)
    clock.turn(0, 0)
    clock.turn_back(0, 9000)
    assert (clock.deadline, clock.left) == (60_000, [60_000, 60_000])
