"""What the pages may weigh, and that nothing on them jumps."""

import gzip
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.web.browser import Visitor
from tests.web.checks import WATCH_SHIFTS
from tests.web.conftest import Invite
from tests.web.hands import Hands
from tradewinds.web import PAGES

SCRIPT_AND_STYLE = 150_000
"""Bytes, packed, of everything there is in script and style."""
SHIFT = 0.1


def packed(files: Iterable[Path]) -> int:
    return sum(len(gzip.compress(path.read_bytes(), 9, mtime=0)) for path in files)


def test_script_and_style_together_stay_small() -> None:
    files = [path for path in (PAGES / "assets").iterdir() if path.suffix in (".js", ".css")]
    assert files
    assert packed(files) < SCRIPT_AND_STYLE


def test_what_a_table_loads_is_packed_and_only_what_it_needs(desktop: Visitor) -> None:
    loaded: list[str] = []
    desktop.page.on("response", lambda response: loaded.append(response.url.removeprefix(desktop.address)))
    desktop.introduce()
    desktop.go(f"/tables/{desktop.open_table('bombay', ['me', 'novice', 'novice'])}")
    desktop.page.locator("[data-pick]").first.wait_for()
    files = [PAGES / place[1:] for place in loaded if place.endswith((".js", ".css"))]
    assert packed(files) < packed(path for path in (PAGES / "assets").iterdir() if path.suffix in (".js", ".css"))
    assert not [file.name for file in files if file.name.startswith(("de-", "it-"))], "words of other languages"


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize(("game", "edition"), [("bombay", "ystari-2009"), ("borneo", "board-2008")])
def test_nothing_jumps_while_turns_are_played(invite: Invite, size: str, game: str, edition: str) -> None:
    visitor = invite(size, reduced_motion="no-preference")
    visitor.context.add_init_script(WATCH_SHIFTS)
    visitor.introduce()
    visitor.go(f"/tables/{visitor.open_table(game, ['me', 'novice', 'novice'], edition=edition)}")
    visitor.page.locator("[data-pick]").first.wait_for()
    Hands(visitor).play_some(4)
    visitor.page.wait_for_timeout(600)
    assert visitor.page.evaluate("shifted") < SHIFT
