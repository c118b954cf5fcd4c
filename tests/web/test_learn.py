"""The lessons of both games from their first to their last step, every task solved on the board."""

from functools import partial

import pytest

from tests.web.browser import Visitor
from tests.web.page_player import PagePlayer

LESSONS = ("bombay", "borneo")


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_from_its_first_to_its_last_step(visitor: Visitor, game: str) -> None:
    lesson = visitor.fetch(f"/api/lessons/{game}?lang=en").json()
    page = visitor.go(f"/learn/{game}")
    player = PagePlayer(visitor)
    for number, step in enumerate(lesson["steps"], 1):
        page.get_by_role("heading", name=step["title"], exact=True).wait_for()
        for solved, task in enumerate(step["tasks"], 1):
            player.click_through(task["move"], partial(solves, visitor, solved))
        if number < len(lesson["steps"]):
            page.locator("button.next").click()
    page.locator("[data-first-game]").click()
    page.wait_for_url("**/tables/*")
    assert player.wait_for_turn() is not None
    assert visitor.socket.table is not None
    assert visitor.socket.table["table"]["game"] == game


def solves(visitor: Visitor, number: int) -> bool:
    """Return whether this many tasks of the step are solved."""
    return visitor.page.locator("[data-solved]").get_attribute("data-solved") == str(number)
