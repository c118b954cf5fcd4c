"""Asking a real server for everything that somebody can ask it about a table, and keeping every byte of the answers."""

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

from tests.server.serving import ThreadServer, quick
from tests.server.twins import TABLE, Tale
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
"""What anybody can ask about a running game, with the status of the answer."""
OWN_ADDRESSES = ("/api/tables/mine", "/api/tables/mine?finished=1", "/api/me/export")
"""What only those can ask whom the server knows."""
ENCODER = msgspec.json.Encoder()


async def introduce(url: str, names: list[str]) -> list[tuple[Person, str]]:
    """People with these names, and their cookies."""
    database = Database.open(url)
    accounts = AccountService(database, quick(url))
    known = [await accounts.create_guest(name, None, "a browser") for name in names]
    accounts.close()
    database.close()
    return [(person, f"tradewinds={token}") for person, token in known]


@contextmanager
def two_servers(path: Path) -> Iterator[tuple[ThreadServer, ThreadServer]]:
    """Two servers that know the same people: the second has a copy of the first one's database."""
    other = path.with_name(f"other-{path.name}")
    shutil.copy(path, other)
    with ThreadServer(quick(f"sqlite:///{path}")) as first, ThreadServer(quick(f"sqlite:///{other}")) as second:
        yield first, second


async def lay(server: ThreadServer, tale: Tale) -> None:
    """Let a server have this table, as stored, and no other."""
    table, index = tale.table, index_of(tale.table)
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
        created=tale.entries[0].at,
        changed=index.changed,
        result=index.result,
    )

    def work(connection: Connection) -> None:
        for kind in (places, events, tables):
            connection.execute(delete(kind))
        create_table(connection, row, rows_of(TABLE, 1, tale.entries), places_of(table))

    await server.services.database.write(work)
    actor = server.services.registry.actor(TABLE)
    async with actor.lock:
        actor.table = None


def questions(table: Table, viewer: int, chooser: random.Random, advice: bool) -> list[protocol.AnyCommand]:
    """Commands that are refused or change nothing; the last is to take back, which may succeed."""
    match, position = table.match, table.history.position(viewer)
    seat = max(viewer, 0)
    legal = set(match.legal()) if match.to_act == viewer else set()
    numbers = [number for number in chooser.sample(range(match.game.actions), 6) if number not in legal]
    texts = ["nonsense", *{text for action in legal for text in readings(match.write(action)) if unclear(table, text)}]
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
    """Questions about what could be chosen together: all that is legal, some that is not, and for somebody else."""
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


def readings(text: str) -> list[str]:
    """Texts that might mean an action."""
    words = text.split()
    return [" ".join(words[:count]) for count in range(1, len(words))]


def unclear(table: Table, text: str) -> bool:
    """Whether a text means no legal action, or several."""
    try:
        table.match.read(text)
    except MoveError:
        return True
    return False


def overheard(
    server: ThreadServer, table: Table, viewer: int, cookie: str | None, asked: list[protocol.AnyCommand]
) -> list[bytes]:
    """Everything that a viewer is sent who asks all this."""
    position = table.history.position(viewer)
    own = dict.fromkeys(OWN_ADDRESSES, 200 if cookie else 401)
    asked_for = {**ADDRESSES, **own, **moments(viewer, position, table.settings.players)}
    said = [page(server, address, cookie, status) for address, status in asked_for.items()]
    name = "public" if viewer == SPECTATOR else str(viewer)
    for watch in (
        protocol.Watch(seats=[]),
        protocol.Watch(lang="de", known={name: max(0, position - 5)}),
        protocol.Watch(known={name: position}, chat=table.chat_count),
    ):
        said += conversation(server, cookie, watch, asked[:2])
    return said + conversation(server, cookie, protocol.Watch(lang="it"), asked)


def moments(viewer: int, last: int, players: int) -> dict[str, int]:
    """Addresses of what a viewer has seen before, of what it has not, and of what others have, with their statuses."""
    seen, others = f"/api/tables/{TABLE}/seen", viewer % 3 + 1
    own = seen if viewer == SPECTATOR else f"{seen}?seat={viewer}"
    joint = "?" if viewer == SPECTATOR else "&"
    told = own.replace("/seen", "/story")
    asked = dict.fromkeys([f"{own}{joint}position={at}" for at in (0, last // 2, max(0, last - 1), last)], 200)
    asked |= dict.fromkeys([told, *(f"{told}{joint}until={at}" for at in (0, last // 2))], 200)
    asked |= {f"{own}{joint}position={last + 1}": 400, f"{told}{joint}until={last + 1}": 400}
    return {
        **asked,
        f"{seen}?seat={others}&position=0": 403 if others < players else 400,
        f"{seen}?position=0": 200,
        seen: 200,
    }


def page(server: ThreadServer, address: str, cookie: str | None, status: int) -> bytes:
    """An answer over HTTP, which must have this status, with its headers; only the date is left out."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", address, headers={"cookie": cookie} if cookie else {})
    response = connection.getresponse()
    headers = sorted((name, value) for name, value in response.getheaders() if name.lower() != "date")
    body = response.read()
    connection.close()
    assert response.status == status, (address, response.status, body)
    return f"{response.status} {headers}\n".encode() + body


def conversation(
    server: ThreadServer, cookie: str | None, watch: protocol.Watch, asked: list[protocol.AnyCommand]
) -> list[bytes]:
    """What comes over a socket on which one watches and asks, each answer waited for."""
    address = f"ws://127.0.0.1:{server.port}/ws/tables/{TABLE}"
    headers = {"cookie": cookie} if cookie else {}
    with connect(address, origin=Origin(server.address), additional_headers=headers, compression=None) as socket:
        said = []
        for number, command in enumerate([watch, *asked]):
            socket.send(ENCODER.encode(msgspec.structs.replace(command, id=f"q{number}")).decode())
            said.append(socket.recv(30, decode=False))
        assert msgspec.json.decode(said[0])["type"] == "table", said[0]
        return said
