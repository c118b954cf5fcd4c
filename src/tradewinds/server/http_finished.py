"""Games over HTTP: the record, and what the decisions of a finished one were worth."""

from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tradewinds.lab.review import Review, review
from tradewinds.match import Match
from tradewinds.match.record import record_text
from tradewinds.server.answers import answer
from tradewinds.server.http_people import person_of
from tradewinds.server.http_seen import begun
from tradewinds.server.http_tables import office_of
from tradewinds.server.problems import Refusal
from tradewinds.server.rates import address_of
from tradewinds.server.room import Room, clock_time
from tradewinds.server.storage.rows import ReviewRow
from tradewinds.server.storage.tables import add_review, find_review

if TYPE_CHECKING:
    from tradewinds.server.app import Office

PLAYOUTS = 1600
"""For each action that is weighed: a person waits for the review."""


async def record(request: Request) -> Response:
    """The record in text; of a running game what all have seen, without the seed."""
    person = await person_of(request)
    room = office_of(request).hall.room(request.path_params["table"])
    async with room.lock:
        table = await room.loaded()
        if not table.admits(person.id if person else None):
            raise Refusal("not_allowed", "no_spectators", 403)
        begun(table)
        text = record_text(table.match)
    headers = {"content-disposition": f'attachment; filename="{table.settings.game}-{table.id}.txt"'}
    return PlainTextResponse(text, headers=headers)


async def finished(room: Room) -> Match:
    """The game of a table, if it is over; it does not change any more."""
    async with room.lock:
        table = await room.loaded()
        if table.status != "finished":
            raise Refusal("not_over", "not_over")
        return table.match


async def show_review(request: Request) -> Response:
    """What the decisions of a finished game were worth: kept once it was made."""
    office, table = office_of(request), request.path_params["table"]
    match = await finished(office.hall.room(table))
    kept = await office.database.reading(lambda connection: find_review(connection, table))
    if kept is None:
        await make_review(request, office, table, match)
        return answer({"status": "working"}, 202)
    return answer(msgspec.Raw(kept.body))


async def make_review(request: Request, office: "Office", table: str, match: Match) -> None:
    """Begin a review, unless it is being made."""
    if table in office.reviewing:
        return
    office.rates.check("reviews", address_of(request))
    office.reviewing.add(table)
    office.hall.do(reviewed(office, table, match))


async def reviewed(office: "Office", table: str, match: Match) -> None:
    """Make a review in a thinking thread and keep it."""
    try:
        found: Review = await office.hall.thinkers.run(lambda: review(match, PLAYOUTS))
        row = ReviewRow(table, msgspec.json.encode(found), clock_time())
        await office.database.write(lambda connection: add_review(connection, row))
    finally:
        office.reviewing.discard(table)


routes = [
    Route("/api/tables/{table}/record", record),
    Route("/api/tables/{table}/review", show_review),
]
