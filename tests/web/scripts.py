"""Games that are known beforehand: their seed is fixed, so the same actions lead to the same positions every time."""

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from unittest.mock import patch

from tradewinds.games import load_game
from tradewinds.match import Match

DULL = ("pass", "wait", "done")
"""Kinds of actions that lead nowhere; a game in which they are rare shows more."""


@dataclass(frozen=True)
class Script:
    """A whole game: how it is dealt and what is played."""

    game: str
    edition: str
    seed: str
    moves: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def kinds(self) -> set[str]:
        """The kinds of actions that are played."""
        return {move.split()[0] for move in self.moves}


def play(game: str, edition: str, options: Mapping[str, str], number: int) -> Script:
    """The game of three with this number."""
    chance, seed = random.Random(number), f"script-{number}"
    match = Match(load_game(game).box(3, edition, options), seed=seed)
    moves: list[str] = []
    while not match.is_over:
        legal = [match.write(action) for action in match.legal()]
        lively = [move for move in legal if move.split()[0] not in DULL]
        moves.append(chance.choice(lively if lively and chance.random() < 0.9 else legal))
        match.play(moves[-1])
    return Script(game, edition, seed, tuple(moves), dict(options))


def find(game: str, edition: str, kinds: set[str], **options: str) -> Script:
    """The first game in which all these kinds of actions are played."""
    for number in range(500):
        script = play(game, edition, options, number)
        if kinds <= script.kinds:
            return script
    raise AssertionError(f"no game of {game} has {sorted(kinds)}")


@contextmanager
def dealt_from(seed: str) -> Iterator[None]:
    """Whoever begins a game meanwhile, in this process, gets this deal."""
    with patch("tradewinds.match.match.fresh_seed", lambda: seed):
        yield
