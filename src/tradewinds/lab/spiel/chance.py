"""Explicit chance nodes: the rules run until they need a random draw, which becomes a chance node.

The rules draw only through `kernel/random.below`, each time one of n equally likely outcomes. They are run with a
script of the draws so far; if they need another, the run is discarded and a chance node follows.
"""

from typing import NamedTuple

from tradewinds.kernel.game import Box, once_per_box
from tradewinds.kernel.random import Rng, scripted
from tradewinds.kernel.record import Record, blank, content, with_content

DEAL = -1
"""Pseudo-action that sets up the game."""

IDLE = -2
"""Pseudo-action that stands for no pending action."""


class Transition(NamedTuple):
    """The last complete position, and the action that is pending until all its chance outcomes are known."""

    position: bytes
    """Empty before the deal."""
    action: int
    drawn: tuple[int, ...]
    """Chance outcomes chosen for the pending action so far."""
    choices: int
    """Number of outcomes of the next chance node; 0 if a player is to act."""


def initial(box: Box) -> Transition:
    """Return the transition at the start of the game, before the deal."""
    return _resolve(box, b"", DEAL, ())


def apply_action(box: Box, transition: Transition, action: int) -> Transition:
    """Apply a player's action."""
    return _resolve(box, transition.position, action, ())


def apply_chance(box: Box, transition: Transition, outcome: int) -> Transition:
    """Apply the outcome of a chance node."""
    if not 0 <= outcome < transition.choices:
        raise ValueError(f"Chance has {transition.choices} choices here, numbered from 0: {outcome} is none of them.")
    return _resolve(box, transition.position, transition.action, (*transition.drawn, outcome))


def _resolve(box: Box, position: bytes, action: int, drawn: tuple[int, ...]) -> Transition:
    """Run the pending action with the draws so far."""
    script = scripted(drawn)
    after = _run_rules(box, position, action, script)
    choices = int(script.choices)
    return Transition(position, action, drawn, choices) if choices else Transition(content(after), IDLE, (), 0)


def sample_chance(box: Box, transition: Transition, rng: Rng) -> Transition:
    """Resolve all chance nodes of the pending action with a random stream."""
    return Transition(content(_run_rules(box, transition.position, transition.action, rng)), IDLE, (), 0)


def _run_rules(box: Box, position: bytes, action: int, rng: Rng) -> Record:
    """Return the state after an action, or after the deal."""
    state = blank(box.game.state_type)
    if action == DEAL:
        box.game.rules.setup(box.record, state, rng)
    else:
        state = with_content(state, position)
        box.game.rules.apply(box.record, state, action, rng)
    return state


@once_per_box
def first_deal(box: Box) -> tuple[bytes, list[int]]:
    """Return the position dealt if every chance node takes its first outcome, and how many outcomes each node has."""
    found, transition = [], initial(box)
    while transition.choices:
        found.append(transition.choices)
        transition = apply_chance(box, transition, 0)
    return transition.position, found
