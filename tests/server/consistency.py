"""What parties asked for and saw, compared with what is stored: nothing lost, nothing twice, nothing out of order."""

from collections import Counter
from itertools import pairwise

import msgspec

from tests.server.party import Game, Party, Wish
from tradewinds.match.record import GameRecord, record_text, verify
from tradewinds.server import protocol
from tradewinds.server.storage import Database
from tradewinds.server.storage.queries.tables import load_events
from tradewinds.server.storage.rows import EventRow
from tradewinds.server.tables import events as e
from tradewinds.server.tables.boxes import Boxes
from tradewinds.server.tables.event_rows import read_row
from tradewinds.server.tables.table import Table

KINDS = {
    protocol.Take: "seated",
    protocol.Start: "started",
    protocol.Play: "played",
    protocol.Undo: "undone",
    protocol.Chat: "chat_sent",
}


def take_stock(url: str, parties: list[Party]) -> Counter[str]:
    """Examine every table of every party; how much of everything there was."""
    database = Database.open(url)
    try:
        found: Counter[str] = Counter()
        for party in parties:
            for game in party.games:
                found += examine(database, game)
        return found
    finally:
        database.close()


def examine(database: Database, game: Game) -> Counter[str]:
    """One table."""
    rows = database.read(lambda connection: load_events(connection, game.table))
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    check_wishes(game, rows)
    table = Table(game.table, Boxes(database).find)
    for row in rows:
        table.apply(read_row(row, table))
    check_seats(rows, table)
    check_views(game, table)
    replayed = verify(GameRecord.parse(record_text(table.match)))
    assert replayed.state.tobytes() == table.match.state.tobytes()
    done = sum(wish.done is not None for wish in game.wishes.values())
    bots = sum(row.kind == "played" and row.person is None for row in rows)
    kinds = Counter(row.kind for row in rows)
    connections = sum(connection.sockets_opened for connection in game.connections)
    return Counter(
        games=1, done=done, bots=bots, undone=kinds["undone"], said=kinds["chat_sent"], connections=connections
    )


def check_wishes(game: Game, rows: list[EventRow]) -> None:
    """What was acknowledged is there once and in order, what was refused is not, and nobody did what nobody asked."""
    stored: dict[str, EventRow] = {}
    for row in rows:
        if row.request is not None:
            assert row.request not in stored, f"twice: {row.request}"
            stored[row.request] = row
    assert set(stored) <= set(game.wishes)
    for request, wish in game.wishes.items():
        assert wish.done is not None or wish.refused, f"never answered: {request}"
        assert (request in stored) == (wish.done is not None), f"lost, or refused and done: {request} {wish}"
    for request, row in stored.items():
        check_wish(game.wishes[request], row)
    check_order([game.wishes[request] for request in stored])


def check_wish(wish: Wish, row: EventRow) -> None:
    """The event is the one that was asked for."""
    assert row.kind == KINDS[type(wish.command)]
    event = e.DECODER.decode(row.body)
    if isinstance(wish.command, protocol.Play):
        assert isinstance(event, e.Played)
        assert (event.seat, event.action, event.by_bot) == (wish.command.seat, wish.command.move, False)
    if isinstance(wish.command, protocol.Undo):
        assert row.seat == wish.command.seat
    if isinstance(wish.command, protocol.Chat):
        assert isinstance(event, e.ChatSent)
        assert event.text == wish.command.text


def check_order(wishes: list[Wish]) -> None:
    """What was acknowledged before something else was asked for is stored before it; here they stand as stored."""
    latest = 0.0
    for wish in wishes:
        assert wish.done is not None
        assert wish.done >= latest
        latest = max(latest, wish.sent)
    for name in {wish.person for wish in wishes}:
        own = [wish.sent for wish in wishes if wish.person == name]
        assert all(first <= second for first, second in pairwise(own))


def check_seats(rows: list[EventRow], table: Table) -> None:
    """Bots play at their own seats only, and people at theirs."""
    assert table.status == "finished"
    for row in rows:
        if row.kind in ("played", "undone"):
            assert row.seat is not None
            assert row.person == table.places[row.seat].person


def check_views(game: Game, table: Table) -> None:
    """Everybody sees what there is to see."""
    for connection in game.connections:
        assert not connection.went_back, f"shown a later position, then an earlier one: {connection.went_back}"
        assert connection.latest is not None
        assert connection.latest.result is not None
        assert len(connection.latest.views) == len(connection.latest.mine)
        for sight in connection.latest.views:
            assert sight.seat is not None
            assert sight.position == table.history.position(sight.seat)
            assert msgspec.json.encode(sight.view) == msgspec.json.encode(table.match.view(sight.seat))
