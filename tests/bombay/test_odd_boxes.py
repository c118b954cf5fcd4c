"""Custom boxes with extreme values: what holds for every box holds for them."""

import re

import pytest

from tradewinds.games.bombay import GAME
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
