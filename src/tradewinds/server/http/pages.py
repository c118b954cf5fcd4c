"""The page that a browser is shown."""

import hashlib
import mimetypes
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from tradewinds.server.errors import not_found
from tradewinds.server.http.responses import answer, refusal
from tradewinds.web import PAGES

# Said here, since some systems have other ideas, and browsers run no script that is called plain text.
for kind, ending in (
    ("text/javascript", ".js"),
    ("text/css", ".css"),
    ("image/svg+xml", ".svg"),
    ("font/woff2", ".woff2"),
):
    mimetypes.add_type(kind, ending)

FOR_EVER = "public, max-age=31536000, immutable"
ASK_FIRST = "no-cache"
NOT_BUILT = "The pages are not built. In a clone of the project ./run builds them."


class Files(StaticFiles):
    """Built files, packed where the browser can unpack them, and how long it may keep them."""

    def __init__(self, folder: Path, keeping: str) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.folder = folder
        self.keeping = keeping

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file."""
        packed = "gzip" in accepted(scope) and self.is_packed(path)
        response = await super().get_response(f"{path}.gz" if packed else path, scope)
        if packed:
            response.headers["content-encoding"] = "gzip"
            response.headers["content-type"] = mimetypes.guess_type(path)[0] or "application/octet-stream"
        response.headers["vary"] = "accept-encoding"
        response.headers["cache-control"] = self.keeping
        return response

    def is_packed(self, path: str) -> bool:
        """Whether a file is there packed; what no file can be called is not."""
        try:
            return (self.folder / f"{path}.gz").is_file()
        except OSError:
            return False


def accepted(scope: Scope) -> str:
    """The encodings that a browser accepts."""
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"accept-encoding"), "")


FILES = Files(PAGES, ASK_FIRST)
# These are named after their content.
ASSETS = Files(PAGES / "assets", FOR_EVER)


async def front(request: Request) -> Response:
    """The one page; what it shows depends on its address."""
    if not (PAGES / "index.html").is_file():
        return PlainTextResponse(NOT_BUILT, 503)
    return await FILES.get_response("index.html", request.scope)


async def icon(request: Request) -> Response:
    """The sign of the page."""
    return await FILES.get_response("icon.svg", request.scope)


async def version(_request: Request) -> Response:
    """Which pages this server has: a page that was loaded from others has to be loaded again."""
    return answer({"pages": digest(PAGES)})


@cache
def digest(folder: Path) -> str:
    """A fingerprint of the pages; the first one names all others by their content."""
    index = folder / "index.html"
    return hashlib.sha256(index.read_bytes()).hexdigest()[:16] if index.is_file() else "none"


async def lost(request: Request, _error: Exception) -> Response:
    """There is nothing at an address: programs are told so, people are shown the page, which says it.

    Only browsers ask with GET for a page, and files are handed out for nothing else.
    """
    if request.method not in ("GET", "HEAD") or request.scope["path"].startswith(("/api/", "/assets/")):
        return refusal(request, not_found("address"))
    response = await front(request)
    if response.status_code == 200:
        response.status_code = 404
    return response


PLACES = ("/", "/account", "/replay", "/learn/{game}", "/rules/{game}")
TABLE_PLACES = ("/tables/{table}", "/tables/{table}/replay", "/tables/{table}/screen")

routes = [
    *(Route(place, front) for place in (*PLACES, *TABLE_PLACES)),
    Route("/icon.svg", icon),
    Route("/api/version", version),
    Mount("/assets", ASSETS),
]
