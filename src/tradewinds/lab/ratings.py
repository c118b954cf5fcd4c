"""Ratings from games between several players: Plackett-Luce as openskill computes it, game after game."""

from collections.abc import Sequence
from statistics import fmean
from typing import NamedTuple

from openskill.models import PlackettLuce


class Rating(NamedTuple):
    """How strong somebody seems to be, and how far off that may be; all begin with 25 and 8.3."""

    strength: float
    deviation: float


class Ratings:
    """The ratings of all names met so far."""

    def __init__(self) -> None:
        self.model = PlackettLuce()
        self.known: dict[str, Rating] = {}

    def of(self, name: str) -> Rating:
        """A name's rating now."""
        return self.known.get(name, Rating(self.model.mu, self.model.sigma))

    def add(self, names: Sequence[str], wins: Sequence[float]) -> None:
        """Learn from a game, seat by seat: those who share the win are first, all others second.

        Points do not count, since bots play for the win: who risks to be last for a better chance of it does right.
        A name with several seats plays each of them with the rating it came with, and takes the mean of the outcomes.
        """
        ranks = [0.0 if win else 1.0 for win in wins]
        teams = [[self.model.rating(*self.of(name))] for name in names]
        rated = [team[0] for team in self.model.rate(teams, ranks=ranks)]
        for name in set(names):
            own = [rating for seat, rating in zip(names, rated, strict=True) if seat == name]
            self.known[name] = Rating(fmean(rating.mu for rating in own), fmean(rating.sigma for rating in own))
