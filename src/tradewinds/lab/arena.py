"""The arena: bots against each other over the same deals in all seat rotations, counted with confidence intervals."""

from collections.abc import Sequence
from itertools import groupby
from time import perf_counter
from typing import Any

import msgspec

from tradewinds.bots import OWN, Budget
from tradewinds.bots.catalogue import BotError
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, stream
from tradewinds.lab.arena_game import Entrant, PlayedGame, branch, play_game, try_out
from tradewinds.lab.executor import ALONE, Crew, Progress, halted, in_batches, silent
from tradewinds.lab.intervals import Interval, share_of_deals
from tradewinds.lab.ratings import Ratings

MATCH, MIRROR, TRIAL = 0, 1, 2
"""The branches of the arena's stream."""

LineUp = tuple[Entrant, ...]


class Standing(msgspec.Struct, frozen=True):
    """How a bot did. With several seats in a game, shares and points are means over them."""

    games: int
    seats: int
    """In how many seats of all these games it sat."""
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
    """A control: one seat among others with the same bot wins its even share, or something is wrong with the arena."""

    bot: str
    games: int
    win_share: float
    low: float
    high: float
    even: float

    @property
    def holds(self) -> bool:
        """Whether the even share is in the interval, as it is 19 times of 20."""
        return self.low <= self.even <= self.high


class ArenaResult(msgspec.Struct, frozen=True):
    """What came of an arena."""

    game: str
    edition: str
    box: str
    players: int
    options: dict[str, str]
    line_up: list[str]
    seed: int
    playouts: int | None
    """The budget that was given to all, else None."""
    seconds: float | None
    games: int
    deals: int
    even: float
    complete: bool
    """False where it was interrupted: then it is about the deals that were finished."""
    workers: int
    seconds_taken: float
    bots: dict[str, Standing]
    mirror: Mirror | None
    played: list[PlayedGame]
    mirrored: list[PlayedGame]


def line_up(box: Box, specs: Sequence[str]) -> LineUp:
    """Who sits where in the first rotation: the last bot named fills the seats that remain."""
    names = [spec.strip() for spec in specs]
    if not names or len(names) > box.players:
        raise BotError(Phrase("bot.line_up", {"count": len(names), "players": box.players}))
    names += names[-1:] * (box.players - len(names))
    return tuple(Entrant(name, name) for name in names)


def mirror_line_up(entrants: LineUp) -> LineUp:
    """The first bot in all seats, one of which is counted."""
    first = entrants[0]
    return (first, *(Entrant(f"{first.name} (mirror)", first.spec) for _ in entrants[1:]))


def rotations(entrants: LineUp) -> list[LineUp]:
    """The line-up moved round the table seat by seat; where bots sit twice, none comes twice."""
    return list(dict.fromkeys(entrants[-turn:] + entrants[:-turn] for turn in range(len(entrants))))


def whole_deals(entrants: LineUp, games: int) -> int:
    """How many deals at least so many games are."""
    return -(-games // len(rotations(entrants)))


def count_games(box: Box, specs: Sequence[str], games: int, mirror: bool = False) -> int:
    """How many games will be played if so many are wanted."""
    entrants = line_up(box, specs)
    matches = [entrants, mirror_line_up(entrants)] if mirror else [entrants]
    return sum(whole_deals(each, games) * len(rotations(each)) for each in matches)


def arena(
    box: Box,
    specs: Sequence[str],
    games: int,
    seed: int,
    crew: Crew = ALONE,
    budget: Budget = OWN,
    mirror: bool = False,
    progress: Progress = silent,
) -> ArenaResult:
    """Play at least so many games between bots.

    The same seed gives the same result with any number of workers, unless a bot runs out of time rather than playouts.
    An interruption from the keyboard ends it early with what was played.
    """
    entrants, streams, begin = line_up(box, specs), stream(seed), perf_counter()
    trial = branch(streams, TRIAL)
    played, complete = play_match(Fixture(box, entrants, branch(streams, MATCH), trial, budget), games, crew, progress)
    if not played:
        raise KeyboardInterrupt
    mirrored: list[PlayedGame] = []
    if mirror and complete:
        control = Fixture(box, mirror_line_up(entrants), branch(streams, MIRROR), trial, budget)
        mirrored, complete = play_match(control, games, crew, progress)
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
        workers=crew.workers,
        seconds_taken=perf_counter() - begin,
        bots=standings(played),
        mirror=mirror_of(entrants[0].name, mirrored) if mirrored else None,
        played=played,
        mirrored=mirrored,
    )


class Fixture:
    """Work for a crew: the games of a match by their numbers, deal after deal, each in all rotations."""

    def __init__(self, box: Box, entrants: LineUp, streams: Rng, trial: Rng, budget: Budget) -> None:
        self.box, self.entrants, self.streams, self.trial, self.budget = box, entrants, streams, trial, budget
        self.seatings = rotations(entrants)
        self.ready = False

    def prepare(self) -> None:
        """Let the bots try what they need, once in each process that plays: no game is to pay for it."""
        if not self.ready:
            try_out(self.box, self.entrants, self.trial)
            self.ready = True

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "ready": False}

    def __call__(self, number: int, _count: int) -> PlayedGame:
        """Play the game of this number."""
        self.prepare()
        deal, rotation = divmod(number, len(self.seatings))
        return play_game(self.box, self.seatings[rotation], self.streams, deal, rotation, self.budget, halted)


def play_match(fixture: Fixture, games: int, crew: Crew, progress: Progress) -> tuple[list[PlayedGame], bool]:
    """All rotations of as many deals as it takes, in order; whether none was lost to an interruption."""
    turns, played = len(fixture.seatings), list[PlayedGame]()
    total = whole_deals(fixture.entrants, games) * turns
    try:
        fixture.prepare()
        for game in in_batches(fixture, total, 1, crew, progress):
            played.append(game)
    except KeyboardInterrupt:
        # Only whole deals are fair.
        return played[: len(played) - len(played) % turns], False
    return played, True


def standings(played: list[PlayedGame]) -> dict[str, Standing]:
    """Every bot's result, in the order of the line-up."""
    ratings = Ratings()
    for game in played:
        ratings.add(game.bots, game.wins)
    return {name: standing(name, played, ratings) for name in dict.fromkeys(played[0].bots)}


def standing(name: str, played: list[PlayedGame], ratings: Ratings) -> Standing:
    """One bot's result."""
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
    """A bot's share of wins for each of its seats, deal by deal, since the games of a deal are alike."""
    deals = []
    for _, games in groupby(played, lambda game: game.deal):
        wins = [win for game in games for bot, win in zip(game.bots, game.wins, strict=True) if bot == name]
        deals.append(sum(wins) / len(wins))
    return share_of_deals(deals, len(played))


def mirror_of(name: str, mirrored: list[PlayedGame]) -> Mirror:
    """How the seat that was counted did among its likes."""
    interval = share_of(name, mirrored)
    return Mirror(name, len(mirrored), *interval, even=1 / len(mirrored[0].bots))
