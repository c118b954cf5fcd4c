"""Games that are known beforehand: their seed is fixed, so the same actions lead to the same positions every time."""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from unittest.mock import patch

from tests.boxes import BOXES
from tests.golden import golden_file
from tradewinds.bots import DEFAULT_BUDGET
from tradewinds.bots.registry import make_bot
from tradewinds.kernel.game import load_game
from tradewinds.kernel.random import stream
from tradewinds.match import Match

Choose = Callable[[Match], str]

DULL = ("pass", "wait", "done")
"""Kinds of actions that lead nowhere; a game in which they are rare shows more."""


@dataclass(frozen=True)
class Script:
    """A whole game: how it is dealt and what is played."""

    game: str
    edition: str
    seed: str
    moves: tuple[str, ...]
    seats: tuple[int, ...]
    """Whose move each is."""
    players: int = 3
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def kinds(self) -> set[str]:
        """The kinds of actions that are played."""
        return {move.split()[0] for move in self.moves}


def play(game: str, edition: str, options: Mapping[str, str], seed: str, choose: Choose, players: int = 3) -> Script:
    """The game that this seed deals and that is played by these choices."""
    match = Match(load_game(game).box(players, edition, options), seed=seed)
    moves: list[str] = []
    seats: list[int] = []
    while not match.is_over:
        moves.append(choose(match))
        seats.append(match.to_act)
        match.play(moves[-1])
    return Script(game, edition, seed, tuple(moves), tuple(seats), players, dict(options))


def lively(number: int) -> Choose:
    """Choices by chance, seldom dull ones."""
    chance = random.Random(number)

    def choose(match: Match) -> str:
        legal = [match.write(action) for action in match.legal()]
        better = [move for move in legal if move.split()[0] not in DULL]
        return chance.choice(better if better and chance.random() < 0.9 else legal)

    return choose


def sensible(level: str, number: int) -> Choose:
    """Choices of a bot, the same every time."""
    chance = random.Random(number)

    def choose(match: Match) -> str:
        seat = match.to_act
        bot = make_bot(level, match.game)
        chosen = bot.choose(match.box, match.masked(seat), seat, DEFAULT_BUDGET, stream(chance.getrandbits(60)))
        return match.write(chosen)

    return choose


def find(game: str, edition: str, kinds: set[str], **options: str) -> Script:
    """The first game in which all these kinds of actions are played."""
    for number in range(500):
        script = play(game, edition, options, f"script-{number}", lively(number))
        if kinds <= script.kinds:
            return script
    raise AssertionError(f"no game of {game} has {sorted(kinds)}")


def golden(game: str, name: str) -> Script:
    """The golden game of a box, by the box's name."""
    box = next(box for box in BOXES if (box.game.name, box.name) == (game, name))
    steps = re.findall(r"^\d+ seat (\d): (.+?) <", golden_file(box, "txt").read_text(encoding="utf-8"), re.MULTILINE)
    moves, seats = tuple(move for _, move in steps), tuple(int(seat) - 1 for seat, _ in steps)
    return Script(game, box.edition, "golden", moves, seats, box.players, dict(box.options))


@contextmanager
def dealt_from(seed: str) -> Iterator[None]:
    """Whoever begins a game meanwhile, in this process, gets this deal."""
    with patch("tradewinds.match.match.new_seed", lambda: seed):
        yield
