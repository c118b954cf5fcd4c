"""Uvicorn's websocket protocol with limits on buffering and time that it lacks."""

import asyncio

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

MAX_FRAGMENTS = 1000
"""Frames of one message; empty ones do not count towards its size."""

RAW_SOCKET = "tradewinds.text"
"""The ASGI scope extension that holds the `BoundedWebSocket` itself."""


def text_frame(text: bytes) -> bytes:
    """Return an unmasked, final RFC 6455 text frame."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 65536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A websocket whose client cannot make the server hold much memory, or hold it for long."""

    close_grace = 5.0
    """Seconds until the transport is aborted after the application has finished; closing alone may wait for ever."""

    close_timer: asyncio.TimerHandle | None = None

    async def run_asgi(self) -> None:
        """Run the application, with this object in the scope for sending text directly."""
        extensions: dict[str, object] = {**(self.scope.get("extensions") or {}), RAW_SOCKET: self}
        self.scope["extensions"] = extensions  # type: ignore[typeddict-item]
        try:
            await super().run_asgi()
        finally:
            extensions.clear()
            if not self.disconnected:
                self.close_timer = self.loop.call_later(self.close_grace, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Break reference cycles, so that closed sockets need no garbage collection."""
        super().connection_lost(exc)
        self.conn.parser.close()
        if self.close_timer is not None:
            self.close_timer.cancel()

    @property
    def can_write(self) -> bool:
        """Whether a message would be written without waiting."""
        return self.writable.is_set() and not self.disconnected and not self.close_sent and self.handshake_complete

    async def send_text(self, text: bytes) -> None:
        """Send a text message, waiting while the write buffer is full."""
        if not self.writable.is_set():
            await self.writable.wait()
        self.write_text(text)

    def write_text(self, text: bytes) -> None:
        """Send a text message now."""
        if self.disconnected or self.close_sent or not self.handshake_complete:
            raise ClientDisconnected
        self.transport.write(text_frame(text))

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read the answers."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Accept a continuation frame, up to `MAX_FRAGMENTS`."""
        if len(self.frames) < MAX_FRAGMENTS:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Abort the connection; a closing handshake would not be answered."""
        super().keepalive_timeout()
        self.transport.abort()
