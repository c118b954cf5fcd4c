"""Without a mouse or without sight: axe on every page in light and dark, and what axe can not see in drawings."""

import pytest

from tests.web.browser import Size
from tests.web.checks import examine
from tests.web.conftest import Invite
from tests.web.hands import Hands
from tests.web.places import PLACES, TABLES, visit

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
