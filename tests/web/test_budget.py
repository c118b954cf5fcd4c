"""What the pages may weigh, and that nothing on them jumps."""

import gzip
from collections.abc import Iterable
from pathlib import Path

import pytest
from playwright.sync_api import Response

from tests.fixed_deals import deal_seed
from tests.web.browser import Visitor
from tests.web.checks import WATCH_SHIFTS
from tests.web.conftest import NewVisitor
from tests.web.page_player import PagePlayer
from tradewinds.web import PAGES

GAMES = [("bombay", "ystari-2009"), ("borneo", "board-2008")]
SCRIPT_AND_STYLE = 160_000
"""Bytes, packed, of all script and style of a visit."""
SHIFT = 0.1


def packed(files: Iterable[Path]) -> int:
    return sum(len(gzip.compress(path.read_bytes(), 9, mtime=0)) for path in files)


def listen(visitor: Visitor) -> set[Path]:
    """Return a set that collects the scripts and styles a visitor loads from now on."""
    loaded: set[Path] = set()

    def heard(response: Response) -> None:
        place = response.url.removeprefix(f"{visitor.address}/")
        if place.endswith((".js", ".css")):
            loaded.add(PAGES / place)

    visitor.page.on("response", heard)
    return loaded


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_script_and_style_of_a_visit_stay_small(desktop: Visitor, game: str, edition: str) -> None:
    loaded = listen(desktop)
    desktop.go("/").locator("[data-pick]").first.wait_for()
    desktop.introduce()
    desktop.go(f"/tables/{desktop.open_table(game, ['me', 'novice', 'novice'], edition=edition)}")
    desktop.page.locator("[data-pick]").first.wait_for()
    for place in (f"/rules/{game}", f"/learn/{game}", "/replay", "/account"):
        desktop.go(place).wait_for_load_state("networkidle")
    assert len(loaded) > 10
    assert packed(loaded) < SCRIPT_AND_STYLE


def test_a_table_loads_only_what_it_needs(desktop: Visitor) -> None:
    loaded = listen(desktop)
    desktop.introduce()
    desktop.go(f"/tables/{desktop.open_table('bombay', ['me', 'novice', 'novice'])}")
    desktop.page.locator("[data-pick]").first.wait_for()
    assert not [
        file.name for file in loaded if file.name.startswith(("de-", "it-", "borneo", "Home", "Replay", "Learn"))
    ]


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_nothing_jumps_while_turns_are_played(new_visitor: NewVisitor, size: str, game: str, edition: str) -> None:
    visitor = new_visitor(size, reduced_motion="no-preference")
    visitor.context.add_init_script(WATCH_SHIFTS)
    visitor.introduce()
    with deal_seed("still"):
        table = visitor.open_table(game, ["me", "novice", "novice"], edition=edition)
    visitor.go(f"/tables/{table}")
    visitor.page.locator("[data-pick]").first.wait_for()
    PagePlayer(visitor).play_some(4)
    visitor.page.wait_for_timeout(600)
    assert visitor.page.evaluate("shifted") < SHIFT
