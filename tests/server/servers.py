"""Servers for tests: processes that can be killed and restarted, and a faster one in a thread."""

import asyncio
import contextlib
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar
from urllib.error import URLError
from urllib.request import urlopen

import msgspec
import uvicorn

from tests.server import forked_server
from tradewinds.server.app import make_app
from tradewinds.server.run import uvicorn_options
from tradewinds.server.services import Services
from tradewinds.server.settings import ServerLimits, ServerSettings

T = TypeVar("T")

TIMEOUT = 60.0
"""Seconds until a server must have started or stopped."""
UNLIMITED = ServerLimits(
    database_seconds=30.0,
    requests="100000/second",
    people="100000/second",
    logins="100000/second",
    tables="100000/second",
    commands="100000/second",
    arranging="100000/second",
    chat="100000/second",
    hints="100000/second",
    tables_waiting=10_000,
    tables_running=10_000,
    sockets_per_person=10_000,
    sockets_per_address=10_000,
)


def fast_settings(database: str, **wanted: Any) -> ServerSettings:
    """Return settings without pauses and rate limits."""
    chosen = {"pause": 0.0, "stand_in": "novice", "limits": UNLIMITED, **wanted}
    return ServerSettings(database=database, **chosen)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """A server in its own process group, which keeps its address when restarted. A context manager."""

    def __init__(self, database: str, log: Path, port: int = 0) -> None:
        self.database = database
        self.log = log
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.starts = 0

    def __enter__(self) -> "ServerProcess":
        self.restart()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def launch(self) -> None:
        """Start the process."""
        raise NotImplementedError

    def pid(self) -> int | None:
        """Return the process id while the process runs."""
        raise NotImplementedError

    def wait(self) -> None:
        """Wait until the process is gone."""
        raise NotImplementedError

    def restart(self, wait: bool = True) -> None:
        """Kill a previous process, start a new one and wait until it responds."""
        self.kill()
        self.launch()
        self.starts += 1
        if wait:
            self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Wait until the server is healthy."""
        deadline = time.monotonic() + TIMEOUT
        while not is_healthy(self.address):
            if self.pid() is None or time.monotonic() > deadline:
                raise RuntimeError(f"The server does not answer. Its log:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.01)

    def kill(self) -> None:
        """Kill the process without warning."""
        self.end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop the process gracefully."""
        self.end(signal.SIGTERM)

    def end(self, number: signal.Signals) -> None:
        """Send a signal to the process group and wait until it is gone."""
        if (pid := self.pid()) is not None:
            try:
                os.killpg(pid, number)
            except ProcessLookupError:
                # The process has just started and has no group of its own yet.
                os.kill(pid, number)
            self.wait()


class CommandServer(ServerProcess):
    """The command `tradewinds serve`."""

    process: "subprocess.Popen[bytes] | None" = None

    def __init__(self, database: str, log: Path, *options: str) -> None:
        super().__init__(database, log)
        self.options = options

    def launch(self) -> None:
        start = "from tradewinds.cli import main; main()"
        options = ["--port", str(self.port), "--database", self.database, "--pause", "0", "--no-open", *self.options]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", start, "serve", *options], stdout=log, stderr=log, start_new_session=True
            )

    def pid(self) -> int | None:
        return self.process.pid if self.process is not None and self.process.poll() is None else None

    def wait(self) -> None:
        assert self.process is not None
        self.process.wait(TIMEOUT)


class ForkedServer(ServerProcess):
    """The application in a process forked from one that has everything loaded; it starts in milliseconds."""

    process: Any = None

    def __init__(self, settings: ServerSettings, log: Path, port: int = 0) -> None:
        super().__init__(settings.database, log, port)
        self.settings = msgspec.structs.replace(settings, port=self.port)

    def launch(self) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([forked_server.__name__])
        self.process = context.Process(target=forked_server.serve, args=(self.settings, str(self.log)))
        self.process.start()

    def pid(self) -> int | None:
        return self.process.pid if self.process is not None and self.process.is_alive() else None

    def wait(self) -> None:
        self.process.join(TIMEOUT)
        self.process.close()
        self.process = None


class ThreadServer:
    """The application on a real socket in a thread of the test. A context manager."""

    def __init__(self, settings: ServerSettings) -> None:
        self.app = make_app(settings, warm=False)
        self.server = uvicorn.Server(uvicorn.Config(self.app, port=0, **uvicorn_options(settings)))
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    def __enter__(self) -> "ThreadServer":
        self.thread.start()
        while not self.server.started:
            if not self.thread.is_alive():
                raise RuntimeError("The server did not start.")
            time.sleep(0.002)
        self.port: int = self.server.servers[0].sockets[0].getsockname()[1]
        self.host = f"127.0.0.1:{self.port}"
        self.address = self.origin = f"http://{self.host}"
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join()

    @property
    def services(self) -> Services:
        """The application's services."""
        services: Services = self.app.app.state.services  # type: ignore[attr-defined]
        return services

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the server's event loop and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.services.registry.loop).result(TIMEOUT)


def is_healthy(address: str) -> bool:
    """Return whether a server responds."""
    try:
        with urlopen(f"{address}/healthz", timeout=10) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


@contextlib.contextmanager
def thread_server(database: str, **wanted: Any) -> Iterator[ThreadServer]:
    """Run a server in a thread with fast settings, some of them overridden."""
    with ThreadServer(fast_settings(database, **wanted)) as server:
        yield server
