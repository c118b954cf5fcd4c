"""What everybody would have if the game ended now, what it is made of, and how finished games are remembered."""

import hashlib
import re
from functools import cache

import pytest
from playwright.sync_api import Locator

from tests.server.servers import ThreadServer
from tests.web.browser import Visitor
from tests.web.checks import axe
from tests.web.scripted_table import ScriptedTable
from tests.web.scripts import Script, lively, play
from tests.web.socket_log import Message

GAMES = [("bombay", "ystari-2009"), ("borneo", "board-2008")]
OPTIONS: dict[str, dict[str, str]] = {"bombay": {"screens": "open"}, "borneo": {"pirates": "blackbeard"}}


@cache
def script(game: str, edition: str, screens: str = "") -> Script:
    options = {"screens": screens} if screens else OPTIONS[game]
    return play(game, edition, options, "score", lively(4))


def players(visitor: Visitor) -> list[Message]:
    """Return all players of the page's view."""
    visitor.socket.until(visitor.socket.views, what="for the table")
    found: list[Message] = visitor.socket.views()[0]["view"]["players"]
    return found


def parts(shown: Locator) -> list[str]:
    """Return the numbers of a displayed score, the total last."""
    return shown.locator("[data-score-parts] dd").all_inner_texts()


def told(player: Message) -> list[str]:
    """Return the numbers of a score from the view."""
    score = player["score"]
    return [str(points) for points in (*score["parts"].values(), score["total"])]


def late(visitor: Visitor, server: ThreadServer, which: Script) -> ScriptedTable:
    """Return a scripted table for a new guest."""
    visitor.introduce()
    return ScriptedTable(server, visitor, which)


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_the_bold_number_is_the_score_and_opens_into_its_parts(
    desktop: Visitor, server: ThreadServer, game: str, edition: str
) -> None:
    with late(desktop, server, script(game, edition)) as scripted:
        scripted.advance(len(scripted.script.moves) - 6)
        page = desktop.go(f"/tables/{scripted.table}")
        for player in players(desktop):
            panel = page.locator(f"[data-seat-panel='{player['seat']}']")
            button = panel.locator("[data-score]")
            button.wait_for()
            assert button.inner_text() == str(player["score"]["total"])
            assert panel.locator("[data-score-parts]").count() == 0
            button.hover()
            assert parts(panel) == told(player)
            page.mouse.move(640, 300)
            panel.locator("[data-score-parts]").wait_for(state="detached")
        # By keyboard: reached, it opens; Escape closes it and nothing else.
        mine = page.locator(".mine [data-score]")
        page.keyboard.press("Tab")
        mine.focus()
        assert parts(page.locator(".mine")) == told(players(desktop)[0])
        assert axe(page) == []
        page.keyboard.press("Escape")
        page.locator("[data-score-parts]").wait_for(state="detached")
        if game == "bombay":
            rupees = page.locator("[data-seat-panel='1'] b", has_text=re.compile(rf"^{players(desktop)[1]['rupees']}$"))
            assert rupees.count() >= 1
            assert not page.locator("[data-seat-panel='1'] .large").count()


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_on_the_phone_a_tap_opens_the_parts(phone: Visitor, server: ThreadServer, game: str, edition: str) -> None:
    with late(phone, server, script(game, edition)) as scripted:
        scripted.advance(len(scripted.script.moves) - 6)
        page = phone.go(f"/tables/{scripted.table}")
        mine, other, *_ = players(phone)
        strip = page.locator("[data-seat-panel='1'] button")
        strip.wait_for()
        assert strip.locator("b").inner_text() == str(other["score"]["total"])
        strip.tap()
        assert parts(page.locator("dialog")) == told(other)
        page.keyboard.press("Escape")
        button = page.locator(".mine [data-score]")
        box = button.bounding_box()
        assert box and min(box["width"], box["height"]) >= 44
        button.tap()
        assert parts(page.locator(".mine")) == told(mine)
        tip = page.locator(".mine [popover]").bounding_box()
        assert tip and tip["x"] >= 0 and tip["x"] + tip["width"] <= 390 and tip["y"] + tip["height"] <= 844
        page.touchscreen.tap(195, 300)
        page.locator("[data-score-parts]").wait_for(state="detached")


def test_by_7_closed_screens_hide_the_score(desktop: Visitor, server: ThreadServer) -> None:
    with late(desktop, server, script("bombay", "ystari-2009", "closed")) as scripted:
        scripted.advance(40)
        page = desktop.go(f"/tables/{scripted.table}")
        mine = page.locator(".mine [data-score]")
        mine.hover()
        shown = parts(page.locator(".mine"))
        own = players(desktop)[0]["score"]["parts"]
        assert shown == [str(own["rupees"]), "hidden", str(own["cities"]), "hidden"]
        assert page.locator("[data-score]").count() == 1


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_finished_game_shows_result_and_fair_deal(
    desktop: Visitor, server: ThreadServer, game: str, edition: str
) -> None:
    with late(desktop, server, script(game, edition)) as scripted:
        commitment = desktop.context.request.get(f"/api/tables/{scripted.table}").json()["commitment"]
        scripted.finish()
        page = desktop.go(f"/tables/{scripted.table}")
        end = page.locator("[data-end]")
        end.wait_for()
        assert desktop.socket.table
        result, seats = desktop.socket.table["result"], players(desktop)
        rows = end.locator("tbody tr")
        assert rows.count() == len(seats[0]["score"]["parts"])
        numbers = [int(text) for text in rows.locator("td").all_inner_texts()]
        assert sum(numbers) == sum(result["scores"])
        # The seed is out of the way until somebody asks.
        fair = page.locator("[data-fair]")
        seed = fair.get_by_text(result["seed"], exact=True)
        assert not seed.is_visible()
        fair.locator("summary").click()
        assert seed.is_visible()
        assert hashlib.sha256(f"tradewinds seed {result['seed']}".encode()).hexdigest() in commitment
        assert fair.get_by_text(commitment, exact=True).is_visible()
        assert "tradewinds verify" in fair.inner_text()
        won = result["shares"][0] == 1
        place = 1 + sum(points > result["scores"][0] for points in result["scores"])
        row = desktop.go("/").locator(f"a[href='/tables/{scripted.table}/replay']")
        expected = "Won · " if won else f"Place {place} of 3 · "
        row.get_by_text(f"{expected}{result['scores'][0]} points").wait_for()
        desktop.prefer(language="de")
        row = desktop.go("/").locator(f"a[href='/tables/{scripted.table}/replay']")
        row.get_by_text("Gewonnen" if won else f"Platz {place} von 3").wait_for()


def test_game_of_others_shows_the_winner(desktop: Visitor) -> None:
    desktop.introduce()
    table = desktop.open_table("bombay", ["novice", "novice"])
    listing = "/api/tables/mine?finished=1"
    desktop.socket.until(lambda: desktop.context.request.get(listing).json()["tables"], 60, "for the end")
    found = desktop.context.request.get(listing).json()["tables"][0]
    assert found["id"] == table
    best = max(range(2), key=lambda seat: found["result"]["shares"][seat])
    row = desktop.go("/").locator(f"a[href='/tables/{table}/replay']")
    row.get_by_text(
        re.compile(rf"^Won by .*{found['seats'][best]['name']}.* · {found['result']['scores'][best]}\s")
    ).wait_for()
