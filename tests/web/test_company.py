"""Several people: two browsers at one table, a server that goes away, one screen for all, a television."""

from pathlib import Path
from typing import Any

from tests.fixed_deals import deal_seed
from tests.server.servers import ForkedServer, ThreadServer, fast_settings
from tests.web.browser import Visitor
from tests.web.conftest import NewVisitor
from tests.web.page_player import FIND, PagePlayer
from tests.web.scripted_table import ScriptedTable
from tests.web.scripts import find
from tradewinds.server.tables.actor import TableActor

LABELS = "(parts) => parts.map((part) => part.ariaLabel)"


def test_guest_joins_by_link_plays_and_chats(new_visitor: NewVisitor) -> None:
    ada, bob = new_visitor("desktop"), new_visitor("phone")
    ada.introduce("Ada")
    table = ada.open_table("bombay", ["me", "open", "novice"], start=False)
    ada.go(f"/tables/{table}")
    link = ada.page.locator("input[readonly]").input_value()
    assert link == f"{ada.address}/tables/{table}"
    bob.page.goto(link)
    bob.page.locator("[data-pick='sit 1']").tap()
    bob.page.locator("form input").fill("Bob")
    bob.page.locator("form button.main").tap()
    ada.page.get_by_text("Bob").first.wait_for()
    ada.page.locator("[data-pick='start']").click()
    player = {visitor: PagePlayer(visitor) for visitor in (ada, bob)}
    played = {ada: 0, bob: 0}
    while min(played.values()) < 3:
        ada.socket.until(lambda: ada.socket.to_act() or bob.socket.to_act(), what="for one of the two")
        actor = ada if ada.socket.to_act() else bob
        player[actor].play_turn()
        played[actor] += 1
    say(ada, "A fine day for elephants")
    open_talk(bob)
    bob.page.get_by_text("A fine day for elephants", exact=True).wait_for()
    say(bob, "Indeed <b>so</b>")
    ada.page.get_by_text("Indeed <b>so</b>", exact=True).wait_for()
    eve = new_visitor("desktop")
    eve.introduce("Bob")
    eve.ask(f"/api/tables/{table}", {"do": "chat", "text": "I give up"})
    line = ada.page.locator("aside li", has_text="I give up")
    line.get_by_text("spectator").wait_for()
    assert ada.page.locator("aside li", has_text="Indeed").locator("svg").count() == 1
    assert line.locator("svg").count() == 0


def open_talk(visitor: Visitor) -> None:
    """Open the chat."""
    drawer = visitor.page.locator("aside")
    if not drawer.count():
        visitor.page.locator("header button[aria-pressed]").click()
    drawer.locator("button[aria-pressed]").nth(1).click()


def say(visitor: Visitor, text: str) -> None:
    """Send a chat message."""
    form = visitor.page.locator("aside form")
    if not form.count():
        open_talk(visitor)
    form.locator("input").fill(text)
    form.locator("button").click()


def test_late_visitor_sees_turn_and_whole_story(server: ThreadServer, desktop: Visitor) -> None:
    script = find("borneo", "board-2008", {"lay"})
    desktop.introduce("Ada")
    with ScriptedTable(server, desktop, script) as scripted:
        for mover, words in ((1, "Waiting for Bruno"), (0, "Your turn")):
            scripted.advance(script.seats.index(mover, max(60, scripted.played)))
            desktop.go("/").locator("section:has(#mine) li .badge").get_by_text(words).wait_for()
        assert desktop.page.title().startswith("●")
        page = desktop.go(f"/tables/{scripted.table}")
        entries, earlier = page.locator("[data-log]"), page.locator("[data-log=earlier]")
        earlier.wait_for()
        while earlier.count():
            before = entries.count()
            earlier.click()
            page.wait_for_function("(before) => document.querySelectorAll('[data-log]').length > before", arg=before)
        told = entries.evaluate_all("(buttons) => buttons.map((button) => Number(button.dataset.log))")
        assert told[0] == 0
        assert told == sorted(set(told))
        actor = server.services.registry.actor(scripted.table)
        assert server.call(story_of(actor, 0)) == told


async def story_of(actor: TableActor, seat: int) -> list[int]:
    """Return the positions in a seat's story."""
    table = await actor.load()
    story = actor.views.story_entries(seat, "en", 0, table.history.position(seat), opening=True)
    return [told.position for told in story]


BEFORE = 3
"""So many actions are played before something goes wrong."""


def in_the_middle_of_a_game(visitor: Visitor) -> tuple[PagePlayer, dict[str, Any]]:
    """Start a game against bots and return the view at the next turn."""
    visitor.introduce()
    visitor.go(f"/tables/{visitor.open_table('bombay', ['me', 'novice', 'novice'])}")
    player = PagePlayer(visitor)
    player.play_some(BEFORE)
    sight = player.wait_for_turn()
    assert sight is not None
    return player, sight


