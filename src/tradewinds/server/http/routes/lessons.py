"""Lessons over HTTP."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tradewinds.games import GAMES
from tradewinds.server.errors import not_found
from tradewinds.server.http.responses import language_of
from tradewinds.server.lessons import lesson


async def show_lesson(request: Request) -> Response:
    """The lesson of a game, with every position in it."""
    game = request.path_params["game"]
    if game not in GAMES:
        raise not_found("such_game")
    content = await asyncio.to_thread(lesson, game, language_of(request))
    return Response(content, headers={"cache-control": "no-cache"}, media_type="application/json")


routes = [Route("/api/lessons/{game}", show_lesson)]
