"""The record of a game over HTTP, and what a game has to be for whatever is there of finished ones only."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tradewinds.match import Match
from tradewinds.match.record import record_text
from tradewinds.server.errors import Refusal
from tradewinds.server.http.routes.accounts import person_of
from tradewinds.server.http.routes.positions import begun
from tradewinds.server.http.routes.tables import office_of
from tradewinds.server.tables.room import Room


async def record(request: Request) -> Response:
    """The record in text; of a running game what all have seen, without the seed."""
    person = await person_of(request)
    room = office_of(request).hall.room(request.path_params["table"])
    table = await room.loaded()
    if not table.admits(person.id if person else None):
        raise Refusal("not_allowed", "no_spectators", 403)
    begun(table)
    text = record_text(table.match)
    headers = {"content-disposition": f'attachment; filename="{table.settings.game}-{table.id}.txt"'}
    return PlainTextResponse(text, headers=headers)


async def finished(room: Room) -> Match:
    """The game of a table, if it is over; it does not change any more."""
    table = await room.loaded()
    if table.status != "finished":
        raise Refusal("not_over", "not_over")
    return table.match


routes = [Route("/api/tables/{table}/record", record)]
