"""Second thoughts: an action that is rarely meant is chosen twice, and against bots everything can be taken back."""

from collections.abc import Callable
from functools import partial

from playwright.sync_api import Locator, expect

from tests.server.servers import ThreadServer
from tests.web.browser import Visitor
from tests.web.page_player import PagePlayer
from tests.web.scripted_table import ScriptedTable
from tests.web.scripts import find
from tests.web.test_rules_at_hand import at_table

NOTHING = "Passing brings nothing"


def played_since(visitor: Visitor, before: int) -> bool:
    """Return whether a visitor has sent more than `count` plays."""
    return len(visitor.socket.plays()) > before


def passes_after_two(visitor: Visitor, use: Callable[[Locator], None], button: Locator) -> None:
    """Press the pass button twice: first it explains, then it passes."""
    button.wait_for()
    use(button)
    expect(button).to_have_attribute("aria-pressed", "true")
    visitor.page.get_by_text(NOTHING).first.wait_for()
    assert not visitor.socket.plays()
    use(button)
    visitor.socket.until(visitor.socket.plays, what="for the pass")
    assert len(visitor.socket.plays()) == 1


def test_pass_stands_behind_wait_and_takes_a_second_click(desktop: Visitor) -> None:
    at_table(desktop)
    singles = desktop.page.locator("section button.single")
    assert singles.evaluate_all("(all) => all.map((one) => one.dataset.pick)") == ["wait", "pass"]
    passes_after_two(desktop, lambda button: button.click(), singles.last)


def test_pass_takes_a_second_press_of_a_key(desktop: Visitor) -> None:
    at_table(desktop)
    passes_after_two(
        desktop, lambda button: button.press("Enter"), desktop.page.locator("button.single[data-pick=pass]")
    )


def test_pass_takes_a_second_tap(phone: Visitor) -> None:
    at_table(phone)
    passes_after_two(phone, lambda button: button.tap(), phone.page.locator("button.single[data-pick=pass]"))


def test_pass_takes_a_second_click_in_the_list_of_actions_where_it_comes_last(desktop: Visitor) -> None:
    at_table(desktop)
    desktop.page.keyboard.press("a")
    listed = desktop.page.locator("dialog li button[data-pick]")
    assert listed.last.get_attribute("data-pick") == "pass"
    passes_after_two(desktop, lambda button: button.click(), listed.last)
    listed.last.wait_for(state="detached")


def test_pass_that_ends_a_turn_takes_one_click_and_so_does_wait(desktop: Visitor) -> None:
    player = at_table(desktop)
    before = player.wait_for_turn()
    assert before is not None
    player.play_turn(next(choice["text"] for choice in before["legal"] if choice["text"].startswith("move")))
    for action in ("pass", "wait"):
        sent = len(desktop.socket.plays())
        button = desktop.page.locator(f"button.single[data-pick={action}]")
        button.click()
        desktop.socket.until(partial(played_since, desktop, sent), what=f"for {action}")
        desktop.socket.until(lambda: desktop.socket.to_act() is not None, what="for the next turn")


def test_against_bots_undo_goes_back_over_their_answers(visitor: Visitor) -> None:
    player = at_table(visitor)
    first = player.wait_for_turn()
    assert first is not None
    for _ in range(2):
        player.play_turn("wait")
        assert player.wait_for_turn() is not None
    button = visitor.page.locator("button.tool[aria-disabled]")
    told = "Against bots you may undo freely."
    assert told in (button.get_attribute("title") or "")
    if visitor.size == "desktop":
        visitor.page.locator("aside").get_by_text(told).wait_for()
    for undone in (1, 2):
        expect(button).to_have_attribute("aria-disabled", "false")
        sight = visitor.socket.views()[0]
        button.click()
        visitor.socket.until(partial(player.answered, sight), what=f"for undo {undone}")
    again = player.wait_for_turn()
    assert again is not None
    assert (again["view"], again["legal"]) == (first["view"], first["legal"])
    expect(button).to_have_attribute("aria-disabled", "true")
    player.play_some(3)


def test_among_people_undo_stops_at_an_answer(server: ThreadServer, desktop: Visitor) -> None:
    script = find("bombay", "ystari-2009", {"move"})
    desktop.introduce()
    with ScriptedTable(server, desktop, script) as scripted:
        page = desktop.go(f"/tables/{scripted.table}")
        mine = script.seats.index(0)
        answer = next(number for number in range(mine, len(script.seats)) if script.seats[number] != 0)
        scripted.advance(answer + 1)
        shown = desktop.socket.views
        desktop.socket.until(lambda: [sight["position"] for sight in shown()] == [answer + 1], what="for the answer")
        button = page.locator("button.tool[aria-disabled]")
        expect(button).to_have_attribute("aria-disabled", "true")
        assert "freely" not in (button.get_attribute("title") or "")
        assert not page.get_by_text("you may undo freely").count()


def test_the_usual_bot_is_an_expert_on_the_first_page(desktop: Visitor) -> None:
    page = desktop.go("/")
    page.locator("input[name^=level]:checked").first.wait_for()
    chosen = page.locator("input[name^=level]:checked").evaluate_all("(all) => all.map((one) => one.value)")
    assert chosen == ["expert", "expert"]
    page.locator("[data-pick='play bombay']").click()
    desktop.socket.until(lambda: desktop.socket.table is not None, what="for the table")
    assert desktop.socket.table is not None
    seats = desktop.socket.table["table"]["seats"]
    assert [seat["level"] for seat in seats] == [None, "expert", "expert"]
    assert PagePlayer(desktop).wait_for_turn() is not None
