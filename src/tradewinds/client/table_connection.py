"""Websocket connection to a table that reconnects automatically and executes every command exactly once."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.typing import Origin

from tradewinds.i18n import Language
from tradewinds.server import protocol

ENCODER = msgspec.json.Encoder()
Answer = protocol.Done | protocol.Hinted | protocol.Previewed | protocol.Explained | protocol.Pong
Reply = Answer | protocol.Refused
PERMANENT_CLOSE_CODES = (4400, 4401, 4404, 4429)
"""Close codes after which the client does not reconnect."""

UNAVAILABLE = "unavailable"
"""Kind of refusal after which a command is sent again, because the server's database did not respond."""


class ClientRefused(Exception):
    """The server refused a request."""

    def __init__(self, refused: protocol.Refused, status: int | None = None) -> None:
        super().__init__(f"{refused.kind}: {refused.message}")
        self.refused = refused
        self.kind = refused.kind
        self.status = status


class TableConnection:
    """A connection that keeps the state of a table in `latest` and sends commands, reconnecting if necessary.

    If several processes serve the same tables, pass all their addresses: each attempt to connect uses the next one.
    """

    max_backoff = 5.0
    """Maximum number of seconds between attempts to reconnect."""

    decoder: msgspec.json.Decoder[protocol.AnyMessage] = protocol.MESSAGES

    def __init__(
        self,
        address: str | Sequence[str],
        table: str,
        cookie: str | None = None,
        language: Language = "en",
        seats: list[int] | None = None,
    ) -> None:
        self.addresses = [address] if isinstance(address, str) else list(address)
        self.attempts = 0
        self.table = table
        self.cookie = cookie
        self.language = language
        self.seats = seats
        self.latest: protocol.TableState | None = None
        self.story: list[str] = []
        self.known_positions: dict[str, int] = {}
        self.chat_seen = 0
        self.sockets_opened = 0
        """Number of sockets over which a state was received."""
        self.shown_by: ClientConnection | None = None
        self.pending: dict[str, tuple[bytes, asyncio.Future[Any]]] = {}
        self.socket: ClientConnection | None = None
        self.updated = asyncio.Condition()
        self.error: Exception | None = None
        self.task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self.task = asyncio.get_running_loop().create_task(self._run())
        await self.until(lambda _table: True)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Disconnect, without giving up one's seats."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def _run(self) -> None:
        """Stay connected, with exponential backoff between attempts."""
        backoff = 0.05
        try:
            while True:
                with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                    await self._run_socket()
                    backoff = 0.05
                if self.socket is not None and self.socket.close_code in PERMANENT_CLOSE_CODES:
                    raise ConnectionError(f"The server closed the socket for good: {self.socket.close_code}.")
                await asyncio.sleep(backoff)
                backoff = min(self.max_backoff, backoff * 2)
        except ConnectionError as error:
            await self._fail(error)

    async def _fail(self, error: Exception) -> None:
        """Stop with an error, which is raised to everyone who waits for a reply or an update, now or later."""
        self.error = error
        for _, answer in self.pending.values():
            if not answer.done():
                answer.set_exception(error)
        async with self.updated:
            self.updated.notify_all()

    async def _run_socket(self) -> None:
        """Open a socket, subscribe, resend pending commands, and handle messages until it closes."""
        origin = self.addresses[self.attempts % len(self.addresses)]
        self.attempts += 1
        address = f"ws{origin.removeprefix('http')}/ws/tables/{self.table}"
        headers = {"cookie": self.cookie} if self.cookie else {}
        async with connect(
            address, origin=Origin(origin), additional_headers=headers, compression=None, open_timeout=30
        ) as socket:
            self.socket = socket
            watch = protocol.Watch(
                seats=self.seats, lang=self.language, known=self.known_positions, chat=self.chat_seen
            )
            await socket.send(ENCODER.encode(watch).decode())
            for message, _ in list(self.pending.values()):
                await socket.send(message.decode())
            with contextlib.suppress(ConnectionClosed):
                async for data in socket:
                    await self._handle(self.decoder.decode(data))

    async def _handle(self, message: protocol.AnyMessage) -> None:
        match message:
            case protocol.TableState():
                async with self.updated:
                    self._update(message)
                    self.updated.notify_all()
                for done in message.done:
                    self._resolve(done)
            case protocol.Closing():
                return
            case _:
                self._resolve(message)

    def _resolve(self, answer: Reply) -> None:
        """Resolve the pending command that a message replies to."""
        waiting = self.pending.pop(answer.id or "", None)
        if waiting is not None and not waiting[1].done():
            waiting[1].set_result(answer)

    def _update(self, message: protocol.TableState) -> None:
        """Store the new state and what has been seen of the story and chat."""
        self.latest = message
        if self.shown_by is not self.socket:
            self.shown_by = self.socket
            self.sockets_opened += 1
        for view in message.views:
            self.known_positions["public" if view.seat is None else str(view.seat)] = view.position
        if message.views:
            self.story += [line for entry in message.views[0].story for line in entry.lines]
        if message.chat:
            self.chat_seen = message.chat[-1].number

    async def send(self, command: protocol.AnyCommand) -> Answer:
        """Execute a command exactly once and return the reply; raise `ClientRefused` if it is refused."""
        request = command.id or secrets.token_hex(8)
        message = ENCODER.encode(msgspec.structs.replace(command, id=request))
        backoff = 0.05
        while isinstance(found := await self.request(request, message), protocol.Refused):
            if found.kind != UNAVAILABLE:
                raise ClientRefused(found)
            await asyncio.sleep(backoff)
            backoff = min(self.max_backoff, backoff * 2)
        return found

    async def request(self, request: str, message: bytes) -> Reply:
        """Send an encoded command, again after each reconnect, and wait for its reply."""
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if self.error is not None:
            raise self.error
        self.pending[request] = message, answer
        if self.socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self.socket.send(message.decode())
        found: Reply = await answer
        return found

    async def preview(
        self, view: protocol.SeatView, moves: Sequence[int | str], *, suggest: bool = False
    ) -> protocol.Previewed:
        """Ask what several actions would do together or, with `suggest`, which cost the fewest points."""
        command = protocol.Preview(position=view.position, moves=list(moves), suggest=suggest, seat=view.seat)
        found = await self.send(command)
        assert isinstance(found, protocol.Previewed)
        return found

    async def why(self, view: protocol.SeatView, move: int | str) -> protocol.Explained:
        """Ask why an action is not legal."""
        found = await self.send(protocol.Why(position=view.position, move=move, seat=view.seat))
        assert isinstance(found, protocol.Explained)
        return found

    async def play(self, view: protocol.SeatView, move: int | str | list[int | str]) -> None:
        """Play an action at the position of a view, or a list of all actions of one decision."""
        await self.send(protocol.Play(position=view.position, move=move, seat=view.seat))

    async def until(self, condition: Any) -> protocol.TableState:
        """Wait until a condition is true of the state, and return the state."""
        async with self.updated:
            await self.updated.wait_for(lambda: self.error or (self.latest is not None and condition(self.latest)))
        if self.error is not None:
            raise self.error
        assert self.latest is not None
        return self.latest

    async def turns(self) -> AsyncIterator[protocol.SeatView]:
        """Yield a view whenever one of one's seats is to act, until the game is over."""
        acted: set[tuple[int | None, int]] = set()

        def due(table: protocol.TableState) -> list[protocol.SeatView]:
            return [s for s in table.views if s.legal and (s.seat, s.position) not in acted]

        while True:
            table = await self.until(lambda table: table.result is not None or due(table))
            if table.result is not None:
                return
            view = due(table)[0]
            acted.add((view.seat, view.position))
            yield view
