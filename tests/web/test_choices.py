"""Decisions of several cards, as people make them with a finger: few taps, any order, and told what will happen."""

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from playwright.sync_api import expect

from tests.borneo.position_builder import PositionBuilder, build_position
from tests.fixed_deals import deal_position
from tests.server.servers import ThreadServer
from tests.web.browser import Visitor
from tests.web.conftest import NewVisitor
from tests.web.layout import SETTLED
from tests.web.page_player import PagePlayer
from tradewinds.games.borneo.state import CONTRACT, DISCARD, SPICE_NAMES
from tradewinds.match import Match


def sit_down(visitor: Visitor, match: Match, *others: str) -> PagePlayer:
    """Open a table whose game starts from a position, with the visitor at the first seat."""
    visitor.introduce()
    seats = ["me", *(others or ("novice", "novice"))]
    with deal_position(match):
        table = visitor.open_table("borneo", seats, edition=match.box.edition, options=dict(match.box.options))
    visitor.go(f"/tables/{table}")
    player = PagePlayer(visitor)
    player.wait_for_turn()
    visitor.page.locator(".borneo [data-pick], [data-curtain]").first.wait_for()
    return player


def rich(table: PositionBuilder) -> None:
    """Fill a store that pays for three of each and has spare cards."""
    for spice in SPICE_NAMES:
        table.spice(0, spice, 4)
    table.turn(0, CONTRACT)


def store_of(player: PagePlayer) -> dict[str, Any]:
    found: dict[str, Any] = player.socket.views()[0]["view"]["players"][0]
    return found


def preview(player: PagePlayer, move: str) -> dict[str, Any]:
    """Select an action and return the server's preview."""
    before = len(player.socket.previewed)
    player.toggle(move)
    player.socket.until(lambda: len(player.socket.previewed) > before, what="for what that would do")
    found: dict[str, Any] = player.socket.previewed[-1]["selection"]
    return found


def test_a_contract_is_paid_with_the_suggestion(phone: Visitor) -> None:
    player = sit_down(phone, build_position(edit=rich))
    player.toggle("contract three-of-each")
    bar = phone.page.locator(".bar .preview")
    expect(bar).to_have_text("Pays for 3 of each spice: you get 25 points and give up 12 points of goods.")
    assert not player.socket.plays()
    player.press_button("[data-confirm]:enabled")
    player.socket.until(lambda: store_of(player)["contracts"] == {"three-of-each": 1}, what="for the contract")
    assert player.clicks <= 4
    assert len(player.socket.plays()) == 1
    # One decision is taken back as one.
    phone.page.keyboard.press("u")
    player.socket.until(lambda: store_of(player)["contracts"] == {}, what="for taking it back")
    assert store_of(player)["store_size"] == 16


def test_a_contract_is_paid_by_hand_in_any_order(phone: Visitor) -> None:
    player = sit_down(phone, build_position(edit=rich))
    things = store_of(player)["store"]
    wanted = [card["name"] for spice in SPICE_NAMES for card in things if card["spice"] == spice]
    wanted = [name for number, name in enumerate(wanted) if number % 4]
    player.toggle("contract three-of-each")
    player.press_button("[data-by-hand]")
    bar, confirm = phone.page.locator(".bar .preview"), phone.page.locator("[data-confirm]")
    expect(bar).to_have_text("Still missing: 3 pepper, 3 cinnamon, 3 cloves, 3 nutmeg.")
    expect(confirm).to_be_disabled()
    for name in reversed(wanted):
        player.toggle(f"pay {name}")
    expect(bar).to_contain_text("Pays for 3 of each spice")
    player.press_button("[data-confirm]:enabled")
    player.socket.until(lambda: store_of(player)["contracts"] == {"three-of-each": 1}, what="for the contract")
    assert player.clicks <= 3 + len(wanted)
    assert not {card["name"] for card in store_of(player)["store"]} & set(wanted)


