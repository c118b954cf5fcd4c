"""Uvicorn's websocket, with bounds where it has none: whoever does not read what comes is cut off."""

import asyncio

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

FRAGMENTS = 1000
"""Pieces of one message; empty ones would count for nothing in its size."""

DIRECT = "tradewinds.text"
"""The extension of the ASGI scope by which text is sent: the socket itself."""


def frame_of(text: bytes) -> bytes:
    """A message in one frame, as RFC 6455 has it: final, text, not masked."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 65536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A socket whose client cannot make the server keep much, or keep it for long."""

    parting = 5.0
    """Seconds in which a client has to read the rest, once the server is done with it: closing alone waits for ever."""

    parting_timer: asyncio.TimerHandle | None = None

    async def run_asgi(self) -> None:
        """Let the application talk, and send text without the detours that every other message takes."""
        extensions: dict[str, object] = {**(self.scope.get("extensions") or {}), DIRECT: self}
        self.scope["extensions"] = extensions  # type: ignore[typeddict-item]
        try:
            await super().run_asgi()
        finally:
            extensions.clear()
            if not self.disconnected:
                self.parting_timer = self.loop.call_later(self.parting, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of whatever holds this object and is held by it: sockets leave nothing for the collector."""
        super().connection_lost(exc)
        self.conn.parser.close()
        if self.parting_timer is not None:
            self.parting_timer.cancel()

    @property
    def takes_text(self) -> bool:
        """Whether a message would go out at once."""
        return self.writable.is_set() and not self.disconnected and not self.close_sent and self.handshake_complete

    async def send_text(self, text: bytes) -> None:
        """Send a message as it is; waits while the client takes none."""
        if not self.writable.is_set():
            await self.writable.wait()
        self.write_text(text)

    def write_text(self, text: bytes) -> None:
        """Send a message as it is, now."""
        if self.disconnected or self.close_sent or not self.handshake_complete:
            raise ClientDisconnected
        self.transport.write(frame_of(text))

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
