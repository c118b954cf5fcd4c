"""Custom boxes with extreme values: what holds for every box holds for them."""

import re

import pytest

from tests.bombay.position_builder import PositionBuilder, build_position
from tradewinds.games.bombay import GAME
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import copy
from tradewinds.lab.fuzz import examine

FILE = GAME.edition_file("ystari-2009").decode()


def changed(**numbers: int) -> bytes:
    text = FILE
    for name, number in numbers.items():
        text = re.sub(rf"(?m)\b{name} = \d+", f"{name} = {number}", text)
    return text.encode()


@pytest.mark.parametrize("screens", ["open", "closed"])
@pytest.mark.parametrize(
    "numbers",
    [
        {"sets": 20, "rounds": 20},
        {"toll": 99, "points": 20, "bottom": 99, "violet": 24},
        {"baskets": 0},
        {"baskets": 99, "palaces": 24, "points": 99},
        {"refill": 0},
        {"refill": 99, "city_tokens": 99},
        {"enter_points": 9},
        {"points": 1},
    ],
    ids=str,
)
def test_odd_boxes_are_sound(numbers: dict[str, int], screens: str) -> None:
    box = GAME.box(5, options={"screens": screens}, file=changed(**numbers))
    assert examine(box, seed=3, first=0, games=4) is None


def test_a_bale_that_is_being_chosen_is_known_to_have_been_a_bale() -> None:
    """BY-7: the token under the new palace is public, so no redealt world may change it."""

    def arrange(d: PositionBuilder) -> None:
        d.markets(left={"blue": 2, "violet": 2})
        d.at(0, "G7")
        d.carry(0, "orange")

    match = build_position(edit=arrange, screens="closed")
    match.play("build orange")
    for seat in (-1, 0, 1):
        for key in range(50):
            world = copy(match.masked(seat))
            GAME.rules.redeal(match.box.record, world, seat, stream(key))
            assert world.palace_clients.sum() + world.palace_cities.sum() == 0
