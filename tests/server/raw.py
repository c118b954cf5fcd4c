"""Clients that do not keep to the protocol: bare websockets on which anything can be said, and sockets below them."""

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

from tests.server.serving import ThreadServer
from tradewinds.server import protocol

PATIENCE = 20.0
WATCH = '{"do": "watch"}'
TEXT, CONTINUED, PING = 0x1, 0x0, 0x9


class Raw:
    """A websocket at a table on which anything can be said."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.done: list[Any] = []
        """Answers that came with how the table looks."""

    def say(self, *messages: str | bytes | protocol.AnyCommand) -> None:
        for message in messages:
            plain = message if isinstance(message, str | bytes) else msgspec.json.encode(message).decode()
            self.connection.send(plain)

    def hear(self, kind: str = "") -> Any:
        """The next message, or the next one of a kind."""
        while True:
            if kind == "done" and self.done:
                return self.done.pop(0)
            message = msgspec.json.decode(self.connection.recv(timeout=PATIENCE))
            self.done += message.get("done", [])
            if kind in ("", message["type"]):
                return message

    def refused(self, *messages: str | bytes | protocol.AnyCommand) -> str:
        """The kind of the refusal with which a message is answered."""
        self.say(*messages)
        return str(self.hear("refused")["kind"])

    def code(self) -> int:
        """The code with which the server closes, after whatever it has to say."""
        try:
            while True:
                self.connection.recv(timeout=PATIENCE)
        except ConnectionClosed:
            return self.connection.close_code or 0


@contextlib.contextmanager
def raw(server: ThreadServer, table: str, cookie: str | None = None) -> Iterator[Raw]:
    """A bare websocket at a table."""
    headers = {"cookie": cookie} if cookie else {}
    address = f"ws://127.0.0.1:{server.port}/ws/tables/{table}"
    with connect(
        address, origin=Origin(server.address), additional_headers=headers, compression=None, close_timeout=1
    ) as connection:
        yield Raw(connection)


@contextlib.contextmanager
def deaf(server: ThreadServer, table: str, room: int = 4096) -> Iterator[socket.socket]:
    """A socket on which the handshake was made, with little room for what comes; nothing more is ever read."""
    with socket.socket() as plug:
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        plug.settimeout(PATIENCE)
        plug.connect(("127.0.0.1", server.port))
        plug.sendall(
            f"GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.address}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}\r\n\r\n".encode()
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += plug.recv(1)
        assert b" 101 " in answer
        yield plug


def frame(kind: int, payload: bytes, final: bool = True) -> bytes:
    """A frame as a client sends it; its mask is nothing."""
    size = len(payload)
    length = struct.pack("!B", 0x80 | size) if size < 126 else struct.pack("!BH", 0x80 | 126, size)
    return struct.pack("!B", (0x80 if final else 0) | kind) + length + bytes(4) + payload


def memory() -> int:
    """Bytes that this process holds, with the server in it, when what nobody needs is thrown away."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
