"""Without a mouse or without sight: axe on every page in light and dark, and what axe can not see in drawings."""

import pytest

from tests.server.serving import ThreadServer
from tests.web.browser import Size
from tests.web.checks import examine
from tests.web.conftest import Invite
from tests.web.places import PLACES, TABLES, visit
from tests.web.scripts import lively, play
from tests.web.stage import Stage

SIZES: list[Size] = ["desktop", "phone"]


@pytest.mark.parametrize("size", SIZES)
def test_pages(invite: Invite, size: Size) -> None:
    visitor = invite(size)
    visitor.expect("404")
    visitor.introduce()
    wrong = []
    for place in PLACES:
        visit(visitor, place)
        wrong += examine(visitor)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "edition"), TABLES)
def test_tables(invite: Invite, server: ThreadServer, game: str, edition: str, size: Size) -> None:
    visitor = invite(size)
    visitor.introduce()
    script, wrong = play(game, edition, {}, "access", lively(1)), []
    with Stage(server, visitor, script) as stage:
        visitor.go(f"/tables/{stage.table}")
        # Where a game begins differs from its middle by what can be picked, not by the size of the screen.
        for part in (0.0, 0.5) if size == "desktop" else (0.5,):
            stage.advance(script.seats.index(0, int(part * len(script.moves))))
            visitor.page.locator("[data-pick]").first.wait_for()
            wrong += examine(visitor)
    assert not wrong, "\n".join(wrong)
