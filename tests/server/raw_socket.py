"""Clients that violate the protocol: raw websockets, and TCP sockets that never read."""

import contextlib
import gc
import os
import socket
import struct
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.server.servers import ThreadServer
from tradewinds.server import protocol

TIMEOUT = 20.0
WATCH = '{"do": "watch"}'
TEXT, CONTINUED, PING = 0x1, 0x0, 0x9


class RawSocket:
    """A websocket at a table that can send anything."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.done: list[Any] = []
        """Answers received as part of table messages."""

    def send(self, *messages: str | bytes | protocol.AnyCommand) -> None:
        for message in messages:
            plain = message if isinstance(message, str | bytes) else msgspec.json.encode(message).decode()
            self.connection.send(plain)

    def receive(self, kind: str = "") -> Any:
        """Return the next message, or the next one of the given kind."""
        while True:
            if kind == "done" and self.done:
                return self.done.pop(0)
            message = msgspec.json.decode(self.connection.recv(timeout=TIMEOUT))
            self.done += message.get("done", [])
            if kind in ("", message["type"]):
                return message

    def refusal_kind(self, *messages: str | bytes | protocol.AnyCommand) -> str:
        """Send messages and return the kind of the refusal that answers them."""
        self.send(*messages)
        return str(self.receive("refused")["kind"])

    def close_code(self) -> int:
        """Read until the server closes the socket and return the close code."""
        try:
            while True:
                self.connection.recv(timeout=TIMEOUT)
        except ConnectionClosed:
            return self.connection.close_code or 0


@contextlib.contextmanager
def raw_socket(server: ThreadServer, table: str, cookie: str | None = None) -> Iterator[RawSocket]:
    """Open a raw websocket at a table."""
    headers = {"cookie": cookie} if cookie else {}
    address = f"ws://127.0.0.1:{server.port}/ws/tables/{table}"
    with connect(
        address, origin=Origin(server.address), additional_headers=headers, compression=None, close_timeout=1
    ) as connection:
        yield RawSocket(connection)


@contextlib.contextmanager
def unread_socket(server: ThreadServer, table: str, room: int = 4096) -> Iterator[socket.socket]:
    """Open a websocket with a small receive buffer from which nothing is read after the handshake."""
    with socket.socket() as plain:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        plain.settimeout(TIMEOUT)
        plain.connect(("127.0.0.1", server.port))
        plain.sendall(
            f"GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.address}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}\r\n\r\n".encode()
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += plain.recv(1)
        assert b" 101 " in answer
        yield plain


def frame(kind: int, payload: bytes, final: bool = True) -> bytes:
    """Return a WebSocket client frame, masked with a zero key."""
    size = len(payload)
    length = struct.pack("!B", 0x80 | size) if size < 126 else struct.pack("!BH", 0x80 | 126, size)
    return struct.pack("!B", (0x80 if final else 0) | kind) + length + bytes(4) + payload


def resident_memory() -> int:
    """Return the resident memory of this process in bytes, after garbage collection."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
