"""Playing with the keys alone: what is focused can be seen, the focus is never lost, and what happens is read out."""

import re
from collections.abc import Callable

from tests.web.browser import Visitor
from tests.web.checks import examine
from tests.web.page_player import PagePlayer

FOCUSED = """
() => {
  const at = document.activeElement;
  return { pick: at?.dataset?.pick ?? null, name: at?.getAttribute('name'), visible: !!at?.matches(':focus-visible') };
}
"""
PICKS = "[...document.querySelectorAll('[data-pick]')].map((piece) => piece.dataset.pick)"
MOST_STEPS = 120
LETTERS = re.compile(r"\b[rygb]{4}\b")
"""Flags of a card as sentences write them: people hear words."""
NAMES = "[...document.querySelectorAll('[data-pick]')].map((piece) => piece.getAttribute('aria-label') ?? '')"
HEARD = "[...document.querySelectorAll('[data-herald] p')].map((line) => line.textContent)"
ELSEWHERE = "() => document.activeElement !== document.body"
TOLD = """
() => {
  const bare = (part) => part.textContent.replace(/\\s/g, '');
  const newest = [...document.querySelectorAll('[data-log]')].at(-1);
  return newest && [...document.querySelectorAll('[data-herald] p')].some((line) => bare(line) === bare(newest));
}
"""
"""Whether the newest entry of the story is also read out."""


class KeyboardPlayer(PagePlayer):
    """Plays by moving the focus from piece to piece and pressing Enter."""

    def click_through(self, action: str, done: Callable[[], bool]) -> None:
        for _ in range(8):
            if done():
                return
            self.focus(action)
            self.page.keyboard.press("Enter")
            self.page.wait_for_timeout(30)
        self.socket.until(done, 5, f"for {action!r} to be sent")

    def play_turn(self, wanted: str | None = None) -> str | None:
        """Play one action; check that focus is kept and the result is announced."""
        action = super().play_turn(wanted)
        self.page.wait_for_function(ELSEWHERE)
        self.page.wait_for_function(TOLD)
        assert not [name for name in self.page.evaluate(f"[...{NAMES}, ...{HEARD}]") if LETTERS.search(name)]
        return action

    def focus(self, action: str) -> None:
        """Step to the piece that is the longest beginning of the action."""
        self.page.wait_for_selector("[data-pick]", state="attached")
        picks: list[str] = self.page.evaluate(PICKS)
        fits = [pick for pick in picks if action == pick or action.startswith(f"{pick} ")]
        # A merchant that is picked for one thing may be meant for another: the second piece decides.
        rest = action.partition(" ")[2]
        fits = fits or [pick for pick in picks if " " in pick and rest.startswith(f"{pick.partition(' ')[2]} ")]
        if fits:
            step_to(self.visitor, "n", "pick", max(fits, key=len))


def step_to(visitor: Visitor, key: str, what: str, wanted: str) -> None:
    """Press a key until an element has the focus, which must be visible."""
    for _ in range(MOST_STEPS):
        at = visitor.page.evaluate(FOCUSED)
        if at[what] == wanted:
            assert at["visible"], f"the focus on {wanted!r} is not visible"
            return
        visitor.page.keyboard.press(key)
    raise AssertionError(f"{wanted!r} is never reached with {key}")


def test_a_whole_game_with_the_keyboard_alone(desktop: Visitor) -> None:
    page = desktop.go("/")
    page.locator("[data-pick='play bombay']").wait_for()
    step_to(desktop, "Tab", "name", "players-bombay")
    page.keyboard.press("ArrowRight")
    step_to(desktop, "Tab", "name", "level-bombay")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    step_to(desktop, "Tab", "pick", "play bombay")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/*")
    player = KeyboardPlayer(desktop)
    player.wait_for_turn()
    assert desktop.socket.table is not None
    assert [seat["level"] for seat in desktop.socket.table["table"]["seats"]] == [None, "novice", "novice", "novice"]
    page.keyboard.press("?")
    page.locator("dialog kbd").first.wait_for()
    wrong = examine(desktop)
    page.keyboard.press("Escape")
    player.play_game()
    page.locator("[data-end]").wait_for()
    wrong += examine(desktop)
    assert not wrong, "\n".join(wrong)


def test_turns_of_borneo_with_the_keyboard_alone(desktop: Visitor) -> None:
    desktop.introduce()
    desktop.go(f"/tables/{desktop.open_table('borneo', ['me', 'novice', 'novice'])}")
    player = KeyboardPlayer(desktop)
    player.play_some(12)
    # Some decisions are of several actions.
    assert sum(player.kinds.values()) >= 12


def test_arrows_lead_from_piece_to_piece(desktop: Visitor) -> None:
    desktop.introduce()
    page = desktop.go(f"/tables/{desktop.open_table('bombay', ['me', 'novice', 'novice'])}")
    player = PagePlayer(desktop)
    player.wait_for_turn()
    page.locator("[data-pick]").first.wait_for()
    reached = set()
    for key in ["ArrowRight"] * 6 + ["ArrowDown"] * 6 + ["ArrowLeft"] * 6 + ["ArrowUp"] * 6:
        page.keyboard.press(key)
        reached.add(page.evaluate(FOCUSED)["pick"])
    assert len(reached - {None}) >= 2
