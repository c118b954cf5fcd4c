"""What fingers do: the first tap shows, the second does it; two enlarge the board; cards are drawn to a port."""

import pytest
from playwright.sync_api import CDPSession, Page

from tests.web.browser import Visitor
from tests.web.checks import crowded_targets, small_targets
from tests.web.page_player import PagePlayer

Point = tuple[float, float]
GAMES = ["bombay", "borneo"]


class TouchInput:
    """Multi-touch input with moving fingers."""

    def __init__(self, visitor: Visitor) -> None:
        self.page: Page = visitor.page
        self.line: CDPSession = visitor.context.new_cdp_session(visitor.page)

    def put(self, kind: str, *points: Point) -> None:
        """Set the fingers on the screen."""
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def move(self, starts: list[Point], ends: list[Point], steps: int = 8) -> None:
        """Move fingers from some places to others."""
        self.put("touchStart", *starts)
        for step in range(1, steps + 1):
            part = step / steps
            self.put(
                "touchMove",
                *((a + (c - a) * part, b + (d - b) * part) for (a, b), (c, d) in zip(starts, ends, strict=True)),
            )
            self.page.wait_for_timeout(16)
        self.put("touchEnd")
        self.page.wait_for_timeout(60)


FAR_AWAY = """
() => {
  const boxes = (which) => [...document.querySelectorAll(which)].map((piece) => piece.getBoundingClientRect());
  const picks = boxes('[data-pick]');
  const off = (at, from, to) => Math.max(from - at, 0, at - to);
  const near = (x, y) => picks.some((box) => off(x, box.left, box.right) + off(y, box.top, box.bottom) < 60);
  const middles = boxes('[data-would]').map((box) => [box.x + box.width / 2, box.y + box.height / 3]);
  return middles.find(([x, y]) => !near(x, y));
}
"""
"""The middle of a piece that cannot be used, far from all that can."""


def sit_down(phone: Visitor, game: str) -> PagePlayer:
    """Open a table and wait for the visitor's turn."""
    phone.introduce()
    phone.go(f"/tables/{phone.open_table(game, ['me', 'novice', 'novice'])}")
    player = PagePlayer(phone)
    player.wait_for_turn()
    phone.page.locator(".frame [data-pick]").first.wait_for()
    return player


def middle(page: Page, pick: str) -> Point:
    """Return the centre of a piece."""
    box = page.locator(f".frame [data-pick='{pick}']").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def whole_picks(player: PagePlayer) -> list[str]:
    """Return the pieces on the board that are complete actions."""
    sight = player.socket.to_act()
    assert sight
    legal = {choice["text"] for choice in sight["legal"]}
    shown: list[str] = player.page.locator(".frame [data-pick]").evaluate_all("(all) => all.map((p) => p.dataset.pick)")
    return [pick for pick in dict.fromkeys(shown) if pick in legal]


@pytest.mark.parametrize("game", GAMES)
def test_first_tap_selects_and_second_plays(phone: Visitor, game: str) -> None:
    player = sit_down(phone, game)
    page = phone.page
    one, other = whole_picks(player)[:2]
    confirm, cancel = page.locator("[data-confirm]"), page.locator(".cancel")
    shown = page.locator("[data-shown]")
    page.touchscreen.tap(*middle(page, one))
    confirm.wait_for()
    assert shown.evaluate_all("(all) => all.map((p) => p.dataset.pick)") == [one]
    page.touchscreen.tap(*middle(page, other))
    page.locator(f"[data-pick='{other}'][data-shown]").wait_for()
    cancel.tap()
    confirm.wait_for(state="detached")
    assert shown.count() == 0
    page.touchscreen.tap(*middle(page, one))
    confirm.wait_for()
    assert not player.socket.plays()
    page.touchscreen.tap(*middle(page, one))
    player.socket.until(player.socket.plays, what="for the second tap")
    player.wait_for_turn()
    page.locator(".frame [data-pick], .mine [data-pick]").first.wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_what_was_tapped_is_confirmed_in_the_bar(phone: Visitor, game: str) -> None:
    player = sit_down(phone, game)
    one = whole_picks(player)[0]
    phone.page.touchscreen.tap(*middle(phone.page, one))
    phone.page.locator("[data-confirm]").tap()
    player.socket.until(player.socket.plays, what="for the confirmation")


