"""Reasons in Bombay: the largest difference between two lines, from what the seat can see."""

import pytest

from tests.bombay.position_builder import PositionBuilder, build_position
from tradewinds.bots.explain import features, why
from tradewinds.bots.plan import follow
from tradewinds.i18n import LANGUAGES, load_words
from tradewinds.match import Match


def reason(match: Match, better: str, other: str, language: str = "en") -> str | None:
    """Return why one line of actions is better than another for the seat to act."""
    seat = match.to_act
    masked = match.masked(seat)
    lines = [follow(match.box, masked, seat, read(match, line)) for line in (better, other)]
    found = why(match.box, *lines)
    return load_words(language).with_seats(["Ada", "Bo", "Cy", "Dee"]).say(found) if found else None


def read(match: Match, line: str) -> list[int]:
    """Parse actions by their names in records, separated by commas."""
    names = {match.write(action): action for action in match.legal()}
    game = {" ".join(match.game.name_action(match.box, action)): action for action in range(match.game.actions)}
    return [names.get(text) or game[text] for text in line.split(", ")]


def test_the_top_demand_beside_waiting() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.at(0, "Bombay")
        d.carry(0, "yellow")

    told = reason(build_position(edit=arrange), "sell yellow", "wait")
    assert told == "sells a yellow bale at the top demand of Bombay for 5 rupees; the alternative earns 1 rupee"


def test_an_opponents_palace_is_avoided() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.at(0, "Bombay")
        d.palace(1, "G3")

    match = build_position(edit=arrange)
    steps = [text.split()[1] for text in map(match.write, match.legal()) if text.startswith("move")]
    free = next(space for space in steps if space != "G3")
    assert "G3" in steps
    line = follow(match.box, match.masked(0), 0, read(match, "move G3"))
    assert features(match.box, line)["toll 1"].worth == -1
    told = {reason(match, f"move {free}", "move G3"), reason(match, "pass", "move G3")}
    assert "the alternative lets Bo earn 1 rupee" in told


def test_a_bale_that_was_sold_well_was_not_wasted() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.at(0, "Bombay")
        d.carry(0, "yellow")

    match = build_position(edit=arrange)
    assert reason(match, "wait", "sell yellow") is None


def test_closed_screens_hide_rewards_that_depend_on_the_others() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.at(0, "H1")
        d.carry(0, "blue")

    for screens, seen in (("open", True), ("closed", False)):
        match = build_position(edit=arrange, screens=screens)
        line = follow(match.box, match.masked(0), 0, read(match, "build blue"))
        found = features(match.box, line)
        assert "palaces" in found
        assert ("rank" in found) == seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_reasons_are_translated(language: str) -> None:
    def arrange(d: PositionBuilder) -> None:
        d.at(0, "Bombay")
        d.carry(0, "yellow")

    told = reason(build_position(edit=arrange), "sell yellow", "pass", language)
    assert told
    assert "Bombay" in told
    assert "5" in told
