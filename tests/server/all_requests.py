"""Send a real server every request that a viewer can make about a table, and record every byte of the responses."""

import http.client
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import Connection, delete
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.server.equivalent_games import TABLE, LoggedTable
from tests.server.servers import ThreadServer, fast_settings
from tradewinds.kernel.record import SPECTATOR
from tradewinds.match import MoveError
from tradewinds.server import protocol
from tradewinds.server.accounts.person import Person
from tradewinds.server.accounts.service import AccountService
from tradewinds.server.storage import Database, TableRow
from tradewinds.server.storage.queries.tables import create_table
from tradewinds.server.storage.schema import events, places, tables
from tradewinds.server.tables.event_rows import index_of, places_of, rows_of
from tradewinds.server.tables.table import Table

ADDRESSES = {
    "/api/tables": 200,
    f"/api/tables/{TABLE}": 200,
    f"/api/tables/{TABLE}/record": 200,
    f"/api/tables/{TABLE}/replay?from=3&seat=0": 409,
    f"/api/tables/{TABLE}/replay?seat=open": 409,
    f"/api/tables/{TABLE}/review": 409,
}
"""Addresses that anybody may request, with the status expected during a game."""
OWN_ADDRESSES = ("/api/tables/mine", "/api/tables/mine?finished=1", "/api/me/export")
"""Addresses that need a cookie."""
ENCODER = msgspec.json.Encoder()


async def create_guests(url: str, names: list[str]) -> list[tuple[Person, str]]:
    """Create guests and return them with their cookies."""
    database = Database.open(url)
    accounts = AccountService(database, fast_settings(url))
    known = [await accounts.create_guest(name, None, "a browser") for name in names]
    accounts.close()
    database.close()
    return [(person, f"tradewinds={token}") for person, token in known]


@contextmanager
def two_servers(path: Path) -> Iterator[tuple[ThreadServer, ThreadServer]]:
    """Run two servers with the same accounts, on two copies of a database."""
    other = path.with_name(f"other-{path.name}")
    shutil.copy(path, other)
    with (
        ThreadServer(fast_settings(f"sqlite:///{path}")) as first,
        ThreadServer(fast_settings(f"sqlite:///{other}")) as second,
    ):
        yield first, second


async def load_table(server: ThreadServer, logged: LoggedTable) -> None:
    """Store a table in a server's database, replacing all others."""
    table, index = logged.table, index_of(logged.table)
    row = TableRow(
        id=TABLE,
        game=table.settings.game,
        edition=table.settings.edition,
        players=table.settings.players,
        status=index.status,
        public=index.public,
        owner=index.owner,
        seq=table.seq,
        turn=index.turn,
        due=index.due,
        settings=index.settings,
        created=logged.entries[0].at,
        changed=index.changed,
        result=index.result,
    )

    def work(connection: Connection) -> None:
        for kind in (places, events, tables):
            connection.execute(delete(kind))
        create_table(connection, row, rows_of(TABLE, 1, logged.entries), places_of(table))

    await server.services.database.write(work)
    actor = server.services.registry.actor(TABLE)
    async with actor.lock:
        actor.table = None


def harmless_commands(table: Table, viewer: int, chooser: random.Random, advice: bool) -> list[protocol.AnyCommand]:
    """Return commands that are refused or change nothing; only the last one, an undo, may succeed."""
    match, position = table.match, table.history.position(viewer)
    seat = max(viewer, 0)
    legal = set(match.legal()) if match.to_act == viewer else set()
    numbers = [number for number in chooser.sample(range(match.game.actions), 6) if number not in legal]
    texts = [
        "nonsense",
        *{text for action in legal for text in abbreviations(match.write(action)) if is_ambiguous(table, text)},
    ]
    moves: list[int | str] = [*numbers, *texts]
    asked: list[protocol.AnyCommand] = [protocol.Play(position=position, move=move, seat=seat) for move in moves]
    asked += [
        protocol.Play(position=position + 1, move=0, seat=seat),
        protocol.Play(position=position, move=0, seat=seat + 1),
    ]
    asked += [
        protocol.Undo(position=position + 1, seat=seat),
        protocol.Rematch(),
        protocol.Return(seat=seat),
        protocol.Start(),
    ]
    asked += [protocol.Take(seat=0), protocol.Leave(seat=seat), protocol.Chat(text="\t"), protocol.Ping()]
    asked += previews(table, viewer)
    asked += [protocol.HintCommand(seat=seat)] if advice or match.to_act != viewer else []
    return [*asked, protocol.Undo(position=position, seat=seat)]


