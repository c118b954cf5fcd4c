"""People who play game after game whatever happens to the server, and who keep account of all they asked for."""

import asyncio
import http.client
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from tradewinds.client import Client, ClientRefused, TableConnection
from tradewinds.client.table_connection import UNAVAILABLE
from tradewinds.server import protocol

T = TypeVar("T")

SEATS = ("me", "me", "open", "novice")
"""The host plays two seats at one screen, a friend the third, a bot the last."""
BOXES = (("bombay", None), ("borneo", "board-2008"), ("borneo", "card-2007"))
HASTE = 0.06
"""Seconds that people think at most, while the server is being killed."""


@dataclass
class Wish:
    """Something that a person asked for, when, and what came of it."""

    person: str
    command: protocol.AnyCommand
    sent: float
    done: float | None = None
    refused: bool = False


class Witness(TableConnection):
    """A connection that remembers whether it was ever shown an earlier position after a later one."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.went_back: list[tuple[int | None, int, int]] = []

    def _update(self, message: protocol.TableState) -> None:
        """Compare what is shown with what was shown before: positions count taking back as well, so they only grow."""
        for sight in message.views:
            known = self.known_positions.get("public" if sight.seat is None else str(sight.seat), 0)
            if sight.position < known:
                self.went_back.append((sight.seat, known, sight.position))
        super()._update(message)


@dataclass
class Game:
    """A table with all that was asked of it, and the connections at it."""

    table: str
    wishes: dict[str, Wish] = field(default_factory=dict)
    connections: list[Witness] = field(default_factory=list)


@dataclass
class Person:
    """Somebody with a cookie that is good at every address."""

    name: str
    client: Client
    addresses: list[str]

    def connect(self, table: str) -> Witness:
        connection = Witness(self.addresses, table, self.client.cookie)
        connection.max_backoff = 0.1
        return connection


class Party:
    """A few people who play one game after the other until `enough` is set."""

    def __init__(self, name: str, addresses: list[str], enough: asyncio.Event) -> None:
        self.name = name
        self.addresses = addresses
        self.enough = enough
        self.chance = random.Random(name)
        self.games: list[Game] = []
        self.refusals: list[str] = []
        self.answered = 0
        self.repeated = 0

    async def run(self) -> None:
        """Play; the last game is played to its end."""
        people = [await self.invite(f"{self.name} {number}") for number in range(2)]
        while not self.enough.is_set():
            await self.play(people)
        for person in people:
            person.client.close()

    async def invite(self, name: str) -> Person:
        return Person(name, await persistently(lambda: Client.guest(self.addresses[0], name)), self.addresses)

    async def play(self, people: list[Person]) -> None:
        """One game, from the opening of the table to the end; everybody is still connected then."""
        game, edition = self.chance.choice(BOXES)
        host, guest = people
        table = await persistently(lambda: host.client.create_table(game=game, edition=edition, seats=list(SEATS)))
        played = Game(table.id, connections=[person.connect(table.id) for person in people])
        self.games.append(played)
        await asyncio.gather(*(connection.__aenter__() for connection in played.connections))
        await self.ask(played, 1, guest.name, protocol.Take(seat=2))
        await self.ask(played, 0, host.name, protocol.Start())
        await asyncio.gather(*(self.act(played, number, person.name) for number, person in enumerate(people)))
        for connection in played.connections:
            await connection.close()

    async def act(self, game: Game, number: int, name: str) -> None:
        """Play at one's seats until the game is over: now and then take something back or say something."""
        async for sight in game.connections[number].turns():
            if not self.enough.is_set():
                await asyncio.sleep(self.chance.uniform(0, HASTE))
            if self.chance.random() < 0.05:
                await self.ask(game, number, name, protocol.Chat(text=f"{name} says {len(game.wishes)}"))
            if sight.may_undo and self.chance.random() < 0.3:
                await self.ask(game, number, name, protocol.Undo(position=sight.position, seat=sight.seat))
            else:
                move = self.chance.choice(sight.legal).action
                await self.ask(game, number, name, protocol.Play(position=sight.position, move=move, seat=sight.seat))

    async def ask(self, game: Game, number: int, name: str, command: protocol.AnyCommand) -> None:
        """Ask for something, and write down what came of it."""
        request = f"{self.name}-{len(game.wishes)}"
        wish = game.wishes[request] = Wish(name, command, time.monotonic())
        try:
            answer = await game.connections[number].send(msgspec.structs.replace(command, id=request))
            self.repeated += isinstance(answer, protocol.Done) and answer.repeated
            wish.done = time.monotonic()
            self.answered += 1
        except ClientRefused as refused:
            wish.refused = True
            self.refusals.append(refused.kind)


async def persistently(work: Callable[[], Awaitable[T]]) -> T:
    """Do something over HTTP, again and again as long as nobody answers, or only that there is no database."""
    while True:
        try:
            return await work()
        except (OSError, http.client.HTTPException):
            await asyncio.sleep(0.05)
        except ClientRefused as refused:
            if refused.kind != UNAVAILABLE:
                raise
            await asyncio.sleep(0.05)
