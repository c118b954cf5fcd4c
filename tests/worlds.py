"""Other worlds that a seat cannot distinguish from a state, for secrecy tests."""

import random

import numpy as np

from tradewinds.kernel.game import Box
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import HIDDEN, Record, copy
from tradewinds.kernel.sets import EMPTY, members, only, size


def redealt(box: Box, state: Record, seat: int, chooser: random.Random) -> Record:
    """Return a redealt world, which even a seat with perfect memory could not distinguish from the state."""
    world = copy(state)
    box.game.rules.mask(box.record, world, seat)
    box.game.rules.redeal(box.record, world, seat, stream(chooser.randrange(2**32)))
    return world


def look_alike(box: Box, state: Record, seat: int, chooser: random.Random) -> Record:
    """Return a redealt world that looks the same to a seat, in which what is concealed from the seat differs as well.

    It need not be reachable in play.
    """
    world = redealt(box, state, seat, chooser)
    shown = box.shown(world, seat)
    for field in box.game.fields:
        if not field.axes:
            continue
        concealed = np.argwhere((shown[field.name] == HIDDEN) & (world[field.name] != HIDDEN))
        places = [tuple(place) for place in concealed.tolist()]
        if field.members is not None:
            exchange(world[field.name], places, chooser)
        else:
            for place in places:
                world[field.name][place] = chooser.randrange(2)
    return world


def exchange(sets: np.ndarray, places: list[tuple[int, ...]], chooser: random.Random) -> None:
    """Shuffle the elements of some sets among those sets; each keeps its size."""
    items = [item for place in places for item in members(int(sets[place]))]
    chooser.shuffle(items)
    for place in places:
        dealt = EMPTY
        for _ in range(size(int(sets[place]))):
            dealt |= only(items.pop())
        sets[place] = dealt
