"""Every box of every registered game, for tests that must hold for all of them."""

import pytest

from tradewinds.games import GAMES, load_game
from tradewinds.kernel.game import Box

BOXES = [box for name in GAMES for box in load_game(name).boxes()]

every_box = pytest.mark.parametrize("box", BOXES, ids=[f"{box.game.name}-{box.name}" for box in BOXES])


def has_secrets(box: Box) -> bool:
    """Whether the box hides anything from anybody."""
    from tradewinds.match import Match

    match = Match(box, seed="secrets")
    return bool(match.masked().tobytes() != match.state.tobytes())


def first_actions(box: Box, seed: str) -> list[int]:
    """A whole random game, as its actions: the n-th choice is fixed by the seed."""
    import random

    from tradewinds.match import Match

    chooser, match = random.Random(seed), Match(box, seed=seed)
    while not match.is_over:
        match.play(chooser.choice(match.legal()))
    return [step.action for step in match.steps]
