"""What everybody would have if the game ended now: the rules' own sum, and no more of it than the viewer may know."""

import random
from typing import Any

import pytest

from tests.boxes import every_box
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.record import SPECTATOR
from tradewinds.match import Match


def players(match: Match, seat: int) -> list[Any]:
    """Return all players as a seat sees them."""
    view: Any = match.view(seat)
    return list(view.players)


@every_box
def test_the_parts_add_up_to_the_points_of_the_rules(box: Box) -> None:
    chooser, match, known = random.Random(box.name), Match(box, seed="score"), 0
    while not match.is_over:
        match.play(chooser.choice(match.legal()))
        if chooser.random() < 0.1 or match.is_over:
            points, _ = box.results(match.state)
            for seat in range(SPECTATOR, box.players):
                for player in players(match, seat):
                    parts = list(player.score.parts.values())
                    if None in parts:
                        assert player.score.total is None
                    else:
                        assert player.score.total == sum(parts) == points[player.seat]
                        known += 1
    assert [player.score.total for player in players(match, SPECTATOR)] == match.scores()
    assert known >= box.players * (box.players + 1)


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 2])
def test_by_7_closed_screens_hide_the_score(seat: int) -> None:
    match = Match(load_game("bombay").box(3, options={"screens": "closed"}), seed="screens")
    for _ in range(30):
        match.play(match.legal()[-1])
    for player in players(match, seat):
        own = player.seat == seat
        assert player.score.total is None
        assert {name for name, points in player.score.parts.items() if points is not None} == (
            {"rupees", "cities"} if own else set()
        )
        assert player.score.parts["rupees"] == player.rupees


def test_bo_11_2_closed_stores_do_not_hide_how_much_they_hold() -> None:
    match = Match(
        load_game("borneo").box(3, "board-2008", {"stores": "closed", "pirates": "blackbeard"}), seed="stores"
    )
    for _ in range(60):
        match.play(match.legal()[-1])
    points, _ = match.box.results(match.state)
    seen = players(match, SPECTATOR)
    assert [player.score.total for player in seen] == points
    assert list(seen[0].score.parts) == ["cargo", "ports", "contracts", "ship"]
