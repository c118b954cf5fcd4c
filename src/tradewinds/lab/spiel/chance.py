"""Chance as a player of its own: a game goes on until the rules draw something, and then asks what was drawn.

The rules draw only through `kernel/random.below`, each time one of so many equally likely things. They are run with a
script of the draws so far: if they ask for more, chance has to choose first, and the run is forgotten.
"""

from typing import NamedTuple

from tradewinds.kernel.game import Box, once_per_box
from tradewinds.kernel.random import Rng, scripted
from tradewinds.kernel.record import Record, blank, content, with_content

DEAL = -1
"""In place of an action: the set-up."""

IDLE = -2
"""No action is being carried out."""


class Course(NamedTuple):
    """How far a game has come: the last settled position, and what is being carried out until chance has chosen."""

    position: bytes
    """Empty before the deal."""
    action: int
    drawn: tuple[int, ...]
    """What chance has chosen for this action so far."""
    choices: int
    """Between how many things chance has to choose now; 0 if somebody else is to act."""


def begin(box: Box) -> Course:
    """Before the deal."""
    return carry_out(box, b"", DEAL, ())


def act(box: Box, course: Course, action: int) -> Course:
    """Somebody acts."""
    return carry_out(box, course.position, action, ())


def choose(box: Box, course: Course, outcome: int) -> Course:
    """Chance chooses one thing."""
    if not 0 <= outcome < course.choices:
        raise ValueError(f"Chance has {course.choices} choices here, numbered from 0: {outcome} is none of them.")
    return carry_out(box, course.position, course.action, (*course.drawn, outcome))


def carry_out(box: Box, position: bytes, action: int, drawn: tuple[int, ...]) -> Course:
    """An action as far as it goes with these draws."""
    script = scripted(drawn)
    after = perform(box, position, action, script)
    choices = int(script.choices)
    return Course(position, action, drawn, choices) if choices else Course(content(after), IDLE, (), 0)


def settle(box: Box, course: Course, rng: Rng) -> Course:
    """Let a stream of chance make all choices that an action needs, from the first."""
    return Course(content(perform(box, course.position, course.action, rng)), IDLE, (), 0)


def perform(box: Box, position: bytes, action: int, rng: Rng) -> Record:
    """The position after an action, or after the deal."""
    state = blank(box.game.state_type)
    if action == DEAL:
        box.game.rules.setup(box.record, state, rng)
    else:
        state = with_content(state, position)
        box.game.rules.apply(box.record, state, action, rng)
    return state


@once_per_box
def deal_choices(box: Box) -> tuple[int, ...]:
    """The numbers of choices that a deal asks for, one after the other."""
    found, course = [], begin(box)
    while course.choices:
        found.append(course.choices)
        course = choose(box, course, 0)
    return tuple(found)


def most_choices(box: Box) -> int:
    """The most things that chance ever has to choose between: piles and bags are never fuller than at the deal."""
    return max(deal_choices(box), default=1)
