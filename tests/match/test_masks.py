"""Masks in text: what a seat may know can be written down and read again, and nothing else passes for it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bombay.position_builder import build_position
from tests.boxes import every_box
from tradewinds.games.bombay.state import TOKEN_NAMES
from tradewinds.i18n import Problem
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.record import NONE, SPECTATOR
from tradewinds.match import Match, TextError
from tradewinds.match.determinize import determinize
from tradewinds.match.record import position_text, read_position


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


MATCH = build_position(screens="closed")
TEXT = position_text(MATCH.box, MATCH.masked(0))


@pytest.mark.parametrize(
    ("old", "new", "seat", "message"),
    [
        ("", "", 1, "not a position as seat 2 sees it"),
        ("", "", SPECTATOR, "not a position as seat 0 sees it"),
        ("", "", 4, "no seat 5 in a game for 4 players"),
        ("2=?", "2=3", 0, "not a position as seat 1 sees it"),
        ("rupees: 1=2", "rupees: 1=?", 0, "not a position as seat 1 sees it|purse|fewer than zero rupees"),
        ("turn: 0", "turn: ?", 0, "do not fit|not a position"),
        ("round_number: 1", "round_number: 99", 0, "do not fit|not a position"),
        ("stock: ", "stock: blue=? ; ", 0, "bales|not a position"),
    ],
)
def test_what_a_seat_cannot_see_so_is_refused(old: str, new: str, seat: int, message: str) -> None:
    assert old in TEXT
    with pytest.raises(TextError, match=message):
        read_position(TEXT.replace(old, new, 1), seat=seat)


def test_a_deal_without_end_is_broken_off() -> None:
    """More tokens on the board than there are, and one that the seat has had: chance would look for it for ever."""
    masked = MATCH.masked(0)
    masked.token[:] = TOKEN_NAMES.index("rupees")
    site = list(MATCH.box.record.token_site).index(1)
    masked.token[site], masked.palace[site] = NONE, 0
    assert determinize(MATCH.box, masked, 0) is None


BORNEO = Match(load_game("borneo").box(3, options={"stores": "closed"}), seed="mangled")
TEXTS = (TEXT, position_text(BORNEO.box, BORNEO.masked(0)))
bits = st.text("?-=,1290 \nrgb", max_size=6)
mangled = st.tuples(st.sampled_from(TEXTS), st.integers(0, 4000), st.integers(0, 30), bits)


@given(mangled)
def test_any_text_is_a_mask_or_a_problem(parts: tuple[str, int, int, str]) -> None:
    text, place, length, put = parts
    place %= len(text)
    try:
        box, masked = read_position(text[:place] + put + text[place + length :], seat=0)
        assert determinize(box, masked, 0) is not None
    except Problem as problem:
        assert str(problem)
