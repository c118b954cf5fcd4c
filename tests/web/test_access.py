"""Without a mouse or without sight: axe on every page in light and dark, and what axe can not see in drawings."""

import pytest

from tests.web.browser import Size, Visitor
from tests.web.checks import axe, nameless, small_targets
from tests.web.conftest import Invite
from tests.web.contrast import faint_text
from tests.web.hands import Hands
from tests.web.places import PLACES, TABLES, visit

SIZES: list[Size] = ["desktop", "phone"]


def examine(visitor: Visitor) -> list[str]:
    """All that can be wrong with a page as it stands: by day, and what night can change."""
    page = visitor.page
    wrong = [*axe(page), *nameless(page), *faint_text(page)]
    if visitor.size == "phone":
        wrong += [f"too small to touch: {target}" for target in small_targets(page)]
    page.emulate_media(color_scheme="dark")
    page.locator("html[data-theme=dark]").wait_for()
    wrong += [f"dark: {trouble}" for trouble in (*axe(page, "color-contrast"), *faint_text(page))]
    page.emulate_media(color_scheme="light")
    return [f"{page.url}: {trouble}" for trouble in wrong]


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
def test_tables(invite: Invite, game: str, edition: str, size: Size) -> None:
    visitor = invite(size)
    visitor.introduce()
    visitor.go(f"/tables/{visitor.open_table(game, ['me', 'novice', 'novice'], edition=edition)}")
    hands = Hands(visitor)
    hands.wait_for_turn()
    visitor.page.locator("[data-pick]").first.wait_for()
    wrong = examine(visitor)
    hands.play_some(6)
    hands.wait_for_turn()
    visitor.page.locator("[data-pick], [data-end]").first.wait_for()
    wrong += examine(visitor)
    assert not wrong, "\n".join(wrong)
