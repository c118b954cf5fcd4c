"""`./run bench server`: real sockets, scripted people, and afterwards an account of every single action.

A server process keeps its tables in a database; this process plays all seats over sockets. Then the stored events are
compared with what clients sent, were told and saw.
"""

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

import msgspec
import uvloop
from rich.console import Console
from rich.table import Table as Sheet

from bench.account import Account, take_stock
from tradewinds.client import Client, ClientRefused, TableConnection
from tradewinds.server import protocol
from tradewinds.server.settings import ServerLimits, ServerSettings

GENEROUS = ServerLimits(
    sockets=100_000,
    sockets_per_address=100_000,
    tables_waiting=100_000,
    tables_running=100_000,
    requests="1000000/second",
    people="1000000/second",
    tables="1000000/second",
)
"""All clients of a measurement come from one address."""

BOXES = (("bombay", None), ("borneo", "board-2008"), ("borneo", "card-2007"))
PORT = 8765


class Glimpse(protocol.SeatView):
    """A sight whose view is not looked into."""

    view: msgspec.Raw


class Glance(protocol.TableState, tag="table"):
    """A table seen in passing."""

    views: list[Glimpse]  # type: ignore[assignment]


class Seat(TableConnection):
    """A chair that notes when it saw which position first."""

    decoder = msgspec.json.Decoder(
        Glance | protocol.Done | protocol.Refused | protocol.Hinted | protocol.Pong | protocol.Closing
    )

    def __init__(self, address: str, table: str, cookie: str | None) -> None:
        super().__init__(address, table, cookie)
        self.arrivals: dict[int, float] = {}

    def _update(self, message: protocol.TableState) -> None:
        """Note the time, then look."""
        if message.views:
            self.arrivals.setdefault(message.views[0].position, time.perf_counter())
        super()._update(message)


@dataclass
class Played:
    """An action that was sent: by which seat, for which position, when, and whether the server said that it is done."""

    seat: int
    position: int
    action: int
    sent: float
    done: bool = False


@dataclass
class Group:
    """A table and the people at it."""

    table: str
    seats: list[Seat]
    played: list[Played] = field(default_factory=list)
    refused: int = 0


@contextmanager
def server(database: str) -> Iterator[subprocess.Popen[bytes]]:
    """A server process that is ready, and stopped afterwards."""
    settings = ServerSettings(database=database, port=PORT, limits=GENEROUS, pause=0)
    code = "import sys,msgspec;from tradewinds.server.run import serve;"
    code += "from tradewinds.server.settings import ServerSettings;"
    code += "serve(msgspec.json.decode(sys.argv[1],type=ServerSettings))"
    process = subprocess.Popen([sys.executable, "-c", code, msgspec.json.encode(settings).decode()])
    try:
        wait_for(process)
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def wait_for(process: subprocess.Popen[bytes]) -> None:
    """Until the server answers."""
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{PORT}/healthz", timeout=5):
                return
        except OSError:
            if process.poll() is not None:
                raise RuntimeError("The server did not start.") from None
            time.sleep(0.2)


async def gather_people(tables: int, players: int) -> list[Group]:
    """So many tables, each with people who have sat down and are connected."""
    address, groups = f"http://127.0.0.1:{PORT}", []
    for number in range(tables):
        game, edition = BOXES[number % len(BOXES)]
        people = [await Client.guest(address, f"P{number}-{seat}") for seat in range(players)]
        seats = ["me", *["open"] * (players - 1)]
        table = (await people[0].create_table(game=game, edition=edition, seats=seats)).id
        for seat, person in enumerate(people[1:], 1):
            await person.command(table, protocol.Take(seat=seat))
        connections = [Seat(address, table, person.cookie) for person in people]
        for person in people:
            person.close()
        await asyncio.gather(*(connection.__aenter__() for connection in connections))
        groups.append(Group(table, connections))
    return groups


async def play(group: Group, pace: float, until: float) -> None:
    """Play at a table, one action every so many seconds, whoever's turn it is."""
    chooser = random.Random(group.table)
    due = time.perf_counter() + chooser.random() * pace
    done: set[tuple[int, int]] = set()
    while time.perf_counter() < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        due = max(due + pace, time.perf_counter())
        views = [(seat, connection.latest.views[0]) for seat, connection in enumerate(group.seats) if connection.latest]
        acting = [(seat, sight) for seat, sight in views if sight.legal]
        if any(connection.latest and connection.latest.result for connection in group.seats):
            return
        if not acting or (acting[0][0], acting[0][1].position) in done:
            # What was played is not shown yet.
            await asyncio.sleep(0.001)
            due -= pace
            continue
        seat, sight = acting[0]
        done.add((seat, sight.position))
        move = Played(seat, sight.position, chooser.choice(sight.legal).action, time.perf_counter())
        group.played.append(move)
        try:
            await group.seats[seat].play(sight, move.action)
            move.done = True
        except ClientRefused:
            group.refused += 1


async def run(
    tables: int, players: int, seconds: float, pace: float, process: int
) -> tuple[list[Group], dict[str, float]]:
    """Play at all tables, and how much memory and time of the processor the server took."""
    empty = memory(process)
    groups = await gather_people(tables, players)
    for group in groups:
        await group.seats[0].send(protocol.Start())
        await asyncio.gather(*(connection.until(lambda table: table.views) for connection in group.seats))
    begin, busy, own = time.perf_counter(), processor(process), time.process_time()
    await asyncio.gather(*(play(group, pace, begin + seconds) for group in groups))
    lasted = time.perf_counter() - begin
    figures = {
        "seconds": lasted,
        "server_busy": (processor(process) - busy) / lasted,
        "clients_busy": (time.process_time() - own) / lasted,
        "memory_mb": memory(process) / 1e6,
        "memory_a_table_kb": (memory(process) - empty) / tables / 1e3,
    }
    await asyncio.sleep(1)
    for group in groups:
        for connection in group.seats:
            await connection.close()
    return groups, figures


def memory(process: int) -> int:
    """Bytes that a process holds in memory."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def processor(process: int) -> float:
    """Seconds of processor that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure_server(tables: int, players: int, seconds: float, pace: float, database: str | None) -> dict[str, float]:
    """All figures of one run."""
    with tempfile.TemporaryDirectory() as folder:
        url = database or f"sqlite:///{folder}/bench.db"
        with server(url) as process, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            groups, figures = runner.run(run(tables, players, seconds, pace, process.pid))
        account: Account = take_stock(url, groups)
        if database is None:
            figures["disk_an_action_bytes"] = (Path(folder) / "bench.db").stat().st_size / account.actions
    return {"tables": tables, "seats": players, **figures, **msgspec.structs.asdict(account)}


def show_server(figures: dict[str, float], as_json: bool) -> None:
    """A table for people, or one object for programs."""
    if as_json:
        print(json.dumps(figures))
        return
    sheet = Sheet("server under load", "")
    for name, value in figures.items():
        sheet.add_row(name.replace("_", " "), f"{value:,.2f}" if isinstance(value, float) else f"{value:,}")
    Console(width=100).print(sheet)


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./run bench server", description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seats", type=int, default=4, choices=(3, 4, 5))
    parser.add_argument("--seconds", type=float, default=60, help="how long to play; 0: until all games are over")
    parser.add_argument("--pace", type=float, default=1, help="seconds between the actions at a table")
    parser.add_argument("--database", help="postgresql://…; otherwise SQLite in a temporary folder")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    options = parser.parse_args(arguments)
    seconds = options.seconds or float("inf")
    show_server(measure_server(options.tables, options.seats, seconds, options.pace, options.database), options.json)
