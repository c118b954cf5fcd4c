"""A chair at a table: one websocket that comes back by itself, and on which nothing is done twice or lost."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Origin

from tradewinds.server.realtime import protocol

ENCODER = msgspec.json.Encoder()
Answer = protocol.Done | protocol.Hinted | protocol.Previewed | protocol.Pong | protocol.Refused
FINAL = (4400, 4401, 4404, 4429)
"""Codes with which the server says that coming back is no use."""

UNAVAILABLE = "unavailable"
"""The kind of refusal after which a command is worth sending again: the server's database does not answer."""


class Chair:
    """Watches a table, in `latest`, and sends commands until each is answered, over as many sockets as that takes.

    Where several processes serve the same tables, it may be given all their addresses: if one fails, it tries the next.
    """

    longest_wait = 5.0
    """Seconds between attempts to come back, at most."""

    decoder: msgspec.json.Decoder[protocol.AnyMessage] = protocol.MESSAGES

    def __init__(
        self,
        address: str | Sequence[str],
        table: str,
        cookie: str | None = None,
        language: protocol.Language = "en",
        seats: list[int] | None = None,
    ) -> None:
        self.addresses = [address] if isinstance(address, str) else list(address)
        self.attempts = 0
        self.table = table
        self.cookie = cookie
        self.language = language
        self.seats = seats
        self.latest: protocol.Table | None = None
        self.story: list[str] = []
        self.known: dict[str, int] = {}
        self.heard = 0
        self.connections = 0
        """Sockets over which the table was shown."""
        self.shown_by: ClientConnection | None = None
        self.waiting: dict[str, tuple[bytes, asyncio.Future[Any]]] = {}
        self.socket: ClientConnection | None = None
        self.news = asyncio.Condition()
        self.ended: Exception | None = None
        self.task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self.task = asyncio.get_running_loop().create_task(self.run())
        await self.until(lambda _table: True)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()

    async def leave(self) -> None:
        """Get up: the seat stays one's own."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def run(self) -> None:
        """Stay connected."""
        wait = 0.05
        try:
            while True:
                with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                    await self.talk()
                    wait = 0.05
                if self.socket is not None and self.socket.close_code in FINAL:
                    raise ConnectionError(f"The server closed the socket for good: {self.socket.close_code}.")
                await asyncio.sleep(wait)
                wait = min(self.longest_wait, wait * 2)
        except ConnectionError as error:
            await self.give_up(error)

    async def give_up(self, error: Exception) -> None:
        """Nothing will come any more."""
        self.ended = error
        for _, answer in self.waiting.values():
            if not answer.done():
                answer.set_exception(error)
        async with self.news:
            self.news.notify_all()

    async def talk(self) -> None:
        """One socket, from its opening to its end."""
        origin = self.addresses[self.attempts % len(self.addresses)]
        self.attempts += 1
        address = f"ws{origin.removeprefix('http')}/ws/tables/{self.table}"
        headers = {"cookie": self.cookie} if self.cookie else {}
        async with connect(
            address, origin=Origin(origin), additional_headers=headers, compression=None, open_timeout=30
        ) as socket:
            self.socket = socket
            watch = protocol.Watch(seats=self.seats, lang=self.language, known=self.known, chat=self.heard)
            await socket.send(ENCODER.encode(watch).decode())
            for message, _ in list(self.waiting.values()):
                await socket.send(message.decode())
            with contextlib.suppress(ConnectionClosed):
                async for data in socket:
                    await self.hear(self.decoder.decode(data))

    async def hear(self, message: protocol.AnyMessage) -> None:
        """Something that the server says."""
        match message:
            case protocol.Table():
                async with self.news:
                    self.look(message)
                    self.news.notify_all()
                for done in message.done:
                    self.settle(done)
            case protocol.Farewell():
                return
            case _:
                self.settle(message)

    def settle(self, answer: Answer) -> None:
        """Hand an answer to whoever waits for it."""
        waiting = self.waiting.pop(answer.id or "", None)
        if waiting is not None and not waiting[1].done():
            waiting[1].set_result(answer)

    def look(self, message: protocol.Table) -> None:
        """Remember how the table looks, and what has been told."""
        self.latest = message
        if self.shown_by is not self.socket:
            self.shown_by = self.socket
            self.connections += 1
        for sight in message.sights:
            self.known["public" if sight.seat is None else str(sight.seat)] = sight.position
        if message.sights:
            self.story += [line for told in message.sights[0].story for line in told.lines]
        if message.chat:
            self.heard = message.chat[-1].number

    async def do(
        self, command: protocol.AnyCommand
    ) -> protocol.Done | protocol.Hinted | protocol.Previewed | protocol.Pong:
        """Have a command carried out, exactly once; what is refused is raised."""
        from tradewinds.client.person import ClientRefused

        request = command.id or secrets.token_hex(8)
        message = ENCODER.encode(msgspec.structs.replace(command, id=request))
        wait = 0.05
        while isinstance(found := await self.ask(request, message), protocol.Refused):
            if found.kind != UNAVAILABLE:
                raise ClientRefused(found)
            await asyncio.sleep(wait)
            wait = min(self.longest_wait, wait * 2)
        return found

    async def ask(self, request: str, message: bytes) -> Answer:
        """Send a command, over as many sockets as it takes, and wait for its answer."""
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self.ended is not None:
            raise self.ended
        self.waiting[request] = message, answer
        if self.socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self.socket.send(message.decode())
        found: Answer = await answer
        return found

    async def preview(
        self, sight: protocol.Sight, moves: Sequence[int | str], *, suggest: bool = False
    ) -> protocol.Previewed:
        """Ask what several actions would do together, or with `suggest` those that cost the fewest points."""
        command = protocol.Preview(position=sight.position, moves=list(moves), suggest=suggest, seat=sight.seat)
        found = await self.do(command)
        assert isinstance(found, protocol.Previewed)
        return found

    async def play(self, sight: protocol.Sight, move: int | str | list[int | str]) -> None:
        """Play an action for what one has seen, or the actions of one decision: all or none."""
        await self.do(protocol.Play(position=sight.position, move=move, seat=sight.seat))

    async def until(self, wanted: Any) -> protocol.Table:
        """Wait until the table looks as wanted: a function of the message that is true."""
        async with self.news:
            await self.news.wait_for(lambda: self.ended or (self.latest is not None and wanted(self.latest)))
        if self.ended is not None:
            raise self.ended
        assert self.latest is not None
        return self.latest

    async def turns(self) -> AsyncIterator[protocol.Sight]:
        """What one sees whenever one of one's seats is to act, once for each position, until the game is over."""
        acted: set[tuple[int | None, int]] = set()

        def due(table: protocol.Table) -> list[protocol.Sight]:
            return [s for s in table.sights if s.legal and (s.seat, s.position) not in acted]

        while True:
            table = await self.until(lambda table: table.result is not None or due(table))
            if table.result is not None:
                return
            sight = due(table)[0]
            acted.add((sight.seat, sight.position))
            yield sight
