"""Every address shows its page, in every size, without anything going wrong."""

import pytest

from tests.web.browser import Visitor

STATIC_PAGES = ("/", "/account", "/replay", "/learn/bombay", "/learn/borneo", "/rules/bombay", "/rules/borneo")


@pytest.mark.parametrize("place", STATIC_PAGES)
def test_a_page_has_one_title_and_fits_the_width(visitor: Visitor, place: str) -> None:
    page = visitor.go(place)
    page.locator("h1").first.wait_for()
    assert page.locator("h1").count() == 1
    assert page.locator("main").count() == 1
    assert page.title()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if visitor.size == "desktop":
        # Four times as large in a window of 1280 pixels.
        page.set_viewport_size({"width": 320, "height": 256})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_unknown_address_shows_an_error(visitor: Visitor) -> None:
    visitor.expect("404")
    page = visitor.go("/nowhere")
    page.locator("h1").first.wait_for()
    page.locator("a[href='/']").first.click()
    page.wait_for_url("**/")
