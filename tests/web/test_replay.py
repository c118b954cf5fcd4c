"""Finished games on the page: step, jump, other eyes, links to a moment, reviews, and records brought along."""

import json
import time

import pytest
from playwright.sync_api import expect

from tests.web.browser import Size, Visitor
from tests.web.checks import examine
from tests.web.conftest import NewVisitor
from tradewinds.server.http.routes import review


def finished(visitor: Visitor, game: str = "borneo", edition: str = "card-2007") -> str:
    """Return a table whose game bots have finished."""
    visitor.introduce()
    table = visitor.open_table(game, ["novice", "novice", "novice"], edition=edition)
    deadline = time.monotonic() + 60
    while json.loads(visitor.fetch(f"/api/tables/{table}").text())["status"] != "finished":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return table


def must_be_sound(visitor: Visitor) -> None:
    """Check a page in the light and the dark theme."""
    found = [trouble for trouble in examine(visitor) if "heading-order: section[" not in trouble]
    assert not found, "\n".join(found)


def moment(visitor: Visitor) -> int:
    """Return the number of the move shown."""
    return int(visitor.page.locator("output").inner_text().split("/")[0])


def test_step_play_and_jump_with_the_keyboard(desktop: Visitor) -> None:
    page = desktop.go(f"/tables/{finished(desktop)}/replay")
    page.locator("output").wait_for()
    last = int(page.locator("output").inner_text().split("/")[1])
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        assert moment(desktop) == at
    page.keyboard.press("Space")
    expect(page.locator("output")).to_contain_text("2/")
    page.keyboard.press("Space")
    page.locator("[data-at]").nth(20).click()
    chosen = page.locator("[data-at]").nth(20).get_attribute("data-at")
    expect(page.locator("output")).to_contain_text(f"{chosen}/")
    page.wait_for_url(f"**/replay?at={chosen}")


def test_link_opens_move_and_viewer(new_visitor: NewVisitor) -> None:
    host, friend = new_visitor(), new_visitor()
    page = host.go(f"/tables/{finished(host)}/replay?at=30")
    page.locator("[data-eyes]").select_option("1")
    page.wait_for_url("**/replay?at=30&seat=1")
    page.locator(".mine svg").first.wait_for()
    player = page.locator(".mine [role=img], .mine svg").count()
    shared = friend.go(page.url.removeprefix(host.address))
    expect(shared.locator("output")).to_contain_text("30/")
    expect(shared.locator("[data-eyes]")).to_have_value("1")
    assert player
    expect(shared.locator(".mine [role=img], .mine svg")).to_have_count(player)


def test_pasted_record_is_contained_in_its_link(new_visitor: NewVisitor) -> None:
    host, friend = new_visitor(), new_visitor()
    table = finished(host)
    record = host.fetch(f"/api/tables/{table}/record").text()
    page = host.go("/replay")
    host.expect("400")
    page.locator("[data-record]").fill("nonsense")
    page.locator("form button").first.click()
    expect(page.locator("form [role=alert]")).to_contain_text("tradewinds record 1")
    page.locator("[data-record]").fill(record)
    page.locator("form button").first.click()
    page.locator("output").wait_for()
    page.locator("[data-at]").nth(10).click()
    at = moment(host)
    page.wait_for_url(f"**/replay?at={at}#*")
    shared = friend.go(page.url.removeprefix(host.address))
    expect(shared.locator("output")).to_contain_text(f"{at}/")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_review_and_access(new_visitor: NewVisitor, size: Size, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "PLAYOUTS", 100)
    visitor = new_visitor(size)
    page = visitor.go(f"/tables/{finished(visitor, 'bombay', 'ystari-2009')}/replay?at=20&seat=open")
    page.locator("output").wait_for()
    must_be_sound(visitor)
    page.locator("[data-part=review]").click()
    page.locator("[data-review]").click()
    page.locator("[data-decision]").first.wait_for(timeout=120_000)
    must_be_sound(visitor)
    reviewed = json.loads(
        visitor.context.request.get(page.url.split("/replay")[0].replace("/tables/", "/api/tables/") + "/review").text()
    )
    costs = {d["number"]: (-d["cost"], -d["points_cost"]) for d in reviewed["decisions"]}
    for order, key in (("time", lambda n: n), ("cost", lambda n: costs[n])):
        page.locator(f"[data-order={order}]").click()
        shown = [int(found.get_attribute("data-decision") or 0) for found in page.locator("[data-decision]").all()]
        assert len(shown) > 1
        assert shown == sorted(shown, key=key)
    worst = reviewed["sentences"][str(shown[0])]
    first = page.locator("[data-decision]").first
    for said in (worst["cost"], worst["played"], worst["best"], worst["worth"], worst["reason"] or ""):
        expect(first).to_contain_text(said)
    assert worst["cost"].endswith("% chance to win")
    number = int(page.locator("[data-decision]").last.get_attribute("data-decision") or 0)
    page.locator("[data-decision]").last.click()
    assert moment(visitor) == number - 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_television_shows_the_seats_and_then_the_result(new_visitor: NewVisitor, theme: str) -> None:
    visitor = new_visitor(color_scheme=theme)
    visitor.introduce()
    waiting = visitor.open_table("borneo", ["me", "open", "novice"], start=False)
    visitor.go(f"/tables/{waiting}/screen").locator("figure svg").wait_for()
    must_be_sound(visitor)
    visitor.go(f"/tables/{finished(visitor)}/screen").locator("[data-finale]").wait_for()
    must_be_sound(visitor)