def test_invalid_selection_is_explained_and_can_be_changed(phone: Visitor) -> None:
    player = sit_down(phone, build_position(edit=rich))
    selection = preview(player, "contract one-of-each")
    first = [text for text in selection["chosen"] if text.startswith("pay ")]
    spare = next(text for text in selection["options"] if text not in first and "pepper" in text)
    player.toggle(spare)
    bar, confirm = phone.page.locator(".bar .preview"), phone.page.locator("[data-confirm]")
    expect(bar).to_contain_text("Not needed:")
    expect(confirm).to_be_disabled()
    player.press_button("[data-suggest]")
    expect(bar).to_contain_text("Pays for 1 of each spice")
    phone.page.locator(".cancel").tap()
    expect(confirm).to_have_count(0)
    expect(phone.page.locator("[data-pick='pass']")).to_have_text("Fulfil no contract")
    assert not player.socket.plays()


def pirates(table: PositionBuilder) -> None:
    table.spice(0, "pepper", 3)
    table.spice(0, "nutmeg", 3)
    table.turn(0, CONTRACT)


def test_the_pirates_card_is_chosen_with_the_others(phone: Visitor) -> None:
    player = sit_down(phone, build_position(edit=pirates, deck="b", pirates="blackbeard"))
    options = preview(player, "contract four-alike")["options"]
    trade = next(text for text in options if text.startswith("pirates ") and "pepper" in text)
    nutmeg = [text for text in options if text.startswith("pay ") and "nutmeg" in text]
    player.press_button("[data-by-hand]")
    for move in (*reversed(nutmeg), trade):
        player.toggle(move)
    expect(phone.page.locator(".bar .preview")).to_contain_text("You take their ship: 2 points less at the end.")
    player.press_button("[data-confirm]:enabled")
    player.socket.until(lambda: store_of(player)["contracts"] == {"four-alike": 1}, what="for the contract")
    assert player.socket.plays()[-1]["move"] == ["contract four-alike", trade, *nutmeg, "done"]


def fight(table: PositionBuilder) -> None:
    table.rows(red="1 2 0")
    table.hand(0, "rrry", "rryr", "gggb")
    table.hand(1, "rrrg", "bbbr", "yyyg")


def test_challenge_outcomes_are_previewed(phone: Visitor) -> None:
    player = sit_down(phone, build_position(edit=fight, deck="a"), "me", "novice")
    page = phone.page
    bar, confirm = page.locator(".bar .preview"), page.locator("[data-confirm]")
    player.perform("challenge red 3 1")
    expect(bar).to_have_text(
        "Choose cards with red flags; they are spent, and one card must stay in your hand. Ada 2 has 1 bonus "
        "and may answer with as many cards. With a tie you win rank 1."
    )
    expect(confirm).to_be_disabled()
    sight = player.wait_for_turn()
    assert sight
    for move in reversed(sight["selection"]["options"]):
        player.toggle(move)
    expect(bar).to_have_text(
        "6 flags. Ada 2 has 1 bonus and may add up to 2 cards: you win unless that makes more than 6."
    )
    player.toggle(sight["selection"]["options"][1])
    expect(confirm).to_have_text("Attack with 3 flags")
    player.press_button("[data-confirm]:enabled")
    expect(page.locator(".curtain")).to_contain_text("Ada 2 is attacked and may defend.")
    page.locator("[data-curtain]").tap()
    expect(bar).to_have_text(
        "Choose up to 1 card of your hand. Flags + 1 bonus must make 4, since a tie loses: "
        "without a card you lose your place."
    )
    expect(confirm).to_have_text("Don't defend")
    # What gives the place away is not what the eye is led to.
    expect(confirm).not_to_have_class(re.compile(r"\bmain\b"))
    expect(page.locator(".tray")).to_contain_text("0 flags + 1 bonus = 1")
    expect(page.locator(".tray")).to_contain_text("needs 4")
    sight = player.wait_for_turn()
    assert sight
    player.toggle(next(text for text in sight["selection"]["options"] if "rrrg" in text))
    expect(bar).to_have_text("3 flags + 1 bonus = 4; you need 4: you keep your place.")
    expect(confirm).to_have_text("Defend with 3 flags")
    player.press_button("[data-confirm]:enabled")
    player.socket.until(lambda: player.socket.views()[1]["view"]["phase"] == "reward", what="for the reward")


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("width", [360, 390])
def test_the_board_keeps_its_size_during_a_challenge(phone: Visitor, language: str, width: int) -> None:
    phone.prefer(language=language)
    page = phone.page
    page.set_viewport_size({"width": width, "height": 844})
    player = sit_down(phone, build_position(edit=fight, deck="a"), "me", "novice")
    heights: list[float] = []

    def measure() -> None:
        page.evaluate(SETTLED)
        box = page.locator("main.board").bounding_box()
        assert box
        heights.append(box["height"])

    page.locator("[data-curtain]").tap()
    measure()
    player.perform("challenge red 3 1")
    for confirmed in range(2):
        if confirmed:
            page.locator("[data-curtain]").tap()
        page.locator("[data-pick][aria-pressed]").first.wait_for()
        measure()
        sight = player.wait_for_turn()
        assert sight
        player.toggle(next(text for text in sight["selection"]["options"] if "rrr" in text))
        expect(page.locator("[data-confirm]")).to_be_enabled()
        measure()
        player.press_button("[data-confirm]:enabled")
    assert len(heights) == 5
    assert max(heights) - min(heights) < 1, heights


