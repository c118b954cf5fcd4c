"""How long the levels take: every level in every box, with its own budget and with a budget of time alone."""

from collections.abc import Iterator
from time import perf_counter

from tradewinds.bots import DEFAULT_BUDGET, Budget
from tradewinds.bots.levels import LEVELS, level_for
from tradewinds.bots.registry import make_bot
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import Record
from tradewinds.match import Match
from tradewinds.registry import GAMES

LIMIT = 0.2
"""Seconds of the budget of time alone."""

EVERY = 60
"""One decision in so many is measured."""


def decisions(box: Box) -> Iterator[tuple[Record, int]]:
    """Masks of seats that must decide, from a game of greedy bots."""
    match, bot = Match(box, seed="levels"), make_bot("greedy", box.game)
    while not match.is_over:
        seat, number = match.to_act, len(match.steps)
        if number % EVERY == EVERY // 2 and len(match.legal()) > 1:
            yield match.masked(seat), seat
        match.play(bot.choose(box, match.masked(seat), seat, DEFAULT_BUDGET, stream(number)))


def longest(box: Box, level: str, budget: Budget, masks: list[tuple[Record, int]]) -> float:
    """The longest decision of a level with a budget, in seconds."""
    worst = 0.0
    for masked, seat in masks:
        bot = make_bot(level, box.game)
        begin = perf_counter()
        bot.choose(box, masked, seat, budget, stream(seat))
        worst = max(worst, perf_counter() - begin)
    return worst


def measure_levels() -> dict[str, dict[str, float]]:
    """For each level: its longest decision in any box, and the largest part of a budget of time that it took."""
    boxes = [box for game in GAMES for box in load_game(game).boxes()]
    found = {level: {"own budget, s": 0.0, "longest decision, s": 0.0, "of a time budget": 0.0} for level in LEVELS}
    for box in boxes:
        masks = list(decisions(box))
        for name in LEVELS:
            longest(box, name, Budget(playouts=1), masks[:1])
            own = longest(box, name, DEFAULT_BUDGET, masks)
            timed = longest(box, name, Budget(seconds=LIMIT), masks) / LIMIT
            figures = found[name]
            figures["own budget, s"] = level_for(box, name).seconds
            figures["longest decision, s"] = max(figures["longest decision, s"], own)
            figures["of a time budget"] = max(figures["of a time budget"], timed)
    return found
