"""Closing websockets from the server's side."""

import asyncio
import contextlib
from enum import IntEnum

from starlette.websockets import WebSocket, WebSocketState


class CloseCode(IntEnum):
    """Close codes that the server sends; those from 4000 on are specific to this application."""

    FAILED = 1011
    RESTARTING = 1012
    TRY_LATER = 1013
    BAD_REQUEST = 4400
    SESSION_ENDED = 4401
    NOT_FOUND = 4404
    TOO_SLOW = 4408
    TOKEN_RENEWED = 4409
    TOO_MANY = 4429


class Disconnect(Exception):
    """Raised to close a connection with a code; `reason` is a label for the metrics."""

    def __init__(self, code: CloseCode, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


async def close(socket: WebSocket, code: CloseCode) -> None:
    """Close a socket; do nothing if it is already closed, and give up if it cannot be written to."""
    if socket.application_state is not WebSocketState.DISCONNECTED:
        with contextlib.suppress(Exception):
            await asyncio.wait_for(socket.close(code), 1)
