import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bombay.position_builder import PositionBuilder, build_position
from tradewinds.match import AmbiguousMove, IllegalMove, InvalidMove, Match, MoveError


def trader(d: PositionBuilder) -> None:
    d.at(0, "Bombay")
    d.carry(0, "yellow", "violet")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("move G3", "move G3"),
        ("  MOVE   g3 ", "move G3"),
        ("g3", "move G3"),
        ("m g5", "move G5"),
        ("sell y", "sell yellow"),
        ("se vi", "sell violet"),
        ("yellow", "sell yellow"),
        ("wa", "wait"),
        ("p", "pass"),
        ("verkaufe gelb", "sell yellow"),
        ("ziehe g3", "move G3"),
        ("vendi viola", "sell violet"),
        ("muovi g5", "move G5"),
        ("aspetta", "wait"),
    ],
)
def test_moves_may_be_short_and_in_any_language(text: str, move: str) -> None:
    match = build_position(edit=trader)
    assert match.write(match.read(text)) == move


def test_unambiguous_words_may_be_omitted() -> None:
    def one_bale(d: PositionBuilder) -> None:
        d.at(0, "Bombay")
        d.carry(0, "violet")

    match = build_position(edit=one_bale)
    assert match.write(match.read("sell")) == "sell violet"


def test_ambiguous() -> None:
    with pytest.raises(AmbiguousMove) as caught:
        build_position(edit=trader).play("sell")
    assert caught.value.choices == ["sell yellow", "sell violet"]
    with pytest.raises(AmbiguousMove):
        build_position(edit=trader).play("move")


@pytest.mark.parametrize("text", ["", "  ", "fly G3", "move G9", "move G3 now", "sell purple", "42", "x" * 500, "\0"])
def test_not_understood(text: str) -> None:
    with pytest.raises(InvalidMove):
        build_position().play(text)


def test_not_legal_is_not_the_same_as_not_understood() -> None:
    with pytest.raises(IllegalMove):
        build_position().play("sell yellow")
    with pytest.raises(IllegalMove):
        build_position().play("sell")


def test_exact_name_beats_a_prefix() -> None:
    match = build_position(edit=lambda d: d.at(0, "G7"))
    assert match.write(match.read("move A")) == "move A"
    assert match.write(match.read("b")) == "move B"


TABLE: Match = build_position(edit=trader)


@given(st.text(max_size=100) | st.binary(max_size=40).map(lambda raw: raw.decode("utf-8", "replace")))
def test_any_text_is_a_move_or_one_of_three_errors(text: str) -> None:
    try:
        assert TABLE.read(text) in TABLE.legal()
    except MoveError as error:
        assert error.kind in ("not_understood", "not_legal", "ambiguous")
        assert str(error)


def test_everything_written_is_read_back() -> None:
    for action in TABLE.legal():
        assert TABLE.read(TABLE.write(action)) == action
