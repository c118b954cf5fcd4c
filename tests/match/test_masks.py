"""Masks in text: what a seat may know can be written down and read again, and nothing else passes for it."""

import random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.boxes import every_box
from tradewinds.i18n import Problem
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.random import Rng, draw
from tradewinds.kernel.record import SPECTATOR
from tradewinds.match import Match, TextError
from tradewinds.match.record import position_text, read_position
from tradewinds.match.untrusted_mask import find_world


@every_box
def test_masks_are_read_as_they_were_written(box: Box) -> None:
    chooser, match = random.Random(box.name), Match(box, seed="masks")
    while not match.is_over:
        if chooser.random() < 0.03 or not match.steps:
            for seat in range(SPECTATOR, box.players):
                masked = match.masked(seat)
                _, again = read_position(position_text(box, masked), seat=seat)
                assert again.tobytes() == masked.tobytes()
        match.play(chooser.choice(match.legal()))
    _, again = read_position(position_text(box, match.masked(0)), seat=0)
    assert again.tobytes() == match.state.tobytes()


MATCH = Match(load_game("borneo").box(4, options={"stores": "closed", "start": "1"}), seed="masks")
TEXT = position_text(MATCH.box, MATCH.masked(0))


@pytest.mark.parametrize(
    ("old", "new", "seat", "message"),
    [
        ("", "", 1, "not a position as seat 2 sees it"),
        ("", "", SPECTATOR, "not a position as seat 0 sees it"),
        ("", "", 4, "no seat 5 in a game for 4 players"),
        ("2=?", "2=-", 0, "not a position as seat 1 sees it"),
        ("draw: ?", "draw: -", 0, "not a position as seat 1 sees it"),
        ("\nstore:", "\nstore: 2=?", 0, "not a position as seat 1 sees it"),
        ("turn: 0", "turn: ?", 0, "do not fit|not a position"),
        ("hand_size: 1=3", "hand_size: 1=99", 0, "do not fit|not a position"),
    ],
)
def test_impossible_masks_are_refused(old: str, new: str, seat: int, message: str) -> None:
    assert old in TEXT
    with pytest.raises(TextError, match=message):
        read_position(TEXT.replace(old, new, 1), seat=seat)


def test_endless_redeal_is_stopped() -> None:
    def endless(_box: object, _world: object, _seat: int, rng: Rng) -> None:
        while True:
            draw(rng)

    game = SimpleNamespace(functions=SimpleNamespace(redeal=endless), fields=MATCH.game.fields)
    box: Any = SimpleNamespace(game=game, record=MATCH.box.record)
    assert find_world(box, MATCH.masked(0), 0) is None


def test_position_as_shown_is_no_mask() -> None:
    bombay = Match(load_game("bombay").box(3, options={"screens": "closed"}), seed="shown")
    with pytest.raises(TextError, match="what that seat may know must be there"):
        read_position(position_text(bombay.box, bombay.shown(0)), seat=0)


BOMBAY = Match(load_game("bombay").box(3, options={"screens": "closed"}), seed="mangled")
TEXTS = (TEXT, position_text(BOMBAY.box, BOMBAY.masked(0)))
bits = st.text("?-=,1290 \nrgb", max_size=6)
mangled = st.tuples(st.sampled_from(TEXTS), st.integers(0, 4000), st.integers(0, 30), bits)


@given(mangled)
def test_any_text_is_a_mask_or_a_problem(parts: tuple[str, int, int, str]) -> None:
    text, place, length, put = parts
    place %= len(text)
    try:
        box, masked = read_position(text[:place] + put + text[place + length :], seat=0)
        assert find_world(box, masked, 0) is not None
    except Problem as problem:
        assert str(problem)
