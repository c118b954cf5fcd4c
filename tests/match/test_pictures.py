"""Pictures of positions and boxes: whole for every box, in three languages, telling a seat nothing it is not shown."""

import random
from functools import cache
from xml.etree import ElementTree

import pytest

from tests.boxes import conceals, every_box, random_game_actions
from tests.worlds import look_alike
from tradewinds.drawing import SHOWN
from tradewinds.i18n import LANGUAGES, load_words
from tradewinds.kernel.game import Box, load_game
from tradewinds.match import Match, Position
from tradewinds.registry import GAMES


@cache
def played(box: Box, most: int = 60) -> Match:
    """Return a random game after some moves."""
    match, actions = Match(box, seed="pictures"), random_game_actions(box, "pictures")
    for action in actions[: min(most, len(actions) // 2)]:
        match.play(action)
    return match


def check(picture: str) -> list[str]:
    """Check that a picture is well-formed, complete, has its size and no internal names; return its texts."""
    root = ElementTree.fromstring(picture)
    assert (root.get("width"), root.get("height")) == tuple(map(str, SHOWN))
    assert not any(word in picture for word in ("nan", "None", "inf", "var("))
    defined = {symbol.get("id") for symbol in root.iter("{http://www.w3.org/2000/svg}symbol")}
    assert defined == {use.get("href", "#").removeprefix("#") for use in root.iter("{http://www.w3.org/2000/svg}use")}
    return ["".join(found.itertext()) for found in root.iter("{http://www.w3.org/2000/svg}text")]


@every_box
def test_every_box_and_its_positions_can_be_drawn(box: Box) -> None:
    assert any(box.data.title in said for said in check(box._repr_svg_()))
    match = played(box)
    check(match.seen_by(match.to_act)._repr_svg_())
    check(match.laid_open().picture())


@pytest.mark.parametrize("name", GAMES)
def test_the_end_is_drawn_with_names_and_points(name: str) -> None:
    box = load_game(name).box(3)
    chooser, match = random.Random(1), Match(box, ["Ada", "Bo", "Cy"], seed="end")
    while not match.is_over:
        match.play(chooser.choice(match.legal()))
    said = check(match._repr_svg_())
    assert {*match.seats, *map(str, match.scores())} <= set(said)


@pytest.mark.parametrize("name", GAMES)
def test_pictures_speak_three_languages(name: str) -> None:
    box = load_game(name).box(4)
    position = played(box).seen_by(0)
    boxes = {tuple(check(box.picture(load_words(language)))) for language in LANGUAGES}
    positions = {tuple(check(position.picture(load_words(language)))) for language in LANGUAGES}
    assert len(boxes) == len(positions) == len(LANGUAGES)


@every_box
def test_a_picture_for_a_seat_shows_what_the_seat_may_know(box: Box) -> None:
    match = played(box)
    for seat in range(2):
        world = look_alike(box, match.state, seat, random.Random(7 + seat))
        seen = match.seen_by(seat).picture()
        assert seen == Position(box, match.show(world, seat), match.seats).picture()
    if conceals(box):
        assert match.seen_by().picture() != match.laid_open().picture()


def test_a_position_stays_as_it_was_seen() -> None:
    match = Match(load_game("bombay").box(2), seed="stays")
    before = match.seen_by(0)
    drawn = before.picture()
    match.play(match.legal()[-1])
    assert before.picture() == drawn != match.seen_by(0).picture()
    assert match.seen_by(0, 0).picture() == drawn
