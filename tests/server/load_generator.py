"""Players that play game after game whatever happens to the server, and log every command with its result."""

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
"""The host plays two seats, a guest the third, a bot the last."""
BOXES = (("bombay", None), ("borneo", "board-2008"), ("borneo", "card-2007"))
MAX_PAUSE = 0.06
"""Longest pause before a move, in seconds, until the group is told to stop."""


@dataclass
class SentCommand:
    """A command, who sent it and when, and its result."""

    person: str
    command: protocol.AnyCommand
    sent_at: float
    done_at: float | None = None
    refused: bool = False


class MonotonicConnection(TableConnection):
    """A connection that records every position older than one it has already shown."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.went_back: list[tuple[int | None, int, int]] = []

    def _update(self, message: protocol.TableState) -> None:
        """Record position numbers that decrease. Even an undo must increase them, since it makes a new position."""
        for sight in message.views:
            known = self.known_positions.get("public" if sight.seat is None else str(sight.seat), 0)
            if sight.position < known:
                self.went_back.append((sight.seat, known, sight.position))
        super()._update(message)


@dataclass
class PlayedTable:
    """A table with the commands sent to it and the players' connections."""

    table: str
    commands: dict[str, SentCommand] = field(default_factory=dict)
    connections: list[MonotonicConnection] = field(default_factory=list)


@dataclass
class Person:
    """A guest who can connect to any of several server addresses with one cookie."""

    name: str
    client: Client
    addresses: list[str]

    def connect(self, table: str) -> MonotonicConnection:
        connection = MonotonicConnection(self.addresses, table, self.client.cookie)
        connection.max_backoff = 0.1
        return connection


class PlayerGroup:
    """Two players who play one game after the other until `stop` is set."""

    def __init__(self, name: str, addresses: list[str], stop: asyncio.Event) -> None:
        self.name = name
        self.addresses = addresses
        self.stop = stop
        self.chance = random.Random(name)
        self.games: list[PlayedTable] = []
        self.refusals: list[str] = []
        self.answered = 0
        self.repeated = 0

    async def run(self) -> None:
        """Play games until told to stop; finish the last one."""
        people = [await self.make_player(f"{self.name} {number}") for number in range(2)]
        while not self.stop.is_set():
            await self.play(people)
        for person in people:
            person.client.close()

    async def make_player(self, name: str) -> Person:
        return Person(name, await retry(lambda: Client.guest(self.addresses[0], name)), self.addresses)

    async def play(self, people: list[Person]) -> None:
        """Play one game, from opening the table to the end of the game."""
        game, edition = self.chance.choice(BOXES)
        host, guest = people
        table = await retry(lambda: host.client.create_table(game=game, edition=edition, seats=list(SEATS)))
        played = PlayedTable(table.id, connections=[person.connect(table.id) for person in people])
        self.games.append(played)
        await asyncio.gather(*(connection.__aenter__() for connection in played.connections))
        await self.ask(played, 1, guest.name, protocol.Take(seat=2))
        await self.ask(played, 0, host.name, protocol.Start())
        await asyncio.gather(*(self.act(played, number, person.name) for number, person in enumerate(people)))
        for connection in played.connections:
            await connection.close()

    async def act(self, game: PlayedTable, number: int, name: str) -> None:
        """Play one person's seats until the game is over, with occasional undo and chat."""
        async for sight in game.connections[number].turns():
            if not self.stop.is_set():
                await asyncio.sleep(self.chance.uniform(0, MAX_PAUSE))
            if self.chance.random() < 0.05:
                await self.ask(game, number, name, protocol.Chat(text=f"{name} says {len(game.commands)}"))
            if sight.may_undo and self.chance.random() < 0.3:
                await self.ask(game, number, name, protocol.Undo(position=sight.position, seat=sight.seat))
            else:
                move = self.chance.choice(sight.legal).action
                await self.ask(game, number, name, protocol.Play(position=sight.position, move=move, seat=sight.seat))

    async def ask(self, game: PlayedTable, number: int, name: str, command: protocol.AnyCommand) -> None:
        """Send a command and log its result."""
        request = f"{self.name}-{len(game.commands)}"
        sent = game.commands[request] = SentCommand(name, command, time.monotonic())
        try:
            answer = await game.connections[number].send(msgspec.structs.replace(command, id=request))
            self.repeated += isinstance(answer, protocol.Done) and answer.repeated
            sent.done_at = time.monotonic()
            self.answered += 1
        except ClientRefused as refused:
            sent.refused = True
            self.refusals.append(refused.kind)


async def retry(work: Callable[[], Awaitable[T]]) -> T:
    """Retry HTTP work while the server is down or has no database."""
    while True:
        try:
            return await work()
        except (OSError, http.client.HTTPException):
            await asyncio.sleep(0.05)
        except ClientRefused as refused:
            if refused.kind != UNAVAILABLE:
                raise
            await asyncio.sleep(0.05)
