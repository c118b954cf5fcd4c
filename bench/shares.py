"""Do the shares of the win that hints and reviews show come true? Experts play, and are asked on the way.

    python -m bench.shares bombay --players 4 --games 100 --option screens=closed

What a hint tells of every seat at some decisions of each game stands beside the share of these games that the seats
then won. Decisions of the same game end alike, so an interval counts the games, not the decisions.
"""

import argparse
from collections import defaultdict
from typing import NamedTuple

from tradewinds.bots import DEFAULT_BUDGET, Budget
from tradewinds.bots.hint import hint
from tradewinds.bots.registry import make_bot
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.random import stream
from tradewinds.lab.intervals import wilson
from tradewinds.match import Match
from tradewinds.registry import GAMES

EVERY = 9
"""One decision in so many is asked about."""

EDGES = (0.02, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.01)
"""Where one row of the table ends and the next begins."""


class Told(NamedTuple):
    """What was told of a seat, and what became of it."""

    game: int
    stage: int
    told: float
    won: float
    favourite: bool


def play(box: Box, number: int, playouts: int) -> list[Told]:
    """One game of experts, asked at some of its decisions; the stage is the quarter of the game."""
    match = Match(box, seed=f"shares-{number}")
    bots = [make_bot("expert", box.game) for _ in range(box.players)]
    asked: list[tuple[int, list[float]]] = []
    while not match.is_over:
        seat, step = match.to_act, len(match.steps)
        masked = match.masked(seat)
        if (step + number) % EVERY == 0:
            asked.append((step, hint(box, masked, seat, Budget(playouts)).shares))
        match.play(bots[seat].choose(box, masked, seat, DEFAULT_BUDGET, stream(step)))
    won, length = match.winners(), len(match.steps)
    return [
        Told(number, 1 + 4 * step // length, shares[seat], won[seat], shares[seat] == max(shares))
        for step, shares in asked
        for seat in range(box.players)
    ]


def row(name: str, group: list[Told]) -> str:
    """A line of the table."""
    told = sum(each.told for each in group) / len(group)
    won = wilson(sum(each.won for each in group) / len(group), len({each.game for each in group}))
    error = sum((each.told - each.won) ** 2 for each in group) / len(group)
    return f"| {name} | {len(group):,} | {told:.1%} | {won.share:.1%} ({won.low:.0%} – {won.high:.0%}) | {error:.3f} |"


def table(found: list[Told]) -> str:
    """All lines: by what was told, and for the favourites by the quarter of the game."""
    by_share, by_stage = defaultdict(list), defaultdict(list)
    for each in found:
        by_share[next(edge for edge in EDGES if each.told < edge)].append(each)
        if each.favourite:
            by_stage[each.stage].append(each)
    lines = ["| told | seats | on average | won | squared error |", "|---|--:|--:|--:|--:|"]
    lines += [row(f"below {min(edge, 1):.0%}", by_share[edge]) for edge in EDGES if by_share[edge]]
    lines += [row(f"favourites in quarter {stage}", by_stage[stage]) for stage in sorted(by_stage)]
    return "\n".join([*lines, row("all", found)])


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(prog="python -m bench.shares", description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--playouts", type=int, default=800, help="for each question; a hint has 4,000")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    args = parser.parse_args()
    options = dict(text.split("=", 1) for text in args.option)
    box = load_game(args.game).box(args.players, options=options)
    print(table([each for number in range(args.games) for each in play(box, number, args.playouts)]))


if __name__ == "__main__":
    main()
