"""Uvicorn's websocket, with bounds where it has none: whoever does not read what comes is cut off."""

from collections.abc import MutableMapping
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

CUT = "tradewinds.cut"
FRAGMENTS = 1000
"""Pieces of one message; empty ones would count for nothing in its size."""


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A socket that the application can cut off, and whose client cannot make the server keep much."""

    def handle_connect(self, event: Request) -> None:
        """Let the application cut the socket off: closing waits until everything is sent, which may be for ever."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][CUT] = {"now": self.transport.abort}

    def handle_ping(self) -> None:
        """Answer, unless the client asks and asks and takes no answer."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Another piece of a message."""
        if len(self.frames) < FRAGMENTS:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Nobody is there any more, so nobody has to be told."""
        super().keepalive_timeout()
        self.transport.abort()


def cut_off(scope: MutableMapping[str, Any]) -> None:
    """Cut a socket off, whatever was still to be sent; harmless if it is gone."""
    if cut := scope.get("extensions", {}).get(CUT):
        cut["now"]()
