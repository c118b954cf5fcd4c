"""A TCP proxy that can stop forwarding while its connections stay open."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from tests.server.servers import ThreadServer


class PausableProxy:
    """Forwards between browsers and a server unless paused; `address` is where browsers connect."""

    def __init__(self, address: str) -> None:
        self.target = urlsplit(address)
        self.address = ""
        self.forwarding = asyncio.Event()
        self.forwarding.set()
        self.tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Listen at a free port."""
        self.listener = await asyncio.start_server(self.accept, "127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{self.listener.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """Close all connections."""
        self.listener.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def set_forwarding(self, forwarding: bool) -> None:
        """Pause forwarding, or resume it and forward what has been held back."""
        if forwarding:
            self.forwarding.set()
        else:
            self.forwarding.clear()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Connect a browser to the server."""
        there, onwards = await asyncio.open_connection(self.target.hostname, self.target.port)
        for source, sink in ((reader, onwards), (there, writer)):
            task = asyncio.get_running_loop().create_task(self.forward(source, sink))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def forward(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        """Forward one direction of a connection."""
        try:
            while data := await source.read(65536):
                await self.forwarding.wait()
                sink.write(data)
                await sink.drain()
        except OSError:
            return
        finally:
            sink.close()


@contextmanager
def proxy_to(server: ThreadServer) -> Iterator[PausableProxy]:
    """Run a proxy to a server in the server's event loop."""

    async def open_proxy() -> PausableProxy:
        proxy = PausableProxy(server.address)
        await proxy.open()
        return proxy

    proxy = server.call(open_proxy())
    try:
        yield proxy
    finally:
        server.call(proxy.close())
