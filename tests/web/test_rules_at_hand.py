"""What helps while playing: a refused move names its rule, hints, taking back, the story that leads to its moments."""

from playwright.sync_api import expect

from tests.web.browser import Visitor
from tests.web.checks import examine
from tests.web.page_player import PagePlayer
from tests.web.socket_log import Message


def at_table(visitor: Visitor, game: str = "bombay") -> PagePlayer:
    """Start a game and wait for the visitor's turn."""
    visitor.introduce()
    visitor.go(f"/tables/{visitor.open_table(game, ['me', 'novice', 'novice'])}")
    player = PagePlayer(visitor)
    assert player.wait_for_turn() is not None
    visitor.page.locator(".frame [data-pick]").first.wait_for()
    return player


def test_a_refused_move_names_its_rule_and_opens_it(desktop: Visitor) -> None:
    at_table(desktop)
    page = desktop.page
    page.keyboard.press("a")
    page.locator("dialog form input").fill("build blue")
    page.locator("dialog form button").click()
    desktop.socket.until(lambda: desktop.socket.refused, what="for a refusal")
    refused = desktop.socket.refused[-1]
    assert refused["rule"]
    page.get_by_text(refused["message"]).first.wait_for()
    link = page.locator(f"a[href*='{refused['rule']}']").first
    assert link.get_attribute("href") == f"/rules/bombay#{refused['rule']}"


def test_a_hint_names_moves_and_one_of_them_is_played(desktop: Visitor) -> None:
    player = at_table(desktop)
    desktop.page.keyboard.press("h")
    desktop.socket.until(lambda: desktop.socket.hinted, 60, "for a hint")
    best = desktop.socket.hinted[-1]["best"][0]
    desktop.page.get_by_text(best["sentence"]).first.wait_for()
    player.perform(best["text"])


def ask_for_hint(visitor: Visitor, number: int) -> Message:
    """Request the n-th hint of this visit and wait for it."""
    visitor.page.keyboard.press("h")
    visitor.socket.until(lambda: len(visitor.socket.hinted) >= number, 60, "for a hint")
    return visitor.socket.hinted[-1]


def test_a_hint_tells_what_its_numbers_are_the_plan_and_why(desktop: Visitor) -> None:
    """Ask at every decision until a hint has all of them: the first turns are walks to a post and a purchase there."""
    player = at_table(desktop)
    page = desktop.page
    for asked in range(1, 12):
        assert player.wait_for_turn()
        hint = ask_for_hint(desktop, asked)
        best = hint["best"][0]
        panel = page.locator(".hint")
        expect(panel.locator("[data-verdict]")).to_have_text(hint["verdict"])
        first = panel.locator("li").first
        expect(first.locator("[data-chance]")).to_have_text(f"Chance to win {round(100 * best['share'])} %")
        expect(first.locator("[data-points]")).to_contain_text("Points in the end, about")
        if best["plan"] and best["reason"]:
            expect(first.locator("[data-plan]")).to_contain_text(f"Then: {best['plan'][0]}")
            expect(first.locator("[data-reason]")).to_have_text(f"Why: {best['reason']}.")
            assert not [trouble for trouble in examine(desktop) if ".hint" in trouble]
            return
        player.perform(best["text"])
    raise AssertionError("no hint had a plan and a reason")


def test_an_action_is_taken_back(desktop: Visitor) -> None:
    player = at_table(desktop)
    before = player.wait_for_turn()
    assert before is not None
    player.play_turn(next(choice["text"] for choice in before["legal"] if choice["text"].startswith("move")))
    assert desktop.socket.views()[0]["may_undo"]
    desktop.page.keyboard.press("u")
    desktop.socket.until(lambda: (desktop.socket.to_act() or {}).get("legal") == before["legal"], what="for the undo")
    assert [command["do"] for command in desktop.socket.sent].count("undo") == 1


def test_story_line_links_to_its_position_and_back(desktop: Visitor) -> None:
    player = at_table(desktop)
    player.play_some(5)
    player.wait_for_turn()
    page = desktop.page
    page.locator("[data-log]").first.click()
    back = page.locator("[data-past] button.main")
    back.wait_for()
    assert not page.locator("svg [data-pick]").count(), "nothing can be done in the past"
    back.click()
    page.locator("[data-pick]").first.wait_for()
