"""Do the odds that hints and reviews show come true? Experts play, and are asked on the way.

    ./run bench odds bombay --players 4 --games 1000 --workers 2

What a hint tells of every seat at some decisions of each game stands beside the share of these games that the seats
then won: by tenths of the odds and by quarters of the game, with the log-loss. Decisions of the same game end alike, so
an interval counts the games, not the decisions.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from math import log
from typing import NamedTuple

from tradewinds.bots import DEFAULT_BUDGET, Budget
from tradewinds.bots.evaluate import evaluations, make_ensemble, run_search
from tradewinds.bots.registry import make_bot
from tradewinds.executor import LocalExecutor, map_batches
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.random import stream
from tradewinds.lab.intervals import wilson
from tradewinds.match import Match
from tradewinds.registry import GAMES

EVERY = 9
"""One decision in this many is asked about."""

WHOLE = 0
"""In place of a quarter: the whole game."""

LEAST = 1e-4
"""Odds below this count as this in the log-loss."""


class Forecast(NamedTuple):
    """The odds told of a seat, and whether it won."""

    game: int
    quarter: int
    told: float
    won: float
    even: float


def play(box: Box, level: str, playouts: int, first: int, games: int) -> list[Forecast]:
    """Let a level play games and ask for the odds at some of their decisions."""
    return [each for number in range(first, first + games) for each in play_game(box, level, playouts, number)]


def play_game(box: Box, level: str, playouts: int, number: int) -> list[Forecast]:
    """Play one game."""
    match = Match(box, seed=f"odds-{number}")
    bots = [make_bot(level, box.game) for _ in range(box.players)]
    asked: list[tuple[int, list[float]]] = []
    while not match.is_over:
        seat, step = match.to_act, len(match.steps)
        masked = match.masked(seat)
        if (step + number) % EVERY == 0:
            budget = Budget(playouts)
            found = evaluations(run_search(make_ensemble(box, masked, seat, budget, stream(step)), budget))
            asked.append((step, found[0].shares))
        match.play(bots[seat].choose(box, masked, seat, DEFAULT_BUDGET, stream(step)))
    won, length = match.winners(), len(match.steps)
    return [
        Forecast(number, 1 + 4 * step // length, shares[seat], won[seat], 1 / box.players)
        for step, shares in asked
        for seat in range(box.players)
    ]


def log_loss(group: list[Forecast], odds: Callable[[Forecast], float]) -> float:
    """Return the mean log-loss of the winners' odds, per question."""
    return -sum(each.won * log(max(LEAST, odds(each))) for each in group) / sum(each.won for each in group)


def row(name: str, group: list[Forecast]) -> str:
    """Return a line of the table."""
    told = sum(each.told for each in group) / len(group)
    won = wilson(sum(each.won for each in group) / len(group), len({each.game for each in group}))
    return f"| {name} | {len(group):,} | {told:.1%} | {won.share:.1%} ({won.low:.0%} – {won.high:.0%}) |"


def table(found: list[Forecast]) -> str:
    """Return the reliability by tenths, in the whole game and in each quarter, and the log-loss of each quarter."""
    tenths = defaultdict(list)
    for each in found:
        for quarter in (WHOLE, each.quarter):
            tenths[quarter, min(9, int(10 * each.told))].append(each)
    lines = ["| quarter, told | seats | on average | won |", "|---|--:|--:|--:|"]
    lines += [
        row(f"{quarter or 'all'}, {tenth * 10} – {tenth * 10 + 10} %", tenths[quarter, tenth])
        for quarter, tenth in sorted(tenths)
    ]
    lines += ["", "| quarter | log-loss | of even odds |", "|---|--:|--:|"]
    for quarter in range(1, 5):
        group = [each for each in found if each.quarter == quarter]
        lines.append(
            f"| {quarter} | {log_loss(group, lambda e: e.told):.3f} | {log_loss(group, lambda e: e.even):.3f} |"
        )
    return "\n".join(lines)


def main(arguments: list[str]) -> None:
    """Play and print the tables."""
    parser = argparse.ArgumentParser(prog="./run bench odds", description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--edition")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--playouts", type=int, default=200, help="for each question")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    args = parser.parse_args(arguments)
    options = dict(text.split("=", 1) for text in args.option)
    box = load_game(args.game).box(args.players, args.edition, options)
    work = partial(play, box, args.level, args.playouts)
    found = map_batches(work, args.games, 4, LocalExecutor(args.workers))
    print(table([each for part in found for each in part]))


if __name__ == "__main__":
    main(sys.argv[1:])
