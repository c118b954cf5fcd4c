"""Scripted games: with a fixed seed, the same actions always lead to the same positions."""

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tests.boxes import BOXES
from tests.golden import golden_file
from tradewinds.bots import DEFAULT_BUDGET
from tradewinds.bots.registry import make_bot
from tradewinds.kernel.game import load_game
from tradewinds.kernel.random import stream
from tradewinds.match import Match

Choose = Callable[[Match], str]

DULL = ("pass", "wait", "done")
"""Kinds of actions that do little; `lively` plays them rarely."""


@dataclass(frozen=True)
class Script:
    """A whole game: its deal and its moves."""

    game: str
    edition: str
    seed: str
    moves: tuple[str, ...]
    seats: tuple[int, ...]
    """The seat of each move."""
    players: int = 3
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def kinds(self) -> set[str]:
        """The kinds of actions in the script."""
        return {move.split()[0] for move in self.moves}


def play(game: str, edition: str, options: Mapping[str, str], seed: str, choose: Choose, players: int = 3) -> Script:
    """Play the game of a seed, letting `choose` choose every move, and return it as a script."""
    match = Match(load_game(game).box(players, edition, options), seed=seed)
    moves: list[str] = []
    seats: list[int] = []
    while not match.is_over:
        moves.append(choose(match))
        seats.append(match.to_act)
        match.play(moves[-1])
    return Script(game, edition, seed, tuple(moves), tuple(seats), players, dict(options))


def lively(number: int) -> Choose:
    """Return a random chooser that rarely picks dull actions."""
    chance = random.Random(number)

    def choose(match: Match) -> str:
        legal = [match.write(action) for action in match.legal()]
        better = [move for move in legal if move.split()[0] not in DULL]
        return chance.choice(better if better and chance.random() < 0.9 else legal)

    return choose


def sensible(level: str, number: int) -> Choose:
    """Return a chooser that asks a bot, with a fixed random seed."""
    chance = random.Random(number)

    def choose(match: Match) -> str:
        seat = match.to_act
        bot = make_bot(level, match.game)
        chosen = bot.choose(match.box, match.masked(seat), seat, DEFAULT_BUDGET, stream(chance.getrandbits(60)))
        return match.write(chosen)

    return choose


def find(game: str, edition: str, kinds: set[str], **options: str) -> Script:
    """Return the first random game that contains all these kinds of actions."""
    for number in range(500):
        script = play(game, edition, options, f"script-{number}", lively(number))
        if kinds <= script.kinds:
            return script
    raise AssertionError(f"no game of {game} has {sorted(kinds)}")


def golden(game: str, name: str) -> Script:
    """Return the golden game of a box by its name."""
    box = next(box for box in BOXES if (box.game.name, box.name) == (game, name))
    steps = re.findall(r"^\d+ seat (\d): (.+?) <", golden_file(box, "txt").read_text(encoding="utf-8"), re.MULTILINE)
    moves, seats = tuple(move for _, move in steps), tuple(int(seat) - 1 for seat, _ in steps)
    return Script(game, box.edition, "golden", moves, seats, box.players, dict(box.options))
