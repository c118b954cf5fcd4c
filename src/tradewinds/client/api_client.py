"""Client for the HTTP API, acting as one guest or account.

client = await Client.guest("http://localhost:8000", "Ada")
table = await client.create_table(game="borneo", seats=["me", "expert", "expert"])
async with client.connect(table.id) as connection:
    await connection.send(protocol.Start())
    async for view in connection.turns():
        await connection.play(view, view.legal[0].action)
"""

import asyncio
import http.client
import threading
from typing import Any, TypeVar
from urllib.parse import urlsplit
from weakref import WeakSet

import msgspec

from tradewinds.client.table_connection import ClientRefused, TableConnection
from tradewinds.i18n import Language
from tradewinds.server import protocol
from tradewinds.server.protocol import schemas

T = TypeVar("T")


class Client:
    """A client for one person at one server, with one persistent HTTP connection."""

    def __init__(self, address: str, language: Language = "en") -> None:
        self.address = address.rstrip("/")
        self.language = language
        self.cookie: str | None = None
        parts = urlsplit(self.address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self.connection = kind(parts.netloc, timeout=60)
        self.lock = threading.Lock()
        self.table_connections: WeakSet[TableConnection] = WeakSet()
        """Open table connections, which need the current cookie to reconnect."""

    @classmethod
    async def guest(cls, address: str, nickname: str, language: Language = "en") -> "Client":
        """Create a guest and return a client for it."""
        client = cls(address, language)
        await client.request("POST", "/api/guest", schemas.NewGuest(nickname))
        return client

    @classmethod
    async def log_in(cls, address: str, name: str, password: str, language: Language = "en") -> "Client":
        """Log in to an account and return a client for it."""
        client = cls(address, language)
        await client.request("POST", "/api/login", schemas.Credentials(name, password))
        return client

    async def create_table(self, **settings: Any) -> protocol.TableInfo:
        """Create a table; the arguments are the fields of `schemas.NewTable`."""
        return await self.request_as(protocol.TableInfo, "POST", "/api/tables", schemas.NewTable(**settings))

    async def my_tables(self, finished: bool = False) -> list[schemas.TableSummary]:
        """Return one's own open games, those where it is one's turn first, or with `finished` the finished ones."""
        return (
            await self.request_as(schemas.TableList, "GET", f"/api/tables/mine{'?finished=1' if finished else ''}")
        ).tables

    async def lobby(self) -> list[schemas.TableSummary]:
        """Return the public tables that can be joined or watched."""
        return (await self.request_as(schemas.TableList, "GET", "/api/tables")).tables

    async def command(self, table: str, command: protocol.AnyCommand) -> protocol.Done:
        """Execute a command at a table over HTTP."""
        return await self.request_as(protocol.Done, "POST", f"/api/tables/{table}", command)

    def connect(self, table: str, seats: list[int] | None = None) -> TableConnection:
        """Return a connection to a table, for all of one's seats by default; an empty list selects the public view."""
        connection = TableConnection(self.address, table, self.cookie, self.language, seats)
        self.table_connections.add(connection)
        return connection

    async def request_as(self, kind: type[T], method: str, path: str, body: Any = None) -> T:
        """Send a request and decode the response as a type."""
        return msgspec.json.decode(await self.request(method, path, body), type=kind)

    async def request(self, method: str, path: str, body: Any = None) -> bytes:
        """Send a request and return the response body; raise `ClientRefused` on an error response."""
        return await asyncio.to_thread(self.request_sync, method, path, body)

    def request_sync(self, method: str, path: str, body: Any = None) -> bytes:
        """Like `request`, but blocking. Reconnect once if the server has closed the connection."""
        with self.lock:
            try:
                return self._exchange(method, path, body)
            except (http.client.RemoteDisconnected, http.client.CannotSendRequest, BrokenPipeError):
                self.connection.close()
                return self._exchange(method, path, body)

    def _exchange(self, method: str, path: str, body: Any) -> bytes:
        headers = {"origin": self.address, "accept-language": self.language}
        if self.cookie:
            headers["cookie"] = self.cookie
        content = None if body is None else msgspec.json.encode(body)
        self.connection.request(method, path, content, headers)
        response = self.connection.getresponse()
        data = response.read()
        if cookie := response.headers.get("set-cookie"):
            self.cookie = cookie.split(";")[0]
            for connection in self.table_connections:
                connection.cookie = self.cookie
        if response.status >= 400:
            raise ClientRefused(_decode_refusal(data, response.status), response.status)
        return data

    def close(self) -> None:
        """Close the HTTP connection."""
        self.connection.close()


def _decode_refusal(data: bytes, status: int) -> protocol.Refused:
    """Decode an error response; quote its text if it does not come from the application."""
    try:
        return msgspec.json.decode(data, type=protocol.Refused)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return protocol.Refused(f"http_{status}", data[:200].decode(errors="replace"))
