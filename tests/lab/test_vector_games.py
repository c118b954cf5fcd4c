import os
import subprocess
import sys

import numpy as np
import pytest

from tests.boxes import BOXES
from tests.kernel.test_observation import masked_for, reference_observation
from tradewinds.i18n import Problem
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.random import Rng, stream, sub_key
from tradewinds.kernel.record import Record, blank
from tradewinds.lab.vector_games import IllegalActions, VectorGames, observation

SOME = BOXES[::7]

some_boxes = pytest.mark.parametrize("box", SOME, ids=[f"{box.game.name}-{box.name}" for box in SOME])


class ReferenceGame:
    """One game played with the Python rules."""

    def __init__(self, box: Box, seed: int, number: int) -> None:
        with np.errstate(over="ignore"):
            self.rng: Rng = stream(int(sub_key(np.uint64(seed), number)))
        self.state: Record = blank(box.game.state_type)
        box.game.rules.setup(box.record, self.state, self.rng)


@some_boxes
def test_every_row_is_a_single_game(box: Box) -> None:
    rules, room = box.game.rules, np.zeros(box.game.actions + 1, np.int16)
    count, seed = 5, 11
    tables = VectorGames(box, count, seed)
    numbers = list(range(count))
    games = [ReferenceGame(box, seed, number) for number in numbers]
    ended = step = 0
    while ended < 2 * count:
        for row in range(count):
            state = games[row].state
            assert tables.states[row].tobytes() == state.tobytes()
            assert tables.seats[row] == rules.to_act(box.record, state)
            legal = rules.legal(box.record, state, room)
            assert np.flatnonzero(tables.legal[row]).tolist() == room[:legal].tolist()
            assert set(tables.legal[row].tolist()) <= {0, 1}
            if step % 9 == row:
                seat = int(tables.seats[row])
                assert tables.observations[row].tolist() == reference_observation(
                    box, masked_for(box, state, seat), seat
                )
        actions = tables.random_actions().copy()
        tables.step(actions)
        step += 1
        for row in range(count):
            game = games[row]
            rules.apply(box.record, game.state, int(actions[row]), game.rng)
            assert tables.over[row] == rules.is_over(box.record, game.state)
            expected = np.zeros(box.players)
            if tables.over[row]:
                rules.winners(box.record, game.state, expected)
                expected -= 1 / box.players
                numbers[row] += count
                games[row] = ReferenceGame(box, seed, numbers[row])
                ended += 1
            assert tables.rewards[row] == pytest.approx(expected)
            assert tables.rewards[row].sum() == pytest.approx(0, abs=1e-6)
    assert tables.numbers.tolist() == numbers


@some_boxes
def test_the_same_seed_gives_the_same_games(box: Box) -> None:
    def transcript(tables: VectorGames) -> bytes:
        told = b""
        for _ in range(50):
            told += tables.observations.tobytes() + tables.legal.tobytes() + tables.rewards.tobytes()
            tables.step(tables.random_actions())
        return told

    tables = VectorGames(box, 3, 4)
    first = transcript(tables)
    tables.reset()
    assert transcript(tables) == first
    tables.reset(5)
    assert transcript(tables) != first
    tables.reset(4)
    assert transcript(tables) == first == transcript(VectorGames(box, 3, 4))


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    tables = VectorGames(load_game("bombay").box(4), 6, 1)
    for _ in range(20):
        tables.step(tables.random_actions())
    actions = tables.random_actions().copy()
    actions[4] = int(np.flatnonzero(tables.legal[4] == 0)[-1])
    before = tables.states.tobytes(), tables.observations.tobytes(), tables.legal.tobytes()
    with pytest.raises(IllegalActions, match=r"Game 4: action \d+ is not legal \(BY-") as caught:
        tables.step(actions)
    assert (caught.value.row, caught.value.action) == (4, actions[4])
    assert caught.value.rule.startswith("BY-")
    for wrong in (-1, tables.box.game.actions):
        actions[4] = wrong
        with pytest.raises(IllegalActions):
            tables.step(actions)
    assert (tables.states.tobytes(), tables.observations.tobytes(), tables.legal.tobytes()) == before


def test_actions_must_be_one_whole_number_a_game() -> None:
    tables = VectorGames(load_game("bombay").box(4), 3, 1)
    for wrong in ([0, 0], [[0, 0, 0]], [0.0, 0.0, 0.0], 0):
        with pytest.raises(Problem, match="each of the 3 games"):
            tables.step(wrong)
    with pytest.raises(Problem, match="At least one"):
        VectorGames(tables.box, 0)


def test_arrays_are_shared_and_cannot_be_written_to() -> None:
    tables = VectorGames(load_game("bombay").box(4), 3, 1)
    sights, legal = tables.observations, tables.legal
    before = sights.copy()
    tables.step(tables.random_actions())
    assert tables.observations is sights
    assert tables.legal is legal
    assert not np.array_equal(before, sights)
    with pytest.raises(ValueError, match="read-only"):
        sights[0, 0] = 1
    elephants = observation(tables, "elephant")
    assert elephants.shape == (3, 4, 24)
    assert np.shares_memory(elephants, sights)
    assert (elephants.sum(axis=2) == 1).all()


PLAIN = """
import hashlib
from tradewinds.kernel.game import load_game
from tradewinds.lab.vector_games import VectorGames
digest = hashlib.sha256()
for game in ("bombay", "borneo"):
    tables = VectorGames(load_game(game).box(3), 2, seed=1)
    for _ in range(12):
        tables.step(tables.random_actions())
        digest.update(tables.observations.tobytes() + tables.legal.tobytes())
print(digest.hexdigest())
"""


def test_plain_python_sees_the_same() -> None:
    """Without the compiler, where numbers that do not fit are errors instead of running over."""
    shown = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", PLAIN],
            env={**os.environ, "NUMBA_DISABLE_JIT": plain},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for plain in ("0", "1")
    ]
    assert shown[0] == shown[1]
