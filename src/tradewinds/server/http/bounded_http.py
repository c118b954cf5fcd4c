"""Uvicorn's HTTP protocol, with additional limits on time and on the size of request heads."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class BoundedHttp(HttpToolsProtocol):
    """An HTTP connection that limits how much memory a client can occupy, and for how long."""

    request_timeout = 20.0
    """Seconds allowed for receiving a request with its body."""
    response_timeout = 120.0
    """Seconds allowed for computing a response and for the client to read it."""
    max_head_bytes = 65_536
    """Maximum number of bytes of a request before its body."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.timer: asyncio.TimerHandle | None = None
        self.head_bytes: int | None = 0
        """Approximate number of bytes received of the current head; None once it is complete."""

    def _set_timeout(self, seconds: float | None) -> None:
        """Abort the connection after a number of seconds, in place of any earlier timeout; None for no timeout."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the request timeout."""
        super().connection_made(transport)
        self._set_timeout(self.request_timeout)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout."""
        self._set_timeout(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Feed the parser; abort if the head is too long."""
        super().data_received(data)
        if self.timer is None and self.transport.get_protocol() is self:
            # Blank lines before a request do not begin one, but must not reset the timeout either.
            self._set_timeout(self.request_timeout)
        if self.head_bytes is not None:
            self.head_bytes += len(data)
            if self.head_bytes > self.max_head_bytes:
                self.transport.abort()

    def on_message_begin(self) -> None:
        """Restart the request timeout."""
        self.head_bytes = 0
        self._set_timeout(self.request_timeout)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Stop counting the bytes of the head."""
        self.head_bytes = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Start the response timeout."""
        self._set_timeout(self.response_timeout)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Restart the response timeout if a pipelined request follows; Uvicorn itself times out idle connections."""
        super().on_response_complete()
        self._set_timeout(None if self.cycle.response_complete else self.response_timeout)

    def handle_websocket_upgrade(self) -> None:
        """Hand over to the websocket protocol, which has timeouts of its own."""
        self._set_timeout(None)
        super().handle_websocket_upgrade()
        # connection_lost is not called on this object any more: break the reference cycle with the parser here.
        self.parser = None  # type: ignore[assignment]
