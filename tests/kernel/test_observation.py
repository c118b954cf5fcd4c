import numpy as np
import pytest

from tests.boxes import BOXES, every_box
from tradewinds.kernel.game import Box
from tradewinds.kernel.observation import MAX_VALUE, MIN_VALUE, observation_spec, observation_tensor, rotate_seats
from tradewinds.kernel.random import Rng, stream
from tradewinds.kernel.record import HIDDEN, Record, blank, copy
from tradewinds.kernel.sets import members


def reference_observation(box: Box, masked: Record, seat: int) -> list[int]:
    """Return the expected observation, read from the mask value by value."""
    seen: list[int] = []
    for field in box.game.fields:
        values = np.asarray(masked[field.name])
        if "seat" in field.axes:
            values = np.stack([values[(seat + step) % box.players] for step in range(box.players)])
        for value in values.ravel().tolist():
            seen += read_value(box, field, value, seat)
    return seen


def read_value(box: Box, field, value: int, seat: int) -> list[int]:  # type: ignore[no-untyped-def]
    if field.members is not None:
        labels = box.labels[field.members]
        if value == HIDDEN:
            return [-1] * len(labels)
        return [int(item in members(value)) for item in range(len(labels))]
    if field.names is not None:
        labels = box.labels[field.names]
        if value == HIDDEN:
            return [-1] * len(labels)
        if value >= 0 and field.names == "seat":
            value = (value - seat) % box.players
        return [int(item == value) for item in range(len(labels))]
    return [min(max(value, MIN_VALUE), MAX_VALUE)]


def random_game(box: Box, key: int, rng: Rng, every: int):  # type: ignore[no-untyped-def]
    """Yield some positions of a random game, and its end."""
    rules, chooser = box.game.rules, np.random.default_rng(key)
    state, room = blank(box.game.state_type), np.zeros(box.game.actions + 1, np.int16)
    rules.setup(box.record, state, rng)
    number = 0
    while not rules.is_over(box.record, state):
        if number % every == 0:
            yield state
        count = rules.legal(box.record, state, room)
        rules.apply(box.record, state, int(room[chooser.integers(count)]), rng)
        number += 1
    yield state


def masked_for(box: Box, state: Record, seat: int) -> Record:
    masked = copy(state)
    box.game.rules.mask(box.record, masked, seat)
    return masked


@every_box
def test_observation_matches_the_mask(box: Box) -> None:
    for state in random_game(box, 1, stream(1), every=31):
        for seat in range(box.players):
            masked = masked_for(box, state, seat)
            assert observation_tensor(box, masked, seat).tolist() == reference_observation(box, masked, seat)


@every_box
def test_the_slices_lie_one_after_the_other(box: Box) -> None:
    found, end = observation_spec(box), 0
    for part, field in zip(found.slices, box.game.fields, strict=True):
        assert (part.name, part.start) == (field.name, end)
        assert part.end - part.start == np.prod(part.shape, dtype=int)
        assert len(part.axes) == len(part.shape)
        end = part.end
    assert end == found.size


@pytest.mark.parametrize("box", BOXES[::5], ids=[f"{box.game.name}-{box.name}" for box in BOXES[::5]])
def test_hidden_information_does_not_change_the_observation(box: Box) -> None:
    rules, others = box.game.rules, 0
    for state in random_game(box, 2, stream(2), every=23):
        for seat in range(box.players):
            masked = masked_for(box, state, seat)
            world = copy(masked)
            rules.redeal(box.record, world, seat, stream(others))
            others += world.tobytes() != state.tobytes()
            assert np.array_equal(
                observation_tensor(box, masked, seat), observation_tensor(box, masked_for(box, world, seat), seat)
            )
    hides = any(masked_for(box, state, 0).tobytes() != state.tobytes() for state in random_game(box, 2, stream(2), 1))
    assert others > 0 or not hides


def test_seats_are_relative_to_the_observer() -> None:
    for players in range(2, 6):
        for seat in range(players):
            names = [*range(players), -1, -2] + [0] * (6 - players)
            word = np.array(names, np.int8).view(np.int64)[0]
            found = rotate_seats(seat, players, word)
            turned = np.array([found], np.int64).view(np.int8).tolist()
            assert turned == [(name - seat) % players if name >= 0 else name for name in names]
