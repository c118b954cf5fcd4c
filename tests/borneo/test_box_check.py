"""Custom boxes: which are refused, which differ from the rulebook, and which can be played."""

import pytest

from tradewinds.games.borneo import GAME
from tradewinds.games.borneo.box_check import check_box
from tradewinds.i18n import load_words
from tradewinds.kernel.game import BoxError
from tradewinds.lab.fuzz import examine
from tradewinds.match import Match, TextError
from tradewinds.match.record import position_text, read_position

FILES = {edition: GAME.edition_file(edition).decode() for edition in GAME.editions}


def findings(edition: str, *changes: tuple[str, str]) -> tuple[list[str], list[str]]:
    """Return errors and differences of an edition's file after replacements."""
    text = FILES[edition]
    for old, fresh in changes:
        assert old in text
        text = text.replace(old, fresh, 1)
    words, report = load_words("en"), check_box(text.encode())
    return [words.say(line) for line in report.errors], [words.say(line) for line in report.differences]


@pytest.mark.parametrize(
    ("old", "fresh", "message"),
    [
        (
            'limit = 4, monopoly = 6, spice = "pepper"',
            'limit = 4, spice = "pepper"',
            "cards[1] (Tidore).monopoly is miss",
        ),
        (
            "monopoly = 6",
            "monoply = 6",
            "There is no ports.cards[1] (Tidore).monoply in a box file. Did you mean monopoly?",
        ),
        ("limit = 4", "limit = 9", "ports.cards[1] (Tidore).limit is 9; it must be a whole number from 1 to 8."),
        ("points = 6", "points = 6,0", 'cannot be read: { name = "one-of-each", each = 1, points = 6,0, copies'),
        (
            'spice = "pepper"',
            'spice = "Pfeffer"',
            'spice is "Pfeffer"; it must be one of: "cinnamon", "cloves", "joker"',
        ),
        ('"yrrr"', '"yrrx"', 'decks.a.pepper[1] is "yrrx"; it must be something like "yrrr", "rygb2".'),
        ("deal = 3", "deal = true", "rules.deal is true; it must be a whole number"),
        ("apart = false", "apart = 0", "rules.apart is 0; it must be one of: true, false."),
        ('title = "Borneo', 'title = "Borneo\\n', "title is"),
        ('game = "borneo"', "", "game is missing."),
    ],
)
def test_schema_errors_name_their_place(old: str, fresh: str, message: str) -> None:
    with pytest.raises(BoxError) as caught:
        findings("board-2008", (old, fresh))
    assert message in str(caught.value)


def test_all_schema_errors_are_reported_at_once() -> None:
    with pytest.raises(BoxError) as caught:
        findings("board-2008", ("limit = 4", "limit = 40"), ("points = 8", 'points = "8"'), ('"yrrr"', '"YRRR"'))
    assert [phrase.values["value"] for phrase in caught.value.phrases] == ["40", '"8"', '"YRRR"']


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_files_from_other_systems_are_read_or_say_what_to_do(encoding: str, end: str) -> None:
    text = FILES["board-2008"].replace("Tidore", "Tidóre").replace("\n", end)
    mark = b"\xff\xfe" if encoding == "utf-16-le" else b""
    if encoding == "cp1252":
        with pytest.raises(BoxError, match="UTF-8"):
            GAME.box(4, file=text.encode(encoding))
    else:
        box = GAME.box(4, file=mark + text.encode(encoding))
        assert box.data.ports.cards[0].name == "Tidóre"


@pytest.mark.parametrize("edition", GAME.editions)
def test_printed_editions_are_sound(edition: str) -> None:
    assert findings(edition) == ([], [])


@pytest.mark.parametrize(
    ("edition", "old", "fresh", "message"),
    [
        ("board-2008", '"yrrr", ', "", "BO-1.2: the deck 'a' has 59 cards, not 60."),
        ("board-2008", 'deck = "b"', 'deck = "a"', ""),
        ("board-2008", 'name = "Banjarmasin"', 'name = "tidore"', "BO-1.3: the name 'tidore' appears twice."),
        ("board-2008", 'name = "Goa"', 'name = "Go a"', "cannot be the name of a port"),
        ("board-2008", "row_spaces = 5", "row_spaces = 3", "BO-2.4: rows of 3 spaces are too short for 5 players"),
        ("board-2008", "apart = false", "apart = true", "BO-2.4"),
        ("board-2008", "deal = 3", "deal = 7", "BO-2.1: 7 cards are dealt, but a hand may hold only 6."),
        ("card-2007", "merchants = 3", "merchants = 4", "BO-2.4: rows of 15 spaces are too short for 4 players"),
        ("card-2007", 'name = "Bantam"', 'name = "rrry-pepper"', "cannot be the name of a port"),
        ("card-2007", "each = 1,", "each = 1, alike = 2,", "BO-1.4: the contract 'one-of-each' must ask"),
        (
            "card-2007",
            'name = "four-alike"',
            'name = "one-of-each"',
            "BO-1.4: the name 'one-of-each' appears twice.",
        ),
    ],
)
def test_unplayable_boxes_say_why(edition: str, old: str, fresh: str, message: str) -> None:
    errors, differences = findings(edition, (old, fresh))
    assert bool(errors) == bool(message)
    assert message in "\n".join(errors)
    if errors:
        assert not differences
        with pytest.raises(BoxError):
            GAME.box(4, file=FILES[edition].replace(old, fresh, 1).encode())


