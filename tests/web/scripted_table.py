"""A table that follows a script: one seat in a browser, the others played over HTTP."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.fixed_deals import deal_seed
from tests.server.servers import ThreadServer
from tests.web.browser import Visitor
from tests.web.scripts import Script
from tradewinds.client import Client, TableConnection
from tradewinds.server import protocol
from tradewinds.server.protocol import schemas
from tradewinds.server.tables.table import Table

OTHERS = ("Bruno", "Carla", "Dev", "Elio")


@dataclass
class ScriptedTable:
    """A table at which a script is played move by move."""

    server: ThreadServer
    visitor: Visitor
    script: Script
    seat: int = 0
    """The visitor's seat."""
    names: Sequence[str] = OTHERS
    """Names of the other players."""
    table: str = ""
    people: list[Client] = field(default_factory=list)
    connections: list[TableConnection] = field(default_factory=list)
    played: int = 0

    def __enter__(self) -> "ScriptedTable":
        script = self.script
        settings = {"edition": script.edition, "options": dict(script.options)}
        others = [seat for seat in range(script.players) if seat != self.seat]
        seats = ["me" if seat == self.seat else "open" for seat in range(script.players)]
        self.table = self.visitor.open_table(script.game, seats, start=False, **settings)
        for seat, name in zip(others, self.names, strict=False):
            person = Client(self.server.address)
            person.request_sync("POST", "/api/guest", schemas.NewGuest(name))
            person.request_sync("POST", f"/api/tables/{self.table}", protocol.Take(seat=seat))
            self.people.append(person)
            # Connected, like people who sit at a table.
            connection = TableConnection(self.server.address, self.table, person.cookie)
            self.server.call(connection.__aenter__())
            self.connections.append(connection)
        with deal_seed(script.seed):
            self.visitor.ask(f"/api/tables/{self.table}", {"do": "start"})
        return self

    def __exit__(self, *_: object) -> None:
        for connection in self.connections:
            self.server.call(connection.close())
        for person in self.people:
            person.close()

    def advance(self, to: int) -> None:
        """Play the script up to a move over HTTP, without using the page."""
        while self.played < to:
            loaded: Table = self.server.call(self.server.services.registry.actor(self.table).load())
            seat = loaded.match.to_act
            command = protocol.Play(
                position=loaded.history.position(seat), move=self.script.moves[self.played], seat=seat
            )
            if seat != self.seat:
                person = self.people[seat - (seat > self.seat)]
                person.request_sync("POST", f"/api/tables/{self.table}", command)
            else:
                fields = {"do": "play", "position": command.position, "move": command.move, "seat": seat}
                self.visitor.ask(f"/api/tables/{self.table}", fields)
            self.played += 1

    def advance_until(self, wanted: Callable[[int, str], Any], after: int = 0) -> bool:
        """Play up to the next decision whose seat and move satisfy a condition; return whether there is one."""
        for number in range(max(self.played, after), len(self.script.moves)):
            if wanted(self.script.seats[number], self.script.moves[number]):
                self.advance(number)
                return True
        return False

    def finish(self) -> None:
        """Play the rest of the script."""
        self.advance(len(self.script.moves))
