import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bombay.position_builder import PositionBuilder, build_position
from tradewinds.games.bombay import GAME
from tradewinds.i18n import Problem
from tradewinds.kernel.game import BoxError
from tradewinds.match import GameRecord, Match, TextError, match_from_record, verify
from tradewinds.match.record import position_text, read_position, record_of, record_text
from tradewinds.match.seed import commitment


def finished() -> Match:
    match, chooser = Match(GAME.box(2), ["Ada", "Bo"], seed="record"), random.Random(1)
    while not match.is_over:
        match.play(chooser.choice(match.legal()))
    return match


MATCH = finished()
TEXT = record_text(MATCH)
POSITION = position_text(MATCH.box, MATCH.state_at(30))


def load(text: str) -> Match:
    return match_from_record(GameRecord.parse(text))


def test_a_record_is_readable() -> None:
    lines = TEXT.splitlines()
    assert lines[0] == "tradewinds record 1"
    assert "seats: Ada | Bo" in lines
    assert "1. " in TEXT
    assert "; Ada" in lines
    assert f"commitment: {commitment('record')}" in lines


def test_a_running_game_does_not_tell_its_seed() -> None:
    match = Match(GAME.box(2), seed="secret-seed")
    match.play("wait")
    text = record_text(match)
    assert "secret-seed" not in text
    assert match.commitment in text
    with pytest.raises(TextError, match="no seed"):
        load(text)
    assert load(record_text(match, reveal=True)).state.tobytes() == match.state.tobytes()