@pytest.mark.parametrize(
    ("edition", "old", "fresh", "message"),
    [
        ("board-2008", "hand_limit = 6", "hand_limit = 5", "rules.hand_limit is 5; the rulebook has 6."),
        ("card-2007", 'port = "first-merchant"', 'port = "last-player"', "rules.monopoly_port is last-player"),
        ("board-2008", ', marked = "5"', "", "BO-1.3: ports (5) is 1; the rulebook has 2."),
        ("card-2007", "points = 25, copies = 2", "points = 25, copies = 1", "contracts is 11; the rulebook has 12."),
        ("card-2007", "points = 20", "points = 8", "contracts (8 alike) is 8; the rulebook has 20."),
        ("board-2008", "ship_points = 2", "ship_points = 3", "variants.ship_points is 3; the rulebook has 2."),
    ],
)
def test_differences_are_reported_and_playable(edition: str, old: str, fresh: str, message: str) -> None:
    errors, differences = findings(edition, (old, fresh))
    assert errors == []
    assert message in "\n".join(differences)
    box = GAME.box(4, file=FILES[edition].replace(old, fresh, 1).encode())
    assert box.digest != GAME.box(4, edition).digest
    assert examine(box, 3, 0, 5) is None


def test_where_the_facts_come_from_changes_no_fingerprint() -> None:
    text = FILES["board-2008"].replace('source = "reconstruction"', 'source = "rulebook"')
    assert GAME.box(4, file=text.encode()).digest == GAME.box(4, "board-2008").digest


@pytest.mark.parametrize(
    ("edition", "players", "options", "message"),
    [
        ("card-2007", 3, {"merchants": "4"}, "cannot be '4' in this edition with 3 players. Choose one of: 3."),
        ("board-2008", 4, {"merchants": "4"}, "Choose one of: 3."),
        ("card-2007", 4, {"pirates": "blackbeard"}, "Choose one of: none."),
        ("board-2008", 4, {"deck": "c"}, "Choose one of: b, a."),
        ("board-2008", 2, {}, "for 3 to 5 players, not 2"),
        ("board-2009", 3, {}, "board-2008, card-2007"),
        ("board-2008", 3, {"screens": "open"}, "deck, stores, merchants, pirates, start"),
    ],
)
def test_unknown_boxes_say_what_there_is(edition: str, players: int, options: dict[str, str], message: str) -> None:
    with pytest.raises(BoxError, match=None) as caught:
        GAME.box(players, edition, options)
    assert message in str(caught.value)


def test_odd_boxes_are_sound() -> None:
    odd = FILES["card-2007"]
    for old, fresh in (
        ("limit = 3, monopoly = 5", "limit = 1, monopoly = 3"),
        ("limit = 4, monopoly = 6", "limit = 8, monopoly = 99"),
        ("draw = 2", "draw = 1"),
        ("hand_limit = 6", "hand_limit = 3"),
        ("merchants = 3", "merchants = 1"),
        ("alike = 4", "alike = 5"),
        ("each = 3", "each = 5"),
    ):
        odd = odd.replace(old, fresh)
    for players in GAME.players:
        assert examine(GAME.box(players, file=odd.encode()), 5, 0, 60) is None


def test_great_points_are_counted_right() -> None:
    """Points are int8 in the record and must not overflow when added up."""
    rich = FILES["card-2007"].replace("points = 6", "points = 99").replace("points = 8", "points = 99")
    box = GAME.box(3, file=rich.encode())
    match = Match(box, seed="rich")
    while not match.is_over:
        contracts = [action for action in match.legal() if match.write(action).startswith(("contract", "pay", "done"))]
        match.play((contracts or match.legal())[0])
    assert max(match.scores()) > 127
    assert [player.score.total for player in match.view().players] == match.scores()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("old", "wrong"),
    [
        ("order:", "order: 2=red"),
        ("share_rank: 0", "share_rank: 1"),
        ("hand_size: 1=3", "hand_size: 1=4"),
        ("shuffles: 0", "shuffles: 1"),
        ("phase: place", "phase: share"),
        ("pirate: -", "pirate: Ambon"),
        ("contracts: one-of-each=3", "contracts: one-of-each=4"),
        ("placed: 0", "placed: 1"),
    ],
)
def test_positions_that_cannot_be_are_refused(old: str, wrong: str) -> None:
    match = Match(GAME.box(3, "board-2008", {"start": "1"}), seed="text")
    text = position_text(match.box, match.state)
    assert old in text
    with pytest.raises(TextError):
        read_position(text.replace(old, wrong, 1))
