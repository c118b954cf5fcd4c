"""Uvicorn's HTTP, with bounds where it has none: whoever sends a request for ever, or takes no answer, is cut off."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class BoundedHttp(HttpToolsProtocol):
    """A connection whose client cannot make the server keep much, or keep it for long."""

    asking = 20.0
    """Seconds in which a request has to be there, with its body."""
    answering = 120.0
    """Seconds in which its answer has to be taken."""
    longest_head = 65_536
    """Bytes of a request before its body."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.limit: asyncio.TimerHandle | None = None
        self.head: int | None = 0
        """Bytes that have come of a head which is not complete, about; None once it is."""

    def within(self, seconds: float | None) -> None:
        """What comes next has to come in time; None: nothing is waited for."""
        if self.limit is not None:
            self.limit.cancel()
        self.limit = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there, and should say what for."""
        super().connection_made(transport)
        self.within(self.asking)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self.within(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Another piece, as the parser takes it."""
        super().data_received(data)
        if self.limit is None and self.transport.get_protocol() is self:
            # Empty lines before a request begin none, and still somebody has to come to the point.
            self.within(self.asking)
        if self.head is not None:
            self.head += len(data)
            if self.head > self.longest_head:
                self.transport.abort()

    def on_message_begin(self) -> None:
        """A request begins."""
        self.head = 0
        self.within(self.asking)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its head is there."""
        self.head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it is there."""
        self.within(self.answering)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """It is answered; another one may have been asked meanwhile, else Uvicorn waits a little for one."""
        super().on_response_complete()
        self.within(None if self.cycle.response_complete else self.answering)

    def handle_websocket_upgrade(self) -> None:
        """From now on it is a websocket, which has bounds of its own."""
        self.within(None)
        super().handle_websocket_upgrade()
        # Nobody tells this object that the connection is lost; it and its parser would hold each other for long.
        self.parser = None  # type: ignore[assignment]