def test_a_record_may_stop_anywhere_and_lose_its_numbers_and_comments() -> None:
    lines = [line for line in TEXT.splitlines() if not line.startswith("result")]
    start = lines.index("[moves]")
    short = "\n".join(lines[: start + 12])
    assert load(short).state.tobytes() == MATCH.state_at(len(load(short).steps)).tobytes()
    bare = re.sub(r"(?m)^\d+\. ", "", re.sub(r"(?m)^; .*\n", "", TEXT))
    assert load(bare).state.tobytes() == MATCH.state.tobytes()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed: record", "seed: recorD", "does not fit the commitment"),
        ("deal #", "deal #000000000000 ; ", "does not look as the record says"),
        ("tradewinds record 1", "tradewinds record 2", "first line must be"),
        ("game: bombay", "game: chess", "not known here"),
        ("game: bombay\n", "", "lacks the line 'game'"),
        ("rules: 1", "rules: 9", "version 9"),
        ("players: 2", "players: 7", "2 to 5 players"),
        ("players: 2", "players: two", "2 to 5 players"),
        ("screens: open", "screens: shut", "cannot be 'shut'"),
        ("seats: Ada | Bo", "seats: Ada", "1 name is given for 2 players"),
        ("seed: record", "seed: record\nseed : record", "Line"),
        ("\n1. ", "\n1. pass #12 ; ", "Line"),
        ("\n2. ", "\ndeal #123456789abc\n2. ", "Line"),
        ("box: ystari-2009", "box: mine", "does not come with the game"),
        ("\n1. ", "\n7. ", "Line"),
        ("\n1. ", "\n1. fly away ; ", "cannot be played"),
        ("\n1. ", "\n1. sell blue ; ", "cannot be played"),
        ("result: ", "result: 9", "playing it again gives"),
        ("seed: record", "seed: a b", "cannot be a seed"),
    ],
)
def test_tampered_records_are_refused(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(Problem, match=message):
        load(TEXT.replace(old, new, 1))


def test_endless_lines_are_read_at_once() -> None:
    with pytest.raises(TextError):
        load(TEXT.replace("\n1. ", "\n1. " + " " * 100_000 + "b #zz ; ", 1))


@pytest.mark.parametrize("left_out", [r"commitment: .*\n", r"result: .*\n", r"deal #.*\n", r"(?<!deal) #.{12}"])
def test_a_record_that_leaves_something_out_proves_nothing(left_out: str) -> None:
    text = re.sub(left_out, "", TEXT)
    assert text != TEXT
    assert load(text).is_over
    with pytest.raises(TextError, match="proves nothing"):
        verify(GameRecord.parse(text))
    assert verify(GameRecord.parse(TEXT)).is_over


def test_nothing_in_a_loaded_record_can_be_taken_back() -> None:
    match = Match(GAME.box(2), seed="loaded")
    match.play("pass")
    assert match.can_undo
    assert not load(record_text(match, reveal=True)).can_undo


def test_another_deal_is_noticed() -> None:
    """Seed and commitment exchanged together still do not deal the recorded game."""
    forged = TEXT.replace("seed: record", "seed: other").replace(commitment("record"), commitment("other"))
    with pytest.raises(TextError):
        load(forged)


def test_another_box_is_noticed() -> None:
    file = GAME.edition_file("ystari-2009").replace(b"wait = 1", b"wait = 2")
    box = GAME.box(2, file=file)
    match = Match(box, seed="own")
    match.play("wait")
    text = record_text(match, reveal=True)
    with pytest.raises(BoxError, match="not the one that was played with"):
        load(text)
    assert match_from_record(GameRecord.parse(text), file).state.rupees[match.steps[0].seat] == 4


def test_a_game_from_a_position_keeps_it() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.at(0, "Bombay")
        d.carry(0, "yellow")

    match = build_position(edit=arrange)
    match.play("sell")
    text = record_text(match, reveal=True)
    assert "[position]" in text
    again = load(text)
    assert again.state.tobytes() == match.state.tobytes()
    assert record_text(again, reveal=True) == text


def test_a_running_game_from_a_position_hides_what_is_hidden() -> None:
    match = build_position(edit=lambda d: d.state.clients.__setitem__(2, 5), screens="closed")
    assert "clients: 1=? 2=? 3=? 4=?" in record_text(match)
    assert "clients: 3=5" in record_text(match, reveal=True)


def test_digests_show_only_what_all_see() -> None:
    """The fingerprints in a running record must not tell what closed screens hide."""
    one = build_position(screens="closed")
    other = build_position(edit=lambda d: d.state.clients.__setitem__(2, 5), screens="closed")
    assert one.state.tobytes() != other.state.tobytes()
    assert record_of(one).checks == record_of(other).checks
    assert one.digest(0) == other.digest(0)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("points: ", "points: x", "not a number"),
        ("points: ", "points: 99999999999999999999", "not a number"),
        ("points: ", "paints: ", "not a field"),
        ("elephant: 1=", "elephant: 9=", "knows no '9'"),
        ("elephant: 1=", "elephant: 1=X", "knows no 'X"),
        ("phase: turn", "phase: turn\nphase: turn", "twice"),
        ("phase: turn\n", "", "lacks these fields: phase"),
        ("phase: turn", "phase: over", "do not fit together"),
        ("bag: ", "bag: yellow=0 ", "twice"),
        ("stock: ", "stock: yellow=9 ; ", "bales"),
        ("rupees: 1=", "rupees: 1=-", "fewer than zero rupees"),
    ],
)
def test_bad_positions_are_refused(old: str, new: str, message: str) -> None:
    assert old in POSITION
    with pytest.raises(TextError, match=message):
        read_position(POSITION.replace(old, new, 1))


def test_great_riches_are_read_back() -> None:
    match = build_position(edit=lambda d: d.state.rupees.__setitem__(0, 123_456_789))
    _, state = read_position(position_text(match.box, match.state))
    assert state.rupees[0] == 123_456_789


def test_what_a_mask_hides_is_written_as_a_question() -> None:
    match = build_position(screens="closed")
    text = position_text(match.box, match.masked(0))
    assert "rupees: 1=2 2=? 3=? 4=?" in text
    with pytest.raises(TextError):
        read_position(text)


mangled = st.tuples(st.integers(0, len(TEXT)), st.integers(0, 30), st.text(max_size=20))


@given(st.text() | mangled.map(lambda m: TEXT[: m[0]] + m[2] + TEXT[m[0] + m[1] :]))
def test_any_text_is_a_record_or_a_problem(text: str) -> None:
    try:
        load(text)
    except Problem as problem:
        assert str(problem)


@given(mangled.map(lambda m: POSITION[: m[0] % len(POSITION)] + m[2] + POSITION[m[0] % len(POSITION) + m[1] :]))
def test_any_text_is_a_position_or_a_problem(text: str) -> None:
    try:
        box, state = read_position(text)
        assert GAME.rules.check(box.record, state) == 0
    except Problem as problem:
        assert str(problem)