def previews(table: Table, viewer: int) -> list[protocol.AnyCommand]:
    """Return preview commands for legal and illegal selections, and for another seat."""
    match, position, seat = table.match, table.history.position(viewer), max(viewer, 0)
    legal = match.legal() if match.to_act == viewer else []
    some = random.Random(position).sample(range(match.game.actions), 4)
    moves: list[list[int | str]] = [[], ["nonsense"], [*some], [*legal[:40]]]
    moves += [[action] for action in legal[1:6]]
    asked: list[protocol.AnyCommand] = [
        protocol.Preview(position=position, moves=chosen, seat=seat) for chosen in moves
    ]
    asked += [protocol.Preview(position=position, moves=[move], suggest=True, seat=seat) for move in legal[1:6]]
    return [
        *asked,
        protocol.Preview(position=position + 1, seat=seat),
        protocol.Preview(position=position, seat=seat + 1),
    ]


def abbreviations(text: str) -> list[str]:
    """Return the abbreviations of a move to its first words."""
    words = text.split()
    return [" ".join(words[:count]) for count in range(1, len(words))]


def is_ambiguous(table: Table, text: str) -> bool:
    """Return whether a text does not match exactly one legal action."""
    try:
        table.match.read(text)
    except MoveError:
        return True
    return False


def responses_for(
    server: ThreadServer, table: Table, viewer: int, cookie: str | None, asked: list[protocol.AnyCommand]
) -> list[bytes]:
    """Return all responses that a viewer gets over HTTP and WebSocket."""
    position = table.history.position(viewer)
    own = dict.fromkeys(OWN_ADDRESSES, 200 if cookie else 401)
    asked_for = {**ADDRESSES, **own, **history_addresses(viewer, position, table.settings.players)}
    said = [http_response(server, address, cookie, status) for address, status in asked_for.items()]
    name = "public" if viewer == SPECTATOR else str(viewer)
    for watch in (
        protocol.Watch(seats=[]),
        protocol.Watch(lang="de", known={name: max(0, position - 5)}),
        protocol.Watch(known={name: position}, chat=table.chat_count),
    ):
        said += socket_responses(server, cookie, watch, asked[:2])
    return said + socket_responses(server, cookie, protocol.Watch(lang="it"), asked)


def history_addresses(viewer: int, last: int, players: int) -> dict[str, int]:
    """Return the addresses of past, future and other seats' views, with the expected statuses."""
    coverage, others = f"/api/tables/{TABLE}/seen", viewer % 3 + 1
    own = coverage if viewer == SPECTATOR else f"{coverage}?seat={viewer}"
    joint = "?" if viewer == SPECTATOR else "&"
    told = own.replace("/seen", "/story")
    asked = dict.fromkeys([f"{own}{joint}position={at}" for at in (0, last // 2, max(0, last - 1), last)], 200)
    asked |= dict.fromkeys([told, *(f"{told}{joint}until={at}" for at in (0, last // 2))], 200)
    asked |= {f"{own}{joint}position={last + 1}": 400, f"{told}{joint}until={last + 1}": 400}
    return {
        **asked,
        f"{coverage}?seat={others}&position=0": 403 if others < players else 400,
        f"{coverage}?position=0": 200,
        coverage: 200,
    }


def http_response(server: ThreadServer, address: str, cookie: str | None, status: int) -> bytes:
    """Return an HTTP response with all headers except the date, and check its status."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", address, headers={"cookie": cookie} if cookie else {})
    response = connection.getresponse()
    headers = sorted((name, value) for name, value in response.getheaders() if name.lower() != "date")
    body = response.read()
    connection.close()
    assert response.status == status, (address, response.status, body)
    return f"{response.status} {headers}\n".encode() + body


def socket_responses(
    server: ThreadServer, cookie: str | None, watch: protocol.Watch, asked: list[protocol.AnyCommand]
) -> list[bytes]:
    """Send commands over a socket one by one and return the messages received."""
    address = f"ws://127.0.0.1:{server.port}/ws/tables/{TABLE}"
    headers = {"cookie": cookie} if cookie else {}
    with connect(address, origin=Origin(server.address), additional_headers=headers, compression=None) as socket:
        said = []
        for number, command in enumerate([watch, *asked]):
            socket.send(ENCODER.encode(msgspec.structs.replace(command, id=f"q{number}")).decode())
            said.append(socket.recv(30, decode=False))
        assert msgspec.json.decode(said[0])["type"] == "table", said[0]
        return said
