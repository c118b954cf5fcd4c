"""Play games of some boxes and print digests, to compare compiled with uncompiled rules."""

import hashlib

import numpy as np

from tradewinds.kernel import dispatch
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.playout import random_action
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import SPECTATOR, backing_array, blank, copy
from tradewinds.registry import GAMES


def main() -> None:
    for name in GAMES:
        for box in choose(list(load_game(name).boxes())):
            print(box.name, fingerprint(box))


def choose(boxes: list[Box]) -> list[Box]:
    """Return a small set of boxes that covers every player count and option value of every edition."""
    missing, chosen = set[object]().union(*map(features, boxes)), list[Box]()
    while missing:
        chosen.append(max(boxes, key=lambda box: len(features(box) & missing)))
        missing -= features(chosen[-1])
    return chosen


def features(box: Box) -> set[object]:
    """Return a box's player count and option values, each paired with its edition."""
    return {(box.edition, choice) for choice in (box.players, *box.options.items())}


def fingerprint(box) -> str:  # type: ignore[no-untyped-def]
    rules, digest = box.game.rules, hashlib.sha256()
    state, rng, room = blank(box.game.state_type), stream(77), np.zeros(box.game.actions + 1, np.int16)
    rules.setup(box.record, state, rng)
    decisions = 0
    while not rules.is_over(box.record, state):
        decisions += 1
        count = rules.legal(box.record, state, room)
        digest.update(room[:count].tobytes())
        for seat in range(SPECTATOR, box.players if decisions % 7 == 0 else SPECTATOR):
            world = copy(state)
            rules.mask(box.record, world, seat)
            rules.redeal(box.record, world, seat, rng)
            digest.update(world.tobytes())
            assert rules.check(box.record, world) == 0
        rules.apply(
            box.record,
            state,
            int(random_action(backing_array(box.record), backing_array(state), backing_array(rng), room)),
            rng,
        )
        digest.update(state.tobytes())
    points, shares = np.zeros(box.players, np.int32), np.zeros(box.players, np.float64)
    rules.scores(box.record, state, points)
    rules.winners(box.record, state, shares)
    assert dispatch.RULES[state.dtype] is box.game.functions
    return digest.hexdigest()[:16] + str(points.tolist()) + str(shares.tolist())


if __name__ == "__main__":
    main()