def full(table: PositionBuilder) -> None:
    table.hand(0, "rrry", "rryr", "gggb", "gggy", "bbby", "yyyb", "yyyr")
    table.turn(0, DISCARD)


def test_a_discard_is_a_card_and_a_confirmation(phone: Visitor) -> None:
    player = sit_down(phone, build_position(edit=full, deck="a"))
    sight = player.wait_for_turn()
    assert sight
    player.perform(sight["legal"][-1]["text"])
    assert player.clicks == 2


@contextmanager
def long_thought(server: ThreadServer) -> Iterator[threading.Event]:
    """Delay hints until the event is set."""
    bot_executor, enough = server.services.registry.bot_executor, threading.Event()
    advise = bot_executor.compute_hint

    async def think(*asked: Any) -> Any:
        await asyncio.to_thread(enough.wait)
        return await advise(*asked)

    try:
        with patch.object(bot_executor, "compute_hint", think):
            yield enough
    finally:
        enough.set()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_pending_hint_does_not_block_the_page(new_visitor: NewVisitor, server: ThreadServer, size: str) -> None:
    visitor = new_visitor(size, reduced_motion="no-preference")
    visitor.introduce()
    table = visitor.open_table("bombay", ["me", "novice", "novice"])
    visitor.go(f"/tables/{table}")
    player, page = PagePlayer(visitor), visitor.page
    pieces, listed = page.locator("[data-pick]"), page.locator(".tool[title*='(A)']")
    player.play_turn("pass")
    player.wait_for_turn()
    with long_thought(server) as enough:
        # As soon as it can be used, while the last move is still being shown.
        page.locator(".tool[title*='(H)']:enabled").click()
        player.socket.until(lambda: any(command["do"] == "hint" for command in player.socket.sent), what="for asking")
        page.wait_for_timeout(900)
        visitor.ask(f"/api/tables/{table}", {"do": "chat", "text": "Hello"})
        player.socket.until(lambda: player.socket.table and player.socket.table["chat"], what="for the line")
        for _ in range(2):
            assert pieces.count() > 3
            expect(listed).to_be_enabled()
            enough.set()
            player.socket.until(lambda: player.socket.hinted, what="for the hint")
            page.locator("[data-hint]").first.wait_for()
    if size == "phone":
        page.locator(".hint header button").click()
    player.play_turn()
