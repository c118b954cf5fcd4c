"""Compare what players sent and saw with what is stored: nothing lost, duplicated or out of order."""

from collections import Counter
from itertools import pairwise

import msgspec

from tests.server.load_generator import PlayedTable, PlayerGroup, SentCommand
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


def check_consistency(url: str, groups: list[PlayerGroup]) -> Counter[str]:
    """Check every table of every group and return counts of what happened."""
    database = Database.open(url)
    try:
        found: Counter[str] = Counter()
        for group in groups:
            for game in group.games:
                found += examine(database, game)
        return found
    finally:
        database.close()


def examine(database: Database, game: PlayedTable) -> Counter[str]:
    """Check one table and return its counts."""
    rows = database.read(lambda connection: load_events(connection, game.table))
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    check_commands(game, rows)
    table = Table(game.table, Boxes(database).find)
    for row in rows:
        table.apply(read_row(row, table))
    check_seats(rows, table)
    check_views(game, table)
    replayed = verify(GameRecord.parse(record_text(table.match)))
    assert replayed.state.tobytes() == table.match.state.tobytes()
    done = sum(sent.done_at is not None for sent in game.commands.values())
    bots = sum(row.kind == "played" and row.person is None for row in rows)
    kinds = Counter(row.kind for row in rows)
    connections = sum(connection.sockets_opened for connection in game.connections)
    return Counter(
        games=1, done=done, bots=bots, undone=kinds["undone"], said=kinds["chat_sent"], connections=connections
    )


def check_commands(game: PlayedTable, rows: list[EventRow]) -> None:
    """Check that acknowledged commands are stored once and in order, refused ones are not, and nothing else is."""
    stored: dict[str, EventRow] = {}
    for row in rows:
        if row.request is not None:
            assert row.request not in stored, f"twice: {row.request}"
            stored[row.request] = row
    assert set(stored) <= set(game.commands)
    for request, sent in game.commands.items():
        assert sent.done_at is not None or sent.refused, f"never answered: {request}"
        assert (request in stored) == (sent.done_at is not None), f"lost, or refused and done: {request} {sent}"
    for request, row in stored.items():
        check_command(game.commands[request], row)
    check_order([game.commands[request] for request in stored])


def check_command(sent: SentCommand, row: EventRow) -> None:
    """Check that an event is the one its command asked for."""
    assert row.kind == KINDS[type(sent.command)]
    event = e.DECODER.decode(row.body)
    if isinstance(sent.command, protocol.Play):
        assert isinstance(event, e.Played)
        assert (event.seat, event.action, event.by_bot) == (sent.command.seat, sent.command.move, False)
    if isinstance(sent.command, protocol.Undo):
        assert row.seat == sent.command.seat
    if isinstance(sent.command, protocol.Chat):
        assert isinstance(event, e.ChatSent)
        assert event.text == sent.command.text


def check_order(commands: list[SentCommand]) -> None:
    """Check that a command acknowledged before another was sent is stored before it."""
    latest = 0.0
    for sent in commands:
        assert sent.done_at is not None
        assert sent.done_at >= latest
        latest = max(latest, sent.sent_at)
    for name in {sent.person for sent in commands}:
        own = [sent.sent_at for sent in commands if sent.person == name]
        assert all(first <= second for first, second in pairwise(own))


def check_seats(rows: list[EventRow], table: Table) -> None:
    """Check that bots and people played at their own seats only."""
    assert table.status == "finished"
    for row in rows:
        if row.kind in ("played", "undone"):
            assert row.seat is not None
            assert row.person == table.places[row.seat].person


def check_views(game: PlayedTable, table: Table) -> None:
    """Check that every connection shows the final position and never went back to an older one."""
    for connection in game.connections:
        assert not connection.went_back, f"shown a later position, then an earlier one: {connection.went_back}"
        assert connection.latest is not None
        assert connection.latest.result is not None
        assert len(connection.latest.views) == len(connection.latest.mine)
        for sight in connection.latest.views:
            assert sight.seat is not None
            assert sight.position == table.history.position(sight.seat)
            assert msgspec.json.encode(sight.view) == msgspec.json.encode(table.match.view(sight.seat))
