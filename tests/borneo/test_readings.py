"""BO-7.3 and BO-12.1: boxes with the other interpretation of a rulebook."""

import re

import pytest

from tests.borneo.position_builder import custom_box
from tradewinds.games.borneo import GAME
from tradewinds.i18n import LANGUAGES, load_words
from tradewinds.i18n.reference import quick_reference
from tradewinds.kernel.game import BoxError
from tradewinds.lab.fuzz import examine

DIGESTS = {"card-2007": "02a9d8ccaa23", "board-2008": "1caeb1108933"}
"""Fingerprints in records that predate the choice of interpretations."""


@pytest.mark.parametrize(("edition", "told"), [("card-2007", False), ("board-2008", True)])
def test_a_reading_of_the_rules_can_be_chosen(edition: str, told: bool) -> None:
    """An interpretation of an ambiguous rule is no difference from the rulebook."""
    for field, reading in (("monopoly_tie", "more-flags"), ("reshuffle", "at-once")):
        report = GAME.check_box(custom_box(edition, **{field: reading}))
        expected = ["rules.monopoly_tie"] if told and field == "monopoly_tie" else []
        assert [phrase.values["place"] for phrase in report.differences] == expected
        assert report.errors == []
        assert GAME.box(4, file=custom_box(edition, **{field: reading})).digest != GAME.box(4, edition).digest


@pytest.mark.parametrize("edition", GAME.editions)
def test_files_without_the_readings_are_the_boxes_that_they_were(edition: str) -> None:
    """Boxes and records that predate the choice keep their fingerprint."""
    lines = GAME.edition_file(edition).decode().splitlines()
    older = "\n".join(line for line in lines if not line.startswith(("monopoly_tie", "reshuffle")))
    assert len(older.splitlines()) == len(lines) - 2
    box = GAME.box(4, file=older.encode())
    assert (box.digest, box.record.tobytes()) == (GAME.box(4, edition).digest, GAME.box(4, edition).record.tobytes())
    assert box.digest == DIGESTS[edition]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("field", ["monopoly_tie", "reshuffle"])
def test_an_unknown_reading_names_the_known_ones(language: str, field: str) -> None:
    with pytest.raises(BoxError) as caught:
        GAME.check_box(custom_box("card-2007", **{field: "whatever"}))
    (phrase,) = caught.value.phrases
    said = load_words(language).say(phrase)
    known = {"monopoly_tie": ("first-flag", "more-flags"), "reshuffle": ("when-needed", "at-once")}[field]
    for word in (f"rules.{field}", '"whatever"', *known):
        assert word in said


@pytest.mark.parametrize("edition", GAME.editions)
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("stores", ["open", "closed"])
def test_other_readings_are_sound(edition: str, players: int, stores: str) -> None:
    """Conservation, hidden information and redealing over random games."""
    file = custom_box(edition, monopoly_tie="more-flags", reshuffle="at-once")
    box = GAME.box(players, options={"stores": stores}, file=file)
    assert examine(box, 11, 0, 20) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_page_states_the_interpretation_of_the_box(language: str) -> None:
    shipped = quick_reference("borneo", GAME.read_edition(GAME.edition_file("card-2007")), language)
    other = custom_box("card-2007", monopoly_tie="more-flags", reshuffle="at-once")
    own = quick_reference("borneo", GAME.read_edition(other), language)
    assert len(shipped.splitlines()) == len(own.splitlines())
    changed = [(a, b) for a, b in zip(shipped.splitlines(), own.splitlines(), strict=True) if a != b]
    assert [re.findall(r"BO-[\d.]+", a) for a, _ in changed] == [["BO-7.3"], ["BO-8.1", "BO-12.1"]]
    for page in (shipped, own):
        assert {"**monopoly_tie**", "**reshuffle**"} <= set(page.split())
