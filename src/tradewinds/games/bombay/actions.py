"""Action encoding of Bombay: integers inside the engine, a verb with named arguments in records."""

from tradewinds.games.bombay.state import COLOURS, SPACES
from tradewinds.kernel.game import Box

PASS = 0
WAIT = 1
BUY = 2
SELL = 3
BUILD = SELL + COLOURS
TAKE = BUILD + COLOURS
MOVE = TAKE + COLOURS
ACTIONS = MOVE + SPACES

VERBS = (
    (MOVE, "move", "space"),
    (TAKE, "take", "colour"),
    (BUILD, "build", "colour"),
    (SELL, "sell", "colour"),
)
PLAIN_VERBS = {PASS: "pass", WAIT: "wait", BUY: "buy"}


def name_action(box: Box, action: int) -> tuple[str, ...]:
    """Return the verb of an action and its arguments, as in a record: ("move", "G7")."""
    for first, verb, axis in VERBS:
        if action >= first:
            return verb, box.labels[axis][action - first]
    return (PLAIN_VERBS[action],)
