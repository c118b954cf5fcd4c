"""Boxes and games travel to other processes: what arrives is the same, or is refused."""

import pickle

import pytest

from tradewinds.kernel.game import BoxError, load_game, rebuild_box
from tradewinds.registry import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_every_box_survives_pickling(name: str) -> None:
    game = load_game(name)
    for box in game.boxes():
        there = pickle.loads(pickle.dumps(box))
        assert there.game is game
        assert (there.name, there.digest, there.options) == (box.name, box.digest, box.options)
        assert there.record.tobytes() == box.record.tobytes()


def test_custom_box_file_is_pickled_with_its_box() -> None:
    game = load_game("bombay")
    file = game.edition_file(game.editions[0]).replace(b"toll = 1", b"toll = 2")
    box = game.box(4, file=file)
    there = pickle.loads(pickle.dumps(box))
    assert there.record.toll == box.record.toll == 2


def test_box_of_a_different_edition_is_refused() -> None:
    box = load_game("bombay").box(3)
    with pytest.raises(BoxError, match="its fingerprint is"):
        rebuild_box(box.game, box.data, 3, box.options, "0" * 12)
