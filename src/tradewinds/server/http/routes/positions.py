"""Routes for earlier positions and the story of a game, which may still be running."""

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tradewinds.kernel.record import SPECTATOR
from tradewinds.server.accounts.cookies import current_person
from tradewinds.server.accounts.person import Person
from tradewinds.server.http.responses import json_response, query_int, request_language
from tradewinds.server.services import services_of
from tradewinds.server.tables.commands import not_yours, require_admitted, require_started
from tradewinds.server.tables.table import Table
from tradewinds.server.tables.view_cache import ViewCache


async def get_position(request: Request) -> Response:
    """Return what one of one's own seats saw at a position or, without `seat`, what the public saw."""
    return await _view_response(request, "position", ViewCache.position_view)


async def get_story(request: Request) -> Response:
    """Return the part of the story that ends at a position; clients page backwards through it."""
    return await _view_response(request, "until", ViewCache.story_section)


async def _view_response(request: Request, name: str, find: Callable[[ViewCache, int, str, int], Any]) -> Response:
    """Return what `find` returns for the position in the query parameter `name`, by default the latest one."""
    person = await current_person(request)
    actor = services_of(request).registry.actor(request.path_params["table"])
    table = await actor.load()
    viewer = _requested_viewer(request, table, person)
    last = table.history.position(viewer)
    position = query_int(request, name, 0, last, last)
    return json_response(find(actor.views, viewer, request_language(request), position))


def _requested_viewer(request: Request, table: Table, person: Person | None) -> int:
    """Return the viewer given by the query; raise if the person may not see that view."""
    require_admitted(table, person)
    require_started(table)
    if "seat" not in request.query_params:
        return SPECTATOR
    seat = query_int(request, "seat", 0, table.settings.players - 1, 0)
    if person is None or seat not in table.seats_of(person.id):
        raise not_yours(seat)
    return seat


routes = [Route("/api/tables/{table}/seen", get_position), Route("/api/tables/{table}/story", get_story)]
