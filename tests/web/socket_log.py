"""A log of the messages between a page and the server."""

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocket

Message = dict[str, Any]


class SocketLog:
    """Logs the sockets of a page: the latest table message, commands sent, refusals, hints and previews."""

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
        """Log the messages of a new socket."""
        self.connections += 1
        socket.on("framesent", lambda data: self.sent.append(json.loads(data)))
        socket.on("framereceived", lambda data: self.hear(json.loads(data)))

    def hear(self, message: Message) -> None:
        """Log a message from the server."""
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
        """Return the views that the page received last."""
        found: list[Message] = self.table["views"] if self.table else []
        return found

    def to_act(self) -> Message | None:
        """Return the view of the seat to act, if that seat belongs to this page."""
        return next((sight for sight in self.views() if sight["legal"]), None)

    @property
    def over(self) -> bool:
        """Whether the page knows that the game is over."""
        return self.table is not None and self.table["result"] is not None

    def plays(self) -> list[Message]:
        """Return the play commands that the page has sent."""
        return [command for command in self.sent if command["do"] == "play"]

    def until(self, wanted: Callable[[], object], seconds: float = 20.0, what: str = "") -> None:
        """Wait until a condition holds."""
        deadline = time.monotonic() + seconds
        while not wanted():
            if time.monotonic() > deadline:
                raise AssertionError(f"waited in vain {what}".strip())
            self.page.wait_for_timeout(10)
