"""The pages that need no table, and for each an element that appears once it is complete."""

from tests.web.browser import Visitor
from tests.web.test_words import read

STATIC_PAGES = {
    "/": "#finished",
    "/account": "#sessions",
    "/replay": "textarea",
    "/learn/bombay": "main svg",
    "/learn/borneo": "main svg",
    "/rules/bombay": "article svg",
    "/rules/borneo": "article svg",
    "/nowhere": "h1",
}
TABLES = [("bombay", "ystari-2009"), ("borneo", "board-2008"), ("borneo", "card-2007")]
LOADED = "(waiting) => !waiting.some((words) => document.body.innerText.includes(words))"


def visit(visitor: Visitor, place: str, language: str = "en") -> None:
    """Open a page and wait until it is complete."""
    visitor.go(place).locator(STATIC_PAGES[place]).first.wait_for(state="attached")
    waiting = [read(language, "common")["common.loading"], read(language, "learn")["learn.loading"]]
    visitor.page.wait_for_function(LOADED, arg=waiting)
