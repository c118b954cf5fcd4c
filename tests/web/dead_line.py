"""A line to a server that can go dead: its connections stand, new ones are accepted, and nothing comes through."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from tests.server.serving import ThreadServer


class Line:
    """Carries everything between browsers and a server, as long as it is alive; `address` is its near end."""

    def __init__(self, address: str) -> None:
        self.far = urlsplit(address)
        self.address = ""
        self.alive = asyncio.Event()
        self.alive.set()
        self.carrying: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Listen at a port of its own."""
        self.gate = await asyncio.start_server(self.join, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self.gate.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """End all connections."""
        self.gate.close()
        for task in self.carrying:
            task.cancel()
        await asyncio.gather(*self.carrying, return_exceptions=True)

    async def set_alive(self, alive: bool) -> None:
        """Go dead, or carry again what has waited."""
        if alive:
            self.alive.set()
        else:
            self.alive.clear()

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A browser connects."""
        there, onwards = await asyncio.open_connection(self.far.hostname, self.far.port)
        for source, sink in ((reader, onwards), (there, writer)):
            task = asyncio.get_running_loop().create_task(self.carry(source, sink))
            self.carrying.add(task)
            task.add_done_callback(self.carrying.discard)

    async def carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        """Carry one direction of a connection."""
        try:
            while data := await source.read(65536):
                await self.alive.wait()
                sink.write(data)
                await sink.drain()
        except OSError:
            return
        finally:
            sink.close()


@contextmanager
def line_to(server: ThreadServer) -> Iterator[Line]:
    """A line to a server, kept by the server's own loop."""

    async def lay() -> Line:
        line = Line(server.address)
        await line.open()
        return line

    line = server.call(lay())
    try:
        yield line
    finally:
        server.call(line.close())
