"""Uvicorn's websocket, with bounds where it has none: whoever does not read what comes is cut off."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

FRAGMENTS = 1000
"""Pieces of one message; empty ones would count for nothing in its size."""


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A socket whose client cannot make the server keep much, or keep it for long."""

    parting = 5.0
    """Seconds in which a client has to read the rest, once the server is done with it: closing alone waits for ever."""

    async def run_asgi(self) -> None:
        """Let the application talk."""
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(self.parting, self.transport.abort)

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
