"""A game between two people who behave, and somebody who does not belong to it."""

import asyncio
import json
import time

import msgspec

from tests.server.serving import ThreadServer, is_well
from tradewinds.client import Client
from tradewinds.server import protocol
from tradewinds.server.protocol import schemas


class Scene:
    """A server, a game between two people who behave, and somebody who does not belong to it."""

    def __init__(self, server: ThreadServer) -> None:
        self.server = server
        self.ada, self.bob, self.eve = (asyncio.run(Client.guest(server.address, n)) for n in ("Ada", "Bob", "Eve"))
        self.table = self.open()

    def open(self) -> str:
        """A running game of Ada and Bob."""
        table = self.ada.request_sync("POST", "/api/tables", schemas.NewTable("bombay", ["me", "open", "novice"]))
        name = str(json.loads(table)["id"])
        self.bob.request_sync("POST", f"/api/tables/{name}", protocol.Take(seat=1))
        self.ada.request_sync("POST", f"/api/tables/{name}", protocol.Start())
        return name

    def turn(self) -> Client:
        """The one of the two whose turn it is, once it is."""
        while True:
            for person in (self.ada, self.bob):
                listing = msgspec.json.decode(person.request_sync("GET", "/api/tables/mine"), type=schemas.TableList)
                if any(table.id == self.table and table.my_turn for table in listing.tables):
                    return person
            time.sleep(0.01)

    def record(self) -> str:
        """The record, once no bot is to act."""
        return self.turn().request_sync("GET", f"/api/tables/{self.table}/record").decode()

    def plays_on(self) -> None:
        """The server is well, and the two can go on with their game."""
        assert is_well(self.server.address)
        before = self.record()
        asyncio.run(self.play(2))
        assert self.record() != before

    async def play(self, moves: int) -> None:
        """So many actions of each of the two."""
        async with asyncio.timeout(30):
            await asyncio.gather(*(self.play_as(person, moves) for person in (self.ada, self.bob)))

    async def play_as(self, person: Client, moves: int) -> None:
        async with person.connect(self.table) as connection:
            async for sight in connection.turns():
                await connection.play(sight, sight.legal[0].action)
                moves -= 1
                if not moves:
                    return

    def __enter__(self) -> "Scene":
        return self

    def __exit__(self, *_: object) -> None:
        for person in (self.ada, self.bob, self.eve):
            person.close()
