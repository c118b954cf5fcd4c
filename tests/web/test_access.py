"""Without a mouse or without sight: axe on every page in light and dark, and what axe can not see in drawings."""

import pytest

from tests.server.servers import ThreadServer
from tests.web.browser import Size
from tests.web.checks import examine
from tests.web.conftest import NewVisitor
from tests.web.scripted_table import ScriptedTable
from tests.web.scripts import lively, play
from tests.web.static_pages import STATIC_PAGES, TABLES, visit

SIZES: list[Size] = ["desktop", "phone"]


@pytest.mark.parametrize("size", SIZES)
def test_pages(new_visitor: NewVisitor, size: Size) -> None:
    visitor = new_visitor(size)
    visitor.expect("404")
    visitor.introduce()
    wrong = []
    for place in STATIC_PAGES:
        visit(visitor, place)
        wrong += examine(visitor)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "edition"), TABLES)
def test_tables(new_visitor: NewVisitor, server: ThreadServer, game: str, edition: str, size: Size) -> None:
    visitor = new_visitor(size)
    visitor.introduce()
    script, wrong = play(game, edition, {}, "access", lively(1)), []
    with ScriptedTable(server, visitor, script) as scripted:
        visitor.go(f"/tables/{scripted.table}")
        # Where a game begins differs from its middle by what can be picked, not by the size of the screen.
        for part in (0.0, 0.5) if size == "desktop" else (0.5,):
            scripted.advance(script.seats.index(0, int(part * len(script.moves))))
            visitor.page.locator("[data-pick]").first.wait_for()
            wrong += examine(visitor)
    assert not wrong, "\n".join(wrong)
