"""Matches between bots: every deal is played in all seat rotations, and results have confidence intervals."""

from collections.abc import Sequence
from itertools import groupby
from time import perf_counter
from typing import Any

import msgspec

from tradewinds.bots import DEFAULT_BUDGET, BotError, Budget
from tradewinds.executor import SERIAL, Executor, Progress, map_batches, no_progress
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, stream
from tradewinds.lab.arena_game import Entrant, PlayedGame, branch, play_game, warm_up
from tradewinds.lab.intervals import Interval, share_of_deals
from tradewinds.lab.ratings import Ratings

MATCH, MIRROR, TRIAL = 0, 1, 2
"""Sub-streams of the arena's random stream."""

LineUp = tuple[Entrant, ...]


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
    played: list[PlayedGame]
    mirrored: list[PlayedGame]


def line_up(box: Box, specs: Sequence[str]) -> LineUp:
    """Return the entrants by seat for the first rotation; the last bot fills the remaining seats."""
    names = [spec.strip() for spec in specs]
    if not names or len(names) > box.players:
        raise BotError(Phrase("bot.line_up", {"count": len(names), "players": box.players}))
    names += names[-1:] * (box.players - len(names))
    return tuple(Entrant(name, name) for name in names)


def mirror_line_up(entrants: LineUp) -> LineUp:
    """Return a line-up of copies of the first bot; only one is counted under its name."""
    first = entrants[0]
    return (first, *(Entrant(f"{first.name} (mirror)", first.spec) for _ in entrants[1:]))


def rotations(entrants: LineUp) -> list[LineUp]:
    """Return all distinct seat rotations of a line-up."""
    return list(dict.fromkeys(entrants[-turn:] + entrants[:-turn] for turn in range(len(entrants))))


def deals_for(entrants: LineUp, games: int) -> int:
    """Return the number of deals needed for at least `games` games."""
    return -(-games // len(rotations(entrants)))


def count_games(box: Box, specs: Sequence[str], games: int, mirror: bool = False) -> int:
    """Return how many games an arena will play when `games` are requested."""
    entrants = line_up(box, specs)
    matches = [entrants, mirror_line_up(entrants)] if mirror else [entrants]
    return sum(deals_for(each, games) * len(rotations(each)) for each in matches)


def arena(
    box: Box,
    specs: Sequence[str],
    games: int,
    seed: int,
    executor: Executor = SERIAL,
    budget: Budget = DEFAULT_BUDGET,
    mirror: bool = False,
    progress: Progress = no_progress,
) -> ArenaResult:
    """Play at least `games` games between bots and return the standings.

    The same seed gives the same result for any number of workers, unless a bot is limited by time rather than by
    playouts. A keyboard interrupt ends the arena early; the result then covers the finished deals.
    """
    entrants, streams, begin = line_up(box, specs), stream(seed), perf_counter()
    trial = branch(streams, TRIAL)
    played, complete = play_match(
        MatchJob(box, entrants, branch(streams, MATCH), trial, budget), games, executor, progress
    )
    if not played:
        raise KeyboardInterrupt
    mirrored: list[PlayedGame] = []
    if mirror and complete:
        control = MatchJob(box, mirror_line_up(entrants), branch(streams, MIRROR), trial, budget)
        mirrored, complete = play_match(control, games, executor, progress)
    return ArenaResult(
        game=box.game.name,
        edition=box.edition,
        box=box.name,
        players=box.players,
        options=dict(box.options),
        line_up=[entrant.name for entrant in entrants],
        seed=seed,
        playouts=budget.playouts,
        seconds=budget.seconds,
        games=len(played),
        deals=played[-1].deal + 1,
        even=1 / box.players,
        complete=complete,
        workers=executor.workers,
        seconds_taken=perf_counter() - begin,
        bots=standings(played),
        mirror=mirror_of(entrants[0].name, mirrored) if mirrored else None,
        played=played,
        mirrored=mirrored,
    )


class MatchJob:
    """Picklable work for an executor: plays game `number` of a match; games are ordered by deal, then rotation."""

    def __init__(self, box: Box, entrants: LineUp, streams: Rng, trial: Rng, budget: Budget) -> None:
        self.box, self.entrants, self.streams, self.trial, self.budget = box, entrants, streams, trial, budget
        self.seatings = rotations(entrants)
        self.ready = False

    def prepare(self) -> None:
        """Warm up the bots once per process, so that no game's time includes compilation."""
        if not self.ready:
            warm_up(self.box, self.entrants, self.trial)
            self.ready = True

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "ready": False}

    def __call__(self, number: int, _count: int) -> PlayedGame:
        self.prepare()
        deal, rotation = divmod(number, len(self.seatings))
        return play_game(self.box, self.seatings[rotation], self.streams, deal, rotation, self.budget)


def play_match(job: MatchJob, games: int, executor: Executor, progress: Progress) -> tuple[list[PlayedGame], bool]:
    """Play all rotations of the required deals; also return whether the match was completed."""
    turns, played = len(job.seatings), list[PlayedGame]()
    total = deals_for(job.entrants, games) * turns
    try:
        job.prepare()
        for game in map_batches(job, total, 1, executor, progress):
            played.append(game)
    except KeyboardInterrupt:
        # Only complete deals are balanced over the seats.
        return played[: len(played) - len(played) % turns], False
    return played, True


def standings(played: list[PlayedGame]) -> dict[str, Standing]:
    """Return each bot's standing, in line-up order."""
    ratings = Ratings()
    for game in played:
        ratings.add(game.bots, game.wins)
    return {name: standing(name, played, ratings) for name in dict.fromkeys(played[0].bots)}


def standing(name: str, played: list[PlayedGame], ratings: Ratings) -> Standing:
    interval = share_of(name, played)
    seats = [(game, seat) for game in played for seat, bot in enumerate(game.bots) if bot == name]
    decisions = sum(game.decisions[seat] for game, seat in seats)
    rating = ratings.of(name)
    return Standing(
        games=len(played),
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
    deals = []
    for _, games in groupby(played, lambda game: game.deal):
        wins = [win for game in games for bot, win in zip(game.bots, game.wins, strict=True) if bot == name]
        deals.append(sum(wins) / len(wins))
    return share_of_deals(deals, len(played))


def mirror_of(name: str, mirrored: list[PlayedGame]) -> Mirror:
    interval = share_of(name, mirrored)
    return Mirror(name, len(mirrored), *interval, even=1 / len(mirrored[0].bots))