def test_a_button_in_the_bar_is_tapped_twice_and_stays_where_it_is(phone: Visitor) -> None:
    player = sit_down(phone, "bombay")
    button = phone.page.locator("[data-pick='pass']")
    before = button.bounding_box()
    button.tap()
    phone.page.locator("[data-pick='pass'][aria-pressed='true']").wait_for()
    assert not player.socket.plays()
    assert button.bounding_box() == before
    button.tap()
    player.socket.until(player.socket.plays, what="for the second tap")


def test_a_mouse_needs_one_click(desktop: Visitor) -> None:
    player = sit_down(desktop, "bombay")
    desktop.page.mouse.click(*middle(desktop.page, whole_picks(player)[0]))
    player.socket.until(player.socket.plays, what="for the click")


@pytest.mark.parametrize("game", GAMES)
def test_near_miss_tap_hits_the_piece(phone: Visitor, game: str) -> None:
    player = sit_down(phone, game)
    page = phone.page
    one = whole_picks(player)[0]
    x, y = middle(page, one)
    page.touchscreen.tap(x, y - 20)
    page.locator(f"[data-pick='{one}'][data-shown]").wait_for()
    page.locator(".cancel").tap()
    # What cannot be used says what it is and which rule is against it.
    page.touchscreen.tap(*page.evaluate(FAR_AWAY))
    answer = page.locator(".notice.quiet")
    answer.locator("a[href^='/rules/'][href*='#B']").wait_for()
    assert not player.socket.plays()
    answer.locator("button").tap()
    player.play_some(8)
    assert page.locator(".news").inner_text().strip()
    assert small_targets(page) == [], crowded_targets(page)


def test_two_fingers_enlarge_the_board_and_pick_nothing(phone: Visitor) -> None:
    player = sit_down(phone, "bombay")
    page, fingers = phone.page, TouchInput(phone)
    one = whole_picks(player)[0]
    x, y = middle(page, one)
    before = page.locator(f".frame [data-pick='{one}']").bounding_box()
    fingers.move([(x, y), (x + 30, y + 30)], [(x, y), (x + 90, y + 90)])
    after = page.locator(f".frame [data-pick='{one}']").bounding_box()
    assert before and after and after["width"] > 1.8 * before["width"]
    # One finger moves it, from a piece on, too.
    x, y = middle(page, one)
    fingers.move([(x, y)], [(x - 40, y - 30)])
    moved = page.locator(f".frame [data-pick='{one}']").bounding_box()
    assert moved and moved["x"] == pytest.approx(after["x"] - 40, abs=16)
    assert page.locator("[data-shown]").count() == 0
    page.touchscreen.tap(*middle(page, one))
    page.locator(f"[data-pick='{one}'][data-shown]").wait_for()
    page.locator(".whole").tap()
    assert page.locator(f".frame [data-pick='{one}']").bounding_box() == before
    assert not player.socket.plays()


def test_card_can_be_dragged_to_a_port(phone: Visitor) -> None:
    player = sit_down(phone, "borneo")
    page, fingers = phone.page, TouchInput(phone)
    for _ in range(20):
        sight = player.wait_for_turn()
        assert sight
        if any(choice["text"].startswith("lay ") for choice in sight["legal"]):
            break
        player.play_turn()
    card = page.locator(".hand [data-pick^='lay ']").first
    card.wait_for()
    box = card.bounding_box()
    assert box
    start = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    sent = len(player.socket.plays())
    # Along the hand a card is not drawn anywhere.
    fingers.move([start], [(start[0] + 90, start[1] + 2)])
    assert page.locator("[aria-pressed='true']").count() == 0
    assert len(player.socket.plays()) == sent
    port = page.locator(".port").nth(1).bounding_box()
    assert port
    fingers.move([start], [(port["x"] + port["width"] / 2, port["y"] + port["height"] / 2)], 16)
    player.socket.until(lambda: len(player.socket.plays()) > sent, what="for the card that was dropped")
