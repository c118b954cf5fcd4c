"""Refill of the markets at the start of a set (BY-4)."""

from tradewinds.games.bombay.state import COLOURS, MARKETS
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.random import Rng, draw_one
from tradewinds.kernel.record import NONE, Record, fill, total


@inlined
def refill(box: Record, state: Record, rng: Rng) -> None:
    """Return the bales on the markets to the bag and draw new ones."""
    for colour in range(COLOURS):
        # BY-4.1: all bales on the markets go back into the bag.
        state.bag[colour] += state.stock[colour]
        state.stock[colour] = 0
    # BY-4.2: draw 9, or all that are left.
    for _ in range(min(box.refill, total(state.bag))):
        state.stock[draw_one(rng, state.bag)] += 1
    sort_markets(state)


@inlined
def sort_markets(state: Record) -> None:
    """Assign each colour to a market."""
    # BY-4.3: all colours with the highest count go left, of the rest those with the highest middle, the rest right.
    fill(state.market, NONE)
    for market in range(MARKETS):
        most = 0
        for colour in range(COLOURS):
            if state.market[colour] == NONE and state.stock[colour] > most:
                most = state.stock[colour]
        last = market == MARKETS - 1
        for colour in range(COLOURS):
            count = state.stock[colour]
            if state.market[colour] == NONE and count > 0 and (last or count == most):
                state.market[colour] = market