def test_play_resumes_after_server_restart(new_visitor: NewVisitor, tmp_path: Path) -> None:
    settings = fast_settings(f"sqlite:///{tmp_path / 'away.db'}")
    with ForkedServer(settings, tmp_path / "log") as server:
        visitor = new_visitor("desktop", address=server.address)
        visitor.expect("WebSocket|ERR_CONNECTION|answer 503|status of 503")
        player, before = in_the_middle_of_a_game(visitor)
        server.stop()
        lost = visitor.page.locator("header [data-lost]")
        lost.wait_for()
        server.restart()
        lost.wait_for(state="detached")
        after = player.wait_for_turn()
        assert after is not None
        assert (after["position"], after["legal"]) == (before["position"], before["legal"])
        player.play_some(3)


def test_offline_click_is_played_once_after_reconnection(desktop: Visitor) -> None:
    desktop.expect("WebSocket|ERR_INTERNET_DISCONNECTED")
    player, sight = in_the_middle_of_a_game(desktop)
    connections = desktop.socket.connections
    desktop.cut_off()
    desktop.page.locator("header [data-lost]").wait_for()
    found = desktop.page.evaluate(FIND, [sight["legal"][-1]["text"], False])
    desktop.page.mouse.click(found["x"], found["y"])
    desktop.connect()
    desktop.socket.until(lambda: desktop.socket.connections > connections, what="for another connection")
    desktop.socket.until(lambda: player.answered(sight), what="for what was clicked")
    assert len({command["id"] for command in desktop.socket.plays()}) == BEFORE + 1
    player.play_some(2)


def test_shared_device_hides_hands_behind_the_hand_over_screen(desktop: Visitor) -> None:
    script = find("borneo", "board-2008", {"lay"})
    desktop.introduce("Ada")
    with deal_seed(script.seed):
        table = desktop.open_table("borneo", ["me", "me", "me"], start=False)
    page = desktop.go(f"/tables/{table}")
    page.locator("[data-pick^='ready']").first.or_(page.locator("[data-pick='start']")).first.wait_for()
    while page.locator("[data-pick^='ready']").count():
        page.locator("[data-pick^='ready']").first.click()
    page.locator("[data-pick='start']").click()
    player = PagePlayer(desktop)
    curtains = 0
    for _ in range(12):
        sight = player.wait_for_turn()
        assert sight is not None
        curtain = page.locator(f"[data-curtain='{sight['seat']}']")
        page.locator("[data-curtain], [data-pick]").first.wait_for()
        if curtain.count():
            curtains += 1
            assert not page.locator("svg [data-pick], .hand").count(), "something of the table shows beside the curtain"
            curtain.click()
        player.play_turn()
    assert curtains >= 2


def test_undo_at_the_hand_over_screen_returns_the_device(desktop: Visitor) -> None:
    desktop.introduce("Ada")
    table = desktop.open_table("borneo", ["me", "me", "me"])
    page = desktop.go(f"/tables/{table}")
    player = PagePlayer(desktop)
    first = player.wait_for_turn()
    assert first is not None
    player.play_turn()
    second = player.wait_for_turn()
    assert second is not None
    assert second["seat"] != first["seat"]
    page.locator(f"[data-curtain='{second['seat']}']").wait_for()
    page.locator("[data-curtain] ~ button").click()
    page.locator(f"[data-curtain='{first['seat']}']").click()
    player.play_turn()


def test_the_television_shows_no_hand(new_visitor: NewVisitor) -> None:
    ada, screen = new_visitor("desktop"), new_visitor("desktop")
    ada.introduce()
    table = ada.open_table("borneo", ["me", "novice", "novice"], edition="board-2008")
    ada.go(f"/tables/{table}")
    PagePlayer(ada).play_some(4)
    screen.go(f"/tables/{table}/screen")
    screen.socket.until(lambda: screen.socket.views(), what="for the public view")
    assert [sight["seat"] for sight in screen.socket.views()] == [None]
    public = screen.socket.views()[0]["view"]
    own = ada.socket.views()[0]["view"]
    assert all(player["hand"] is None or None in player["hand"] or not player["hand"] for player in public["players"])
    assert own["players"][0]["hand"]
    shown = screen.page.locator("[aria-label]").evaluate_all(LABELS)
    own_cards = ada.page.locator(".hand [role=img], .hand [data-pick]").evaluate_all(LABELS)
    assert own_cards
    assert not [label for label in own_cards if label in shown and label not in str(public)]
    assert not screen.page.locator("[data-pick]").count()


def test_registering_in_another_tab_keeps_the_seat(desktop: Visitor) -> None:
    desktop.introduce("Ada")
    desktop.go(f"/tables/{desktop.open_table('bombay', ['me', 'novice'])}")
    table, socket = desktop.page, desktop.socket
    socket.until(socket.to_act, what="for the first turn")
    account = desktop.new_page()
    account.goto("/account")
    account.locator("#register-form-name").fill("Ada Lovelace")
    account.locator("#register-form-password").fill("correct horse")
    account.locator("[data-pick=register-form]").click()
    account.locator("#password").wait_for()
    socket.until(lambda: socket.connections == 2, what="for the table to come back")
    account.close()
    desktop.page, desktop.socket = table, socket
    PagePlayer(desktop).play_turn()
    assert socket.table is not None
    assert socket.table["mine"] == [0]
    assert socket.plays()
