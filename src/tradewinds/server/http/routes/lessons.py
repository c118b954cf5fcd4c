"""Routes for lessons."""

import asyncio

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tradewinds.registry import GAMES
from tradewinds.server.errors import not_found
from tradewinds.server.http.responses import request_language
from tradewinds.server.lessons import lesson


async def get_lesson(request: Request) -> Response:
    """Return the lesson of a game, with all its positions."""
    game = request.path_params["game"]
    if game not in GAMES:
        raise not_found("such_game")
    content = await asyncio.to_thread(lesson, game, request_language(request))
    return Response(content, headers={"cache-control": "no-cache"}, media_type="application/json")


routes = [Route("/api/lessons/{game}", get_lesson)]
