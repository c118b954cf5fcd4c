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
from tests.server.arranged import dealt_as
from tests.server.serving import ThreadServer
from tests.web.browser import Visitor
from tests.web.conftest import Invite
from tests.web.hands import Hands
from tests.web.layout import SETTLED
from tradewinds.games.borneo.state import CONTRACT, DISCARD, SPICE_NAMES
from tradewinds.match import Match


def sit_down(visitor: Visitor, match: Match, *others: str) -> Hands:
    """A table whose game begins from a position, at which the visitor has the first seat."""
    visitor.introduce()
    seats = ["me", *(others or ("novice", "novice"))]
    with dealt_as(match):
        table = visitor.open_table("borneo", seats, edition=match.box.edition, options=dict(match.box.options))
    visitor.go(f"/tables/{table}")
    hands = Hands(visitor)
    hands.wait_for_turn()
    visitor.page.locator(".borneo [data-pick], [data-curtain]").first.wait_for()
    return hands


def rich(table: PositionBuilder) -> None:
    """A store that pays for three of each, with cards that are not needed."""
    for spice in SPICE_NAMES:
        table.spice(0, spice, 4)
    table.turn(0, CONTRACT)


def store_of(hands: Hands) -> dict[str, Any]:
    found: dict[str, Any] = hands.socket.views()[0]["view"]["players"][0]
    return found


def preview(hands: Hands, move: str) -> dict[str, Any]:
    """Choose an action of a decision; what the server says that it would do."""
    before = len(hands.socket.previewed)
    hands.toggle(move)
    hands.socket.until(lambda: len(hands.socket.previewed) > before, what="for what that would do")
    found: dict[str, Any] = hands.socket.previewed[-1]["selection"]
    return found


def test_a_contract_is_paid_with_the_suggestion(phone: Visitor) -> None:
    hands = sit_down(phone, build_position(edit=rich))
    hands.toggle("contract three-of-each")
    bar = phone.page.locator(".bar .preview")
    expect(bar).to_have_text("Pays for 3 of each spice: you get 25 points and give up 12 points of goods.")
    assert not hands.socket.plays()
    hands.push("[data-confirm]:enabled")
    hands.socket.until(lambda: store_of(hands)["contracts"] == {"three-of-each": 1}, what="for the contract")
    assert hands.clicks <= 4
    assert len(hands.socket.plays()) == 1
    # One decision is taken back as one.
    phone.page.keyboard.press("u")
    hands.socket.until(lambda: store_of(hands)["contracts"] == {}, what="for taking it back")
    assert store_of(hands)["store_size"] == 16


def test_a_contract_is_paid_by_hand_in_any_order(phone: Visitor) -> None:
    hands = sit_down(phone, build_position(edit=rich))
    things = store_of(hands)["store"]
    wanted = [card["name"] for spice in SPICE_NAMES for card in things if card["spice"] == spice]
    wanted = [name for number, name in enumerate(wanted) if number % 4]
    hands.toggle("contract three-of-each")
    hands.push("[data-by-hand]")
    bar, confirm = phone.page.locator(".bar .preview"), phone.page.locator("[data-confirm]")
    expect(bar).to_have_text("Still missing: 3 pepper, 3 cinnamon, 3 cloves, 3 nutmeg.")
    expect(confirm).to_be_disabled()
    for name in reversed(wanted):
        hands.toggle(f"pay {name}")
    expect(bar).to_contain_text("Pays for 3 of each spice")
    hands.push("[data-confirm]:enabled")
    hands.socket.until(lambda: store_of(hands)["contracts"] == {"three-of-each": 1}, what="for the contract")
    assert hands.clicks <= 3 + len(wanted)
    assert not {card["name"] for card in store_of(hands)["store"]} & set(wanted)


def test_what_does_not_fit_is_said_and_can_be_dropped(phone: Visitor) -> None:
    hands = sit_down(phone, build_position(edit=rich))
    selection = preview(hands, "contract one-of-each")
    first = [text for text in selection["chosen"] if text.startswith("pay ")]
    spare = next(text for text in selection["options"] if text not in first and "pepper" in text)
    hands.toggle(spare)
    bar, confirm = phone.page.locator(".bar .preview"), phone.page.locator("[data-confirm]")
    expect(bar).to_contain_text("Not needed:")
    expect(confirm).to_be_disabled()
    hands.push("[data-suggest]")
    expect(bar).to_contain_text("Pays for 1 of each spice")
    phone.page.locator(".cancel").tap()
    expect(confirm).to_have_count(0)
    expect(phone.page.locator("[data-pick='pass']")).to_have_text("Fulfil no contract")
    assert not hands.socket.plays()


def pirates(table: PositionBuilder) -> None:
    table.spice(0, "pepper", 3)
    table.spice(0, "nutmeg", 3)
    table.turn(0, CONTRACT)


def test_the_pirates_card_is_chosen_with_the_others(phone: Visitor) -> None:
    hands = sit_down(phone, build_position(edit=pirates, deck="b", pirates="blackbeard"))
    options = preview(hands, "contract four-alike")["options"]
    trade = next(text for text in options if text.startswith("pirates ") and "pepper" in text)
    nutmeg = [text for text in options if text.startswith("pay ") and "nutmeg" in text]
    hands.push("[data-by-hand]")
    for move in (*reversed(nutmeg), trade):
        hands.toggle(move)
    expect(phone.page.locator(".bar .preview")).to_contain_text("You take their ship: 2 points less at the end.")
    hands.push("[data-confirm]:enabled")
    hands.socket.until(lambda: store_of(hands)["contracts"] == {"four-alike": 1}, what="for the contract")
    assert hands.socket.plays()[-1]["move"] == ["contract four-alike", trade, *nutmeg, "done"]


