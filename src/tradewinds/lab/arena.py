"""Matches between bots: every deal is played in all seat rotations, and results have confidence intervals."""

from collections.abc import Sequence
from contextlib import closing
from itertools import groupby
from time import perf_counter
from typing import Any

import msgspec

from tradewinds.bots import DEFAULT_BUDGET, Budget
from tradewinds.executor import SERIAL, Executor, Progress, map_batches, no_progress
from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, stream
from tradewinds.lab.arena_game import PlayedGame, branch, play_game, warm_up
from tradewinds.lab.arena_schedule import Schedule, make_schedule, mirror_schedule
from tradewinds.lab.intervals import Interval, share_of_deals
from tradewinds.lab.ratings import Ratings
from tradewinds.lab.sprt import Bounds, SequentialTest, Sprt

MATCH, MIRROR, TRIAL, POOL = 0, 1, 2, 3
"""Sub-streams of the arena's random stream."""


class Standing(msgspec.Struct, frozen=True):
    """The result of one bot. With several seats per game, shares and points are means over its seats."""

    games: int
    seats: int
    """Number of seats taken over all games."""
    win_share: float
    low: float
    high: float
    mean_score: float
    rating: float
    rating_sigma: float
    decisions: int
    seconds_per_decision: float
    longest_decision: float


class Mirror(msgspec.Struct, frozen=True):
    """A control match between copies of one bot: only one seat is counted, which should win an even share."""

    bot: str
    games: int
    win_share: float
    low: float
    high: float
    even: float

    @property
    def holds(self) -> bool:
        """Whether the even share lies within the 95 % interval."""
        return self.low <= self.even <= self.high


class ArenaResult(msgspec.Struct, frozen=True):
    """The result of an arena: the settings, the standings by bot, and every game played."""

    game: str
    edition: str
    box: str
    players: int
    options: dict[str, str]
    line_up: list[str]
    """The bots with a seat in every game; empty in a league."""
    pool: list[str]
    """The bots that take the other seats in turn."""
    seed: int
    playouts: int | None
    """The playout budget given to all bots, or None."""
    seconds: float | None
    games: int
    deals: int
    even: float
    complete: bool
    """False after an interruption; the result then covers the finished deals only."""
    workers: int
    seconds_taken: float
    bots: dict[str, Standing]
    mirror: Mirror | None
    sprt: SequentialTest | None
    played: list[PlayedGame]
    mirrored: list[PlayedGame]


def count_games(
    box: Box, specs: Sequence[str], games: int, mirror: bool = False, against: Sequence[str] = (), league: bool = False
) -> int:
    """Return how many games an arena will play when `games` are requested."""
    schedule = make_schedule(box, specs, against, league)
    total = schedule.count(games)
    return total + (mirror_schedule(schedule).count(total) if mirror else 0)


def arena(
    box: Box,
    specs: Sequence[str],
    games: int,
    seed: int,
    executor: Executor = SERIAL,
    budget: Budget = DEFAULT_BUDGET,
    mirror: bool = False,
    progress: Progress = no_progress,
    *,
    against: Sequence[str] = (),
    league: bool = False,
    sprt: Bounds | None = None,
) -> ArenaResult:
    """Play at least `games` games between bots and return the standings.

    The bots are a line-up; or one bot `against` a pool, which fills the other seats; or a `league` of any number of
    bots at mixed tables, ranked by rating. A sequential test (`sprt`) of the first bot's win share ends the arena as
    soon as it is decided.

    The same seed gives the same result for any number of workers, unless a bot is limited by time rather than by
    playouts. A keyboard interrupt ends the arena early; the result then covers the finished deals.
    """
    if league and (against or mirror or sprt):
        raise Problem(Phrase("arena.league_alone"))
    schedule, streams, begin = make_schedule(box, specs, against, league), stream(seed), perf_counter()
    test = sequential_test(schedule, sprt) if sprt else None
    job = MatchJob(box, schedule, branch(streams, MATCH), streams, budget)
    played, complete = play_match(job, games, executor, progress, test)
    if not played:
        raise KeyboardInterrupt
    mirrored: list[PlayedGame] = []
    if mirror and complete:
        control = MatchJob(box, mirror_schedule(schedule), branch(streams, MIRROR), streams, budget)
        mirrored, complete = play_match(control, len(played), executor, progress)
    return ArenaResult(
        game=box.game.name,
        edition=box.edition,
        box=box.name,
        players=box.players,
        options=dict(box.options),
        line_up=[entrant.name for entrant in schedule.fixed],
        pool=[entrant.spec for entrant in schedule.pool],
        seed=seed,
        playouts=budget.playouts,
        seconds=budget.seconds,
        games=len(played),
        deals=played[-1].deal + 1,
        even=1 / box.players,
        complete=complete,
        workers=executor.workers,
        seconds_taken=perf_counter() - begin,
        bots=standings(played, [entrant.name for entrant in schedule.entrants], ranked=league),
        mirror=mirror_of(schedule.fixed[0].name, mirrored) if mirrored else None,
        sprt=test.result() if test else None,
        played=played,
        mirrored=mirrored,
    )


