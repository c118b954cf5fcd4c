"""Plackett-Luce ratings for multiplayer games, computed with openskill."""

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import NamedTuple

from tradewinds.i18n import Phrase, Problem

try:
    from openskill.models import PlackettLuce
except ImportError as error:
    raise Problem(Phrase("extra.missing", {"package": "openskill", "extra": "arena"})) from error


class Rating(NamedTuple):
    """Mean and standard deviation of a player's strength; the prior is 25 ± 8.3."""

    strength: float
    deviation: float


class Ratings:
    """Ratings by name, updated game by game."""

    def __init__(self) -> None:
        self.model = PlackettLuce()
        self.known: dict[str, Rating] = {}

    def of(self, name: str) -> Rating:
        return self.known.get(name, Rating(self.model.mu, self.model.sigma))

    def ranking(self, names: Iterable[str]) -> list[str]:
        """Return the names in order of their strength, the strongest first."""
        return sorted(dict.fromkeys(names), key=lambda name: -self.of(name).strength)

    def add(self, names: Sequence[str], wins: Sequence[float]) -> None:
        """Update the ratings with one game: winners rank first, all others second.

        Points are ignored because bots play to win: risking last place for a better chance of winning is correct.
        A name in several seats plays each with its current rating and gets the mean of the updated ratings.
        """
        ranks = [0.0 if win else 1.0 for win in wins]
        teams = [[self.model.rating(*self.of(name))] for name in names]
        rated = [team[0] for team in self.model.rate(teams, ranks=ranks)]
        for name in set(names):
            own = [rating for seat, rating in zip(names, rated, strict=True) if seat == name]
            self.known[name] = Rating(fmean(rating.mu for rating in own), fmean(rating.sigma for rating in own))
