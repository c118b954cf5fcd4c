"""Uvicorn's websocket protocol, with additional limits on buffering and time."""

import asyncio

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

MAX_FRAGMENTS = 1000
"""Maximum number of frames of one message: empty ones do not count towards its size."""

RAW_SOCKET = "tradewinds.text"
"""Name of the ASGI scope extension that holds the `BoundedWebSocket` itself."""


def text_frame(text: bytes) -> bytes:
    """Return an unmasked, final RFC 6455 text frame."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 65536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A websocket that limits how much memory a client can occupy, and for how long."""

    close_grace = 5.0
    """Seconds from the end of the application until the transport is aborted; closing it may take forever."""

    close_timer: asyncio.TimerHandle | None = None

    async def run_asgi(self) -> None:
        """Run the application, with this object in its scope so that it can send text directly."""
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
        """Whether a message can be written without waiting."""
        return self.writable.is_set() and not self.disconnected and not self.close_sent and self.handshake_complete

    async def send_text(self, text: bytes) -> None:
        """Send a text message, waiting while the write buffer is full."""
        if not self.writable.is_set():
            await self.writable.wait()
        self.write_text(text)

    def write_text(self, text: bytes) -> None:
        """Send a text message without waiting; it is buffered if necessary."""
        if self.disconnected or self.close_sent or not self.handshake_complete:
            raise ClientDisconnected
        self.transport.write(text_frame(text))

    def handle_ping(self) -> None:
        """Reply to a ping; abort the connection if the client does not read the replies."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Accept a continuation frame; abort the connection after `MAX_FRAGMENTS`."""
        if len(self.frames) < MAX_FRAGMENTS:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Abort the connection, because the client would not complete a closing handshake."""
        super().keepalive_timeout()
        self.transport.abort()
