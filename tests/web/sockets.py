"""What a page and the server say to each other on the socket of a table, heard from outside."""

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocket

Message = dict[str, Any]


class Socket:
    """Listens to all sockets of a page: the latest table message, the commands sent, and what was refused."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table: Message | None = None
        self.sent: list[Message] = []
        self.refused: list[Message] = []
        self.hinted: list[Message] = []
        self.previewed: list[Message] = []
        self.connections = 0
        page.on("websocket", self.opened)

    def opened(self, socket: WebSocket) -> None:
        """A socket was opened."""
        self.connections += 1
        socket.on("framesent", lambda data: self.sent.append(json.loads(data)))
        socket.on("framereceived", lambda data: self.hear(json.loads(data)))

    def hear(self, message: Message) -> None:
        """Something that the server says."""
        kind = message["type"]
        if kind == "table":
            self.table = message
        elif kind == "refused":
            self.refused.append(message)
        elif kind == "hinted":
            self.hinted.append(message)
        elif kind == "previewed":
            self.previewed.append(message)

    def views(self) -> list[Message]:
        """What the page was shown last."""
        found: list[Message] = self.table["views"] if self.table else []
        return found

    def to_act(self) -> Message | None:
        """What the seat sees that is to act, if it is one of this page's."""
        return next((sight for sight in self.views() if sight["legal"]), None)

    @property
    def over(self) -> bool:
        """Whether the game is over, as far as the page was told."""
        return self.table is not None and self.table["result"] is not None

    def plays(self) -> list[Message]:
        """The actions that the page has sent."""
        return [command for command in self.sent if command["do"] == "play"]

    def until(self, wanted: Callable[[], object], seconds: float = 20.0, what: str = "") -> None:
        """Wait until something is so."""
        deadline = time.monotonic() + seconds
        while not wanted():
            if time.monotonic() > deadline:
                raise AssertionError(f"waited in vain {what}".strip())
            self.page.wait_for_timeout(10)
