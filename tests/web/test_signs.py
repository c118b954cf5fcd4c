"""Every sign has a name, for a pointer that rests and a finger that is held; the legend at the table has them all."""

from contextlib import suppress
from functools import cache

import pytest
from playwright.sync_api import Error

from tests.server.servers import ThreadServer
from tests.web.browser import Visitor
from tests.web.checks import axe
from tests.web.conftest import NewVisitor
from tests.web.page_player import PagePlayer
from tests.web.scripted_table import ScriptedTable
from tests.web.scripts import Script, lively, play
from tests.web.test_touch import TouchInput

GAMES = [("bombay", "ystari-2009"), ("borneo", "board-2008"), ("borneo", "card-2007")]
OPTIONS = {"board-2008": {"pirates": "blackbeard"}, "ystari-2009": {"screens": "closed"}}

SIGNS = """
() => {
  const found = [];
  for (const sign of document.querySelectorAll('[data-sign]')) {
    if (!sign.checkVisibility() || sign.closest('aside')) continue;
    const box = sign.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    // What lies under something else is not seen there, or only in part.
    if (!hit || !(sign.contains(hit) || hit.contains(sign))) continue;
    found.push({ sign: sign.dataset.sign, x, y });
  }
  return found;
}
"""
NAME = """
([x, y]) => {
  const hit = document.elementFromPoint(x, y);
  return hit.closest('[title]')?.title || document.querySelector('[data-name-tip]')?.textContent ||
    hit.closest('[data-shown]')?.ariaLabel || '';
}
"""
"""What a pointer that rests there is told: by the browser, by the page, or by what the piece would do."""
UNDRAWN = """
() => [...document.querySelectorAll('use')].map((use) => use.getAttribute('href'))
  .filter((symbol) => !document.getElementById(symbol.slice(1)))
"""
"""Symbols that are shown and not defined."""


@cache
def script(game: str, edition: str) -> Script:
    return play(game, edition, OPTIONS.get(edition, {}), "signs", lively(2))


def signs_at(visitor: Visitor) -> list[tuple[str, float, float]]:
    """Return all visible signs with their places."""
    return [(found["sign"], found["x"], found["y"]) for found in visitor.page.evaluate(SIGNS)]


def wait_until_still(visitor: Visitor) -> None:
    """Wait until no sign moves."""
    before, now = None, signs_at(visitor)
    while before != now:
        visitor.page.wait_for_timeout(400)
        before, now = now, signs_at(visitor)


def name_at(visitor: Visitor, x: float, y: float) -> str:
    """Rest the pointer at a place and return the tooltip, empty if none."""
    page = visitor.page
    page.mouse.move(2, 2)
    page.mouse.move(x, y)
    with suppress(Error):
        return str(page.wait_for_function(NAME, arg=[x, y], timeout=2000).json_value())
    return ""


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_every_sign_of_a_table_has_a_name_and_a_place_in_the_legend(
    desktop: Visitor, server: ThreadServer, game: str, edition: str
) -> None:
    desktop.introduce()
    with ScriptedTable(server, desktop, script(game, edition)) as scripted:
        page = desktop.go(f"/tables/{scripted.table}")
        page.locator("[data-rules-tab]").click()
        page.locator("[data-legend] summary").click()
        legend = set(page.locator("[data-legend] [data-sign]").evaluate_all("(all) => all.map((s) => s.dataset.sign)"))
        seen: set[str] = set()
        unnamed_parts: list[tuple[str, float, float]] = []
        for part in (0.0, 0.5, 0.9):
            scripted.advance(int(len(scripted.script.moves) * part))
            wait_until_still(desktop)
            assert page.evaluate(UNDRAWN) == []
            asked: set[tuple[str, int, int]] = set()
            for sign, x, y in signs_at(desktop):
                seen.add(sign)
                # One of each kind in each part of the table.
                place = sign, round(x / 200), round(y / 200)
                if place not in asked and not name_at(desktop, x, y) and (sign, x, y) in signs_at(desktop):
                    unnamed_parts.append((sign, x, y))
                asked.add(place)
        assert len(seen) > 10
        assert unnamed_parts == []
        assert seen - legend == set()


@pytest.mark.parametrize("game", ["bombay", "borneo"])
def test_long_press_shows_the_name_without_picking(phone: Visitor, game: str) -> None:
    phone.introduce()
    page = phone.go(f"/tables/{phone.open_table(game, ['me', 'novice', 'novice'])}")
    player = PagePlayer(phone)
    player.wait_for_turn()
    one = page.locator(".frame [data-pick]").first
    one.wait_for()
    told, box = one.evaluate("(piece) => piece.closest('[data-told]').dataset.told"), one.bounding_box()
    assert told and box
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = TouchInput(phone)
    fingers.put("touchStart", spot)
    tip = page.locator("[data-name-tip]")
    tip.wait_for()
    assert tip.inner_text().casefold() == told.casefold()
    fingers.put("touchEnd")
    page.wait_for_timeout(100)
    assert page.locator("[data-shown], [data-pick][aria-pressed='true']").count() == 0
    assert not player.socket.plays()
    page.touchscreen.tap(*spot)
    page.locator("[data-shown], [data-pick][aria-pressed='true']").first.wait_for()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_rules_are_a_tab_beside_the_story(new_visitor: NewVisitor, size: str) -> None:
    visitor = new_visitor(size, locale="de-DE")
    visitor.introduce()
    page = visitor.go(f"/tables/{visitor.open_table('borneo', ['me', 'novice', 'novice'], edition='card-2007')}")
    PagePlayer(visitor).wait_for_turn()
    if size == "phone":
        page.keyboard.press("l")
    page.locator("[data-rules-tab]").click()
    rules = page.locator("[data-rules]")
    sections = rules.locator("details")
    sections.nth(1).wait_for()
    assert sections.count() > 6
    page.locator("[data-legend] summary").click()
    rules.get_by_text("Zimt", exact=True).wait_for()
    sections.nth(2).locator("summary").click()
    sections.nth(2).locator("li").first.wait_for()
    assert sections.nth(2).get_by_text("BO-").first.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= (390 if size == "phone" else 1280)
    assert axe(page) == []