def fight(table: PositionBuilder) -> None:
    table.rows(red="1 2 0")
    table.hand(0, "rrry", "rryr", "gggb")
    table.hand(1, "rrrg", "bbbr", "yyyg")


def test_everybody_in_a_challenge_is_told_what_will_happen(phone: Visitor) -> None:
    hands = sit_down(phone, build_position(edit=fight, deck="a"), "me", "novice")
    page = phone.page
    bar, confirm = page.locator(".bar .preview"), page.locator("[data-confirm]")
    hands.make("challenge red 3 1")
    expect(bar).to_have_text(
        "Choose cards with red flags; they are spent, and one card must stay in your hand. Ada 2 has 1 bonus "
        "and may answer with as many cards. With a tie you win rank 1."
    )
    expect(confirm).to_be_disabled()
    sight = hands.wait_for_turn()
    assert sight
    for move in reversed(sight["selection"]["options"]):
        hands.toggle(move)
    expect(bar).to_have_text(
        "6 flags. Ada 2 has 1 bonus and may add up to 2 cards: you win unless that makes more than 6."
    )
    hands.toggle(sight["selection"]["options"][1])
    expect(confirm).to_have_text("Attack with 3 flags")
    hands.push("[data-confirm]:enabled")
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
    sight = hands.wait_for_turn()
    assert sight
    hands.toggle(next(text for text in sight["selection"]["options"] if "rrrg" in text))
    expect(bar).to_have_text("3 flags + 1 bonus = 4; you need 4: you keep your place.")
    expect(confirm).to_have_text("Defend with 3 flags")
    hands.push("[data-confirm]:enabled")
    hands.socket.until(lambda: hands.socket.views()[1]["view"]["phase"] == "reward", what="for the reward")


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("width", [360, 390])
def test_the_board_keeps_its_size_during_a_challenge(phone: Visitor, language: str, width: int) -> None:
    phone.prefer(language=language)
    page = phone.page
    page.set_viewport_size({"width": width, "height": 844})
    hands = sit_down(phone, build_position(edit=fight, deck="a"), "me", "novice")
    heights: list[float] = []

    def measure() -> None:
        page.evaluate(SETTLED)
        box = page.locator("main.board").bounding_box()
        assert box
        heights.append(box["height"])

    page.locator("[data-curtain]").tap()
    measure()
    hands.make("challenge red 3 1")
    for confirmed in range(2):
        if confirmed:
            page.locator("[data-curtain]").tap()
        page.locator("[data-pick][aria-pressed]").first.wait_for()
        measure()
        sight = hands.wait_for_turn()
        assert sight
        hands.toggle(next(text for text in sight["selection"]["options"] if "rrr" in text))
        expect(page.locator("[data-confirm]")).to_be_enabled()
        measure()
        hands.push("[data-confirm]:enabled")
    assert len(heights) == 5
    assert max(heights) - min(heights) < 1, heights


def full(table: PositionBuilder) -> None:
    table.hand(0, "rrry", "rryr", "gggb", "gggy", "bbby", "yyyb", "yyyr")
    table.turn(0, DISCARD)


def test_a_discard_is_a_card_and_a_confirmation(phone: Visitor) -> None:
    hands = sit_down(phone, build_position(edit=full, deck="a"))
    sight = hands.wait_for_turn()
    assert sight
    hands.make(sight["legal"][-1]["text"])
    assert hands.clicks == 2


@contextmanager
def long_thought(server: ThreadServer) -> Iterator[threading.Event]:
    """Advice is given when the event is set, and not before."""
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
def test_a_hint_on_its_way_takes_nothing_away(invite: Invite, server: ThreadServer, size: str) -> None:
    visitor = invite(size, reduced_motion="no-preference")
    visitor.introduce()
    table = visitor.open_table("bombay", ["me", "novice", "novice"])
    visitor.go(f"/tables/{table}")
    hands, page = Hands(visitor), visitor.page
    pieces, listed = page.locator("[data-pick]"), page.locator(".tool[title*='(A)']")
    hands.play_turn("pass")
    hands.wait_for_turn()
    with long_thought(server) as enough:
        # As soon as it can be used, while the last move is still being shown.
        page.locator(".tool[title*='(H)']:enabled").click()
        hands.socket.until(lambda: any(command["do"] == "hint" for command in hands.socket.sent), what="for asking")
        page.wait_for_timeout(900)
        visitor.ask(f"/api/tables/{table}", {"do": "chat", "text": "Hello"})
        hands.socket.until(lambda: hands.socket.table and hands.socket.table["chat"], what="for the line")
        for _ in range(2):
            assert pieces.count() > 3
            expect(listed).to_be_enabled()
            enough.set()
            hands.socket.until(lambda: hands.socket.hinted, what="for the hint")
            page.locator("[data-hint]").first.wait_for()
    if size == "phone":
        page.locator(".hint header button").click()
    hands.play_turn()
