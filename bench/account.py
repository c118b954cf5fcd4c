"""What clients sent, were told and saw, compared with what is stored: nothing lost, twice or different."""

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from tradewinds.server.storage import Database
from tradewinds.server.storage.queries.tables import load_events
from tradewinds.server.tables.boxes import Boxes
from tradewinds.server.tables.event_rows import read_row
from tradewinds.server.tables.events import Played
from tradewinds.server.tables.table import Table
from tradewinds.server.tables.view_cache import ViewCache

if TYPE_CHECKING:
    from bench.server import Group


class Account(msgspec.Struct):
    """Times are milliseconds from sending an action to the moment at which everybody who could see it had it."""

    actions: int
    actions_per_s: float
    p50_ms: float
    p90_ms: float
    p99_ms: float
    most_ms: float
    lost: int
    duplicated: int
    diverged: int
    refused: int
    finished: int


def take_stock(url: str, groups: list["Group"]) -> Account:
    """Go through all tables."""
    database = Database.open(url)
    try:
        found = [examine(database, group) for group in groups]
    finally:
        database.close()
    times = np.array([value for times, *_ in found for value in times]) * 1000
    sent = [move.sent for group in groups for move in group.played]
    return Account(
        actions=len(sent),
        actions_per_s=len(sent) / (max(sent) - min(sent)),
        p50_ms=float(np.percentile(times, 50)),
        p90_ms=float(np.percentile(times, 90)),
        p99_ms=float(np.percentile(times, 99)),
        most_ms=float(times.max()),
        lost=sum(lost for _, lost, *_ in found),
        duplicated=sum(twice for _, _, twice, *_ in found),
        diverged=sum(other for *_, other, _ in found),
        refused=sum(group.refused for group in groups),
        finished=sum(over for *_, over in found),
    )


def examine(database: Database, group: "Group") -> tuple[list[float], int, int, int, bool]:
    """One table: the times, and how many actions are lost or there twice, and how many seats see something else."""
    table = Table(group.table, Boxes(database).find)
    stored = []
    for row in database.read(lambda connection: load_events(connection, group.table)):
        entry = read_row(row, table)
        position = table.history.position(entry.event.seat) if isinstance(entry.event, Played) else 0
        table.apply(entry)
        if isinstance(entry.event, Played):
            stored.append((entry.event.seat, position, entry.event.action))
    done = [(move.seat, move.position, move.action) for move in group.played if move.done]
    lost = len(set(done) - set(stored))
    twice = len(stored) - len(set(stored)) + (stored != done and not lost and len(stored) == len(done))
    views = ViewCache(table)
    other = sum(
        seat.latest is None or not seat.latest.views or bytes(seat.latest.views[0].view) != bytes(views.view(number))
        for number, seat in enumerate(group.seats)
    )
    return times_of(table, group), lost, twice, other, table.status == "finished"


def times_of(table: Table, group: "Group") -> list[float]:
    """For each action the time until the last of those who could see it had it."""
    done = [move for move in group.played if move.done]
    latest = [0.0] * len(done)
    for viewer, seat in enumerate(group.seats):
        moment = float("inf")
        for position in range(table.history.position(viewer), 0, -1):
            # Who sees a later position first has seen this one with it.
            moment = min(moment, seat.arrivals.get(position, moment))
            change = table.history.visible[viewer][position - 1]
            latest[change] = max(latest[change], moment)
    return [moment - move.sent for move, moment in zip(done, latest, strict=True) if moment]
