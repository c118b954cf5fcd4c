"""The page that a browser is shown."""

import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from tradewinds.server.answers import refusal
from tradewinds.server.problems import not_found

FOLDER = Path(__file__).resolve().parent / "static"

# Said here, since some systems have other ideas, and browsers run no script that is called plain text.
for kind, ending in (("text/javascript", ".js"), ("text/css", ".css"), ("image/svg+xml", ".svg")):
    mimetypes.add_type(kind, ending)


class Files(StaticFiles):
    """Files that a browser may keep, if it asks each time whether they have changed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or word that the browser has it already."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


FILES = Files(directory=FOLDER)


async def front(request: Request) -> Response:
    """The one page; what it shows depends on its address."""
    return await FILES.get_response("index.html", request.scope)


async def lost(request: Request, _error: Exception) -> Response:
    """There is nothing at an address: programs are told so, people are shown the page, which says it."""
    if request.url.path.startswith(("/api/", "/static/")):
        return refusal(request, not_found("address"))
    response = await front(request)
    if response.status_code == 200:
        response.status_code = 404
    return response


routes = [
    Route("/", front),
    Route("/tables/{table}", front),
    Mount("/static", FILES),
]
