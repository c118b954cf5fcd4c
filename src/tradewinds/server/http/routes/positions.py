"""Over HTTP, a game that may still be running: what a seat or the public saw at its positions, and was told."""

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tradewinds.kernel.record import SPECTATOR
from tradewinds.server.errors import Refusal
from tradewinds.server.http.responses import answer, language_of, number_in
from tradewinds.server.http.routes.accounts import person_of
from tradewinds.server.http.routes.tables import office_of
from tradewinds.server.realtime.view_cache import Gallery
from tradewinds.server.tables.commands import not_yours
from tradewinds.server.tables.table import Table


async def seen(request: Request) -> Response:
    """What a seat of one's own saw at a position, counted as on its socket; without a seat, what all saw."""
    return await looked_up(request, "position", Gallery.seen)


async def story(request: Request) -> Response:
    """What the same was told until it came to a position: who arrives at a table hears only what was last."""
    return await looked_up(request, "until", Gallery.chapter)


async def looked_up(request: Request, name: str, find: Callable[[Gallery, int, str, int], Any]) -> Response:
    """What is found for one who may look, at the position of this name in the address, or the latest."""
    person = await person_of(request)
    room = office_of(request).hall.room(request.path_params["table"])
    table = await room.loaded()
    viewer = viewer_in(request, table, person.id if person else None)
    last = table.course.position(viewer)
    position = number_in(request, name, 0, last, last)
    return answer(find(room.gallery, viewer, language_of(request), position))


def viewer_in(request: Request, table: Table, person: str | None) -> int:
    """Through whose eyes somebody wants to look at a game that has begun, if they may."""
    if not table.admits(person):
        raise Refusal("not_allowed", "no_spectators", 403)
    begun(table)
    if "seat" not in request.query_params:
        return SPECTATOR
    seat = number_in(request, "seat", 0, table.settings.players - 1, 0)
    if seat not in table.seats_of(person):
        raise not_yours(seat)
    return seat


def begun(table: Table) -> None:
    """Refuse where the game has not begun."""
    if table.status not in ("playing", "finished"):
        raise Refusal("not_playing", "not_begun")


routes = [Route("/api/tables/{table}/seen", seen), Route("/api/tables/{table}/story", story)]
