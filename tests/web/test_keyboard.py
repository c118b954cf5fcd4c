"""Playing with Tab, arrows, Enter and Space alone; what is focused can be seen."""

import pytest

from tests.web.browser import Visitor
from tests.web.hands import Hands

FOCUSED = """
() => {
  const at = document.activeElement;
  const style = at && getComputedStyle(at);
  return { pick: at?.dataset?.pick ?? null, curtain: at?.dataset?.curtain ?? null,
    visible: !!at && at !== document.body && at.matches(':focus-visible'),
    outline: style ? style.outlineStyle + ' ' + style.outlineWidth : '' };
}
"""
PICKS = "[...document.querySelectorAll('[data-pick]')].map((piece) => piece.dataset.pick)"
MOST_STEPS = 250


class KeyboardHands(Hands):
    """Plays by moving the focus and pressing Enter."""

    def make(self, action: str) -> None:
        sent = len(self.socket.plays())
        sight = self.socket.to_act()
        assert sight is not None
        for _ in range(6):
            if len(self.socket.plays()) > sent:
                break
            self.focus(action)
            self.page.keyboard.press("Enter")
            self.page.wait_for_timeout(30)
        self.socket.until(lambda: len(self.socket.plays()) > sent, 5, f"for {action!r} to be sent")
        self.socket.until(lambda: self.answered(sight), what=f"after {action}")
        self.kinds[action.split(maxsplit=1)[0]] += 1

    def focus(self, action: str) -> None:
        """Tab until the focus is on the longest beginning of the action that there is."""
        self.page.wait_for_selector("[data-pick]", state="attached")
        picks: list[str] = self.page.evaluate(
            "[...document.querySelectorAll('[data-pick]')].map((p) => p.dataset.pick)"
        )
        fits = [pick for pick in picks if action == pick or action.startswith(f"{pick} ")]
        # A merchant that is picked for one thing may be meant for another: the second piece decides.
        rest = action.partition(" ")[2]
        fits = fits or [pick for pick in picks if " " in pick and rest.startswith(f"{pick.partition(' ')[2]} ")]
        assert fits, f"nothing begins {action!r}: {picks}"
        wanted = max(fits, key=len)
        for _ in range(MOST_STEPS):
            at = self.page.evaluate(FOCUSED)
            if at["pick"] == wanted:
                assert at["visible"], f"the focus on {wanted!r} is not visible"
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{wanted!r} is never reached with Tab")


@pytest.mark.parametrize(("game", "turns"), [("bombay", 12), ("borneo", 12)])
def test_turns_are_played_with_the_keyboard_alone(desktop: Visitor, game: str, turns: int) -> None:
    desktop.introduce()
    desktop.go(f"/tables/{desktop.open_table(game, ['me', 'novice', 'novice'])}")
    hands = KeyboardHands(desktop)
    hands.play_some(turns)
    assert sum(hands.kinds.values()) == turns


def test_a_game_is_begun_with_the_keyboard_alone(desktop: Visitor) -> None:
    page = desktop.go("/")
    page.locator("[data-pick='play bombay']").wait_for()
    for _ in range(MOST_STEPS):
        if page.evaluate(FOCUSED)["pick"] == "play bombay":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/*")
    desktop.socket.until(lambda: desktop.socket.sights(), what="for the game")


def test_arrows_lead_from_piece_to_piece(desktop: Visitor) -> None:
    desktop.introduce()
    page = desktop.go(f"/tables/{desktop.open_table('bombay', ['me', 'novice', 'novice'])}")
    hands = Hands(desktop)
    hands.wait_for_turn()
    page.locator("[data-pick]").first.wait_for()
    reached = set()
    for key in ["ArrowRight"] * 6 + ["ArrowDown"] * 6 + ["ArrowLeft"] * 6 + ["ArrowUp"] * 6:
        page.keyboard.press(key)
        reached.add(page.evaluate(FOCUSED)["pick"])
    assert len(reached - {None}) >= 2
