"""A connection that is lost without a word: it is noticed within seconds, said, and nothing is lost or done twice."""

from typing import Any

from playwright.sync_api import Route, expect

from tests.server.servers import ThreadServer
from tests.web.browser import Visitor
from tests.web.conftest import NewVisitor
from tests.web.page_player import FIND, PagePlayer
from tests.web.pausable_proxy import proxy_to


def at_turn(visitor: Visitor) -> tuple[PagePlayer, dict[str, Any]]:
    """Start a game against a bot and wait for the visitor's turn."""
    visitor.introduce()
    visitor.go(f"/tables/{visitor.open_table('bombay', ['me', 'novice'])}")
    player = PagePlayer(visitor)
    sight = player.wait_for_turn()
    assert sight is not None
    visitor.page.locator("[data-pick]").first.wait_for()
    return player, sight


def click(visitor: Visitor, action: str) -> None:
    """Click the piece of a one-piece action."""
    found = visitor.page.evaluate(FIND, [action, False])
    visitor.page.mouse.click(found["x"], found["y"])


def test_a_command_that_is_not_answered_says_so_and_is_played_once(
    new_visitor: NewVisitor, server: ThreadServer
) -> None:
    with proxy_to(server) as proxy:
        visitor = new_visitor("desktop", address=proxy.address)
        visitor.expect("WebSocket")
        player, sight = at_turn(visitor)
        lost = visitor.page.locator("header [data-lost]")
        assert not lost.count()
        server.call(proxy.set_forwarding(False))
        click(visitor, next(choice["text"] for choice in sight["legal"] if choice["text"].startswith("move")))
        expect(lost).to_have_text("No answer from the server. Trying again …", timeout=6000)
        expect(visitor.page.locator("[data-herald]")).to_contain_text("No answer from the server.")
        server.call(proxy.set_forwarding(True))
        lost.wait_for(state="detached")
        visitor.socket.until(lambda: player.answered(sight), what="for what was clicked")
        assert len({command["id"] for command in visitor.socket.plays()}) == 1
        assert visitor.socket.views()[0]["position"] == sight["position"] + 1
        assert not visitor.socket.refused
        player.play_some(2)


def test_returning_to_the_tab_shows_the_lost_connection(new_visitor: NewVisitor, server: ThreadServer) -> None:
    with proxy_to(server) as proxy:
        visitor = new_visitor("phone", address=proxy.address)
        visitor.expect("WebSocket")
        player, _ = at_turn(visitor)
        server.call(proxy.set_forwarding(False))
        visitor.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        lost = visitor.page.locator("header [data-lost]")
        expect(lost).to_have_text("Connection lost – trying again …", timeout=6000)
        server.call(proxy.set_forwarding(True))
        lost.wait_for(state="detached")
        player.play_some(2)


def test_going_offline_and_online_is_noticed_at_once(desktop: Visitor) -> None:
    desktop.expect("WebSocket|ERR_INTERNET_DISCONNECTED")
    player, _ = at_turn(desktop)
    # No socket is closed: the event alone says it.
    desktop.context.set_offline(True)
    lost = desktop.page.locator("header [data-lost]")
    lost.wait_for(timeout=2000)
    desktop.context.set_offline(False)
    lost.wait_for(state="detached")
    player.play_some(2)


def test_waiting_room_shows_the_lost_connection(new_visitor: NewVisitor, server: ThreadServer) -> None:
    with proxy_to(server) as proxy:
        visitor = new_visitor("desktop", address=proxy.address)
        visitor.expect("WebSocket")
        visitor.introduce()
        visitor.go(f"/tables/{visitor.open_table('bombay', ['me', 'open'], start=False)}")
        visitor.page.locator("input[readonly]").wait_for()
        server.call(proxy.set_forwarding(False))
        visitor.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        lost = visitor.page.locator("[data-lost]")
        lost.wait_for(timeout=6000)
        server.call(proxy.set_forwarding(True))
        lost.wait_for(state="detached")


def test_nothing_can_be_picked_before_the_board_is_there(desktop: Visitor) -> None:
    waiting: list[Route] = []
    desktop.context.route("**/assets/bombay-*.js", lambda route: waiting.append(route))
    desktop.introduce()
    page = desktop.go(f"/tables/{desktop.open_table('bombay', ['me', 'novice'])}")
    desktop.socket.until(lambda: desktop.socket.to_act() and waiting, what="for the turn")
    page.wait_for_timeout(300)
    assert not page.locator("[data-pick]").count()
    expect(page.locator("main [role=status]")).to_have_text("Loading …")
    waiting[0].continue_()
    page.locator("main svg [data-pick]").first.wait_for()
    PagePlayer(desktop).play_some(2)


def test_failed_board_load_falls_back_to_a_list(desktop: Visitor) -> None:
    desktop.expect("bombay-.*js|ERR_FAILED")
    desktop.context.route("**/assets/bombay-*.js", lambda route: route.abort())
    desktop.introduce()
    page = desktop.go(f"/tables/{desktop.open_table('bombay', ['me', 'novice'])}")
    page.locator("main li [data-pick]").first.wait_for()
    expect(page.locator(".ask")).to_have_text("Your turn")
    desktop.context.unroute("**/assets/bombay-*.js")
    page.locator("main svg [data-pick]").first.wait_for()
    PagePlayer(desktop).play_some(2)
