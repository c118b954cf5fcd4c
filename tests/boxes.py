"""Every box of every registered game, for parametrized tests."""

import pytest

from tradewinds.kernel.game import Box, load_game
from tradewinds.registry import GAMES

BOXES = [box for name in GAMES for box in load_game(name).boxes()]

every_box = pytest.mark.parametrize("box", BOXES, ids=[f"{box.game.name}-{box.name}" for box in BOXES])


def has_hidden_information(box: Box) -> bool:
    """Return whether a spectator's mask hides anything."""
    from tradewinds.match import Match

    match = Match(box, seed="secrets")
    return bool(match.masked().tobytes() != match.state.tobytes())


def conceals(box: Box) -> bool:
    """Return whether anything is masked or concealed from a spectator."""
    from tradewinds.match import Match

    match = Match(box, seed="secrets")
    return bool(match.shown().tobytes() != match.state.tobytes())


def random_game_actions(box: Box, seed: str) -> list[int]:
    """Return the actions of a random game, determined by the seed."""
    import random

    from tradewinds.match import Match

    chooser, match = random.Random(seed), Match(box, seed=seed)
    while not match.is_over:
        match.play(chooser.choice(match.legal()))
    return [step.action for step in match.steps]
