"""What came of a challenge is held until it was seen: both sides' cards, a sentence, and a way to go on."""

import re
from dataclasses import dataclass
from functools import cache

import pytest
from playwright.sync_api import Locator, expect

from tests.server.servers import ThreadServer
from tests.web.browser import Visitor
from tests.web.conftest import NewVisitor
from tests.web.scripted_table import ScriptedTable
from tests.web.scripts import Script, play, sensible
from tradewinds.games.borneo.state import DEFEND, REWARD
from tradewinds.kernel.game import load_game
from tradewinds.kernel.sets import members
from tradewinds.match import Match

PIECES = "(pieces) => pieces.map((piece) => piece.dataset.piece)"
TOLD = re.compile(
    r"attacks? with \d+ flags?, .+ defends? with \d+( \+ \d+ bonus = \d+)?: "
    r".*(repelled\. All merchants stay where they are|succeeds\. .+ takes? rank \d; .+ merchant has to go elsewhere)\.$"
)


@dataclass(frozen=True)
class ChallengeEnd:
    """The action that ends a challenge, and the cards of both sides."""

    number: int
    cards: frozenset[str]


@cache
def fought() -> tuple[Script, dict[str, ChallengeEnd]]:
    """Return a game with the end of a challenge of each sort: attacker, defender, others, failure."""
    for number in range(40):
        script = play("borneo", "board-2008", {}, f"fight-{number}", sensible("casual", number))
        found = ends_of_challenges(script)
        if len(found) == 4:
            return script, found
    raise AssertionError("nobody fights")


def ends_of_challenges(script: Script) -> dict[str, ChallengeEnd]:
    """Return the end of a challenge of each sort."""
    match = Match(load_game(script.game).box(script.players, script.edition, script.options), seed=script.seed)
    found: dict[str, ChallengeEnd] = {}
    for number, move in enumerate(script.moves):
        before = match.state
        match.play(move)
        if before.phase == DEFEND and match.state.phase != DEFEND:
            sort = "attacker" if before.turn == 0 else "defender" if before.seat == 0 else "others"
            played = members(int(before.attack) | int(before.defence))
            end = ChallengeEnd(number, frozenset(f"card:{match.box.labels['card'][card]}" for card in played))
            found.setdefault(sort, end)
            if sort != "others" and match.state.phase == REWARD:
                found.setdefault("repelled", end)
    return found


def end_challenge(scripted: ScriptedTable, sort: str) -> Locator:
    """Play until a challenge of a sort ends on the page; return the continue button."""
    number, visitor = fought()[1][sort].number, scripted.visitor
    scripted.advance(number)
    page = visitor.go(f"/tables/{scripted.table}")
    page.locator("[data-piece^='card:']").first.wait_for()
    scripted.advance(number + 1)
    return page.locator("[data-go-on]")


@pytest.mark.parametrize("sort", ["attacker", "defender", "repelled", "others"])
def test_an_outcome_is_held_with_both_sides_cards_and_a_sentence(
    server: ThreadServer, visitor: Visitor, sort: str
) -> None:
    visitor.introduce()
    visitor.prefer(playback="slow")
    with ScriptedTable(server, visitor, fought()[0]) as scripted:
        go_on = end_challenge(scripted, sort)
        go_on.wait_for()
        page = visitor.page
        expect(page.locator("h2.ask")).to_have_text(TOLD)
        assert page.locator("h2.ask").evaluate("(text) => text.scrollHeight <= text.clientHeight + 1"), "it is cut"
        cards = page.locator(".tray [data-piece]")
        assert set(cards.evaluate_all(PIECES)) == fought()[1][sort].cards
        # Nothing can be done before it was seen.
        assert not page.locator("svg [data-pick], button.single").count()
        if visitor.size == "phone":
            page.locator("main .view").tap(position={"x": 20, "y": 20})
        else:
            page.keyboard.press("Enter")
        go_on.wait_for(state="detached")
        # At most a card that the defender may keep is still there.
        assert set(cards.evaluate_all(PIECES)) != fought()[1][sort].cards


def test_outcomes_of_others_pass_and_own_ones_wait(server: ThreadServer, new_visitor: NewVisitor) -> None:
    for sort in ("others", "attacker"):
        visitor = new_visitor("desktop", reduced_motion="no-preference")
        visitor.introduce()
        with ScriptedTable(server, visitor, fought()[0]) as scripted:
            go_on = end_challenge(scripted, sort)
            go_on.wait_for()
            if sort == "others":
                go_on.wait_for(state="detached")
                continue
            visitor.page.wait_for_timeout(7000)
            go_on.click()
            go_on.wait_for(state="detached")


def test_extra_tap_on_continue_hits_nothing(server: ThreadServer, new_visitor: NewVisitor) -> None:
    visitor = new_visitor("phone", reduced_motion="no-preference")
    visitor.introduce()
    with ScriptedTable(server, visitor, fought()[0]) as scripted:
        go_on = end_challenge(scripted, "defender")
        go_on.wait_for()
        box = go_on.bounding_box()
        assert box
        for _ in range(2):
            visitor.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        go_on.wait_for(state="detached")
        visitor.page.locator(".bar .single, main [data-pick]").first.wait_for()
        assert not visitor.page.locator(".bar [aria-pressed], .bar .preview:has-text('.')").count()


def test_without_playback_nothing_is_held(server: ThreadServer, desktop: Visitor) -> None:
    desktop.introduce()
    desktop.prefer(playback="off")
    with ScriptedTable(server, desktop, fought()[0]) as scripted:
        go_on = end_challenge(scripted, "attacker")
        now = desktop.page.locator("[data-log]").last
        expect(now).to_contain_text(re.compile("repels|succeeds"))
        assert not go_on.count()


def test_returning_player_can_skip_the_playback(server: ThreadServer, new_visitor: NewVisitor) -> None:
    visitor = new_visitor("desktop", reduced_motion="no-preference")
    visitor.introduce()
    visitor.prefer(playback="slow")
    script, ends = fought()
    with ScriptedTable(server, visitor, script) as scripted:
        scripted.advance(ends["attacker"].number - 2)
        page = visitor.go(f"/tables/{scripted.table}")
        page.locator("[data-piece^='card:']").first.wait_for()
        visitor.go("/")
        scripted.advance(ends["attacker"].number + 2)
        visitor.go(f"/tables/{scripted.table}")
        page.get_by_role("button", name="Skip").click()
        page.get_by_text("While you were away").wait_for(state="detached")
        assert not page.locator("[data-go-on]").count()


def test_the_speed_of_playback_is_chosen_in_the_menu_and_remembered(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("phone", reduced_motion="no-preference")
    visitor.introduce()
    page = visitor.go(f"/tables/{visitor.open_table('bombay', ['me', 'novice'])}")
    for speed in ("slow", "off"):
        page.get_by_role("button", name="Menu").tap()
        page.locator("[data-playback]").select_option(speed)
        page.reload()
        page.get_by_role("button", name="Menu").tap()
        assert page.locator("[data-playback]").input_value() == speed
        page.keyboard.press("Escape")
