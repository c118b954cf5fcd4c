"""Who sits where in the games of an arena: a fixed line-up, one bot against a pool, or a league."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from tradewinds.bots import BotError
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng
from tradewinds.lab.arena_game import Entrant, branch

LineUp = tuple[Entrant, ...]


def line_up(box: Box, specs: Sequence[str]) -> LineUp:
    """Return the entrants by seat for the first rotation; the last bot fills the remaining seats."""
    named = as_entrants(specs)
    if not named or len(named) > box.players:
        raise BotError(Phrase("bot.line_up", {"count": len(named), "players": box.players}))
    return named + named[-1:] * (box.players - len(named))


def as_entrants(specs: Sequence[str]) -> LineUp:
    """Return bots that are counted under their specifications."""
    return tuple(Entrant(spec.strip(), spec.strip()) for spec in specs)


def mirror_line_up(entrants: LineUp) -> LineUp:
    """Return a line-up of copies of the first bot; only one is counted under its name."""
    first = entrants[0]
    return (first, *(Entrant(f"{first.name} (mirror)", first.spec) for _ in entrants[1:]))


def rotations(entrants: LineUp) -> list[LineUp]:
    """Return all distinct seat rotations of a line-up."""
    return list(dict.fromkeys(rotate(entrants, turn) for turn in range(len(entrants))))


def rotate(entrants: LineUp, turn: int) -> LineUp:
    """Return a line-up moved on by a number of seats."""
    return entrants[-turn:] + entrants[:-turn]


@dataclass(frozen=True)
class Schedule:
    """Seats of all games: fixed entrants, and a pool whose bots take the other seats equally often.

    Games are ordered by deal, then by rotation. In every round of deals each bot of the pool takes the same number of
    seats; within a round they are drawn at random, and meet themselves only if the pool is smaller than the table.
    """

    players: int
    fixed: LineUp
    pool: LineUp = ()

    @property
    def entrants(self) -> LineUp:
        """All bots that take part."""
        return self.fixed + self.pool

    @property
    def turns(self) -> int:
        """Number of games of a deal."""
        return self.players if self.pool else len(rotations(self.fixed))

    @property
    def deals(self) -> int:
        """Number of deals of a round."""
        return len(self.pool) // gcd(len(self.pool), self.drawn) if self.pool else 1

    @property
    def drawn(self) -> int:
        """Number of seats at a table for bots of the pool."""
        return self.players - len(self.fixed)

    @property
    def round(self) -> int:
        """Number of games of a round."""
        return self.deals * self.turns

    def count(self, games: int) -> int:
        """Return how many games to play when `games` are requested: whole rounds."""
        return -(-games // self.round) * self.round

    def seating(self, number: int, draws: Rng) -> tuple[int, int, LineUp]:
        """Return the deal and the rotation of a game, and the entrants by seat."""
        deal, turn = divmod(number, self.turns)
        return deal, turn, rotate(self.table(deal, draws), turn)

    def table(self, deal: int, draws: Rng) -> LineUp:
        """Return the entrants of a deal, given the random stream that draws from the pool."""
        if not self.pool:
            return self.fixed
        number, place = divmod(deal, self.deals)
        order, queue = branch(draws, number), list[Entrant]()
        for lap in range(self.deals * self.drawn // len(self.pool)):
            # Those who wait for a full table come last, lest they sit at it twice.
            waiting = queue[len(queue) - len(queue) % self.drawn :]
            queue += sorted(shuffled(self.pool, branch(order, lap)), key=waiting.__contains__)
        return self.fixed + tuple(queue[place * self.drawn : (place + 1) * self.drawn])


def shuffled(entrants: LineUp, order: Rng) -> list[Entrant]:
    """Return entrants in random order."""
    places = sorted(range(len(entrants)), key=lambda place: int(branch(order, place).key))
    return [entrants[place] for place in places]


def mirror_schedule(schedule: Schedule) -> Schedule:
    """Return the schedule of a control match between copies of the first bot."""
    return Schedule(schedule.players, mirror_line_up(schedule.fixed[:1] * schedule.players))


def make_schedule(box: Box, specs: Sequence[str], against: Sequence[str] = (), league: bool = False) -> Schedule:
    """Return the schedule of a line-up, of one bot against a pool, or of a league of all bots."""
    if league:
        pool = tuple(dict.fromkeys(as_entrants(specs)))
        if len(pool) < 2:
            raise BotError(Phrase("bot.league", {"count": len(pool)}))
        return Schedule(box.players, (), pool)
    if not against:
        return Schedule(box.players, line_up(box, specs))
    if len(specs) != 1:
        raise BotError(Phrase("bot.against", {"count": len(specs)}))
    (first,) = as_entrants(specs)
    others = [Entrant(f"{each.name} (pool)", each.spec) if each == first else each for each in as_entrants(against)]
    return Schedule(box.players, (first,), tuple(others))
