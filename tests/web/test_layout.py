"""The fullest positions of the golden games in every window: nothing widens the page, overlaps or is cut off."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page

from tests.server.servers import ThreadServer
from tests.web.browser import Size, Visitor
from tests.web.checks import small_targets
from tests.web.conftest import NewVisitor
from tests.web.layout import LEARNING, LEAST_TEXT, PLAYING, REPLAYING, layout_problems, newest_line_is_cut
from tests.web.scripted_table import ScriptedTable
from tests.web.scripts import golden

WINDOWS: dict[Size, list[tuple[int, int]]] = {
    "phone": [(320, 640), (360, 640), (390, 844)],
    # The first is a window of 1280 × 720 at 200 %.
    "desktop": [(640, 360), (768, 1024), (1280, 720), (1920, 1080)],
}
NAMES = ("M" * 20, "🐘 Rüdiger", "🇩🇪 Wilhelm", "Wilhelmina-Charlotte")


@dataclass(frozen=True)
class FullestPosition:
    """The position of a golden game with the most of something, and its seat."""

    game: str
    box: str
    move: int
    seat: int


FULLEST = {
    "three cards against three": FullestPosition("borneo", "board-2008-3p-deck-a", 135, 1),
    "thirteen goods and three ports to pay with": FullestPosition("borneo", "board-2008-3p-deck-a", 181, 2),
    "eight goods paid": FullestPosition("borneo", "board-2008-3p-merchants-4", 212, 0),
    "seven cards and thirteen goods": FullestPosition("borneo", "board-2008-3p-stores-closed-merchants-4", 248, 2),
    "five players and eight merchants in a row": FullestPosition("borneo", "card-2007-5p", 52, 0),
    "thirteen cards in ports": FullestPosition("borneo", "board-2008-3p-merchants-4-pirates-blackbeard", 114, 1),
    "five elephants on one space": FullestPosition("bombay", "ystari-2009-5p", 0, 2),
    "palaces and bales": FullestPosition("bombay", "ystari-2009-5p", 148, 0),
}


def resize(visitor: Visitor, window: tuple[int, int]) -> str:
    """Resize the window."""
    visitor.page.set_viewport_size({"width": window[0], "height": window[1]})
    return f"{window[0]}×{window[1]}"


def settled_problems(page: Page, size: Size) -> list[str]:
    """Return the problems that remain once pieces have come to rest after a resize."""
    found: list[str] = []
    for _ in range(10):
        found = layout_problems(page, PLAYING, LEAST_TEXT[size])
        if not found:
            break
        page.wait_for_timeout(200)
    return found


def same_person(new_visitor: NewVisitor, size: Size, owner: Visitor) -> Visitor:
    """Return another browser of the same person."""
    return new_visitor(size, storage_state=owner.context.storage_state())


@pytest.mark.parametrize("fullest", FULLEST.values(), ids=FULLEST)
def test_a_full_table_fits_every_window(
    new_visitor: NewVisitor, server: ThreadServer, fullest: FullestPosition
) -> None:
    owner = new_visitor()
    owner.introduce("W" * 20)
    wrong: list[str] = []
    with ScriptedTable(server, owner, golden(fullest.game, fullest.box), fullest.seat, NAMES) as scripted:
        scripted.advance(fullest.move)
        for size, windows in WINDOWS.items():
            visitor = same_person(new_visitor, size, owner)
            resize(visitor, windows[0])
            page = visitor.go(f"/tables/{scripted.table}")
            page.locator(".frame svg").first.wait_for(state="attached")
            for window in windows:
                name = resize(visitor, window)
                found = layout_problems(page, PLAYING, LEAST_TEXT[size])
                if size == "phone":
                    found += [f"too small to touch: {target}" for target in small_targets(page)]
                    found += ["the newest sentence is cut"] * newest_line_is_cut(page)
                wrong += [f"{name}: {trouble}" for trouble in found]
    assert not wrong, "\n".join(wrong)


def test_advice_and_notices_lie_in_the_window_of_a_full_table(new_visitor: NewVisitor, server: ThreadServer) -> None:
    phone = new_visitor("phone")
    phone.introduce()
    fullest = FULLEST["thirteen goods and three ports to pay with"]
    with ScriptedTable(server, phone, golden(fullest.game, fullest.box), fullest.seat, NAMES) as scripted:
        scripted.advance(fullest.move)
        page = phone.go(f"/tables/{scripted.table}")
        page.locator(".mine [data-pick]").first.wait_for()
        page.locator(".hand .card").first.tap()
        notice = page.locator(".notice").first.bounding_box()
        page.locator(".decide [title*='(H)']").tap()
        phone.socket.until(lambda: phone.socket.hinted, 60, "for a hint")
        advice = page.locator("aside", has=page.locator(".hint")).bounding_box()
    for box in (notice, advice):
        assert box
        assert (box["x"] >= 0, box["x"] + box["width"] <= 390) == (True, True)
        assert (box["y"] >= 0, box["y"] + box["height"] <= 844) == (True, True)


@pytest.mark.parametrize("game", ["bombay", "borneo"])
def test_lessons_fit_every_window(new_visitor: NewVisitor, game: str) -> None:
    wrong: list[str] = []
    for size, windows in WINDOWS.items():
        visitor = new_visitor(size)
        page = visitor.go(f"/learn/{game}")
        page.locator(".board svg").first.wait_for(state="attached")
        for window in windows:
            name = resize(visitor, window)
            wrong += [f"{name}: {trouble}" for trouble in layout_problems(page, LEARNING, LEAST_TEXT[size])]
    assert not wrong, "\n".join(wrong)


def test_replays_and_the_television_fit_every_window(new_visitor: NewVisitor, server: ThreadServer) -> None:
    owner, fullest = new_visitor(), FULLEST["five players and eight merchants in a row"]
    owner.introduce("W" * 20)
    wrong: list[str] = []
    with ScriptedTable(server, owner, golden(fullest.game, fullest.box), fullest.seat, NAMES) as scripted:
        scripted.advance(fullest.move)
        screen = new_visitor()
        page = screen.go(f"/tables/{scripted.table}/screen")
        page.locator("main .board svg").first.wait_for(state="attached")
        for window in WINDOWS["desktop"]:
            name = resize(screen, window)
            wrong += [f"television {name}: {trouble}" for trouble in layout_problems(page, ("main.board", "aside"), 11)]
        scripted.finish()
    for size, windows in WINDOWS.items():
        visitor = same_person(new_visitor, size, owner)
        page = visitor.go(f"/tables/{scripted.table}/replay?at={fullest.move}&seat={fullest.seat}")
        page.locator(".mine svg").first.wait_for(state="attached")
        for window in windows:
            name = resize(visitor, window)
            wrong += [f"replay {name}: {trouble}" for trouble in layout_problems(page, REPLAYING, LEAST_TEXT[size])]
    assert not wrong, "\n".join(wrong)


def test_initial_is_one_grapheme(desktop: Visitor, server: ThreadServer) -> None:
    desktop.introduce("👩🏽 Ada")
    fullest = FULLEST["five players and eight merchants in a row"]
    table = desktop.open_table("borneo", ["me", "open", "novice"], start=False)
    desktop.go(f"/tables/{table}")
    assert desktop.page.locator("svg text", has_text="👩").first.text_content() == "👩🏽"
    with ScriptedTable(server, desktop, golden(fullest.game, fullest.box), fullest.seat, NAMES) as scripted:
        page = desktop.go(f"/tables/{scripted.table}")
        seals = page.locator("[data-seat-panel] .who svg text")
        page.locator(".mine .who svg").wait_for()
        assert sorted(seals.all_text_contents()) == sorted(["M", "🐘", "🇩🇪", "W", "👩🏽"])
