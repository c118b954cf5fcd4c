"""Routes for game records."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tradewinds.match import Match
from tradewinds.match.record import record_text
from tradewinds.server.accounts.cookies import current_person
from tradewinds.server.errors import RequestError
from tradewinds.server.services import services_of
from tradewinds.server.tables.actor import TableActor
from tradewinds.server.tables.commands import require_admitted, require_started


async def get_record(request: Request) -> Response:
    """Return the record as text; while the game is running, without the seed and with public actions only."""
    person = await current_person(request)
    actor = services_of(request).registry.actor(request.path_params["table"])
    table = await actor.load()
    require_admitted(table, person)
    require_started(table)
    text = record_text(table.match)
    headers = {"content-disposition": f'attachment; filename="{table.settings.game}-{table.id}.txt"'}
    return PlainTextResponse(text, headers=headers)


async def finished_match(actor: TableActor) -> Match:
    """Return the match of a finished table; raise if it is not finished."""
    table = await actor.load()
    if table.status != "finished":
        raise RequestError("not_over", "not_over")
    return table.match


routes = [Route("/api/tables/{table}/record", get_record)]
