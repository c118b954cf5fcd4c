"""Every page in every language: nothing on it is left in another one, and no key of a sentence shows."""

import re
from functools import cache
from typing import Any

import pytest

from tests.web.browser import Visitor
from tests.web.conftest import NewVisitor
from tests.web.page_player import PagePlayer
from tests.web.static_pages import STATIC_PAGES, TABLES, visit
from tests.web.test_words import LANGUAGES, PARTS, read

LOCALES = {"en": "en-GB", "de": "de-DE", "it": "it-IT"}
KEY = re.compile(rf"\b(?:{'|'.join(PARTS)})\.[a-z_]+(?:[.-][a-z_0-9]+)*\b")
UNFILLED = re.compile(r"\{\w+\}|undefined|\bNaN\b|\[object")

TEXTS = """
() => {
  const spoken = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-roledescription'];
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent);
    else for (const name of spoken) if (node.hasAttribute(name)) found.push(node.getAttribute(name));
  }
  return [...new Set(found.map((text) => text.trim()).filter(Boolean))];
}
"""


def texts(visitor: Visitor) -> list[str]:
    """Return all visible and accessible texts of a page."""
    found: list[str] = visitor.page.evaluate(TEXTS)
    return found


@cache
def foreign(language: str) -> set[str]:
    """Return long sentences that only other languages have."""
    own = {text for part in PARTS for text in read(language, part).values()}
    others = {text for other in LANGUAGES if other != language for part in PARTS for text in read(other, part).values()}
    return {text for text in others - own if len(text) > 6 and "{" not in text}


def must_speak(visitor: Visitor, language: str) -> None:
    """Check that a page shows no keys, placeholders or sentences of another language."""
    assert visitor.page.evaluate("document.documentElement.lang") == language
    wrong = foreign(language)
    for text in texts(visitor):
        assert not KEY.search(text), f"a key shows: {text!r}"
        assert not UNFILLED.search(text), f"a value is missing: {text!r}"
        assert text not in wrong, f"not {language}: {text!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_speak_one_language(new_visitor: NewVisitor, language: str) -> None:
    visitor = new_visitor("desktop", locale=LOCALES[language])
    visitor.expect("404")
    visitor.introduce()
    for place in STATIC_PAGES:
        visit(visitor, place, language)
        must_speak(visitor, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "edition"), TABLES)
def test_tables_speak_one_language(new_visitor: NewVisitor, language: str, game: str, edition: str) -> None:
    visitor = new_visitor("desktop", locale=LOCALES[language])
    visitor.introduce()
    visitor.go(f"/tables/{visitor.open_table(game, ['me', 'novice', 'novice'], edition=edition)}")
    visitor.page.locator("[data-pick]").first.wait_for()
    player = PagePlayer(visitor)
    for _ in range(8):
        must_speak(visitor, language)
        player.play_turn()


def test_the_language_changes_at_once_and_is_remembered(desktop: Visitor) -> None:
    desktop.introduce()
    page = desktop.go("/")
    for language in ("de", "it", "en", "de"):
        page.locator("header select").select_option(language)
        page.wait_for_function("(language) => document.documentElement.lang === language", arg=language)
        must_speak(desktop, language)
    page.reload()
    page.locator("h1").first.wait_for()
    must_speak(desktop, "de")


def test_the_language_of_a_running_game_changes_too(desktop: Visitor) -> None:
    desktop.introduce()
    page = desktop.go(f"/tables/{desktop.open_table('borneo', ['me', 'novice', 'novice'])}")
    player = PagePlayer(desktop)
    player.play_some(2)
    said: dict[str, Any] = {}
    for language in ("de", "it"):
        page.locator("header [aria-haspopup=dialog]").click()
        page.locator("dialog select").first.select_option(language)
        page.wait_for_function("(language) => document.documentElement.lang === language", arg=language)
        page.keyboard.press("Escape")
        player.play_turn()
        must_speak(desktop, language)
        said[language] = page.locator("[data-log]").all_inner_texts()
    assert said["de"] != said["it"]
