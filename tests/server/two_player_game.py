"""A running game of two players at a server, and an outsider."""

import asyncio
import json
import time

import msgspec

from tests.server.servers import ThreadServer, is_healthy
from tradewinds.client import Client
from tradewinds.server import protocol
from tradewinds.server.protocol import schemas


class TwoPlayerGame:
    """A game of Ada and Bob at a server, and the outsider Eve."""

    def __init__(self, server: ThreadServer) -> None:
        self.server = server
        self.ada, self.bob, self.eve = (asyncio.run(Client.guest(server.address, n)) for n in ("Ada", "Bob", "Eve"))
        self.table = self.start_game()

    def start_game(self) -> str:
        """Start a game of Ada and Bob and return its table."""
        table = self.ada.request_sync("POST", "/api/tables", schemas.NewTable("bombay", ["me", "open", "novice"]))
        name = str(json.loads(table)["id"])
        self.bob.request_sync("POST", f"/api/tables/{name}", protocol.Take(seat=1))
        self.ada.request_sync("POST", f"/api/tables/{name}", protocol.Start())
        return name

    def player_to_act(self) -> Client:
        """Wait until Ada or Bob is to act and return that player."""
        while True:
            for person in (self.ada, self.bob):
                listing = msgspec.json.decode(person.request_sync("GET", "/api/tables/mine"), type=schemas.TableList)
                if any(table.id == self.table and table.my_turn for table in listing.tables):
                    return person
            time.sleep(0.01)

    def record(self) -> str:
        """Return the record once no bot is to act."""
        return self.player_to_act().request_sync("GET", f"/api/tables/{self.table}/record").decode()

    def assert_playable(self) -> None:
        """Assert that the server is healthy and the game can continue."""
        assert is_healthy(self.server.address)
        before = self.record()
        asyncio.run(self.play(2))
        assert self.record() != before

    async def play(self, moves: int) -> None:
        """Play `moves` actions of each player."""
        async with asyncio.timeout(30):
            await asyncio.gather(*(self.play_as(person, moves) for person in (self.ada, self.bob)))

    async def play_as(self, person: Client, moves: int) -> None:
        async with person.connect(self.table) as connection:
            async for sight in connection.turns():
                await connection.play(sight, sight.legal[0].action)
                moves -= 1
                if not moves:
                    return

    def __enter__(self) -> "TwoPlayerGame":
        return self

    def __exit__(self, *_: object) -> None:
        for person in (self.ada, self.bob, self.eve):
            person.close()
