"""The actions of Bombay: small integers in the engine, a verb and names outside it."""

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
    """The verb of an action and what it is applied to, as in a record: ("move", "G7")."""
    for first, verb, axis in VERBS:
        if action >= first:
            return verb, box.labels[axis][action - first]
    return (PLAIN_VERBS[action],)
