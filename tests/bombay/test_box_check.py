import pytest
from hypothesis import given
from hypothesis import strategies as st

from tradewinds.games.bombay import GAME
from tradewinds.i18n import LANGUAGES, load_words
from tradewinds.kernel.game import BoxError
from tradewinds.match import Match

FILE = GAME.edition_file("ystari-2009").decode()


def found(text: str) -> tuple[list[str], list[str]]:
    report = GAME.check_box(text.encode())
    words = load_words("en")
    return [words.say(p) for p in report.errors], [words.say(p) for p in report.differences]


def test_the_edition_is_as_printed() -> None:
    assert found(FILE) == ([], [])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("yellow = 3,", "yellow = 4,", "BY-1.2: silk.bales.yellow is 4; the rulebook has 3."),
        ("palaces = 5", "palaces = 6", "BY-1.1: limits.palaces is 6; the rulebook has 5."),
        ("refill = 9", "refill = 8", "BY-1.2: silk.refill is 8; the rulebook has 9."),
        ("toll = 1", "toll = 2", "BY-5: prices.toll is 2; the rulebook has 1."),
        ("rank_rupees = [4, 0]", "rank_rupees = [5, 0]", "players.2.rank_rupees is 5, 0; the rulebook has 4, 0."),
        ('["yellow", "violet", "orange"],', '["yellow", "violet", "blue"],', "BY-1.2: demand (blue) is 4; the"),
        ('{ name = "H2", kind = "H"', '{ name = "H2", kind = "hill"', "BY-1.4: board (H) is 1; the rulebook has 2."),
        ("rupees = 2\n", "rupees = 50\n", "BY-5.5: palace_tokens.rupees is 50; the rulebook has 2."),
        ('start = "A"', 'start = "B"', "BY-2.1: board.start is B; the rulebook has A."),
        ('Bombay = ["yellow"', 'Bombay = ["blue"', "BY-1.2: first_game.demand (yellow) is 2; the rulebook has 3."),
        ('E1 = "yellow"', 'E1 = "blue"', "BY-2.6: first_game.posts (E blue) is 2; the rulebook has 1."),
    ],
)
def test_differences_from_the_rulebook_are_named(old: str, new: str, message: str) -> None:
    assert old in FILE
    text = FILE.replace(old, new, 1)
    errors, differences = found(text)
    assert errors == []
    assert any(message in line for line in differences), differences
    assert GAME.box(4, file=text.encode()).digest


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('  { name = "H2", kind = "H", x = 7.0, y = 4.5 },\n', "", "BY-1.4: the board has 23 spaces, not 24."),
        ('name = "H2"', 'name = "h1"', "two spaces are called h1"),
        ('name = "H2"', 'name = "H 2"', "'H 2' cannot be the name of a space"),
        ('start = "A"', 'start = "Z"', "board.start names 'Z'"),
        ('["A", "E2"]', '["A", "E9"]', "board.paths names 'E9'"),
        ('["A", "E2"]', '["A", "A"]', "the path from A to A"),
        ('["A", "E2"]', '["A", "E3"]', "the path from A to E3"),
        ("yellow = 3, ", "", "silk.bales lacks yellow"),
        ("blue = 5, orange = 5 }", "blue = 50, orange = 50 }", "too many"),
        ('  ["blue", "yellow", "violet"],\n', "", "there are 3 demand columns, not 4"),
        ('["yellow", "violet", "orange"]', '["yellow", "violet", "violet"]', "demand.columns 1 shows a colour twice"),
        ("yellow_side = { client = 2", "yellow_side = { client = 3", "the yellow_side has 9 palace tokens for 8 sites"),
        ("start_rupees = [2, 2]", "start_rupees = [2]", "players.2.start_rupees has 1 entries for 2 players"),
        ("posts_of_a_colour = 1", "posts_of_a_colour = 2", "players.2 has 8 posts for 4 post sites"),
        ('G8 = "city"\n', "", "first_game.tokens lacks G8"),
        ('G8 = "city"', 'G9 = "city"', "first_game.tokens names 'G9'"),
        ('Bombay = ["yellow", "violet", "orange"]', 'Bombay = ["blue", "blue", "orange"]', "first_game.demand.Bombay"),
    ],
)
def test_unplayable_boxes_say_why(old: str, new: str, message: str) -> None:
    assert old in FILE
    text = FILE.replace(old, new, 1)
    errors, _ = found(text)
    assert any(message in line for line in errors), errors
    with pytest.raises(BoxError):
        GAME.box(4, file=text.encode())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("refill = 9", "refill = nine", r"Line \d+ cannot be read: refill = nine"),
        ("refill = 9", "refill = -1", r"silk.refill is -1; it must be a whole number from 0 to 99"),
        ("refill = 9", 'refill = "9"', 'silk.refill is "9"'),
        ("refill = 9", "refil = 9", r"no silk.refil in a box file. Did you mean refill\?\nsilk.refill is missing"),
        ("x = 7.0, y = 4.5", "x = 7,0, y = 4.5", "x = 7,0, y = 4.5"),
        ("x = 7.0, y = 4.5", "x = nan, y = 4.5", "board.spaces"),
        ("x = 7.0, y = 4.5", "x = 7.0, y = inf", "board.spaces"),
        ("buy_points = { left = 1", "buy_points = { left = 0", "buy_points"),
        ('game = "bombay"', 'game = "borneo"', r'^game is "borneo"; it must be one of: "bombay".$'),
        ('E1 = "yellow"', 'E1 = "purple"', "first_game.posts"),
        ("[players.2]", "[players.7]", "no players.7"),
        ("rupees = [0, 0, 0, 4, 8]", "rupees = [0, 0, 4, 8]", "cities.rupees has 4 entries"),
        ('["A", "E2"]', '["A"]', r"board.paths\[\d+\] is .*a list of 2 entries"),
    ],
)
def test_unreadable_files_say_where(old: str, new: str, message: str) -> None:
    with pytest.raises(BoxError, match=message):
        GAME.check_box(FILE.replace(old, new, 1).encode())


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[" * 100_000, b"a = " + b"9" * 10_000])
def test_garbage_is_refused(content: bytes) -> None:
    with pytest.raises(BoxError):
        GAME.check_box(content)


mangled = st.tuples(st.integers(0, len(FILE)), st.integers(0, 40), st.text(max_size=20))


@given(mangled.map(lambda m: (FILE[: m[0]] + m[2] + FILE[m[0] + m[1] :]).encode("utf-8", "replace")))
def test_any_file_is_a_box_or_says_why_not(content: bytes) -> None:
    try:
        report = GAME.check_box(content)
    except BoxError as error:
        assert str(error)
    else:
        assert report.errors or GAME.box(3, file=content).digest


def test_a_box_without_a_player_count_cannot_be_played_with_it() -> None:
    text = FILE[: FILE.index("[players.2]")] + FILE[FILE.index("[players.3]") :]
    assert GAME.box(3, file=text.encode())
    with pytest.raises(BoxError, match=r"players\.2"):
        GAME.box(2, file=text.encode())


def test_a_box_is_known_by_its_facts() -> None:
    """Title, coordinates and comments do not change the fingerprint; a price does."""
    digest = GAME.box(4).digest
    same = FILE.replace("x = 7.0", "x = 7.5").replace("(Ystari, 2009)", "(mine)").replace("# BY-1.1", "# Ours")
    same = same.replace('source = "reconstruction"', 'source = "rulebook"')
    assert GAME.box(4, file=same.encode()).digest == digest
    assert GAME.box(4, file=FILE.replace("toll = 1", "toll = 2").encode()).digest != digest


def test_a_house_rule_changes_the_game() -> None:
    box = GAME.box(2, file=FILE.replace("wait = 1", "wait = 3").encode())
    match = Match(box, seed="house")
    seat = match.to_act
    match.play("wait")
    assert match.state.rupees[seat] == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 6}, "2 to 5"),
        ({"players": 4, "edition": "x"}, "ystari-2009"),
        ({"players": 4, "options": {"x": "y"}}, "setup, screens, start"),
        ({"players": 4, "options": {"screens": "y"}}, "open, closed"),
        ({"players": 2, "options": {"start": "3"}}, "Choose one of: random, 1, 2"),
    ],
)
def test_unknown_boxes_say_what_there_is(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(BoxError, match=message):
        GAME.box(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
def test_findings_are_translated(language: str) -> None:
    report = GAME.check_box(FILE.replace("toll = 1", "toll = 2").encode())
    assert "BY-5" in load_words(language).say(report.differences[0])
