"""One person at a server: who they are, their tables, and a chair at any of them.

client = await Client.guest("http://localhost:8000", "Ada")
table = await client.open(game="borneo", seats=["me", "expert", "expert"])
async with client.sit(table.id) as chair:
    await chair.do(protocol.Start())
    async for sight in chair.turns():
        await chair.play(sight, sight.legal[0].action)
"""

import asyncio
import http.client
import threading
from typing import Any, TypeVar
from urllib.parse import urlsplit
from weakref import WeakSet

import msgspec

from tradewinds.client.chair import Chair
from tradewinds.server.http import schemas
from tradewinds.server.realtime import protocol

T = TypeVar("T")


class ClientRefused(Exception):
    """The server did not do what was asked."""

    def __init__(self, refused: protocol.Refused, status: int | None = None) -> None:
        super().__init__(f"{refused.kind}: {refused.message}")
        self.refused = refused
        self.kind = refused.kind
        self.status = status


class Client:
    """One person at one server, over one HTTP connection that is kept open."""

    def __init__(self, address: str, language: protocol.Language = "en") -> None:
        self.address = address.rstrip("/")
        self.language = language
        self.cookie: str | None = None
        parts = urlsplit(self.address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self.connection = kind(parts.netloc, timeout=60)
        self.lock = threading.Lock()
        self.chairs: WeakSet[Chair] = WeakSet()
        """They come back with the cookie of now."""

    @classmethod
    async def guest(cls, address: str, nickname: str, language: protocol.Language = "en") -> "Client":
        """Somebody who needs a nickname only."""
        client = cls(address, language)
        await client.ask("POST", "/api/guest", schemas.Guest(nickname))
        return client

    @classmethod
    async def log_in(cls, address: str, name: str, password: str, language: protocol.Language = "en") -> "Client":
        """Somebody who has an account."""
        client = cls(address, language)
        await client.ask("POST", "/api/login", schemas.Account(name, password))
        return client

    async def open(self, **wanted: Any) -> protocol.TableInfo:
        """Open a table; the arguments are the fields of `schemas.NewTable`."""
        return await self.ask_for(protocol.TableInfo, "POST", "/api/tables", schemas.NewTable(**wanted))

    async def tables(self, finished: bool = False) -> list[schemas.ListedTable]:
        """One's own games, those that wait for one first."""
        return (
            await self.ask_for(schemas.Listing, "GET", f"/api/tables/mine{'?finished=1' if finished else ''}")
        ).tables

    async def lobby(self) -> list[schemas.ListedTable]:
        """The public tables."""
        return (await self.ask_for(schemas.Listing, "GET", "/api/tables")).tables

    async def command(self, table: str, command: protocol.AnyCommand) -> protocol.Done:
        """Ask something of a table over HTTP."""
        return await self.ask_for(protocol.Done, "POST", f"/api/tables/{table}", command)

    def sit(self, table: str, seats: list[int] | None = None) -> Chair:
        """Watch a table, and play at one's seats; an empty list is the public view."""
        chair = Chair(self.address, table, self.cookie, self.language, seats)
        self.chairs.add(chair)
        return chair

    async def ask_for(self, kind: type[T], method: str, path: str, body: Any = None) -> T:
        """Ask for something of a kind."""
        return msgspec.json.decode(await self.ask(method, path, body), type=kind)

    async def ask(self, method: str, path: str, body: Any = None) -> bytes:
        """Ask something over HTTP; what is refused is raised."""
        return await asyncio.to_thread(self.ask_now, method, path, body)

    def ask_now(self, method: str, path: str, body: Any = None) -> bytes:
        """The same, while everything waits. A connection that was closed meanwhile is opened again."""
        with self.lock:
            try:
                return self.exchange(method, path, body)
            except (http.client.RemoteDisconnected, http.client.CannotSendRequest, BrokenPipeError):
                self.connection.close()
                return self.exchange(method, path, body)

    def exchange(self, method: str, path: str, body: Any) -> bytes:
        """One question and its answer."""
        headers = {"origin": self.address, "accept-language": self.language}
        if self.cookie:
            headers["cookie"] = self.cookie
        content = None if body is None else msgspec.json.encode(body)
        self.connection.request(method, path, content, headers)
        response = self.connection.getresponse()
        data = response.read()
        if cookie := response.headers.get("set-cookie"):
            self.cookie = cookie.split(";")[0]
            for chair in self.chairs:
                chair.cookie = self.cookie
        if response.status >= 400:
            raise ClientRefused(refusal_in(data, response.status), response.status)
        return data

    def close(self) -> None:
        """Let the connection go."""
        self.connection.close()


def refusal_in(data: bytes, status: int) -> protocol.Refused:
    """Why something was refused; what is not of our making is shown as it came."""
    try:
        return msgspec.json.decode(data, type=protocol.Refused)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return protocol.Refused(None, f"http_{status}", data[:200].decode(errors="replace"))
