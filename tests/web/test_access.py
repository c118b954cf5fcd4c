"""Without a mouse or without sight: axe on every page in light and dark, and what axe can not see in drawings."""

import pytest

from tests.web.browser import Visitor
from tests.web.checks import axe, faint_text, nameless, small_targets
from tests.web.conftest import Invite
from tests.web.hands import Hands

PLACES = ("/", "/account", "/replay", "/learn/bombay", "/learn/borneo", "/rules/bombay", "/rules/borneo", "/nowhere")
TABLES = [("bombay", "ystari-2009"), ("borneo", "board-2008"), ("borneo", "card-2007")]
CARD_LOOKS = [("desktop", "light"), ("phone", "dark")]
"""What the card edition looks like in the others is known from the board edition."""
LOOKS = [("desktop", "light"), ("desktop", "dark"), ("phone", "light"), ("phone", "dark")]


def examine(visitor: Visitor) -> None:
    """All that can be wrong with a page as it stands."""
    page = visitor.page
    wrong = [*axe(page), *nameless(page), *faint_text(page, visitor.context)]
    if visitor.size == "phone":
        wrong += [f"too small to touch: {target}" for target in small_targets(page)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("size", "theme"), LOOKS)
def test_pages(invite: Invite, size: str, theme: str, place: str) -> None:
    visitor = invite(size, color_scheme=theme)
    visitor.expect("404")
    visitor.introduce()
    visitor.go(place).locator("h1").first.wait_for()
    visitor.page.wait_for_load_state("networkidle")
    examine(visitor)


@pytest.mark.parametrize(
    ("game", "edition", "size", "theme"),
    [(*table, *look) for table in TABLES for look in LOOKS if table[1] != "card-2007" or look in CARD_LOOKS],
)
def test_tables(invite: Invite, game: str, edition: str, size: str, theme: str) -> None:
    visitor = invite(size, color_scheme=theme)
    visitor.introduce()
    visitor.go(f"/tables/{visitor.open_table(game, ['me', 'novice', 'novice'], edition=edition)}")
    visitor.page.locator("[data-pick]").first.wait_for()
    examine(visitor)
    Hands(visitor).play_some(6)
    examine(visitor)
