"""A player that finds the pieces of an action on the page and clicks or taps them one after another.

Legal actions are read from the socket; playing them shows that each can really be entered by clicking.
"""

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from tests.web.browser import Visitor
from tests.web.socket_log import Message

FIND = """
([wanted, scroll]) => {
  const pieces = [...document.querySelectorAll('[data-pick]')];
  const start = (piece) => piece.dataset.pick;
  const fits = pieces.filter((piece) => wanted === start(piece) || wanted.startsWith(start(piece) + ' '));
  // A merchant that was picked for one thing may be meant for another: the second piece decides.
  const rest = (text) => text.split(' ').slice(1).join(' ');
  const begins = (piece) => rest(start(piece)) && rest(wanted).startsWith(rest(start(piece)) + ' ');
  if (!fits.length) fits.push(...pieces.filter(begins));
  fits.sort((one, other) => start(other).length - start(one).length);
  const covers = [];
  for (const piece of fits) {
    if (scroll) piece.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = piece.getBoundingClientRect();
    for (const [across, down] of %s) {
      const x = box.x + box.width * across, y = box.y + box.height * down;
      const hit = document.elementFromPoint(x, y);
      if (hit && hit.closest('[data-pick]') === piece) return { x, y, pick: start(piece) };
      if (hit) covers.push(start(piece) + ' under ' + hit.tagName + '.' + hit.getAttribute('class'));
    }
  }
  const curtain = document.querySelector('[data-curtain]')?.getBoundingClientRect();
  if (curtain) return { x: curtain.x + curtain.width / 2, y: curtain.y + curtain.height / 2, pick: 'curtain' };
  return { missing: true, covers: [...new Set(covers)].slice(0, 6), picks: pieces.map(start).slice(0, 60) };
}
"""
SPOTS = [(0.5, 0.5), *((x / 10, y / 10) for y in (5, 2, 8, 1, 9) for x in (5, 2, 8, 1, 9))]
FIND = FIND % [list(spot) for spot in SPOTS]
SLOW = 10.0
"""Seconds until a piece counts as missing."""


class PagePlayer:
    """Plays the seats of one page by clicking, preferring the kinds of actions played least so far."""

    def __init__(self, visitor: Visitor, seed: int = 1) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.socket = visitor.socket
        self.chance = random.Random(seed)
        self.kinds: Counter[str] = Counter()
        self.clicks = 0

    def wait_for_turn(self) -> Message | None:
        """Wait for a turn and return the view of the seat to act; None once the game is over."""
        self.socket.until(lambda: self.socket.over or self.socket.to_act(), 60, "for a turn")
        return None if self.socket.over else self.socket.to_act()

    def choose(self, legal: Sequence[Message]) -> str:
        """Choose an action of the kind played least so far."""
        texts = [str(choice["text"]) for choice in legal]
        rarest = min(self.kinds[text.split()[0]] for text in texts)
        return self.chance.choice([text for text in texts if self.kinds[text.split()[0]] == rarest])

    def play_turn(self, wanted: str | None = None) -> str | None:
        """Play one action by clicking; return None if the game is over."""
        sight = self.wait_for_turn()
        if sight is None:
            return None
        action = wanted or self.choose(sight["legal"])
        self.perform(action)
        return action

    def perform(self, action: str) -> None:
        """Click the pieces of an action until the page sends it, and wait for the answer."""
        sight, sent, refused = self.socket.to_act(), len(self.socket.plays()), len(self.socket.refused)
        assert sight is not None
        if is_selection(sight, action):
            self.play_selection([action] if action != "done" else [])
            return
        self.click_through(action, lambda: len(self.socket.plays()) > sent)
        played = self.socket.plays()[-1]
        meant = next(choice for choice in sight["legal"] if choice["text"] == action)
        assert played["move"] in (action, meant["action"]), f"{action} was clicked, {played} was sent"
        self.socket.until(lambda: self.answered(sight) or len(self.socket.refused) > refused, what=f"after {action}")
        assert len(self.socket.refused) == refused, self.socket.refused[-1]
        self.kinds[action.split(maxsplit=1)[0]] += 1

    def play_selection(self, moves: Sequence[str], *, by_hand: bool = False) -> list[str]:
        """Select the actions of one decision in this order, confirm, and return what was played."""
        sight, sent, refused = self.socket.to_act(), len(self.socket.plays()), len(self.socket.refused)
        assert sight is not None
        for number, move in enumerate(moves):
            if move in sight["selection"]["heads"] or by_hand or not self.is_chosen(move):
                self.toggle(move)
            if by_hand and number == 0 and move in sight["selection"]["heads"]:
                self.press_button("[data-by-hand]")
        self.press_button("[data-confirm]:enabled")
        self.socket.until(lambda: len(self.socket.plays()) > sent, what=f"for the decision {moves}")
        played: list[str] = self.socket.plays()[-1]["move"]
        self.socket.until(lambda: self.answered(sight) or len(self.socket.refused) > refused, what=f"after {played}")
        assert len(self.socket.refused) == refused, self.socket.refused[-1]
        self.kinds.update(move.split(maxsplit=1)[0] for move in played)
        return played

    def is_chosen(self, move: str) -> bool:
        """Return whether an action is selected."""
        return self.page.locator(f"[data-pick={json.dumps(move)}][aria-pressed='true']").count() > 0

    def toggle(self, move: str) -> None:
        """Select or deselect an action."""
        before = self.is_chosen(move)
        self.click_through(move, lambda: self.is_chosen(move) != before)

    def press_button(self, button: str) -> None:
        """Press a button as soon as it is shown."""
        place = self.page.locator(button)
        place.wait_for()
        box = place.bounding_box()
        assert box
        self.press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def click_through(self, action: str, done: Callable[[], bool]) -> None:
        """Click the pieces of an action one after another until `done` holds."""
        deadline = time.monotonic() + SLOW
        while not done():
            found = self.page.evaluate(FIND, [action, self.visitor.size == "phone"])
            if "missing" not in found:
                self.press(found["x"], found["y"])
            elif time.monotonic() > deadline:
                raise AssertionError(f"{action!r} can not be clicked: {found}")
            self.page.wait_for_timeout(15)
            if time.monotonic() > deadline + SLOW:
                raise AssertionError(f"{action!r} was clicked and nothing came of it: {found}")

    def answered(self, before: Message) -> bool:
        """Return whether the page has received a later position."""
        now = next((sight for sight in self.socket.views() if sight["seat"] == before["seat"]), None)
        return now is None or now["position"] != before["position"]

    def press(self, x: float, y: float) -> None:
        """Click, or tap on a phone."""
        self.clicks += 1
        if self.visitor.size == "phone":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def play_game(self, most: int = 600) -> None:
        """Play until the game is over."""
        for _ in range(most):
            if self.play_turn() is None:
                return
        raise AssertionError("the game does not end")

    def play_some(self, turns: int) -> None:
        """Play `turns` actions, or until the game is over."""
        for _ in range(turns):
            if self.play_turn() is None:
                return


def is_selection(sight: Message, action: str) -> bool:
    """Return whether an action is part of a selection."""
    found = sight["selection"]
    return found is not None and (action in (*found["heads"], *found["options"]) or action == "done")


def play_directly(player: PagePlayer, table: str, sight: Message, move: Any) -> None:
    """Play an action over HTTP and wait until the page shows it."""
    player.visitor.ask(
        f"/api/tables/{table}", {"do": "play", "position": sight["position"], "seat": sight["seat"], "move": move}
    )
    player.socket.until(lambda: player.answered(sight), what="after a quick move")
