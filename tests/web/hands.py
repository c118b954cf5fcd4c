"""Hands that play through the page: they find the pieces that can be picked and click or tap them, one after another.

What is legal is heard on the socket; that every legal action can really be clicked together is what this shows.
"""

import json
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from tests.web.browser import Visitor
from tests.web.sockets import Message

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
"""Seconds until a piece that should be there counts as missing."""


class Hands:
    """Plays the seats of one page by clicking, rarely seen kinds of actions first."""

    def __init__(self, visitor: Visitor, seed: int = 1) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.socket = visitor.socket
        self.chance = random.Random(seed)
        self.kinds: Counter[str] = Counter()
        self.clicks = 0

    def wait_for_turn(self) -> Message | None:
        """What the seat sees that is to act; None once the game is over."""
        self.socket.until(lambda: self.socket.over or self.socket.to_act(), 60, "for a turn")
        return None if self.socket.over else self.socket.to_act()

    def choose(self, legal: Sequence[Message]) -> str:
        """An action of the kind that was clicked least."""
        texts = [str(choice["text"]) for choice in legal]
        rarest = min(self.kinds[text.split()[0]] for text in texts)
        return self.chance.choice([text for text in texts if self.kinds[text.split()[0]] == rarest])

    def play_turn(self, wanted: str | None = None) -> str | None:
        """One action, by clicking; None if the game is over."""
        sight = self.wait_for_turn()
        if sight is None:
            return None
        action = wanted or self.choose(sight["legal"])
        self.make(action)
        return action

    def make(self, action: str) -> None:
        """Click what makes up an action until the page sends it, and wait for the answer."""
        sight, sent, refused = self.socket.to_act(), len(self.socket.plays()), len(self.socket.refused)
        assert sight is not None
        if selects(sight, action):
            self.decide([action] if action != "done" else [])
            return
        self.together(action, lambda: len(self.socket.plays()) > sent)
        played = self.socket.plays()[-1]
        meant = next(choice for choice in sight["legal"] if choice["text"] == action)
        assert played["move"] in (action, meant["action"]), f"{action} was clicked, {played} was sent"
        self.socket.until(lambda: self.answered(sight) or len(self.socket.refused) > refused, what=f"after {action}")
        assert len(self.socket.refused) == refused, self.socket.refused[-1]
        self.kinds[action.split(maxsplit=1)[0]] += 1

    def decide(self, moves: Sequence[str], *, by_hand: bool = False) -> list[str]:
        """Choose some of the actions that make up a decision, in this order, and confirm it; what was played."""
        sight, sent, refused = self.socket.to_act(), len(self.socket.plays()), len(self.socket.refused)
        assert sight is not None
        for number, move in enumerate(moves):
            if move in sight["selection"]["heads"] or by_hand or not self.is_chosen(move):
                self.toggle(move)
            if by_hand and number == 0 and move in sight["selection"]["heads"]:
                self.push("[data-by-hand]")
        self.push("[data-confirm]:enabled")
        self.socket.until(lambda: len(self.socket.plays()) > sent, what=f"for the decision {moves}")
        played: list[str] = self.socket.plays()[-1]["move"]
        self.socket.until(lambda: self.answered(sight) or len(self.socket.refused) > refused, what=f"after {played}")
        assert len(self.socket.refused) == refused, self.socket.refused[-1]
        self.kinds.update(move.split(maxsplit=1)[0] for move in played)
        return played

    def is_chosen(self, move: str) -> bool:
        """Whether an action is chosen for the decision that is being made."""
        return self.page.locator(f"[data-pick={json.dumps(move)}][aria-pressed='true']").count() > 0

    def toggle(self, move: str) -> None:
        """Choose an action or drop it."""
        before = self.is_chosen(move)
        self.together(move, lambda: self.is_chosen(move) != before)

    def push(self, button: str) -> None:
        """Use a button of the bar, as soon as it is there."""
        place = self.page.locator(button)
        place.wait_for()
        box = place.bounding_box()
        assert box
        self.press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def together(self, action: str, done: Callable[[], bool]) -> None:
        """Click one piece after the other of those that make up an action, until something has come of it."""
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
        """Whether the page was shown something later than what it acted on."""
        now = next((sight for sight in self.socket.views() if sight["seat"] == before["seat"]), None)
        return now is None or now["position"] != before["position"]

    def press(self, x: float, y: float) -> None:
        """A click, or a tap."""
        self.clicks += 1
        if self.visitor.size == "phone":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def play_game(self, most: int = 600) -> None:
        """Until the game is over."""
        for _ in range(most):
            if self.play_turn() is None:
                return
        raise AssertionError("the game does not end")

    def play_some(self, turns: int) -> None:
        """So many actions, or until the game is over."""
        for _ in range(turns):
            if self.play_turn() is None:
                return


def selects(sight: Message, action: str) -> bool:
    """Whether an action is chosen together with others."""
    found = sight["selection"]
    return found is not None and (action in (*found["heads"], *found["options"]) or action == "done")


def quick_move(hands: Hands, table: str, sight: Message, move: Any) -> None:
    """Play an action without the page, to get somewhere; the page is shown what comes of it."""
    hands.visitor.ask(
        f"/api/tables/{table}", {"do": "play", "position": sight["position"], "seat": sight["seat"], "move": move}
    )
    hands.socket.until(lambda: hands.answered(sight), what="after a quick move")
