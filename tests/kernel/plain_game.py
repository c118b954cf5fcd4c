"""Plays a game of every box through the generic names and prints what came of it; run compiled and uncompiled."""

import hashlib

import numpy as np

from tradewinds.games import GAMES, load_game
from tradewinds.kernel import names
from tradewinds.kernel.playout import random_action
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import SPECTATOR, blank, copy, home


def main() -> None:
    for name in GAMES:
        for box in load_game(name).boxes():
            print(box.name, fingerprint(box))


def fingerprint(box) -> str:  # type: ignore[no-untyped-def]
    rules, digest = box.game.rules, hashlib.sha256()
    state, rng, room = blank(box.game.state_type), stream(77), np.zeros(box.game.actions + 1, np.int16)
    rules.setup(box.record, state, rng)
    while not rules.is_over(box.record, state):
        count = rules.legal(box.record, state, room)
        digest.update(room[:count].tobytes())
        for seat in range(SPECTATOR, box.players):
            world = copy(state)
            rules.mask(box.record, world, seat)
            rules.redeal(box.record, world, seat, rng)
            digest.update(world.tobytes())
        assert rules.check(box.record, state) == 0
        rules.apply(box.record, state, int(random_action(home(box.record), home(state), home(rng), room)), rng)
        digest.update(state.tobytes())
    points, shares = np.zeros(box.players, np.int32), np.zeros(box.players, np.float64)
    rules.scores(box.record, state, points)
    rules.winners(box.record, state, shares)
    assert names.PLAIN[state.dtype] is box.game.functions
    return digest.hexdigest()[:16] + str(points.tolist()) + str(shares.tolist())


if __name__ == "__main__":
    main()
