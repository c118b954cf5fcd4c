"""Pools and leagues seat every bot equally often, in all rotations, against ever new opponents."""

from collections import Counter
from itertools import combinations

import pytest

from tradewinds.bots import BotError
from tradewinds.executor import LocalExecutor
from tradewinds.i18n import Problem
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.random import stream
from tradewinds.lab.arena import arena, count_games
from tradewinds.lab.arena_schedule import Schedule, as_entrants, make_schedule

DRAWS = stream(4)


@pytest.fixture(scope="module")
def box() -> Box:
    return load_game("bombay").box(4)


def tables(schedule: Schedule, rounds: int) -> list[list[str]]:
    """Return the names by seat of all games of some rounds."""
    return [
        [entrant.name for entrant in schedule.seating(number, DRAWS)[2]] for number in range(rounds * schedule.round)
    ]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("pool", ["a", "ab", "abc", "abcd", "abcdefg"])
def test_a_pool_sits_equally_often_in_every_seat(players: int, pool: str) -> None:
    schedule = Schedule(players, as_entrants("x"), as_entrants(pool))
    for rounds in (1, 3):
        seated = tables(schedule, rounds)
        by_seat = Counter((seat, name) for table in seated for seat, name in enumerate(table))
        assert set(by_seat) == {(seat, name) for seat in range(players) for name in f"x{pool}"}
        assert len({by_seat[seat, name] for seat in range(players) for name in pool}) == 1
        assert all(table.count("x") == 1 for table in seated)
        if len(pool) >= players - 1:
            assert all(len(set(table)) == players for table in seated)


def test_a_deal_has_the_same_bots_in_all_rotations() -> None:
    schedule = Schedule(4, as_entrants("x"), as_entrants("abcde"))
    seated = tables(schedule, 2)
    assert [schedule.seating(number, DRAWS)[:2] for number in (0, 3, 4)] == [(0, 0), (0, 3), (1, 0)]
    for first in range(0, len(seated), 4):
        assert [table.index("x") for table in seated[first : first + 4]] == [0, 1, 2, 3]
        assert len({frozenset(table) for table in seated[first : first + 4]}) == 1


def test_a_league_mixes_its_tables() -> None:
    names = "abcdefgh"
    schedule = Schedule(4, (), as_entrants(names))
    assert (schedule.deals, schedule.round, schedule.count(9)) == (2, 8, 16)
    seated = tables(schedule, 30)
    assert set(Counter(name for table in seated for name in table).values()) == {120}
    meetings = Counter(pair for table in seated for pair in combinations(sorted(table), 2))
    assert len(meetings) == 28
    assert max(meetings.values()) < 2.5 * min(meetings.values())


def test_one_against_a_pool(box: Box) -> None:
    one, two = (
        arena(box, ["greedy"], 17, 3, LocalExecutor(workers), mirror=True, against=["random", "greedy"])
        for workers in (1, 2)
    )
    assert [game.bots for game in one.played] == [game.bots for game in two.played]
    assert [game.points for game in one.played] == [game.points for game in two.played]
    assert (one.games, one.deals, one.line_up, one.pool) == (24, 6, ["greedy"], ["random", "greedy"])
    assert {name: (found.games, found.seats) for name, found in one.bots.items()} == {
        "greedy": (24, 24),
        "random": (24, 36),
        "greedy (pool)": (24, 36),
    }
    assert one.mirror is not None
    assert one.mirror.games == 24
    assert count_games(box, ["greedy"], 17, True, ["random", "greedy"]) == 48


def test_a_league_is_ranked_by_rating(box: Box) -> None:
    bots = ["random", "greedy", "novice", "greedy:worlds=2", "network"]
    result = arena(box, bots, 100, 1, league=True)
    assert (result.games, result.line_up, result.pool) == (100, [], bots)
    ratings = [found.rating for found in result.bots.values()]
    assert ratings == sorted(ratings, reverse=True)
    assert (next(iter(result.bots)), set(result.bots)) == ("network", set(bots))
    assert all(found.games == found.seats == 80 for found in result.bots.values())
    wins = Counter({name: found.win_share * found.seats for name, found in result.bots.items()})
    assert wins.total() == pytest.approx(100)


def test_wrong_line_ups_say_what_would_be_right(box: Box) -> None:
    with pytest.raises(BotError, match="One bot plays against a pool, not 2"):
        make_schedule(box, ["random", "greedy"], ["novice"])
    with pytest.raises(BotError, match="two or more different bots, not 1"):
        make_schedule(box, ["random", "random"], league=True)
    with pytest.raises(Problem, match="without --against, --sprt and --mirror"):
        arena(box, ["random", "greedy"], 4, 1, against=["novice"], league=True)