def sequential_test(schedule: Schedule, bounds: Bounds) -> Sprt:
    """Return the test of the first bot's win share, which must be able to differ from an even one."""
    if len(set(schedule.entrants)) == 1:
        raise Problem(Phrase("arena.sprt_alone", {"name": repr(schedule.entrants[0].name)}))
    return Sprt(schedule.fixed[0].name, bounds)


class MatchJob:
    """Picklable work for an executor: plays game `number` of a match."""

    def __init__(self, box: Box, schedule: Schedule, deals: Rng, streams: Rng, budget: Budget) -> None:
        self.box, self.schedule, self.deals, self.budget = box, schedule, deals, budget
        self.draws, self.trial = branch(streams, POOL), branch(streams, TRIAL)
        self.ready = False

    def prepare(self) -> None:
        """Warm up the bots once per process, so that no game's time includes compilation."""
        if not self.ready:
            warm_up(self.box, self.schedule.entrants, self.trial)
            self.ready = True

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "ready": False}

    def __call__(self, number: int, _count: int) -> PlayedGame:
        self.prepare()
        deal, rotation, seated = self.schedule.seating(number, self.draws)
        return play_game(self.box, seated, self.deals, deal, rotation, self.budget)


def play_match(
    job: MatchJob, games: int, executor: Executor, progress: Progress, test: Sprt | None = None
) -> tuple[list[PlayedGame], bool]:
    """Play whole rounds until there are enough games or a test is decided; also return whether nobody interrupted."""
    size, played = job.schedule.round, list[PlayedGame]()
    try:
        job.prepare()
        with closing(map_batches(job, job.schedule.count(games), 1, executor, progress)) as results:
            for game in results:
                played.append(game)
                if test and len(played) % size == 0 and test.add(deal_shares(test.bot, played[-size:])):
                    break
    except KeyboardInterrupt:
        # Only complete rounds are balanced over the seats and the pool.
        return played[: len(played) - len(played) % size], False
    return played, True


def standings(played: list[PlayedGame], names: Sequence[str], ranked: bool = False) -> dict[str, Standing]:
    """Return each bot's standing, in the given order or by rating."""
    ratings = Ratings()
    for game in played:
        ratings.add(game.bots, game.wins)
    order = ratings.ranking(names) if ranked else dict.fromkeys(names)
    return {name: standing(name, played, ratings) for name in order}


def standing(name: str, played: list[PlayedGame], ratings: Ratings) -> Standing:
    games = [game for game in played if name in game.bots]
    interval = share_of(name, games)
    seats = [(game, seat) for game in games for seat, bot in enumerate(game.bots) if bot == name]
    decisions = sum(game.decisions[seat] for game, seat in seats)
    rating = ratings.of(name)
    return Standing(
        games=len(games),
        seats=len(seats),
        win_share=interval.share,
        low=interval.low,
        high=interval.high,
        mean_score=sum(game.points[seat] for game, seat in seats) / len(seats),
        rating=rating.strength,
        rating_sigma=rating.deviation,
        decisions=decisions,
        seconds_per_decision=sum(game.seconds[seat] for game, seat in seats) / max(1, decisions),
        longest_decision=max(game.longest[seat] for game, seat in seats),
    )


def share_of(name: str, played: list[PlayedGame]) -> Interval:
    """Return a bot's win share per seat, clustered by deal because games of the same deal are correlated."""
    return share_of_deals(deal_shares(name, played), len(played))


def deal_shares(name: str, played: list[PlayedGame]) -> list[float]:
    """Return a bot's win share per seat in each deal."""
    deals = []
    for _, games in groupby(played, lambda game: game.deal):
        wins = [win for game in games for bot, win in zip(game.bots, game.wins, strict=True) if bot == name]
        deals.append(sum(wins) / len(wins))
    return deals


def mirror_of(name: str, mirrored: list[PlayedGame]) -> Mirror:
    interval = share_of(name, mirrored)
    return Mirror(name, len(mirrored), *interval, even=1 / len(mirrored[0].bots))
